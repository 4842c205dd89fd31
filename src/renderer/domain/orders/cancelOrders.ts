/** Cancelling chosen orders one by one, and their result for a person. */
import type { Result } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { CancelReceipt } from '#shared/order/receipts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatUnconfirmed } from '#shared/text/orders/receipts.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { attemptOf, EVENT, type NoticeFact, type Report } from '../noticeFacts.ts';

/**
 * Cancels each order that has an id and is not being cancelled; null where there is nothing to say.
 *
 * @param where ' at 0.60', or '' where the orders are not of one place.
 */
export async function cancelOrders(orders: readonly OrderView[], where: string): Promise<Report | null> {
  const ids = orders.flatMap((order) => (order.orderId && order.life.at !== 'cancelling' ? [order.orderId] : []));
  if (ids.length > 0)
    return reportCancelled(where, ids, await Promise.all(ids.map((orderId) => act('order.cancel', { orderId }))));
  if (!orders.some((order) => order.orderId === null)) return null;
  const detail = 'It can be cancelled when the exchange has assigned one.';
  return { tone: 'warn', title: `The order${where} has no id yet`, detail, fact: REFUSED };
}

/** The next cancel says what is true then. */
const REFUSED = attemptOf('cancel');

/** @param answers one for each of `ids`. */
export function reportCancelled(
  where: string,
  ids: readonly OrderId[],
  answers: readonly Result<CancelReceipt>[],
): Report {
  const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
  const [failure] = failures;
  if (failure !== undefined) {
    const part = failures.length === answers.length ? '' : `${failures.length} of ${answers.length} orders `;
    const title = `${part}not cancelled${where}`;
    return {
      tone: 'bad',
      title: title.charAt(0).toUpperCase() + title.slice(1),
      detail: formatBridgeError(failure),
      fact: REFUSED,
    };
  }
  const receipts = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const of = (outcome: CancelReceipt['outcome']) => receipts.filter((receipt) => receipt.outcome === outcome);
  const count = (number: number) => (number === 1 ? '1 order' : `${number} orders`);
  const unknown = receipts.find((receipt) => receipt.outcome === 'unknown');
  const pending: NoticeFact = {
    kind: 'cancels',
    ids: ids.filter((_, at) => {
      const answer = answers[at];
      return answer?.ok === true && (answer.value.outcome === 'unknown' || answer.value.outcome === 'triggered');
    }),
  };
  if (unknown) {
    return {
      tone: 'bad',
      title: `Cancel${where} is not confirmed`,
      detail: formatUnconfirmed(unknown.reason),
      fact: pending,
    };
  }
  const gone = of('gone').length;
  if (gone === answers.length) {
    return { tone: 'warn', title: `No order to cancel${where}`, detail: 'Already filled or cancelled.', fact: REFUSED };
  }
  const triggered = of('triggered').length;
  return triggered > 0
    ? {
        tone: 'good',
        title: `Cancel of ${count(triggered)}${where} requested`,
        detail: 'The exchange has not confirmed it yet.',
        fact: pending,
      }
    : { tone: 'good', title: `${count(answers.length - gone)}${where} cancelled`, detail: null, fact: EVENT };
}
