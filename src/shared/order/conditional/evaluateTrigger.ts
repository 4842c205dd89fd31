/**
 * Evaluation of triggers: one step on what is known, with its confirmation.
 *
 * Invariants  Pure. Data that is absent, not live, old, crossed or gapped is neither true nor false, and starts the confirmation
 *             again. The first observation after a start or a gap never confirms.
 * Source      docs/conditionals.md#triggers.
 */
import { MICROS } from '../../units/micros.ts';
import { CLOCK_MAX_AGE_MS, DOUBLE_MS, STALE_BOOK_MS, STALE_TICK_MS } from './defaults.ts';
import {
  checkBook,
  isFreshTick,
  isSameBook,
  type OutcomeBook,
  type TradeObservation,
  usableBook,
} from './observation.ts';
import { isCrossed, valueOnBook, valueOnTrade } from './priceValue.ts';
import { findBook, underlyingFor } from './standIn.ts';
import type { Evidence, Known, KnownClock, WaitReason } from './state.ts';
import type { ConditionalTerms } from './terms.ts';
import type { Confirmation, PriceTrigger, Trigger, UnderlyingTrigger } from './trigger.ts';
import { breakLeaf, type LeafEvidence, type LeafProgress, startLeaf, type TriggerProgress } from './triggerProgress.ts';

export interface TriggerInput {
  readonly known: Known;
  readonly nowMs: number;
  /** The trade of this event; null without one. */
  readonly trade: TradeObservation | null;
  /** Of the order, for what stands in for its books. */
  readonly terms: ConditionalTerms;
}

export interface TriggerStep {
  readonly progress: TriggerProgress;
  /** Why it can be neither true nor false now; null: it can. */
  readonly problem: WaitReason | null;
}

type Of<K extends Trigger['kind']> = Extract<Trigger, { readonly kind: K }>;

/** `progress` null: the trigger was never evaluated. */
export function evaluateTrigger(trigger: Trigger, progress: TriggerProgress | null, input: TriggerInput): TriggerStep {
  switch (trigger.kind) {
    case 'all':
    case 'any':
      return evaluateParts(trigger, progress, input);
    default: {
      const leaf = progress?.kind === 'leaf' ? progress : startLeaf(input.known.isAfterGap);
      if (trigger.kind === 'price') return evaluatePrice(trigger, leaf, input);
      if (trigger.kind === 'underlying') return evaluateUnderlying(trigger, leaf, input);
      return evaluateTime(trigger, leaf, input);
    }
  }
}

/** True while the trigger is confirmed on data that is still fresh. */
export function isConfirmed(trigger: Trigger, progress: TriggerProgress | undefined): boolean {
  if (progress === undefined) return false;
  if (progress.kind === 'leaf') return progress.confirmed !== null;
  if (trigger.kind !== 'all' && trigger.kind !== 'any') return false;
  const parts = trigger.of.map((part, index) => isConfirmed(part, progress.parts[index]));
  return trigger.kind === 'all' ? parts.every(Boolean) : parts.some(Boolean);
}

/** What a confirmed trigger rests on. */
export function evidenceOf(progress: TriggerProgress): Evidence | null {
  if (progress.kind === 'leaf') return progress.confirmed;
  const parts = progress.parts.flatMap((part) => evidenceOf(part) ?? []);
  return parts.length === 0 ? null : { kind: 'composite', parts };
}

