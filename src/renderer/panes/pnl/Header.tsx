/** What the rows stand for, and their sum. */
import { formatGain } from '#shared/text/numbers.ts';
import { toUsd } from '#shared/units/usd.ts';
import { usePaneValue } from '../../domain/panes.ts';
import { feed } from '../../feed/feed.ts';
import { useNow } from '../../ui/clock.ts';
import { Segmented } from '../../ui/parts.tsx';
import { sumRows } from './model.ts';
import { readRows } from './rows.ts';
import { groupingSetting } from './state.ts';

const UPDATE_EVERY_MS = 1_000;

export function Header() {
  useNow(UPDATE_EVERY_MS);
  const [grouping, setGrouping] = usePaneValue(groupingSetting);
  const { realized, unrealized, isWhole } = sumRows(readRows(feed, 'markets'));
  const net = toUsd(realized + unrealized);
  const tone = net > 0n ? 'yes' : net < 0n ? 'no' : '';
  return (
    <>
      <Segmented
        label="Results by"
        value={grouping}
        onChange={setGrouping}
        choices={[
          { value: 'markets', label: 'Markets' },
          { value: 'events', label: 'Events' },
          { value: 'days', label: 'Days' },
        ]}
      />
      <span
        className="dim"
        title={isWhole ? 'Realised after fees and unrealised, of all markets' : 'Without positions that have no mark'}
      >
        Net <span className={`mono ${tone}`}>{formatGain(net)}</span>
        {isWhole ? '' : ' in part'}
      </span>
    </>
  );
}
