/**
 * Ledger: positions and P&L from the member's fills, with fees.
 *
 * Units       Usd in millionths, exact: the value of a fill is the exchange's figure where it gives one.
 * Invariants  Pure. For every position: value sold − value bought = realized − cost of the open shares. Fees count when they
 *             are paid, never in a price. Shares leave at the average cost of those covered, rounded down.
 * Source      docs/profit-and-loss.md
 */
import { createSortedList, findPlace } from '../../base/sortedList.ts';
import type { Side } from '../../market/outcome.ts';
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
  /** Proceeds minus the average cost of the shares sold, without fees. */
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

/** Builds from all fills; their order does not matter. */
export function buildLedger(fills: Iterable<Fill>): Ledger {
  const ledger = createLedger();
  for (const fill of fills) ledger.add(fill);
  return ledger.read();
}

/** A ledger that follows its fills: a new fill is one step, whatever the number of earlier ones. */
export interface LedgerBuilder {
  add(fill: Fill): void;
  /** A later report of the same fill. */
  replace(before: Fill, after: Fill): void;
  remove(fill: Fill): void;
  /** Positions and days without a change are the same objects as before. */
  read(): Ledger;
  clear(): void;
}

export function createLedger(): LedgerBuilder {
  const lines = new Map<string, Line>();
  const days = createDays();
  let unattributed = 0;
  /** By their first fill; null after a position was added or removed. */
  let inOrder: Line[] | null = [];

  const findLine = (fill: Fill): Line | null => {
    const { market, side, direction } = fill;
    if (side === null || direction === null) return null;
    return findOrAdd(lines, `${market} ${side}`, () => createLine(market, side, days));
  };
  const add = (fill: Fill): void => {
    const line = findLine(fill);
    if (line === null) {
      unattributed += 1;
      return;
    }
    if (line.count() === 0) inOrder = null;
    line.add(fill);
  };
  const remove = (fill: Fill): void => {
    const line = findLine(fill);
    if (line === null) {
      unattributed -= 1;
      return;
    }
    line.remove(fill);
    if (line.count() === 0) inOrder = null;
  };

  return {
    add,
    remove,
    replace(before, after) {
      if (isSameTrade(before, after)) findLine(before)?.replace(before, after);
      else {
        remove(before);
        add(after);
      }
    },
    read() {
      inOrder ??= [...lines.values()].filter((line) => line.count() > 0);
      // A fill that came late may be the first one of its position.
      if (inOrder.some((line, at) => at > 0 && compareFills(inOrder![at - 1]!.first(), line.first()) > 0))
        inOrder.sort((a, b) => compareFills(a.first(), b.first()));
      // Reading the positions steps them, and with them the days.
      const positions = inOrder.map((line) => line.read());
      return { positions, days: days.read(), unattributed };
    },
    clear() {
      lines.clear();
      days.clear();
      unattributed = 0;
      inOrder = null;
    },
  };
}

/** Fills between two kept states of a position: a late fill repeats at most this many earlier steps. */
const KEEP_EVERY = 256;

/** Position of one market and outcome, stepped fill by fill. */
interface Line {
  count(): number;
  /** The first fill. */
  first(): Fill;
  add(fill: Fill): void;
  /** Another fee or state of the same trade. */
  replace(before: Fill, after: Fill): void;
  remove(fill: Fill): void;
  read(): LedgerPosition;
}

