/**
 * Exposure of one market: what its position is worth, by name, and what each result makes of it.
 *
 * Units       Millionths; prices in YES terms where nothing else is said; Usd rounded against the member.
 * Shape       Three results have names: *closed now* (the book walked, cheapest way, fees), *at the middle* (no exit fee), *at this
 *             row* (the market trades at a price, with the largest fee). None has realised results or orders in it.
 * Invariants  Pure. *At this row* never falls with the price for a net position in yes, never rises for one in no, and is the same
 *             in every row for sets alone. A set counts a dollar, also where the account cannot merge.
 * Source      docs/profit-and-loss.md#results
 */
import type { Level } from '../../market/book.ts';
import type { Mark } from '../../market/mark.ts';
import type { Side } from '../../market/outcome.ts';
import type { Tick } from '../../market/tickGrid.ts';
import type { MarketId } from '../../units/ids.ts';
import { MICROS } from '../../units/micros.ts';
import { toNumber } from '../../units/numbers.ts';
import type { Price } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { toUsd, type Usd } from '../../units/usd.ts';
import type { Settlement } from '../account/ledger.ts';
import { chooseRoute, type ExitQuote, type ExitRoute, floorToLot, mirrorLevels, quoteExit } from '../exits/quote.ts';
import { maxTakerFee } from '../fees.ts';
import type { MarketHolding } from './holding.ts';

const SCALE = BigInt(MICROS);

/** What the three results share: sizes and cost. */
export interface Stake {
  readonly yes: Shares;
  readonly no: Shares;
  /** Cost of both outcomes with the fees of their purchase; null where it is not known. */
  readonly cost: Usd | null;
}

export interface Exposure extends Stake {
  readonly market: MarketId;
  readonly holding: MarketHolding;
  /** Shares that are not paired; null where both outcomes are held equally. */
  readonly net: { readonly side: Side; readonly shares: Shares } | null;
  /** Pairs of both outcomes. */
  readonly sets: Shares;
  /** All shares at the mark; null without one. */
  readonly value: Usd | null;
  /** Null without a book or a cost. */
  readonly closedNow: ClosedNow | null;
  /** Null without a mark or a cost. */
  readonly atMiddle: AtMiddle | null;
  readonly ifYes: Usd | null;
  readonly ifNo: Usd | null;
  readonly ifVoid: Usd | null;
  /** Price of the net outcome at which everything pays back its cost, before the closing fee; it may be no price of a market. */
  readonly breakEven: number | null;
  /** After the fees of what is not held any more. */
  readonly realized: Usd;
  /** Realised and *at the middle*; null where that is not known. */
  readonly marketResult: Usd | null;
}

export interface ClosedNow {
  readonly result: Usd;
  /** Shares of the net position that the book does not take now: they count as nothing. */
  readonly left: Shares;
  /** Null where nothing but sets is held, and where the market is decided. */
  readonly route: ExitRoute | null;
  /** Both ways out that it was chosen from; null without a way. */
  readonly sell: ExitQuote | null;
  readonly buyOther: ExitQuote | null;
  readonly fee: Usd;
  /** When the book was known, where it is not live; else null. */
  readonly asOfMs: number | null;
}

export interface AtMiddle {
  readonly result: Usd;
  readonly mark: Mark;
  /** When the mark was true, where it is not of now; else null. */
  readonly asOfMs: number | null;
}

export interface ExposureInput {
  readonly holding: MarketHolding;
  /** Mark of yes, and when it was true where it is older. */
  readonly mark: Mark | null;
  readonly markAsOfMs: number | null;
  /** What a sale of this outcome would trade with, in its terms, best first, without own orders; null without a book. */
  levels(side: Side): readonly Level[] | null;
  readonly bookAsOfMs: number | null;
  readonly tick: Tick;
  readonly feeRateMicros: number;
}

