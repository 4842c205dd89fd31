/**
 * Plan of a conditional order: its terms, what it does in words, its worst case in numbers, and what prevents it.
 *
 * Units       Prices in the terms of the order's outcome; Usd in millionths.
 * Invariants  Reads the mirror and changes nothing. The ticket and the palette show and arm the same plan.
 */
import type { Market } from '#shared/market/market.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { averageOfPosition } from '#shared/order/account/ledger.ts';
import type { PreTradeContext } from '#shared/order/check.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { findOwnTrigger } from '#shared/order/conditional/ownTrigger.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import { formatReadiness } from '#shared/text/account/readiness.ts';
import { describeTerms, formatTerms } from '#shared/text/conditionals/conditionalTerms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { findOpenCost } from '../account/exposure.ts';
import { warnOfStandingSale } from '../exits/standingSales.ts';
import { marketWords } from '../markets/marketWords.ts';
import { listSymbols, underlyingOf } from '../markets/underlying.ts';
import { readBest, readPreTradeContext } from '../orders/preTradeContext.ts';
import { parseTypedSize, type SizeMode } from '../orders/typedSize.ts';
import { readPreferences } from '../preferences.ts';
import { buildWorstCase, type WorstCase } from './conditionalFigures.ts';
import { type ConditionalForm, type FormField, formOf } from './conditionalForm.ts';
import { nameMarket } from './conditionalNames.ts';
import { buildTerms, type FormFacts } from './conditionalTerms.ts';
import { parsePriceText, resolvePriceText } from './conditionalTexts.ts';

export interface ConditionalPlan {
  readonly kind: 'conditional';
  readonly market: MarketId;
  readonly terms: ConditionalTerms;
  /** 'Stop: sell 500 yes at 0.30 when ask ≤ 0.31'. */
  readonly summary: string;
  readonly sentences: readonly string[];
  readonly worstCase: WorstCase;
  /** Facts of this moment that matter before the order is armed. */
  readonly warnings: readonly string[];
  /** Why it can't be armed, or null. */
  readonly blockedBy: string | null;
  /** The dialog of the step before; null where there is none. */
  readonly step: 'wizard' | 'unlock' | null;
}

export interface ConditionalProblem {
  readonly kind: 'conditionalProblem';
  readonly field: FormField | 'size' | 'side';
  readonly text: string;
}

export function planConditional(
  mirror: Mirror,
  market: MarketId,
  form: ConditionalForm,
  nowMs: number,
): ConditionalPlan | ConditionalProblem {
  const side = form.side ?? findOnlyHeld(mirror, market);
  if (side === null) return problem('side', 'Both outcomes are held: choose yes or no');
  const context = readPreTradeContext(mirror, market, side, form.direction, nowMs);
  const facts = readFacts(mirror, { market, side }, context);
  const size = readSize(form, context, facts);
  if (typeof size === 'string') return problem('size', size);
  const built = buildTerms(form, { ...facts, shares: size });
  if ('problem' in built) return problem(built.field, built.problem);
  const { terms } = built;
  const position = findOpenCost(mirror, market, side);
  return {
    kind: 'conditional',
    market,
    terms,
    summary: formatTerms(terms, nameMarket),
    sentences: describeTerms(terms, context.exchangeTimeMs, nameMarket),
    worstCase: buildWorstCase(terms, terms.direction === 'sell' ? position : null, context.feeRateMicros),
    warnings: listWarnings(mirror, terms, context),
    ...findStep(context, terms),
  };
}

function problem(field: ConditionalProblem['field'], text: string): ConditionalProblem {
  return { kind: 'conditionalProblem', field, text };
}

/** The outcome that is held; yes where neither is, whose refusal says so; null where both are. */
function findOnlyHeld(mirror: Mirror, market: MarketId): Side | null {
  const positions = (mirror.account()?.positions ?? []).filter((one) => one.market === market && one.quantity > 0);
  const sides = new Set(positions.map(({ outcome }) => outcome));
  if (sides.size > 1) return null;
  return sides.has('no') ? 'no' : 'yes';
}

function readFacts(
  mirror: Mirror,
  outcome: OutcomeRef,
  { tick, exchangeTimeMs, market }: PreTradeContext,
): Omit<FormFacts, 'shares'> {
  const best = readBest(mirror, outcome.market, outcome.side);
  const last = mirror.book(outcome.market)?.lastPrice ?? null;
  const cost = findOpenCost(mirror, outcome.market, outcome.side);
  return {
    outcome,
    tick,
    exchangeTimeMs,
    closeAtMs: market?.closeAtMs ?? null,
    starts: {
      ...best,
      last: last === null ? null : inYesTerms(outcome.side, last as Price),
      average: cost === null ? null : averageOfPosition(cost),
    },
    underlying: underlyingOf(market),
    symbols: listSymbols(mirror.listing()),
    markets: marketWords(mirror.listing()),
    standIn: readPreferences().standIn,
  };
}

