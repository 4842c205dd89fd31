/** Unrealised gain of all open positions, the columns, and Flatten all. */
import { Columns3 } from 'lucide-react';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { requestFlatten } from '../../domain/exits.ts';
import { NO_MARKETS } from '../../domain/markets.ts';
import { usePaneValue } from '../../domain/panes.ts';
import { markOf, readLines, sumPositions } from '../../domain/positions.ts';
import { useReadinessCode } from '../../domain/readiness.ts';
import { listUnclaimed, requestWalletForm, sumUnclaimed } from '../../domain/walletRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ColumnChecks } from '../../ui/ColumnChecks.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import { CHOOSABLE_COLUMNS } from './columns.tsx';
import { hiddenColumns } from './state.ts';

export function Header() {
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  const isReadOnly = useReadinessCode() === 'readOnly';
  const lines = useFeed([feedKey.account], (mirror) => readLines(mirror.account()));
  const keys = [
    feedKey.account,
    feedKey.catalogue,
    ...new Set(lines.map(({ position }) => feedKey.book(position.market))),
  ];
  const totals = useFeed(keys, (mirror) =>
    sumPositions(lines, (position) => {
      const market = mirror.catalogue()?.markets.find((one) => one.market === position.market) ?? null;
      return markOf(position.outcome, market, mirror.book(position.market));
    }),
  );
  if (lines.length === 0) return null;
  const tone = totals.unrealized > 0n ? 'yes' : totals.unrealized < 0n ? 'no' : '';
  return (
    <>
      <span className="dim" title={totals.isWhole ? undefined : 'Some positions have no mark or no average'}>
        Open P&amp;L <span className={`mono ${tone}`}>{formatGain(totals.unrealized)}</span>
        {totals.isWhole ? '' : ' in part'}
      </span>
      <UnclaimedFigure />
      <MenuButton
        className="button small quiet"
        label="Columns of positions"
        title="Columns"
        face={<Columns3 size={13} aria-hidden="true" />}
      >
        <ColumnChecks columns={CHOOSABLE_COLUMNS} hidden={hidden} onChange={setHidden} />
      </MenuButton>
      {isReadOnly ? null : (
        <button
          type="button"
          className="button small"
          title="Shows both ways out of every position"
          onClick={() => requestFlatten({ kind: 'all' })}
        >
          Flatten all…
        </button>
      )}
    </>
  );
}

/** What won and voided markets pay when they are redeemed. */
function UnclaimedFigure() {
  const sum = useFeed([feedKey.account, feedKey.catalogue], (mirror) =>
    sumUnclaimed(listUnclaimed(mirror.account()?.positions ?? [], mirror.catalogue()?.markets ?? NO_MARKETS)),
  );
  if (sum === 0n) return null;
  return (
    <button type="button" className="button small" onClick={() => requestWalletForm('redeem')}>
      Unclaimed <span className="mono yes">{formatMoney(sum)}</span>
    </button>
  );
}