export function buildExposure(input: ExposureInput): Exposure {
  const { holding } = input;
  const mark = holding.settlement === null ? input.mark : markOfResult(holding.settlement);
  const stake = stakeOf(holding);
  const { yes, no, cost } = stake;
  const sets = toShares(Math.min(yes, no));
  const net = netOf(stake);
  const realized = toUsd(holding.yes.realized + holding.no.realized);
  const less = (value: bigint): Usd | null => (cost === null ? null : toUsd(value - cost));
  const pays = payoutByResult(stake);
  const value = mark === null ? null : valueAt(stake, mark.value);
  const atMiddle: AtMiddle | null =
    mark === null || value === null || cost === null
      ? null
      : { result: toUsd(value - cost), mark, asOfMs: mark.isOld ? input.markAsOfMs : null };
  return {
    market: holding.market,
    holding,
    ...stake,
    net,
    sets,
    value,
    closedNow: closeNow(input, mark, stake, net, sets),
    atMiddle,
    ifYes: less(pays.yes),
    ifNo: less(pays.no),
    ifVoid: less(pays.void),
    breakEven: findBreakEven(stake),
    realized,
    marketResult: atMiddle === null ? null : toUsd(atMiddle.result + realized),
  };
}

/** Value of a share of yes once the market is decided; docs/assumptions.md#void-pays-half. */
function markOfResult(settlement: Settlement): Mark {
  return {
    value: settlement === 'void' ? MICROS / 2 : settlement === 'yes' ? MICROS : 0,
    from: 'result',
    isOld: false,
  };
}

export function stakeOf({ yes, no }: Pick<MarketHolding, 'yes' | 'no'>): Stake {
  const cost = yes.cost === null || no.cost === null ? null : toUsd(yes.cost + yes.openFees + no.cost + no.openFees);
  return { yes: yes.shares, no: no.shares, cost };
}

/** True where nothing is held: there is nothing to show then. */
export function isFlat({ yes, no }: Pick<Stake, 'yes' | 'no'>): boolean {
  return yes === 0 && no === 0;
}

export function netOf({ yes, no }: Pick<Stake, 'yes' | 'no'>): Exposure['net'] {
  if (yes === no) return null;
  return { side: yes > no ? 'yes' : 'no', shares: toShares(Math.abs(yes - no)) };
}

/** Value of both outcomes at a price of yes from 0 to 1,000,000, rounded down together. */
export function valueAt({ yes, no }: Pick<Stake, 'yes' | 'no'>, yesValue: number): Usd {
  return toUsd((BigInt(yesValue) * BigInt(yes) + BigInt(MICROS - yesValue) * BigInt(no)) / SCALE);
}

/** What the shares pay in each result, rounded down; docs/assumptions.md#void-pays-half. */
export function payoutByResult({ yes, no }: Pick<Stake, 'yes' | 'no'>): Readonly<Record<Settlement, bigint>> {
  return { yes: BigInt(yes), no: BigInt(no), void: BigInt(yes + no) / 2n };
}

/** Part of one outcome in *at the middle*: both parts are together exactly the whole. */
export function middleOfOutcome(exposure: Exposure, side: Side): Usd | null {
  const { atMiddle, holding, yes } = exposure;
  const { cost, openFees } = holding.yes;
  if (atMiddle === null || cost === null) return null;
  const ofYes = valueAt({ yes, no: toShares(0) }, atMiddle.mark.value) - cost - openFees;
  return toUsd(side === 'yes' ? ofYes : atMiddle.result - ofYes);
}

/**
 * *At this row*: the result if the market trades at this price of yes, with the largest fee of closing; null without a cost.
 * The fee counts in every row, so that the figure never flatters.
 */
export function resultAtRow(stake: Stake, yesPrice: number, feeRateMicros: number): Usd | null {
  const { yes, no, cost } = stake;
  if (cost === null) return null;
  const fee = maxTakerFee(yesPrice as Price, toShares(Math.abs(yes - no)), feeRateMicros);
  return toUsd(valueAt(stake, yesPrice) - fee - cost);
}

/** Result of closing the net position by this quote; what it does not take counts as nothing. */
export function resultOfExit({ yes, no, cost }: Stake, quote: Pick<ExitQuote, 'value'> | null): Usd | null {
  if (cost === null) return null;
  return toUsd(BigInt(Math.min(yes, no)) + (quote?.value ?? 0n) - cost);
}

