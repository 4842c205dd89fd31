/** Click actions of the ladder: place and cancel orders, with a notice of the result. */

import type { Result } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { CancelReceipt } from '#shared/order/receipts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatUnconfirmed } from '#shared/text/receipts.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { type ClickPlan, formatBlock, formatClickOrder } from '../../act/click.ts';
import { buildIntent, draftStore, placeOrder } from '../../act/draft.ts';
import type { Report } from '../../domain/cancelAll.ts';
import type { LinkKey } from '../../domain/links.ts';
import { reportPlaced } from '../../domain/placeReport.ts';
import { readReadiness } from '../../domain/readiness.ts';
import { fillTicket, NO_TICKET } from '../../domain/ticket.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay.ts';

/** Performs a click; `key` names the draft to fill, `bookVersion` is the version of the displayed book. */
export async function performClick(
  plan: ClickPlan,
  market: MarketId,
  key: LinkKey,
  bookVersion: number | null,
  decimals: number,
): Promise<void> {
  const { side, direction, price, shares } = plan.order;
  if (plan.step !== 'place' || shares === null) {
    const isFilled = fillTicket(key, { side, direction, price: { market, value: price } });
    if (plan.step === 'wizard' || plan.step === 'unlock') useOverlay.getState().show(plan.step);
    else if (!isFilled) useOverlay.getState().notify('warn', NO_TICKET.title, NO_TICKET.detail);
    // A disarmed click is not meant to place an order.
    else if (plan.blockedBy && readReadiness(feed).code === 'armed') {
      const detail =
        plan.blockedBy === 'unknownTwin'
          ? 'The order is in the ticket. Wait until Orders knows the first one, or confirm a second one in the ticket.'
          : 'The order is in the ticket.';
      useOverlay.getState().notify('warn', `Not sent: ${formatBlock(plan)}`, detail);
    }
    return;
  }
  const order = { side, direction, price, shares, postOnly: draftStore(key).getState().postOnly };
  const result = await placeOrder(buildIntent(market, order, bookVersion));
  const report = reportPlaced(formatClickOrder(plan.order, decimals), result);
  useOverlay.getState().notify(report.tone, report.title, report.detail);
}

/** Cancels each order that has an id and shows one notice. */
export async function cancelOrders(orders: readonly OrderView[], where: string): Promise<void> {
  const { notify } = useOverlay.getState();
  const ids = orders.flatMap((order) => (order.orderId && order.life.at !== 'cancelling' ? [order.orderId] : []));
  if (ids.length === 0) {
    if (orders.some((order) => order.orderId === null)) {
      notify('warn', `The order at ${where} has no id yet`, 'It can be cancelled when the exchange has assigned one.');
    }
    return;
  }
  const answers = await Promise.all(ids.map((orderId: OrderId) => act('order.cancel', { orderId })));
  const report = reportCancelled(where, answers);
  notify(report.tone, report.title, report.detail);
}

export function reportCancelled(where: string, answers: readonly Result<CancelReceipt>[]): Report {
  const failed = answers.find((answer) => !answer.ok);
  if (failed && !failed.ok) {
    return { tone: 'bad', title: `Not cancelled at ${where}`, detail: formatBridgeError(failed.error) };
  }
  const receipts = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const of = (outcome: CancelReceipt['outcome']) => receipts.filter((receipt) => receipt.outcome === outcome);
  const count = (number: number) => (number === 1 ? '1 order' : `${number} orders`);
  const unknown = receipts.find((receipt) => receipt.outcome === 'unknown');
  if (unknown) {
    return { tone: 'bad', title: `Cancel at ${where} is not confirmed`, detail: formatUnconfirmed(unknown.reason) };
  }
  const gone = of('gone').length;
  if (gone === answers.length) {
    return { tone: 'warn', title: `No order to cancel at ${where}`, detail: 'Already filled or cancelled.' };
  }
  const triggered = of('triggered').length;
  return triggered > 0
    ? {
        tone: 'good',
        title: `Cancel of ${count(triggered)} at ${where} requested`,
        detail: 'The exchange has not confirmed it yet.',
      }
    : { tone: 'good', title: `${count(answers.length - gone)} at ${where} cancelled`, detail: null };
}
