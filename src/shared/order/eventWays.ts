/**
 * Cheapest ways to hold or to leave an outcome of an event, across yes, no and complete sets, after taker fees.
 *
 * Units       Millionths. Levels are in the price of the order that trades them, best first, without our own orders.
 * Invariants  Pure. In every result without a void, a way to hold pays its shares if the outcome wins, and `returned` for
 *             certain; a way to leave does so together with the shares that are held. Other markets are used only as `others`,
 *             of which at most one resolves to yes, this market included. Amounts are rounded against the member.
 * Source      docs/event-prices.md#ways
 */
import type { Level } from '../market/book.ts';
import { type Direction, otherSide, type Side } from '../market/outcome.ts';
import type { MarketId } from '../units/ids.ts';
import { MICROS } from '../units/micros.ts';
import { mirrorPrice, type Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '../units/usd.ts';
import { maxTakerFee } from './fees.ts';

/** What can be bought of a market: `yes` and `no` are the asks of each outcome, in its own terms. */
export interface MarketAsks {
  readonly id: MarketId;
  readonly yes: readonly Level[];
  readonly no: readonly Level[];
}

export interface WayOrder {
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction;
  readonly shares: Shares;
  /** Price of the worst level that the shares need. */
  readonly limit: Price;
  /** Cost of a buy or proceeds of a sale, before the fee. */
  readonly amount: Usd;
  readonly fee: Usd;
}

export interface Way {
  /** Shares that are held or left: at most the wanted ones. */
  readonly shares: Shares;
  readonly orders: readonly WayOrder[];
  /** Buys and fees less proceeds. */
  readonly paid: Usd;
  /** What the bought shares pay in every result. */
  readonly returned: Usd;
  /** `paid` less `returned`: the cost of holding; negative where leaving brings money. */
  readonly net: Usd;
}

export interface Ways {
  /** Of both kinds of order where that is cheaper than either alone; null without depth. */
  readonly best: Way | null;
  /** In the market itself. */
  readonly direct: Way | null;
  /** Through the other markets of the event alone; null where they offer none. */
  readonly others: Way | null;
}

export interface WayInput {
  readonly market: MarketAsks;
  readonly side: Side;
  readonly shares: Shares;
  /** Markets of which at most one resolves to yes, this market included; empty where that is not known. */
  readonly others: readonly MarketAsks[];
  readonly feeRateMicros: number;
}

/** Ways to own the payoff of `shares` of an outcome. */
export function findWaysToHold(input: WayInput): Ways {
  const { market, side, others } = input;
  const direct: Source = { market: market.id, side, direction: 'buy', levels: market[side] };
  return findWays(input, direct, side === 'yes' ? others : [], 0);
}

/**
 * Ways out of `shares` of an outcome: selling the ones that are free, buying the other outcome for complete sets, and, out of
 * no, buying no of the other markets.
 */
export function findWaysToLeave(input: WayInput & { readonly sellable: Shares }): Ways {
  const { market, side, shares, others } = input;
  const other = otherSide(side);
  const direct: Source = { market: market.id, side: other, direction: 'buy', levels: market[other] };
  return findWays(input, direct, other === 'yes' ? others : [], Math.min(input.sellable, shares));
}

/** Orders of one outcome, level by level. */
interface Source {
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction;
  readonly levels: readonly Level[];
}

/** Shares bought of a source, by level. */
interface Part {
  readonly source: Source;
  readonly taken: number[];
}

/** Cost of a dollar's worth of payoff in 10⁻¹⁸ dollars. */
const WHOLE = 10n ** 18n;

function unitCost(price: number, feeRateMicros: number): bigint {
  const p = BigInt(price);
  return p * 10n ** 12n + BigInt(feeRateMicros) * p * BigInt(MICROS - price);
}

/** `sold`: the first shares of the direct source are a sale of what is held instead of a buy of the other outcome. */
function findWays(input: WayInput, source: Source, others: readonly MarketAsks[], sold: number): Ways {
  const { shares, feeRateMicros } = input;
  const basket = others
    .filter(({ no }) => no.length > 0)
    .map(({ id: market, no }): Source => ({ market, side: 'no', direction: 'buy', levels: no }));
  // What is left counts as one dollar a share, paid when the sets or the others resolve.
  const isLeaving = sold > 0 || source.side !== input.side;
  const build = (direct: Source | null, through: readonly Source[]): Way | null => {
    const filled = fill(direct, through, shares, feeRateMicros);
    return filled === null ? null : buildWay(filled, sold, isLeaving, feeRateMicros);
  };
  const direct = build(source, []);
  const viaOthers = basket.length > 0 ? build(null, basket) : null;
  return { best: viaOthers === null ? direct : build(source, basket), direct, others: viaOthers };
}

interface Filled {
  readonly direct: Part | null;
  readonly basket: readonly Part[];
  /** Shares through the basket. */
  readonly through: number;
  readonly shares: number;
}

/**
 * Takes the cheaper of both kinds of order until the shares are complete. The cost of each kind rises with its shares, so the
 * sum is the lowest possible.
 *
 * A share through the basket is one no of each other market that still offers one. All of them pay a dollar if this market
 * resolves to yes, and all but one otherwise: it costs their prices less a dollar for each but one.
 */
function fill(direct: Source | null, basket: readonly Source[], wanted: number, feeRateMicros: number): Filled | null {
  const own = direct === null ? null : openCursor(direct, feeRateMicros);
  const cursors = basket.map((source) => openCursor(source, feeRateMicros));
  let left = wanted;
  let through = 0;
  while (left > 0) {
    const active = cursors.filter((cursor) => cursor.cost() !== null);
    const basketCost =
      active.length === 0 ? null : active.reduce((sum, cursor) => sum - (WHOLE - cursor.cost()!), WHOLE);
    const ownCost = own?.cost() ?? null;
    if (ownCost === null && basketCost === null) break;
    if (own !== null && ownCost !== null && (basketCost === null || ownCost <= basketCost)) {
      left -= own.take(Math.min(left, own.offered()));
      continue;
    }
    const step = Math.min(left, ...active.map((cursor) => cursor.offered()));
    for (const cursor of active) cursor.take(step);
    left -= step;
    through += step;
  }
  if (left === wanted) return null;
  return { direct: own?.part ?? null, basket: cursors.map(({ part }) => part), through, shares: wanted - left };
}

function openCursor(source: Source, feeRateMicros: number) {
  const { levels } = source;
  const part: Part = { source, taken: levels.map(() => 0) };
  let at = 0;
  const skip = (): void => {
    while (at < levels.length && part.taken[at]! >= levels[at]!.shares) at += 1;
  };
  skip();
  return {
    part,
    /** Of the next share; null without one, or where its fee takes all that it can pay. */
    cost(): bigint | null {
      const cost = at < levels.length ? unitCost(levels[at]!.price, feeRateMicros) : WHOLE;
      return cost < WHOLE ? cost : null;
    },
    offered: (): number => levels[at]!.shares - part.taken[at]!,
    take(shares: number): number {
      part.taken[at]! += shares;
      skip();
      return shares;
    },
  };
}

function buildWay({ direct, basket, through, shares }: Filled, sold: number, isLeaving: boolean, rate: number): Way {
  const orders: WayOrder[] = [];
  if (direct !== null) orders.push(...buildDirect(direct, sold, rate));
  let inBasket = 0;
  for (const part of basket) {
    const order = buildOrder(part.source, part.taken, rate);
    if (order === null) continue;
    orders.push(order);
    inBasket += order.shares;
  }
  let paid = 0n;
  let saleShares = 0;
  for (const { direction, amount, fee, shares: traded } of orders) {
    paid += direction === 'buy' ? amount + fee : fee - amount;
    if (direction === 'sell') saleShares += traded;
  }
  const returned = BigInt(inBasket - through) + (isLeaving ? BigInt(shares - saleShares) : 0n);
  return {
    shares: toShares(shares),
    orders,
    paid: toUsd(paid),
    returned: toUsd(returned),
    net: toUsd(paid - returned),
  };
}

/** The shares of a direct source, of which the first ones may be sold instead. */
function buildDirect({ source, taken }: Part, sold: number, rate: number): WayOrder[] {
  const fromSale: number[] = [];
  const fromBuy: number[] = [];
  let left = sold;
  for (const shares of taken) {
    const part = Math.min(left, shares);
    left -= part;
    fromSale.push(part);
    fromBuy.push(shares - part);
  }
  const sale: Source = {
    ...source,
    side: otherSide(source.side),
    direction: 'sell',
    levels: source.levels.map((level) => ({ price: mirrorPrice(level.price), shares: level.shares })),
  };
  return [buildOrder(sale, fromSale, rate), buildOrder(source, fromBuy, rate)].filter((order) => order !== null);
}

function buildOrder(
  { market, side, direction, levels }: Source,
  taken: readonly number[],
  rate: number,
): WayOrder | null {
  let shares = 0;
  let amount = 0n;
  let fee = 0n;
  let limit: Price | null = null;
  for (const [at, part] of taken.entries()) {
    if (part === 0) continue;
    const { price } = levels[at]!;
    const traded = toShares(part);
    shares += part;
    amount += direction === 'buy' ? costCeil(price, traded) : costFloor(price, traded);
    fee += maxTakerFee(price, traded, rate);
    limit = price;
  }
  if (limit === null) return null;
  return { market, side, direction, shares: toShares(shares), limit, amount: toUsd(amount), fee: toUsd(fee) };
}
