/**
 * Commitments of open orders that the exchange's balances do not include yet.
 *
 * Units       Usd and shares in millionths.
 * Invariants  Pure; preview and decision use the same sums. An order that the exchange has not confirmed (`locked` null) commits
 *             its stake and fee reserve, or its shares; a confirmed buy commits what it locks until a balance includes it. A resting sale commits its remaining shares, because the position may
 *             be older than the sale.
 * Source      docs/exchange-interface.md#settlement: placing or cancelling a sale triggers no position event.
 */
import type { Direction, Side } from '../market/outcome.ts';
import type { MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { costCeil, toUsd, type Usd } from '../units/usd.ts';
import type { ExchangeOrder, Position } from './account/account.ts';
import { maxTakerFee } from './fees.ts';
import { isTerminal, type OrderLife } from './life.ts';

/** The fields of an order that commitments depend on; views and records have them. */
export interface CommittingOrder {
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly shares: Shares;
  readonly remaining: Shares;
  /** Null until the exchange confirms the order. */
  readonly locked: Usd | null;
  readonly life: OrderLife;
}

/** A buy that may be confirmed before a balance includes it. */
export interface ReservingOrder extends CommittingOrder {
  /** When the answer to our placement arrived, by this machine's clock and by the exchange's; null for any other order. */
  readonly accepted: { readonly atMs: number; readonly exchangeTimeMs: number } | null;
}

/** When a balance was true: by the exchange's clock where it says so, and the start of the read or the time of the event. */
export interface BalanceTime {
  readonly exchangeTimeMs: number | null;
  readonly receivedAtMs: number;
}

/** Collateral of buys that is missing in the balance. */
export function committedCollateral(
  orders: Iterable<ReservingOrder>,
  feeRateMicros: number,
  balance: BalanceTime | null,
): Usd {
  let sum = 0n;
  for (const order of orders) {
    const { locked, life, direction, price, shares } = order;
    if (isTerminal(life) || direction !== 'buy') continue;
    if (locked === null) sum += costCeil(price, shares) + maxTakerFee(price, shares, feeRateMicros);
    else if (!isInBalance(order, balance)) sum += locked;
  }
  return toUsd(sum);
}

/** Locked by the exchange less the locks of our open buys; null while an order has no confirmed lock or no balance includes it. */
export function lockDrift(
  orders: Iterable<ReservingOrder>,
  balance: (BalanceTime & { readonly locked: Usd }) | null,
): Usd | null {
  if (balance === null) return null;
  let sum = 0n;
  for (const order of orders) {
    if (isTerminal(order.life)) continue;
    if (order.locked === null || !isInBalance(order, balance)) return null;
    sum += order.locked;
  }
  return toUsd(balance.locked - sum);
}

/** True when the answer to a buy shows that exactly stake and fee bound are locked. */
export function locksExpectedReserve(
  order: Pick<ExchangeOrder, 'direction' | 'price' | 'originShares' | 'locked'>,
  feeRateMicros: number,
): boolean {
  const { price, originShares, locked } = order;
  if (order.direction !== 'buy') return false;
  return locked === costCeil(price, originShares) + maxTakerFee(price, originShares, feeRateMicros);
}

function isInBalance({ accepted }: ReservingOrder, balance: BalanceTime | null): boolean {
  if (accepted === null || balance === null) return true;
  return balance.exchangeTimeMs === null
    ? balance.receivedAtMs >= accepted.atMs
    : balance.exchangeTimeMs >= accepted.exchangeTimeMs;
}

/** Shares of one outcome that can still be sold: at most the exchange's figure, less what our orders commit. */
export function sellableShares(
  position: Position | null,
  orders: Iterable<CommittingOrder>,
  market: MarketId,
  side: Side,
): Shares {
  let unconfirmed = 0;
  let resting = 0;
  for (const order of orders) {
    if (order.market !== market || order.side !== side || order.direction !== 'sell' || isTerminal(order.life))
      continue;
    if (order.locked === null) unconfirmed += order.shares;
    else resting += order.remaining;
  }
  const free = Math.min(position?.sellable ?? 0, (position?.quantity ?? 0) - resting);
  return toShares(Math.max(0, free - unconfirmed));
}