/** Since when a confirmed trigger is true: of several parts the last. */
export function trueSince(progress: TriggerProgress): number | null {
  if (progress.kind === 'leaf') return progress.confirmed === null ? null : progress.sinceMs;
  const times = progress.parts.flatMap((part) => trueSince(part) ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** True when it may have become true while data was missing. */
export function isLate(progress: TriggerProgress): boolean {
  if (progress.kind === 'leaf') return progress.confirmed !== null && progress.hadGap;
  return progress.parts.some(isLate);
}

/** True while the exchange's clock was measured lately and this machine's was not set since. */
export function isClockUsable(clock: KnownClock | null, nowMs: number): boolean {
  return clock?.isSteady === true && nowMs - clock.measuredAtMs <= CLOCK_MAX_AGE_MS;
}

function evaluateParts({ of }: Of<'all' | 'any'>, progress: TriggerProgress | null, input: TriggerInput): TriggerStep {
  const before = progress?.kind === 'parts' ? progress.parts : [];
  const steps = of.map((part, index) => evaluateTrigger(part, before[index] ?? null, input));
  const isSame = progress?.kind === 'parts' && steps.every((step, index) => step.progress === before[index]);
  return {
    progress: isSame ? progress : { kind: 'parts', parts: steps.map((step) => step.progress) },
    problem: steps.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

function evaluatePrice(trigger: PriceTrigger, leaf: LeafProgress, input: TriggerInput): TriggerStep {
  const { market, side } = trigger.outcome;
  const { nowMs, known, terms } = input;
  // Trades come by the stream: no other book says when one was.
  const book = trigger.source === 'last' ? known.books[market] : findBook(known, market, terms, nowMs);
  const view = usableBook(book ?? undefined, side, nowMs);
  if (book === undefined || book === null || view === null) {
    const other = underlyingFor(trigger, terms);
    if (other !== null) return evaluateUnderlying(other, leaf.seenBook === null ? leaf : startLeaf(true), input);
    const problem = checkBook(known.books[market], nowMs) ?? 'absent';
    return { progress: breakLeaf(leaf), problem: { code: 'stale', parameters: { market, problem } } };
  }
  const seen = leaf.seenBook;
  const isUnbroken = isSameBook(seen, book);
  const base = isUnbroken ? leaf : startLeaf(leaf.hadGap || seen !== null || leaf.seenAtMs !== null);
  const { epoch, sequence, provedAtMs } = book;
  const isRepeated = isUnbroken && seen?.sequence === sequence && seen.provedAtMs === provedAtMs;
  const isBookNew = !isRepeated;
  const next: LeafProgress = isBookNew ? { ...base, seenBook: { epoch, sequence, provedAtMs } } : base;
  if (trigger.source === 'last') return { progress: evaluateTrade(trigger, next, view, input), problem: null };
  const value = valueOnBook(trigger, view);
  const observedAtMs = provedAtMs;
  const evidence: LeafEvidence = { kind: 'book', book };
  return {
    progress: stepLeaf(next, trigger.confirm, {
      value,
      observedAtMs,
      isNew: isBookNew,
      isFirst: !isUnbroken,
      evidence,
      nowMs,
    }),
    problem: null,
  };
}

function evaluateTrade(
  trigger: PriceTrigger,
  leaf: LeafProgress,
  view: OutcomeBook,
  input: TriggerInput,
): LeafProgress {
  const { trade, known, nowMs } = input;
  const { market, side } = trigger.outcome;
  const isCounted =
    trade !== null &&
    trade.market === market &&
    trade.exchangeTimeMs > (leaf.seenAtMs ?? Number.NEGATIVE_INFINITY) &&
    nowMs - trade.exchangeTimeMs <= STALE_BOOK_MS;
  const price = isCounted ? (side === 'yes' ? trade.price : MICROS - trade.price) : null;
  const value = price === null ? null : valueOnTrade(trigger, price, trade!.shares, view);
  if (value === null) return leaf;
  return stepLeaf({ ...leaf, seenAtMs: trade!.exchangeTimeMs }, trigger.confirm, {
    value,
    observedAtMs: trade!.exchangeTimeMs,
    isNew: true,
    isFirst: leaf.seenAtMs === null,
    evidence: { kind: 'trade', trade: trade!, book: known.books[market]! },
    nowMs,
  });
}

function evaluateUnderlying(
  trigger: UnderlyingTrigger,
  leaf: LeafProgress,
  { known, nowMs }: TriggerInput,
): TriggerStep {
  const { symbol } = trigger;
  const tick = known.ticks[symbol];
  if (!isFreshTick(tick, nowMs)) {
    return { progress: breakLeaf(leaf), problem: { code: 'staleTick', parameters: { symbol } } };
  }
  const isNew = tick.exchangeTimeMs !== leaf.seenAtMs;
  // No look was between two ticks that are this far apart, as after a sleep of the machine: it is a gap all the same.
  const isBroken = leaf.seenAtMs !== null && tick.exchangeTimeMs - leaf.seenAtMs > STALE_TICK_MS;
  const base = isBroken ? startLeaf(true) : leaf;
  const progress = stepLeaf(isNew ? { ...base, seenAtMs: tick.exchangeTimeMs } : base, trigger.confirm, {
    value: isCrossed(trigger.crosses, tick.price, trigger.price),
    observedAtMs: tick.exchangeTimeMs,
    isNew,
    isFirst: base.seenAtMs === null,
    evidence: { kind: 'tick', tick },
    nowMs,
  });
  return { progress, problem: null };
}

function evaluateTime(
  trigger: Of<'time' | 'beforeClose'>,
  leaf: LeafProgress,
  { known, nowMs }: TriggerInput,
): TriggerStep {
  if (!isClockUsable(known.clock, nowMs)) {
    return { progress: { ...leaf, confirmed: null }, problem: { code: 'clock', parameters: {} } };
  }
  const dueMs = dueTime(trigger, known);
  if (dueMs === null) return { progress: leaf, problem: { code: 'notRead', parameters: {} } };
  if (nowMs < dueMs) return { progress: { ...leaf, confirmed: null, sinceMs: null }, problem: null };
  if (leaf.confirmed !== null) return { progress: leaf, problem: null };
  return { progress: { ...leaf, sinceMs: dueMs, confirmed: { kind: 'time', dueMs } }, problem: null };
}

/** Null while the market or its close is not known. */
export function dueTime(trigger: Of<'time' | 'beforeClose'>, known: Known): number | null {
  if (trigger.kind === 'time') return trigger.atMs;
  const closeAtMs = known.markets[trigger.market]?.closeAtMs ?? null;
  return closeAtMs === null ? null : closeAtMs - trigger.beforeMs;
}

interface LeafObservation {
  readonly value: boolean | null;
  readonly observedAtMs: number;
  /** False: the observation of before, at a later time. */
  readonly isNew: boolean;
  readonly isFirst: boolean;
  readonly evidence: LeafEvidence;
  readonly nowMs: number;
}

function stepLeaf(leaf: LeafProgress, confirm: Confirmation, observation: LeafObservation): LeafProgress {
  const { value, observedAtMs, isNew, isFirst, evidence, nowMs } = observation;
  if (value !== true) {
    const hadGap = leaf.hadGap && value === null;
    if (leaf.sinceMs === null && leaf.confirmed === null && leaf.hadGap === hadGap) return leaf;
    return { ...leaf, sinceMs: null, confirmed: null, hadGap };
  }
  if (leaf.sinceMs === null) {
    const since: LeafProgress = { ...leaf, sinceMs: observedAtMs };
    return !isFirst && confirm.kind === 'single' ? { ...since, confirmed: evidence } : since;
  }
  if (leaf.confirmed !== null) return leaf;
  return isSustained(confirm, leaf.sinceMs, observedAtMs, isNew, nowMs) ? { ...leaf, confirmed: evidence } : leaf;
}

function isSustained(
  confirm: Confirmation,
  sinceMs: number,
  observedAtMs: number,
  isNew: boolean,
  nowMs: number,
): boolean {
  switch (confirm.kind) {
    case 'single':
      return isNew;
    case 'double':
      return isNew && observedAtMs - sinceMs >= DOUBLE_MS;
    case 'held':
      return observedAtMs > sinceMs && nowMs - sinceMs >= confirm.forMs;
  }
}
