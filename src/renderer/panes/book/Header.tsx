/** Book header: grouping and trust mark. */

import { tickDecimals } from '#shared/market/tickGrid.ts';
import { BOOK_PANE_LABELS } from '#shared/text/markets/bookPaneLabels.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { GROUPINGS } from '../../domain/markets/bookLevels.ts';
import { useTrust } from '../../domain/markets/bookTrust.ts';
import { useTick } from '../../domain/markets/markets.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { groupingSetting } from './state.ts';

export function BookHeader() {
  const [grouping, setGrouping] = usePaneValue(groupingSetting);
  const tick = useTick();
  return (
    <>
      <select
        className="book-grouping"
        aria-label={BOOK_PANE_LABELS.pricesInOneRow}
        title={BOOK_PANE_LABELS.pricesInOneRow}
        value={grouping}
        onChange={(event) => setGrouping(GROUPINGS[event.target.selectedIndex] ?? 1)}
      >
        {GROUPINGS.map((one) => (
          <option key={one} value={one}>
            {formatTickPrice(tick * one, tickDecimals(tick))}
          </option>
        ))}
      </select>
      <TrustMark trust={useTrust(usePaneMarket())} />
    </>
  );
}
