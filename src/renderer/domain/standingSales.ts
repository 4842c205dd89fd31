/**
 * Standing sales: signed exits that left this program and have not expired. Shares that are bought again can be sold by one.
 *
 * Invariants  Reads the mirror and changes nothing. A sale that was filled cannot be posted again.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import { formatExactContracts, formatExactPrice } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import type { Mirror } from '../feed/mirror.ts';

/** What a purchase of this outcome has to know; null: nothing stands against it. */
export function warnOfStandingSale(
  mirror: Mirror,
  market: MarketId | null,
  side: Side,
  direction: Direction,
  nowMs: number,
): string | null {
  if (direction !== 'buy') return null;
  const orders = mirror.account()?.orders ?? [];
  const standing = (mirror.wallet()?.custody.preparedExits.standing ?? []).filter((sale) => {
    const order = orders.find(({ orderId }) => orderId !== null && orderId === sale.orderId);
    return sale.market === market && sale.side === side && order?.life.at !== 'done';
  });
  const [first] = standing.toSorted((a, b) => b.expiresAtMs - a.expiresAtMs);
  if (first === undefined) return null;
  const floor = Math.min(...standing.map(({ price }) => price)) as Price;
  const shares = toShares(standing.reduce((sum, one) => sum + one.shares, 0));
  return `Prepared sales of ${formatExactContracts(shares)} ${side} at ${formatExactPrice(floor)} were sent and stay valid until ${formatDateTime(first.expiresAtMs, nowMs, 'machine')}: they can sell what you buy, also after a cancel.`;
}
