/**
 * Ladder view model: one row per price of the tick, in the terms of the shown outcome.
 *
 * Units       Prices, shares and gains in millionths; row 0 is the highest price.
 * Shape       Arrays with one slot per row; 0 means empty.
 * Invariants  Pure. A level between two rows counts in the row that is worse for its taker.
 */
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { bookColumn, inYesTerms, type Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { averageOfPosition } from '#shared/order/account/ledger.ts';
import { findBreakEven, netOf, stakeOf } from '#shared/order/exposure/exposure.ts';
import type { MarketHolding } from '#shared/order/exposure/holding.ts';
import { isTerminal } from '#shared/order/life.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { QueueTracker } from './queue.ts';

/** State of own orders at a price: the most urgent one of its orders. */
export const OWN = { none: 0, resting: 1, sending: 2, cancelling: 3, unknown: 4 } as const;

/** A level above this many times the mean has a full bar, so that it does not shrink all other bars. */
const OUTLIER_FACTOR = 3;
/** From here on gains are shown without cents. */
const LARGE_GAIN = 100n * BigInt(MICROS);

export interface LadderInput {
  readonly side: Side;
  readonly tick: Tick;
  /** Price of row 0. */
  readonly top: number;
  readonly rows: number;
  readonly book: BookFrame | null;
  /** Traded volume by price of the chosen time: [price, shares, …], YES terms. */
  readonly traded: Float64Array;
  /** Orders of this market. */
  readonly orders: readonly OrderView[];
  /** What is held in this market. */
  readonly holding: MarketHolding | null;
  /** Result *at this row* for each row; null without a position or a cost. */
  readonly gains: Float64Array | null;
  /** How many contracts are ahead of an order. */
  readonly queue: Pick<QueueTracker, 'atLeast' | 'atMost'>;
}

export interface OwnColumn {
  readonly shares: Float64Array;
  /** Values of OWN. */
  readonly state: Uint8Array;
  /** At most how many contracts are ahead of the first of the orders; NaN where it is not known. */
  readonly ahead: Float64Array;
  /** At least how many are ahead of that order; NaN where it is not known. */
  readonly aheadLeast: Float64Array;
}

export interface Ladder {
  readonly side: Side;
  readonly tick: Tick;
  readonly top: number;
  readonly rows: number;
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  readonly traded: Float64Array;
  readonly ownBids: OwnColumn;
  readonly ownAsks: OwnColumn;
  /** Orders without a direction, shown on the price. */
  readonly ownUnattributed: OwnColumn;
  /** Result if the market trades at the row's price, after the fee to close; null without a position or a cost. */
  readonly gains: Float64Array | null;
  readonly isGainLarge: boolean;
  readonly bestBid: number | null;
  readonly bestAsk: number | null;
  readonly last: number | null;
  /** Average price and break-even of the outcome of which more is held, in shown terms. */
  readonly average: number | null;
  readonly breakEven: number | null;
  /** Volume of a full bar: a round number, so that small changes do not move the bars. */
  readonly fullBar: number;
  readonly fullTradedBar: number;
}

/** Converts a YES price to the terms of the shown outcome, and back. */
export function inShownTerms(side: Side, micros: number): number {
  return side === 'yes' ? micros : MICROS - micros;
}

export function bestOf(book: BookFrame | null, side: Side): { bid: number | null; ask: number | null } {
  const bid = book?.bids[0] ?? null;
  const ask = book?.asks[0] ?? null;
  if (side === 'yes') return { bid, ask };
  return { bid: ask === null ? null : MICROS - ask, ask: bid === null ? null : MICROS - bid };
}

/** Shares at a YES price on either side of the book. */
export function levelAt(book: BookFrame | null, yesPrice: number): number {
  if (book === null) return 0;
  for (const levels of [book.bids, book.asks]) {
    for (let at = 0; at + 1 < levels.length; at += 2) if (levels[at] === yesPrice) return levels[at + 1]!;
  }
  return 0;
}

export function buildLadder(input: LadderInput): Ladder {
  const { side, tick, top, rows, book } = input;
  const bids = new Float64Array(rows);
  const asks = new Float64Array(rows);
  const traded = new Float64Array(rows);
  if (book) {
    addLevels(bids, side === 'yes' ? book.bids : book.asks, side, top, tick, 'down');
    addLevels(asks, side === 'yes' ? book.asks : book.bids, side, top, tick, 'up');
  }
  addLevels(traded, input.traded, side, top, tick, 'down');
  const best = bestOf(book, side);
  const ownBids = buildColumn(rows);
  const ownAsks = buildColumn(rows);
  const ownUnattributed = buildColumn(rows);
  for (const order of input.orders) {
    if (isTerminal(order.life)) continue;
    const row = rowOf(inShownTerms(side, inYesTerms(order.side, order.price)), top, tick, 'nearest');
    if (row < 0 || row >= rows) continue;
    const column = columnOf(order, side);
    const own = column === null ? ownUnattributed : column === 'bid' ? ownBids : ownAsks;
    own.shares[row]! += order.remaining;
    own.state[row] = Math.max(own.state[row]!, stateOf(order));
    const ahead = input.queue.atMost(order);
    if (ahead !== null && !(own.ahead[row]! <= ahead)) {
      own.ahead[row] = ahead;
      own.aheadLeast[row] = input.queue.atLeast(order) ?? Number.NaN;
    }
  }
  const marks = findMarks(input.holding);
  const toShown = (price: number | null): number | null => (price === null ? null : inShownTerms(side, price));
  return {
    side,
    tick,
    top,
    rows,
    bids,
    asks,
    traded,
    ownBids,
    ownAsks,
    ownUnattributed,
    gains: input.gains,
    isGainLarge: isLarge(input.holding),
    bestBid: best.bid,
    bestAsk: best.ask,
    average: toShown(marks.average),
    breakEven: toShown(marks.breakEven),
    last: book?.lastPrice == null ? null : inShownTerms(side, book.lastPrice),
    fullBar: roundUp(Math.min(Math.max(largest(bids), largest(asks)), OUTLIER_FACTOR * meanOf(bids, asks))),
    fullTradedBar: roundUp(largest(traded)),
  };
}

/** The column in which an order rests; null without a direction. */
export function columnOf(order: OrderView, side: Side): 'bid' | 'ask' | null {
  if (order.direction === null) return null;
  const inYes = bookColumn(order.side, order.direction);
  return side === 'yes' ? inYes : inYes === 'bid' ? 'ask' : 'bid';
}

/** Open orders at one price of the shown outcome. */
export function ordersAt(orders: readonly OrderView[], side: Side, price: number): OrderView[] {
  return orders.filter(
    (order) => !isTerminal(order.life) && inShownTerms(side, inYesTerms(order.side, order.price)) === price,
  );
}

function stateOf(order: OrderView): number {
  switch (order.life.at) {
    case 'unknown':
      return OWN.unknown;
    case 'cancelling':
      return OWN.cancelling;
    case 'signed':
    case 'sent':
      return OWN.sending;
    default:
      return OWN.resting;
  }
}

function buildColumn(rows: number): OwnColumn {
  return {
    shares: new Float64Array(rows),
    state: new Uint8Array(rows),
    ahead: new Float64Array(rows).fill(Number.NaN),
    aheadLeast: new Float64Array(rows).fill(Number.NaN),
  };
}

function addLevels(
  into: Float64Array,
  levels: Float64Array,
  side: Side,
  top: number,
  tick: number,
  toward: 'up' | 'down',
): void {
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const row = rowOf(inShownTerms(side, levels[at]!), top, tick, toward);
    if (row >= 0 && row < into.length) into[row]! += levels[at + 1]!;
  }
}

