/**
 * Check of terms before a conditional order is armed: every reason why it could never do what it says.
 *
 * Invariants  Pure. What changes by itself, such as a book that is not live, is no reason: the order waits for it.
 * Source      docs/conditionals.md#arming
 */
import type { ArmRefusal } from '#shared/ipc/conditionals/conditionals.ts';
import { isOnTick, type Tick } from '#shared/market/tickGrid.ts';
import { listTradeBounds } from '#shared/order/conditional/consent.ts';
import { MAX_OFFSETS } from '#shared/order/conditional/defaults.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import { standInOf } from '#shared/order/conditional/standIn.ts';
import {
  type ConditionalTerms,
  listOutcomes,
  type OffsetTerms,
  type OneCancelsAllTerms,
  type StopLeg,
} from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import { floorToLot } from '#shared/order/exits/quote.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceDenial } from '#shared/order/receipts.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import type { UnsentOrder } from '../risk/checkTogether.ts';
import { findWatched } from './watched.ts';

const ARM_TEST = parseIntentId('conditional-exit-test');

/** Conditionals that are neither ended nor dismissed. */
export const MAX_CONDITIONALS = 50;

export interface ArmContext {
  readonly nowMs: number;
  readonly tick: Tick;
  readonly active: number;
  readonly isArmed: boolean;
  hasListed(market: MarketId): boolean;
  hasUnderlying(symbol: string): boolean;
  isTrading(market: MarketId): boolean;
  /** Limits and the balance that these orders would break if all of them rested or filled. */
  checkTogether(orders: readonly UnsentOrder[]): readonly PlaceDenial[];
  /** By main's own test, with every open order of now. */
  isExit(intent: OrderIntent): boolean;
  /** Null before the account is read. */
  quantityOf(outcome: OutcomeRef): Shares | null;
}

/** The first reason, or null. */
export function findArmRefusal(terms: ConditionalTerms, context: ArmContext): ArmRefusal | null {
  if (context.active >= MAX_CONDITIONALS) return { code: 'tooMany', parameters: { max: MAX_CONDITIONALS } };
  const { markets, underlyings } = findWatched(terms);
  const unlisted = markets.find((market) => !context.hasListed(market));
  if (unlisted !== undefined) return { code: 'notListed', parameters: { market: unlisted } };
  const unknown = underlyings.find((symbol) => !context.hasUnderlying(symbol));
  if (unknown !== undefined) return { code: 'noUnderlying', parameters: { symbol: unknown } };
  if (listOutcomes(terms).some(({ market }) => !context.isTrading(market))) return none('marketClosed');
  return (
    checkNumbers(terms, context.tick) ??
    checkTimes(terms, context.nowMs) ??
    checkAccount(terms, context) ??
    checkLegsTogether(terms, context)
  );
}

function checkNumbers(terms: ConditionalTerms, tick: Tick): ArmRefusal | null {
  if (!isAllowedDirection(terms)) return none('badDirection');
  // A purchase never goes out on a book that is not live.
  if (terms.standIn !== undefined && standInOf(terms) === null) return none('badDirection');
  if (listSizes(terms).some((shares) => shares === 0 || floorToLot(shares, tick) !== shares)) return none('badSize');
  if (!isWhole(terms)) return none('badSize');
  for (const price of listPrices(terms, tick))
    if (!isOnTick(price, tick)) return { code: 'offTick', parameters: { price } };
  for (const { price, worst, isSale } of listBounds(terms)) {
    if (isSale ? price < worst : price > worst) return { code: 'beyondWorst', parameters: { price, worst } };
  }
  return listTriggers(terms).some(isBadTrigger) ? none('badTrigger') : null;
}

function checkTimes({ goodTillMs }: ConditionalTerms, nowMs: number): ArmRefusal | null {
  return goodTillMs !== null && goodTillMs <= nowMs ? none('badTime') : null;
}

function checkAccount(terms: ConditionalTerms, context: ArmContext): ArmRefusal | null {
  const quantities = listOutcomes(terms).map(context.quantityOf);
  if (quantities.includes(null)) return none('accountNotRead');
  if (terms.direction === 'sell' && quantities.some((quantity) => quantity === 0)) return none('nothingHeld');
  if (context.isArmed) return null;
  return terms.direction === 'sell' && isExitOfAll(terms, context) ? null : none('disarmed');
}

/** True where what is held and may be sold is sold as an exit; what is held later is tested when it is sent. */
function isExitOfAll(terms: ConditionalTerms, context: ArmContext): boolean {
  return listTradeBounds(terms).every(({ outcome, direction, shares, worst }) => {
    if (direction === 'buy') return true;
    const quantity = context.quantityOf(outcome) ?? shares;
    return context.isExit({
      intentId: ARM_TEST,
      ...outcome,
      direction,
      price: worst,
      shares: toShares(Math.min(shares, quantity)),
      postOnly: false,
      bookVersion: null,
    });
  });
}

/** All legs of a race may fill: limits and balance must hold for their sum, those of a block for each leg. */
function checkLegsTogether(terms: ConditionalTerms, context: ArmContext): ArmRefusal | null {
  if (terms.kind !== 'oneCancelsAll') return null;
  const { legs, direction, mode } = terms;
  const orders = legs.map(({ outcome, shares, price }) => ({ ...outcome, direction, shares, price }));
  const checked = mode === 'race' ? [orders] : orders.map((order) => [order]);
  for (const together of checked) {
    const denials = context.checkTogether(together);
    if (denials.length > 0) return { code: 'worstCase', parameters: { denials } };
  }
  return null;
}

