/**
 * Check of terms before a conditional order is armed: every reason why it could never do what it says.
 *
 * Invariants  Pure. What changes by itself, such as a book that is not live, is no reason: the order waits for it.
 * Source      docs/conditionals.md#arming
 */
import type { ArmRefusal } from '#shared/ipc/conditionals/conditionals.ts';
import { isOnTick, type Tick } from '#shared/market/tickGrid.ts';
import { listTradeBounds } from '#shared/order/conditional/consent.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import { standInOf } from '#shared/order/conditional/standIn.ts';
import { type ConditionalTerms, kindOf, listOutcomes } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import { floorToLot } from '#shared/order/exits/quote.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceDenial } from '#shared/order/receipts.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
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
  const kind = kindOf(terms);
  if (kind.only !== undefined && kind.only !== terms.direction) return none('badDirection');
  // A purchase never goes out on a book that is not live.
  if (terms.standIn !== undefined && standInOf(terms) === null) return none('badDirection');
  if (kind.sizes(terms).some((shares) => shares === 0 || floorToLot(shares, tick) !== shares)) return none('badSize');
  if (!kind.isWhole(terms)) return none('badSize');
  for (const price of kind.prices(terms, tick))
    if (!isOnTick(price, tick)) return { code: 'offTick', parameters: { price } };
  for (const { price, worst, isSale } of kind.priceBounds(terms)) {
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

/** Where each leg may fill, limits and balance must hold for their sum, else for each leg. */
function checkLegsTogether(terms: ConditionalTerms, context: ArmContext): ArmRefusal | null {
  const kind = kindOf(terms);
  const legs = kind.legs?.(terms) ?? [];
  const { direction } = terms;
  const orders = legs.map(({ outcome, shares, price }) => ({ ...outcome, direction, shares, price }));
  const checked = kind.mayFillEachLeg(terms) ? [orders] : orders.map((order) => [order]);
  for (const together of checked) {
    const denials = context.checkTogether(together);
    if (denials.length > 0) return { code: 'worstCase', parameters: { denials } };
  }
  return null;
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
