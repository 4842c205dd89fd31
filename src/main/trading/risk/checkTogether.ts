/**
 * Worst case of several orders: limits and balance that they break if all of them rest or fill.
 *
 * Invariants  Each order is checked as if the ones before it were open. What depends on the book of the moment is left to the
 *             check of each order when it is sent.
 */

import { checkIntent, type Denial } from '#shared/order/check.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { LimitName } from '#shared/order/risk/limits.ts';
import { type RiskOrder, toRiskOrder } from '#shared/order/risk/loss.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { cost, toUsd } from '#shared/units/usd.ts';
import { buildPreTradeContext, type PreTradeSources } from './preTradeContext.ts';

export type UnsentOrder = Pick<OrderIntent, 'market' | 'side' | 'direction' | 'shares' | 'price'>;

/** Limits and amounts alone are asked for: whether trading is armed is checked elsewhere. */
const UNATTENDED = { isArmed: () => true };

const OF_THE_BOOK: ReadonlySet<LimitName> = new Set<LimitName>([
  'bookDistance',
  'lastDistance',
  'uncheckedBook',
  'orderGivenAway',
  'minuteGivenAway',
  'dayGivenAway',
]);

/** Denials of the first order that may not be sent together with the orders before it; empty when all may be sent. */
export function checkTogether(orders: readonly UnsentOrder[], sources: PreTradeSources): readonly Denial[] {
  const open: RiskOrder[] = [];
  let needed = 0n;
  for (const order of orders) {
    const intent = { ...order, intentId: parseIntentId('worst-case'), postOnly: false, bookVersion: null };
    const context = buildPreTradeContext(intent, sources, false, [], UNATTENDED);
    const available = context.available === null ? null : toUsd(context.available - needed);
    const risk = { ...context.risk, unsettled: [...context.risk.unsettled, ...open] };
    const denials = checkIntent(intent, { ...context, available, risk }).filter(isOfSum);
    if (denials.length > 0) return denials;
    open.push(toRiskOrder(intent));
    if (order.direction === 'buy') {
      needed += cost(order.price, order.shares) + maxTakerFee(order.price, order.shares, context.feeRateMicros);
    }
  }
  return [];
}

/** True for a denial that the sum of the orders causes. An amount that is not known yet denies nothing: the order waits. */
function isOfSum(denial: Denial): boolean {
  if (denial.code === 'balance') return denial.parameters.available !== null;
  return denial.code === 'limit' && !OF_THE_BOOK.has(denial.parameters.limit);
}
