/** Tape header: size filter, switch of the other filters, trust mark. */

import { ListFilter } from 'lucide-react';
import { TAPE_PANE_LABELS } from '#shared/text/markets/tapePaneLabels.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import { useTapeTrust } from '../../domain/markets/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { listSizes } from './model.ts';
import { largeSize, minimumSize, showsFilters, takerFilter } from './state.ts';

export function TapeHeader() {
  const [minimum, setMinimum] = usePaneValue(minimumSize);
  const [isOpen, setOpen] = usePaneValue(showsFilters);
  const [large] = usePaneValue(largeSize);
  const [taker] = usePaneValue(takerFilter);
  const trust = useTapeTrust(usePaneMarket());
  const sizes = listSizes(minimum);
  const isFiltered = large !== null || taker !== 'all';
  return (
    <>
      <select
        className="tape-minimum"
        aria-label={TAPE_PANE_LABELS.smallestTradeShown}
        title={TAPE_PANE_LABELS.smallestTradeShownInContracts}
        data-testid="tape-minimum"
        value={minimum}
        onChange={(event) => setMinimum(sizes[event.target.selectedIndex] ?? 0)}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            ≥ {formatContracts(size * 1_000_000)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={isFiltered ? 'tape-filters-button on' : 'tape-filters-button'}
        aria-label={TAPE_PANE_LABELS.filtersOfTape}
        title={TAPE_PANE_LABELS.sizesOfYourOwnTaker}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={12} aria-hidden="true" />
      </button>
      <TrustMark trust={trust} />
    </>
  );
}