function createLine(market: MarketId, side: Side, days: Days): Line {
  let state = emptyPosition(market, side);
  /** Realized by each fill that `state` has. */
  const realized: bigint[] = [];
  /** After each `KEEP_EVERY` fills; the first one is empty. */
  const kept = [{ ...state }];
  /** The newest fill that states a settlement. */
  let settled: Fill | null = null;
  let view: LedgerPosition | null = null;

  /** Undoes the steps of the fills from this index on, and of some before it. */
  const rewind = (from: number): void => {
    view = null;
    if (from >= realized.length) return;
    const keep = Math.floor(from / KEEP_EVERY);
    const items = fills.items();
    for (let at = realized.length - 1; at >= keep * KEEP_EVERY; at -= 1) days.add(items[at]!, realized[at]!, -1);
    state = { ...kept[keep]! };
    realized.length = keep * KEEP_EVERY;
    kept.length = keep + 1;
  };
  const fills = createSortedList(compareFills, rewind);

  const step = (fill: Fill): void => {
    const { shares, fee, direction } = fill;
    const value = valueOfFill(fill);
    const paid = fee ?? ZERO_USD;
    const made = direction === 'buy' ? applyBuy(state, shares, value, paid) : applySell(state, shares, value);
    state.realized = toUsd(state.realized + made);
    state.fees = toUsd(state.fees + paid);
    state.fills += 1;
    if (fee === null) state.unknownFees += 1;
    state.lastFillAtMs = Math.max(state.lastFillAtMs, fill.exchangeTimeMs);
    realized.push(made);
    days.add(fill, made, 1);
    if (realized.length % KEEP_EVERY === 0) kept.push({ ...state });
  };

  const noteSettlement = (fill: Fill): void => {
    if (settlementOf(fill.state) !== null && (settled === null || compareFills(settled, fill) <= 0)) settled = fill;
  };
  const findSettled = (): Fill | null => fills.items().findLast((fill) => settlementOf(fill.state) !== null) ?? null;

  return {
    count: fills.count,
    first: () => fills.items()[0]!,
    add(fill) {
      fills.add(fill);
      noteSettlement(fill);
      view = null;
    },
    replace(before, after) {
      if (before.fee !== after.fee) rewind(findPlace(fills.items(), before, compareFills));
      fills.replace(before, after);
      if (before === settled) settled = findSettled();
      noteSettlement(after);
      view = null;
    },
    remove(fill) {
      fills.remove(fill);
      if (fill === settled) settled = findSettled();
      view = null;
    },
    read() {
      const items = fills.items();
      for (let at = realized.length; at < items.length; at += 1) step(items[at]!);
      view ??= { ...state, settlement: settlementOf(settled?.state ?? null) };
      return view;
    },
  };
}

/** True when both reports are of the same trade: they differ in fee and state at most. */
function isSameTrade(a: Fill, b: Fill): boolean {
  return (
    a.id === b.id &&
    a.market === b.market &&
    a.side === b.side &&
    a.direction === b.direction &&
    a.price === b.price &&
    a.shares === b.shares &&
    a.value === b.value &&
    a.takerSide === b.takerSide &&
    a.exchangeTimeMs === b.exchangeTimeMs
  );
}

interface Days {
  /** `sign`: 1 for a fill, -1 to undo it. */
  add(fill: Fill, realized: bigint, sign: 1 | -1): void;
  /** Newest first. */
  read(): readonly LedgerDay[];
  clear(): void;
}

function createDays(): Days {
  const days = new Map<number, LedgerDay>();
  let list: readonly LedgerDay[] | null = null;
  return {
    add(fill, realized, sign) {
      const startMs = startOfDay(fill.exchangeTimeMs);
      const day = days.get(startMs) ?? emptyDay(startMs);
      const signed = BigInt(sign);
      const fills = day.fills + sign;
      list = null;
      if (fills === 0) days.delete(startMs);
      else
        days.set(startMs, {
          startMs,
          realized: toUsd(day.realized + signed * realized),
          fees: toUsd(day.fees + signed * (fill.fee ?? ZERO_USD)),
          traded: toUsd(day.traded + signed * valueOfFill(fill)),
          fills,
        });
    },
    read() {
      list ??= [...days.values()].sort((a, b) => b.startMs - a.startMs);
      return list;
    },
    clear() {
      days.clear();
      list = null;
    },
  };
}

/** What changed hands for a fill, without its fee. */
function valueOfFill({ value, price, shares, direction }: Fill): Usd {
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

function emptyDay(startMs: number): LedgerDay {
  return { startMs, realized: ZERO_USD, fees: ZERO_USD, traded: ZERO_USD, fills: 0 };
}
