/**
 * Quote of an exit: what selling shares, or buying the other outcome for complete sets, is worth on a book.
 *
 * Units       Prices in the terms of the order's side; amounts in Usd, rounded against the member at every level.
 * Invariants  Pure. Walks the depth from the best level to the worst price; never quotes more shares than it offers.
 * Source      docs/exits.md#flatten; fees: docs/assumptions.md#fee-reserve.
 */
import type { Level } from '../../market/book.ts';
import { smallestLot, type Tick } from '../../market/tickGrid.ts';
import { MICROS } from '../../units/micros.ts';
import { mirrorPrice, type Price } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '../../units/usd.ts';
import { maxTakerFee } from '../fees.ts';

/** Sell the outcome, or buy the other one: each pair of both outcomes is a complete set, worth a dollar. */
export type ExitRoute = 'sell' | 'buyOther';

export interface ExitQuote {
  /** At most the requested shares: what the depth offers. */
  readonly shares: Shares;
  /** Proceeds of the sale or cost of the buy, before the fee. */
  readonly amount: Usd;
  readonly fee: Usd;
  /** What the exit brings: proceeds less fee, or a dollar per set less cost and fee. */
  readonly value: Usd;
  /** Price of the best level, and the worst price that the shares need; on the tick grid. */
  readonly best: Price;
  readonly limit: Price;
}

/** The shares, in millionths, that whole lots of this tick make up; never negative. */
export function floorToLot(shares: number, tick: Tick): Shares {
  const lot = smallestLot(tick);
  return toShares(Math.max(0, Math.floor(shares / lot) * lot));
}

/** The price on the grid that accepts this level: down for a sale, up for a buy. */
export function limitOf(route: ExitRoute, price: Price, tick: Tick): Price {
  const steps = route === 'sell' ? Math.floor(price / tick) : Math.ceil(price / tick);
  const highest = Math.floor((MICROS - tick) / tick);
  return (Math.min(Math.max(steps, 1), highest) * tick) as Price;
}

/** True when `price` is worse for the member than `worst`. */
export function isBeyond(route: ExitRoute, price: Price, worst: Price): boolean {
  return route === 'sell' ? price < worst : price > worst;
}

/** `levels` are what the order would match, best first, in its own terms; null when they offer nothing. */
export function quoteExit(
  route: ExitRoute,
  wanted: Shares,
  levels: readonly Level[],
  terms: { readonly tick: Tick; readonly feeRateMicros: number; readonly worst: Price | null },
): ExitQuote | null {
  let left: number = wanted;
  let amount = 0n;
  let fee = 0n;
  let best: Price | null = null;
  let limit: Price | null = null;
  for (const level of levels) {
    if (left <= 0) break;
    const price = limitOf(route, level.price, terms.tick);
    if (terms.worst !== null && isBeyond(route, price, terms.worst)) break;
    const shares = toShares(Math.min(left, level.shares));
    left -= shares;
    amount += route === 'sell' ? costFloor(level.price, shares) : costCeil(level.price, shares);
    fee += maxTakerFee(level.price, shares, terms.feeRateMicros);
    best ??= price;
    limit = price;
  }
  if (best === null || limit === null) return null;
  const shares = toShares(wanted - left);
  const value = route === 'sell' ? amount - fee : BigInt(shares) - amount - fee;
  return { shares, amount: toUsd(amount), fee: toUsd(fee), value: toUsd(value), best, limit };
}

/** Levels that a buy of the other outcome matches: the bids of the outcome held, mirrored. */
export function mirrorLevels(levels: readonly Level[]): Level[] {
  return levels.map(({ price, shares }) => ({ price: mirrorPrice(price), shares }));
}

/** The route that exits more shares, else the one that brings more, else the sale, which needs no collateral. */
export function chooseRoute(sell: ExitQuote | null, buyOther: ExitQuote | null): ExitRoute | null {
  if (sell === null) return buyOther === null ? null : 'buyOther';
  if (buyOther === null || sell.shares > buyOther.shares) return 'sell';
  if (buyOther.shares > sell.shares) return 'buyOther';
  return buyOther.value > sell.value ? 'buyOther' : 'sell';
}
