/** What became of the order that was just placed, in words: the answer first, then its life as the account tells it. */

import type { PlaceReceipt } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatMicros } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { formatShares } from '#shared/units/shares.ts';

export interface Told {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly detail: string | null;
}

/** `order` is the account's view of the same intent, null until it has one; it knows more than the answer did. `average` is what its fills paid. */
export function tellOutcome(
  wish: string,
  result: Result<PlaceReceipt>,
  order: OrderView | null,
  average: Price | null = null,
): Told {
  if (!result.ok) {
    const why = formatBridgeError(result.error);
    // Main may have sent it before it failed to answer: only a refusal proves that nothing left.
    const isLost = result.error.code === 'UNREACHABLE' || result.error.code === 'BUG';
    if (isLost) return (order && tellLife(wish, order, average)) ?? lost(wish, why);
    return { tone: 'bad', title: `Not placed: ${wish}`, detail: why };
  }
  const { outcome, codes, hint } = result.value;
  if (outcome === 'denied') return { tone: 'bad', title: `Not sent: ${wish}`, detail: hint ?? spell(codes) };
  if (outcome === 'rejected') {
    const why = [hint, spell(codes)].filter((part) => part !== null && part !== '').join(' · ');
    return { tone: 'bad', title: `The exchange rejected it: ${wish}`, detail: why === '' ? null : why };
  }
  const told = order ? tellLife(wish, order, average) : null;
  if (told) return told;
  if (outcome === 'unknown') return lost(wish, hint);
  return { tone: 'good', title: `Accepted: ${wish}`, detail: null };
}

/** Null while the account knows less than the answer. */
function tellLife(wish: string, order: OrderView, average: Price | null): Told | null {
  const filled = formatShares(order.filled);
  switch (order.life.at) {
    case 'unknown':
      return lost(wish, order.life.why);
    case 'done':
      return {
        tone: 'good',
        title: `Filled: ${wish}`,
        detail: average === null ? null : `At ${formatMicros(average, 4)} on average`,
      };
    case 'cancelled':
      return { tone: 'warn', title: `Cancelled: ${wish}`, detail: order.filled > 0 ? `${filled} were filled` : null };
    case 'rejected':
      return { tone: 'bad', title: `The exchange rejected it: ${wish}`, detail: order.life.code };
    case 'absent':
      return { tone: 'warn', title: `It never reached the exchange: ${wish}`, detail: order.life.why };
    case 'signed':
    case 'sent':
      return null;
    default:
      return {
        tone: 'good',
        title: `Accepted: ${wish}`,
        detail: order.filled > 0 ? `${filled} filled, ${formatShares(order.remaining)} resting` : 'Resting',
      };
  }
}

function lost(wish: string, why: string | null): Told {
  return {
    tone: 'warn',
    title: 'The answer was lost: asking the exchange',
    detail: `${wish} may be live. Do not send it again; the orders pane follows it.${why ? ` (${why})` : ''}`,
  };
}

function spell(codes: readonly string[]): string {
  return codes.join(', ');
}