/** What would be bought or sold; a sentence where the text gives no size. */
function readSize(
  { size, direction, fields }: ConditionalForm,
  context: PreTradeContext,
  { starts, tick }: Omit<FormFacts, 'shares'>,
): Shares | string {
  const isAll = size.trim().toLowerCase() === 'all';
  if (isAll && direction === 'sell' && (context.sellable ?? 0) <= 0) {
    return context.sellable === null ? 'What can be sold is not known yet' : 'Nothing of it can be sold';
  }
  const isMoney = size.includes('$');
  const mode: SizeMode = isMoney ? 'dollars' : 'contracts';
  const typed = parsePriceText(fields.price ?? fields.limit ?? fields.target ?? fields.worst ?? '', tick);
  const price = typed.ok ? resolvePriceText(typed.value, { ...starts, trigger: null }, tick) : typed;
  const read = parseTypedSize(isAll ? '100%' : size.replace('$', ''), mode, {
    ...context,
    direction,
    price: price.ok ? price.value : null,
  });
  if (!read.ok) return read.hint ?? 'Type a size such as 500 or 50%';
  return read.value.shares ?? 'Dollars need a price to become contracts';
}

/** A sale that exits needs no armed trading: main says the same. */
function findStep(
  { readiness }: PreTradeContext,
  terms: ConditionalTerms,
): Pick<ConditionalPlan, 'blockedBy' | 'step'> {
  switch (readiness.code) {
    case 'noWallet':
    case 'custodialUnconfirmed':
    case 'setupRequired':
      return { step: 'wizard', blockedBy: formatReadiness(readiness) };
    case 'locked':
      return { step: 'unlock', blockedBy: formatReadiness(readiness) };
    case 'armed':
      return { step: null, blockedBy: null };
    case 'disarmed':
      return { step: null, blockedBy: terms.direction === 'sell' ? null : 'It buys: arm trading first' };
    default:
      return { step: null, blockedBy: formatReadiness(readiness) };
  }
}

function listWarnings(mirror: Mirror, terms: ConditionalTerms, context: PreTradeContext): readonly string[] {
  const { outcome, direction, shares } = terms;
  const warnings: string[] = [];
  const standing = warnOfStandingSale(mirror, outcome.market, outcome.side, direction, Date.now());
  if (standing !== null) warnings.push(standing);
  const trigger = findOwnTrigger(terms);
  if (trigger !== null && isTrueNow(mirror, trigger)) warnings.push('The trigger is true now: it would fire at once');
  if (context.bookHealth.at !== 'live')
    warnings.push(`The book is ${context.bookHealth.at}: nothing fires until it is live`);
  if (direction === 'sell') {
    const quantity = (mirror.account()?.positions ?? [])
      .filter((one) => one.market === outcome.market && one.outcome === outcome.side)
      .reduce((sum, one) => sum + one.quantity, 0);
    if (quantity === 0) warnings.push('Nothing of this outcome is held: it ends when it would sell');
    else if (shares > quantity) warnings.push('It is for more than is held: it never sells more than the position');
  }
  if (isClosingSoon(context.market, terms, context.exchangeTimeMs)) {
    warnings.push('The market closes before it ends: then it ends too');
  }
  return warnings;
}

/** By the page's data; an unknown value counts as false. */
function isTrueNow(mirror: Mirror, trigger: Trigger): boolean {
  if (trigger.kind === 'all') return trigger.of.every((part) => isTrueNow(mirror, part));
  if (trigger.kind === 'any') return trigger.of.some((part) => isTrueNow(mirror, part));
  const value = readValue(mirror, trigger);
  return value !== null && isTrue(trigger, value);
}

/** What the trigger watches, as far as the page sees it; main decides on books without the own orders. */
function readValue(mirror: Mirror, trigger: Trigger): number | null {
  if (trigger.kind === 'underlying') return mirror.tick(trigger.symbol)?.tick?.price ?? null;
  if (trigger.kind !== 'price') return null;
  const { bid, ask } = readBest(mirror, trigger.outcome.market, trigger.outcome.side);
  switch (trigger.source) {
    case 'ask':
      return ask;
    case 'bid':
      return bid;
    case 'mid':
      return bid === null || ask === null ? null : (bid + ask) / 2;
    case 'last': {
      const last = mirror.book(trigger.outcome.market)?.lastPrice ?? null;
      return last === null ? null : inYesTerms(trigger.outcome.side, last as Price);
    }
  }
}

function isTrue(trigger: Trigger, value: number): boolean {
  if (trigger.kind !== 'price' && trigger.kind !== 'underlying') return false;
  return trigger.crosses === 'atOrBelow' ? value <= trigger.price : value >= trigger.price;
}

function isClosingSoon(market: Market | null, { goodTillMs, kind }: ConditionalTerms, nowMs: number): boolean {
  const closeAtMs = market?.closeAtMs ?? null;
  if (closeAtMs === null || !('expiry' in formOf(kind).inputs)) return false;
  return goodTillMs !== null && closeAtMs > nowMs && closeAtMs < goodTillMs;
}
