/** Result at the middle of all open positions, the columns, and Flatten all. */
import type { ExposureSum } from '#shared/order/exposure/exposure.ts';
import { formatAsOf, RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { POSITIONS_PANE_LABELS } from '#shared/text/account/positionsPaneLabels.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { TABLE_LABELS } from '#shared/text/tableLabels.ts';
import { useExposures } from '../../domain/account/exposure.ts';
import { useReadinessCode } from '../../domain/account/readiness.ts';
import { requestFlatten } from '../../domain/exits/exits.ts';
import { NO_MARKETS } from '../../domain/markets/markets.ts';
import { listUnclaimed, requestWalletForm, sumUnclaimed } from '../../domain/wallet/walletRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { positionsTable } from './table.ts';

export function Header() {
  const isReadOnly = useReadinessCode() === 'readOnly';
  const isAnyHeld = useExposures(({ open }) => open.length > 0);
  const { amount, isWhole, asOfMs } = useExposures(({ sum }) => sumMiddle(sum), isSameSum);
  if (!isAnyHeld) return null;
  const tone = amount > 0n ? 'yes' : amount < 0n ? 'no' : '';
  return (
    <>
      <span
        className="dim"
        title={
          isWhole ? `${RESULT_TITLES.atMiddle}${formatAsOf(asOfMs)}` : POSITIONS_PANE_LABELS.somePositionsHaveNoMark
        }
      >
        {RESULT_NAMES.atMiddle} <span className={`mono ${tone}`}>{formatGain(amount)}</span>
        {isWhole ? '' : POSITIONS_PANE_LABELS.inPart}
        {formatAsOf(asOfMs)}
      </span>
      <UnclaimedFigure />
      <positionsTable.Menu label={POSITIONS_PANE_LABELS.columnsOfPositions} title={TABLE_LABELS.columns} />
      {isReadOnly ? null : (
        <button
          type="button"
          className="button small"
          title={POSITIONS_PANE_LABELS.showsBothWaysOutOfEveryPosition}
          onClick={() => requestFlatten({ kind: 'all' })}
        >
          {POSITIONS_PANE_LABELS.flattenAll}
        </button>
      )}
    </>
  );
}

const sumMiddle = ({ atMiddle, isMiddleWhole, asOfMs }: ExposureSum) => ({
  amount: atMiddle,
  isWhole: isMiddleWhole,
  asOfMs,
});

function isSameSum(a: ReturnType<typeof sumMiddle>, b: ReturnType<typeof sumMiddle>): boolean {
  return a.amount === b.amount && a.isWhole === b.isWhole && a.asOfMs === b.asOfMs;
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

/** Number of open positions. */
export function Count() {
  const count = useFeed(
    [feedKey.account],
    (mirror) => mirror.account()?.positions.filter((position) => position.quantity > 0).length ?? 0,
  );
  return count === 0 ? null : count;
}
