/** Result of the latest placement: the receipt first, then the life of the order. */

import type { Result } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatExactContracts, formatExactPrice } from '#shared/text/numbers.ts';
import { formatDenials } from '#shared/text/orders/denials.ts';
import { formatRefusal } from '#shared/text/orders/exchangeErrors.ts';
import { formatLifeReason } from '#shared/text/orders/orderLife.ts';
import type { Price } from '#shared/units/price.ts';

export interface Outcome {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly detail: string | null;
}

/**
 * `summary` is the order in words. `order` is the account's view of the same intent, null until there is one; it is newer than
 * the receipt. `average` is the average price of its fills.
 */
export function describeOutcome(
  summary: string,
  result: Result<PlaceReceipt>,
  order: OrderView | null,
  average: Price | null = null,
): Outcome {
  if (!result.ok) {
    const error = formatBridgeError(result.error);
    // Main may have sent the order before it failed to answer: only a refusal proves that nothing was sent.
    const isLost = result.error.code === 'UNREACHABLE' || result.error.code === 'BUG';
    if (isLost) return (order && describeLife(summary, order, average)) ?? describeLost(summary, error);
    return { tone: 'bad', title: `Not placed: ${summary}`, detail: error };
  }
  const receipt = result.value;
  if (receipt.outcome === 'denied') {
    return { tone: 'bad', title: `Not sent: ${summary}`, detail: formatDenials(receipt.denials) };
  }
  if (receipt.outcome === 'rejected') return describeRejected(summary, formatRefusal(receipt.refusal));
  const life = order ? describeLife(summary, order, average) : null;
  if (life) return life;
  if (receipt.outcome === 'absent') return describeAbsent(summary, formatLifeReason(receipt.reason));
  if (receipt.outcome === 'unknown') return describeLost(summary, null);
  return { tone: 'good', title: `Accepted: ${summary}`, detail: null };
}

/** Null while the account has no newer information than the receipt. */
function describeLife(summary: string, order: OrderView, average: Price | null): Outcome | null {
  const { life } = order;
  const filled = formatExactContracts(order.filled);
  switch (life.at) {
    case 'unknown':
      // That no answer came is what the title says; the time line of the order has the rest.
      return describeLost(summary, life.reason.code === 'noAnswer' ? null : formatLifeReason(life.reason));
    case 'done':
      return {
        tone: 'good',
        title: `Filled: ${summary}`,
        detail: average === null ? null : `At ${formatExactPrice(average, 4)} on average`,
      };
    case 'cancelled':
      return {
        tone: 'warn',
        title: `Cancelled: ${summary}`,
        detail: order.filled > 0 ? `${filled} were filled` : null,
      };
    case 'rejected':
      return describeRejected(summary, formatRefusal({ codes: life.codes, signedBy: null }));
    case 'absent':
      return describeAbsent(summary, formatLifeReason(life.reason));
    case 'signed':
    case 'sent':
      return null;
    default:
      return {
        tone: 'good',
        title: `Accepted: ${summary}`,
        detail: order.filled > 0 ? `${filled} filled, ${formatExactContracts(order.remaining)} resting` : 'Resting',
      };
  }
}

function describeRejected(summary: string, detail: string): Outcome {
  return { tone: 'bad', title: `The exchange rejected it: ${summary}`, detail };
}

function describeAbsent(summary: string, detail: string): Outcome {
  return { tone: 'warn', title: `It never reached the exchange: ${summary}`, detail };
}

function describeLost(summary: string, reason: string | null): Outcome {
  return {
    tone: 'warn',
    title: 'The answer was lost: asking the exchange',
    detail: `${summary} may be live. Do not send it again; the orders pane follows it.${reason ? ` (${reason})` : ''}`,
  };
}