function isAllowedDirection({ kind, direction }: ConditionalTerms): boolean {
  switch (kind) {
    case 'oco':
    case 'trailing':
    case 'closeBefore':
      return direction === 'sell';
    case 'bracket':
      return direction === 'buy';
    default:
      return true;
  }
}

function listSizes(terms: ConditionalTerms): readonly Shares[] {
  switch (terms.kind) {
    case 'scale':
      return [terms.shares, ...terms.levels.map(({ shares }) => shares)];
    case 'iceberg':
      return [terms.shares, terms.clip];
    case 'oneCancelsAll':
      return terms.legs.map(({ shares }) => shares);
    case 'offset':
      return [terms.shares, terms.batch];
    default:
      return [terms.shares];
  }
}

/** Levels sum to the quantity, a clip is no more than it, legs differ, and the orders of an offset are not too many. */
function isWhole(terms: ConditionalTerms): boolean {
  if (terms.kind === 'oneCancelsAll') return areLegsWhole(terms);
  if (terms.kind === 'offset') {
    const { shares, batch, steps } = terms;
    return batch <= shares && Math.ceil(shares / batch) * steps.length <= MAX_OFFSETS;
  }
  if (terms.kind === 'scale') return terms.levels.reduce((sum, { shares }) => sum + shares, 0) === terms.shares;
  return terms.kind !== 'iceberg' || terms.clip <= terms.shares;
}

/** The first leg is what the terms are about; no outcome has two legs. */
function areLegsWhole({ legs, outcome, shares, worst }: OneCancelsAllTerms): boolean {
  const [first] = legs;
  const keys = new Set(legs.map((leg) => keyOf(leg.outcome)));
  return (
    first !== undefined &&
    keyOf(first.outcome) === keyOf(outcome) &&
    first.shares === shares &&
    first.price === worst &&
    keys.size === legs.length
  );
}

/** From the best price that the parent may have to its furthest offset, all on the grid between 0 and 1. */
function listOffsetPrices({ parent, steps, direction }: OffsetTerms, tick: Tick): readonly Price[] {
  const sign = direction === 'buy' ? 1 : -1;
  return [parent.price, ...steps.map((ticks) => (parent.price + sign * ticks * tick) as Price)];
}

function listPrices(terms: ConditionalTerms, tick: Tick): readonly Price[] {
  const stopOf = ({ limit, worst }: StopLeg): Price[] => [limit, worst];
  switch (terms.kind) {
    case 'stop':
    case 'takeProfit':
    case 'closeBefore':
      return [terms.worst, terms.limit];
    case 'trailing':
      return [terms.worst];
    case 'oco':
      return [terms.worst, terms.takeProfit, ...stopOf(terms.stop)];
    case 'bracket':
      return [
        terms.worst,
        terms.entry.price,
        ...(terms.takeProfit === null ? [] : [terms.takeProfit]),
        ...(terms.stop === null ? [] : stopOf(terms.stop)),
      ];
    case 'goodTill':
    case 'iceberg':
      return [terms.worst, terms.price];
    case 'scale':
      return [terms.worst, ...terms.levels.map(({ price }) => price)];
    case 'twap':
    case 'chase':
      return [terms.worst];
    case 'oneCancelsAll':
      return terms.legs.map(({ price }) => price);
    case 'offset':
      return [terms.worst, ...listOffsetPrices(terms, tick)];
  }
}

interface Bound {
  readonly price: Price;
  readonly worst: Price;
  readonly isSale: boolean;
}

function listBounds(terms: ConditionalTerms): readonly Bound[] {
  const { worst } = terms;
  const isSale = terms.direction === 'sell';
  const ofStop = (stop: StopLeg): Bound => ({ price: stop.limit, worst: stop.worst, isSale: true });
  switch (terms.kind) {
    case 'stop':
    case 'takeProfit':
    case 'closeBefore':
      return [{ price: terms.limit, worst, isSale }];
    case 'trailing':
      return [];
    case 'oco':
      // What is called its worst price bounds both legs.
      return [
        { price: terms.takeProfit, worst, isSale },
        { price: terms.stop.worst, worst, isSale },
        ofStop(terms.stop),
      ];
    case 'bracket':
      return [{ price: terms.entry.price, worst, isSale: false }, ...(terms.stop === null ? [] : [ofStop(terms.stop)])];
    case 'goodTill':
    case 'iceberg':
      return [{ price: terms.price, worst, isSale }];
    case 'scale':
      return terms.levels.map(({ price }) => ({ price, worst, isSale }));
    case 'twap':
    case 'chase':
    // Each leg's price is its own worst price.
    case 'oneCancelsAll':
      return [];
    case 'offset':
      return [{ price: terms.parent.price, worst, isSale }];
  }
}

/** One trade proves no price: a condition on trades is confirmed. */
function isBadTrigger(trigger: Trigger): boolean {
  return listLeaves(trigger).some(
    (leaf) => leaf.kind === 'price' && leaf.source === 'last' && leaf.confirm.kind === 'single',
  );
}

function none(
  code:
    | 'marketClosed'
    | 'accountNotRead'
    | 'nothingHeld'
    | 'disarmed'
    | 'badSize'
    | 'badTime'
    | 'badTrigger'
    | 'badDirection',
): ArmRefusal {
  return { code, parameters: {} };
}