/** Row of a price; between two rows the one of the lower ('down') or higher ('up') price. */
function rowOf(price: number, top: number, tick: number, toward: 'up' | 'down' | 'nearest'): number {
  const exact = (top - price) / tick;
  return toward === 'down' ? Math.ceil(exact) : toward === 'up' ? Math.floor(exact) : Math.round(exact);
}

/** True where the result of some price may be a hundred dollars or more. */
function isLarge(holding: MarketHolding | null): boolean {
  if (holding === null) return false;
  const { yes, no, cost } = stakeOf(holding);
  return cost !== null && (cost >= LARGE_GAIN || BigInt(Math.max(yes, no)) - cost >= LARGE_GAIN);
}

/** Average price and break-even of the outcome of which more is held, in YES terms. */
function findMarks(holding: MarketHolding | null): { average: number | null; breakEven: number | null } {
  const net = holding === null ? null : netOf(stakeOf(holding));
  if (holding === null || net === null) return { average: null, breakEven: null };
  const { shares, cost } = holding[net.side];
  const average = cost === null ? null : averageOfPosition({ open: shares, cost });
  const breakEven = findBreakEven(stakeOf(holding));
  const inYes = (price: number | null): number | null => (price === null ? null : inShownTerms(net.side, price));
  return { average: inYes(average), breakEven: inYes(breakEven) };
}

/** Mean volume of the levels. */
function meanOf(bids: Float64Array, asks: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const side of [bids, asks]) {
    for (const shares of side) {
      if (shares === 0) continue;
      sum += shares;
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

function largest(values: Float64Array): number {
  let result = 0;
  for (const value of values) if (value > result) result = value;
  return result;
}

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Rounds up to 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20 … contracts. */
export function roundUp(shares: number): number {
  let unit = MICROS;
  while (shares > unit * 10) unit *= 10;
  return unit * (STEPS.find((step) => shares <= unit * step) ?? 10);
}
