/**
 * Ledger: positions and P&L rebuilt from the member's fills, with fees.
 *
 * Units       Usd in millionths, exact: the value of a fill is the exchange's figure where it gives one.
 * Invariants  Pure. For every position: value sold − value bought = realized − cost of the open shares. Fees count when they
 *             are paid, never in a price. Shares leave at the average cost of those covered, rounded down.
 * Source      docs/profit-and-loss.md
 */
import type { Direction, Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import { MICROS } from '../../units/micros.ts';
import { toNumber } from '../../units/numbers.ts';
import type { Price } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { startOfDay } from '../../units/time.ts';
import { costCeil, costFloor, toUsd, type Usd, ZERO_USD } from '../../units/usd.ts';
import type { Fill } from './account.ts';

/** How a market ended, by the state of the member's fills in it. */
export type Settlement = Side | 'void';

export interface LedgerPosition {
  readonly market: MarketId;
  readonly side: Side;
  /** Bought less sold; still the full amount after a settlement. */
  readonly open: Shares;
  /** Cost of the open shares, without fees. */
  readonly cost: Usd;
  /** Fees of the open shares' purchases. */
  readonly openFees: Usd;
  /** Proceeds less average cost of what was sold, without fees. */
  readonly realized: Usd;
  /** All fees paid. */
  readonly fees: Usd;
  readonly settlement: Settlement | null;
  readonly fills: number;
  /** Fills whose fee the exchange did not state; they count as free. */
  readonly unknownFees: number;
  /** Shares that were sold without having been bought here: they came from a split, a transfer, or fills that are not known. */
  readonly soldUnbought: Shares;
  readonly lastFillAtMs: number;
}

/** Results of one UTC day, by the time of the fills. */
export interface LedgerDay {
  /** Start of the day in Unix ms. */
  readonly startMs: number;
  readonly realized: Usd;
  readonly fees: Usd;
  /** Value of all fills. */
  readonly traded: Usd;
  readonly fills: number;
}

export interface Ledger {
  /** One per market and outcome with a fill. */
  readonly positions: readonly LedgerPosition[];
  /** Newest first. */
  readonly days: readonly LedgerDay[];
  /** Fills without an outcome or a direction: no position can be derived from them. */
  readonly unattributed: number;
}

/** The ledger of an account. */
export interface AccountLedger extends Ledger {
  /** True once the exchange's whole list of fills is in it. */
  readonly isComplete: boolean;
}

export const EMPTY_LEDGER: AccountLedger = { positions: [], days: [], unattributed: 0, isComplete: false };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Rebuilds from all fills; their order does not matter. */
export function buildLedger(fills: Iterable<Fill>): Ledger {
  const positions = new Map<string, Mutable<LedgerPosition>>();
  const days = new Map<number, Mutable<LedgerDay>>();
  let unattributed = 0;
  for (const fill of [...fills].sort(compareFills)) {
    const { market, side, direction, shares, exchangeTimeMs } = fill;
    if (side === null || direction === null) {
      unattributed += 1;
      continue;
    }
    const position = findOrAdd(positions, `${market} ${side}`, () => emptyPosition(market, side));
    const startMs = startOfDay(exchangeTimeMs);
    const day = findOrAdd(days, startMs, () => emptyDay(startMs));
    const value = valueOfFill(fill, direction);
    const fee = fill.fee ?? ZERO_USD;
    const realized = direction === 'buy' ? applyBuy(position, shares, value, fee) : applySell(position, shares, value);
    position.realized = toUsd(position.realized + realized);
    position.fees = toUsd(position.fees + fee);
    position.fills += 1;
    if (fill.fee === null) position.unknownFees += 1;
    position.settlement = settlementOf(fill.state) ?? position.settlement;
    position.lastFillAtMs = Math.max(position.lastFillAtMs, exchangeTimeMs);
    day.realized = toUsd(day.realized + realized);
    day.fees = toUsd(day.fees + fee);
    day.traded = toUsd(day.traded + value);
    day.fills += 1;
  }
  return {
    positions: [...positions.values()],
    days: [...days.values()].sort((a, b) => b.startMs - a.startMs),
    unattributed,
  };
}

/** What changed hands for a fill, without its fee. */
function valueOfFill({ value, price, shares }: Fill, direction: Direction): Usd {
  return value ?? (direction === 'buy' ? costCeil(price, shares) : costFloor(price, shares));
}

/** Open shares with their cost and the fees of their purchase. */
export type OpenCost = Pick<LedgerPosition, 'open' | 'cost' | 'openFees'>;

/** Average price of the open shares without fees, rounded down; null without any. */
export function averageOfPosition({ open, cost }: Pick<LedgerPosition, 'open' | 'cost'>): Price | null {
  return open === 0 ? null : (toNumber((cost * BigInt(MICROS)) / BigInt(open)) as Price);
}

/** Cost of `shares` of the open ones with the fees of their purchase, rounded up; null where fewer are open. */
export function costOfShares({ open, cost, openFees }: OpenCost, shares: Shares): Usd | null {
  if (open === 0 || shares > open) return null;
  return toUsd(((cost + openFees) * BigInt(shares) + BigInt(open) - 1n) / BigInt(open));
}

/** Collateral that the open shares of a settled position are worth; docs/assumptions.md#void-pays-half. */
export function settledValue({ side, open }: LedgerPosition, settlement: Settlement): Usd {
  if (settlement === 'void') return toUsd(BigInt(open) / 2n);
  return toUsd(settlement === side ? BigInt(open) : 0n);
}

function applyBuy(position: Mutable<LedgerPosition>, shares: Shares, value: Usd, fee: Usd): bigint {
  position.open = toShares(position.open + shares);
  position.cost = toUsd(position.cost + value);
  position.openFees = toUsd(position.openFees + fee);
  return 0n;
}

function applySell(position: Mutable<LedgerPosition>, shares: Shares, value: Usd): bigint {
  const covered = Math.min(shares, position.open);
  const cost = partOf(position.cost, covered, position.open);
  position.soldUnbought = toShares(position.soldUnbought + shares - covered);
  position.openFees = toUsd(position.openFees - partOf(position.openFees, covered, position.open));
  position.open = toShares(position.open - covered);
  position.cost = toUsd(position.cost - cost);
  return value - cost;
}

function partOf(amount: bigint, part: number, whole: number): bigint {
  return whole === 0 ? 0n : (amount * BigInt(part)) / BigInt(whole);
}

function settlementOf(state: string | null): Settlement | null {
  switch (state) {
    case 'settled_yes':
      return 'yes';
    case 'settled_no':
      return 'no';
    case 'voided':
      return 'void';
    default:
      return null;
  }
}

/** Numbered fills of the same time by number, others buys first, so that shares are there to be sold. */
function compareFills(a: Fill, b: Fill): number {
  if (a.exchangeTimeMs !== b.exchangeTimeMs) return a.exchangeTimeMs - b.exchangeTimeMs;
  if (a.id === b.id) return (isTaker(a) ? 1 : 0) - (isTaker(b) ? 1 : 0);
  if (isNumber(a.id) && isNumber(b.id)) return a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
  if (a.direction !== b.direction) return a.direction === 'buy' ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function isNumber(id: string): boolean {
  return /^[1-9][0-9]*$/.test(id);
}

/** Of a match with oneself, the resting order comes first. */
function isTaker({ side, direction, takerSide }: Fill): boolean {
  return direction === 'buy' ? side === takerSide : side !== takerSide;
}

function findOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}

function emptyPosition(market: MarketId, side: Side): Mutable<LedgerPosition> {
  return {
    market,
    side,
    open: toShares(0),
    cost: ZERO_USD,
    openFees: ZERO_USD,
    realized: ZERO_USD,
    fees: ZERO_USD,
    settlement: null,
    fills: 0,
    unknownFees: 0,
    soldUnbought: toShares(0),
    lastFillAtMs: 0,
  };
}

function emptyDay(startMs: number): Mutable<LedgerDay> {
  return { startMs, realized: ZERO_USD, fees: ZERO_USD, traded: ZERO_USD, fills: 0 };
}
