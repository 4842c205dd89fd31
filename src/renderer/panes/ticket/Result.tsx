/** Result of the latest order; an unknown one is loud and shows how long it has been unknown. */

import { formatDuration } from '#shared/base/formatDuration.ts';
import { findFillSummary, summarizeFills } from '#shared/order/fillSummary.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { describeOutcome } from './outcome.ts';
import type { Placed } from './usePlacing.ts';

export function Result(props: { readonly placed: Placed; readonly onDismiss: () => void }) {
  const { summary, intentId, answer } = props.placed;
  const order = useFeed(
    [feedKey.account],
    (mirror) => mirror.account()?.orders.find((one) => one.intentId === intentId) ?? null,
  );
  const average = useFeed([feedKey.account], (mirror) => {
    if (!order?.orderId) return null;
    const fills = mirror.account()?.fills.filter((fill) => fill.orderId === order.orderId) ?? [];
    return findFillSummary(order, summarizeFills(fills))?.averagePrice ?? null;
  });
  const outcome = describeOutcome(summary, answer, order, average);
  const sinceMs = order?.life.at === 'unknown' ? order.life.sinceMs : null;
  const now = useNow(sinceMs === null ? null : 100);
  return (
    <div className={`ticket-result ${outcome.tone}`} role={outcome.tone === 'good' ? 'status' : 'alert'}>
      <div>
        <strong>
          {outcome.title}
          {sinceMs === null ? '' : ` · ${formatDuration(now - sinceMs, { tenths: true })}`}
        </strong>
        {outcome.detail ? <span title={outcome.detail}>{outcome.detail}</span> : null}
      </div>
      <button
        type="button"
        className="button quiet small"
        aria-label={TICKET_PANE_LABELS.dismissResult}
        onClick={props.onDismiss}
      >
        ×
      </button>
    </div>
  );
}