function closeNow(
  input: ExposureInput,
  mark: Mark | null,
  stake: Stake,
  net: Exposure['net'],
  sets: Shares,
): ClosedNow | null {
  const { holding, tick, feeRateMicros, bookAsOfMs } = input;
  const { cost } = stake;
  if (cost === null) return null;
  const none = { left: toShares(0), route: null, sell: null, buyOther: null, fee: toUsd(0n), asOfMs: null };
  // Nothing trades any more: the result pays.
  if (holding.settlement !== null) {
    return mark === null ? null : { ...none, result: toUsd(valueAt(stake, mark.value) - cost) };
  }
  if (net === null) return { ...none, result: toUsd(BigInt(sets) - cost) };
  const levels = input.levels(net.side);
  if (levels === null) return null;
  const wanted = floorToLot(net.shares, tick);
  const terms = { tick, feeRateMicros, worst: null };
  const sell = quoteExit('sell', wanted, levels, terms);
  const buyOther = quoteExit('buyOther', wanted, mirrorLevels(levels), terms);
  const route = chooseRoute(sell, buyOther);
  const quote = route === 'buyOther' ? buyOther : sell;
  return {
    result: resultOfExit(stake, quote)!,
    left: toShares(net.shares - (quote?.shares ?? 0)),
    route,
    sell,
    buyOther,
    fee: quote?.fee ?? toUsd(0n),
    asOfMs: bookAsOfMs,
  };
}

/** Price of the net outcome at which everything pays back its cost before the closing fee, rounded up; it may be beyond every market. */
export function findBreakEven(stake: Stake): number | null {
  const { yes, no, cost } = stake;
  if (cost === null || yes === no) return null;
  const [paid, by] = [(cost - BigInt(Math.min(yes, no))) * SCALE, BigInt(Math.abs(yes - no))];
  return toNumber(paid <= 0n ? paid / by : (paid + by - 1n) / by);
}

/** A stop that works: what it would sell of the net outcome, at no less than this price of it. */
export interface WorkingStop {
  readonly shares: Shares;
  readonly worst: Price;
}

/**
 * *At the stop*: the result if every stop sells at its worst price as a taker, the rest of the net position at the lowest of
 * them; null without a stop, a net position or a cost.
 */
export function resultAtStops(exposure: Exposure, stops: readonly WorkingStop[], feeRateMicros: number): Usd | null {
  const { net, sets, cost } = exposure;
  if (net === null || cost === null || stops.length === 0) return null;
  let left: number = net.shares;
  let sum = BigInt(sets) - cost;
  const sell = (price: Price, shares: Shares): void => {
    sum += (BigInt(price) * BigInt(shares)) / SCALE - maxTakerFee(price, shares, feeRateMicros);
  };
  // The highest prices protect first: what is beyond the position is not sold.
  const ordered = stops.toSorted((a, b) => b.worst - a.worst);
  for (const { shares, worst } of ordered) {
    const part = toShares(Math.min(left, shares));
    sell(worst, part);
    left -= part;
  }
  sell(ordered.at(-1)!.worst, toShares(left));
  return toUsd(sum);
}

/** Sums of markets; false: of those that are known. */
export interface ExposureSum {
  readonly closedNow: Usd;
  readonly isClosedWhole: boolean;
  readonly atMiddle: Usd;
  readonly isMiddleWhole: boolean;
  /** Of all shares, also of those without a known cost. */
  readonly value: Usd;
  /** Markets without a mark. */
  readonly unpriced: number;
  readonly realized: Usd;
  readonly fees: Usd;
  /** Time of the oldest mark; null where all are of now. */
  readonly asOfMs: number | null;
}

export function sumExposures(exposures: readonly Exposure[]): ExposureSum {
  let [closedNow, atMiddle, value, realized, fees] = [0n, 0n, 0n, 0n, 0n];
  let [isClosedWhole, isMiddleWhole] = [true, true];
  let unpriced = 0;
  let asOfMs: number | null = null;
  for (const one of exposures) {
    realized += one.realized;
    fees += one.holding.yes.fees + one.holding.no.fees;
    if (isFlat(one)) continue;
    if (one.closedNow === null) isClosedWhole = false;
    else closedNow += one.closedNow.result;
    if (one.closedNow !== null && one.closedNow.left > 0) isClosedWhole = false;
    if (one.value === null) unpriced += 1;
    else value += one.value;
    if (one.atMiddle === null) isMiddleWhole = false;
    else atMiddle += one.atMiddle.result;
    const at = one.atMiddle?.asOfMs ?? null;
    if (at !== null && (asOfMs === null || at < asOfMs)) asOfMs = at;
  }
  return {
    closedNow: toUsd(closedNow),
    isClosedWhole,
    atMiddle: toUsd(atMiddle),
    isMiddleWhole,
    value: toUsd(value),
    unpriced,
    realized: toUsd(realized),
    fees: toUsd(fees),
    asOfMs,
  };
}
