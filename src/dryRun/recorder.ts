/**
 * Recorder of a dry run: its steps, its fills in sums, and the line of prices.
 *
 * Units       Prices and shares in millionths, money in millionths of a dollar.
 * Invariants  Steps are in the order of their times. Totals count every fill, also those whose steps are left out.
 */
import { listEvidence } from '#main/trading/conditionals/conditionalView.ts';
import type { DryRunLine, DryRunStep, DryRunTotal } from '#shared/ipc/conditionals/dryRun.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { isSameOutcome } from '#shared/order/conditional/lease.ts';
import type { OutcomeBook, OutcomeRef } from '#shared/order/conditional/observation.ts';
import { findFollowed, findOwnTrigger } from '#shared/order/conditional/ownTrigger.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import { type ConditionalState, kindOf } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import type { IntentId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import type { DayFill } from './dayExchange.ts';

/**
 * Reference price of an order: what its fills are compared with.
 *
 * Shape       The trigger's own price where that is of the same outcome; the best price when it fired where it is of something
 *             else; the middle at the start for kinds that follow the market. A resting order has its own price and no reference.
 */
interface Reference {
  readonly kind: NonNullable<DryRunTotal['reference']>;
  readonly price: number;
}

interface ReferenceContext {
  /** Of the order's outcome, as it is placed. */
  readonly book: OutcomeBook;
  readonly middleAtStart: number | null;
}

function findReference(
  { slot, outcome, direction }: Pick<Child, 'slot' | 'outcome' | 'direction'>,
  state: ConditionalState,
  { book, middleAtStart }: ReferenceContext,
): Reference | null {
  const { terms } = state;
  const { measuredFrom, followedPrice } = kindOf(terms);
  if (measuredFrom === 'start') {
    return middleAtStart === null ? null : { kind: 'middleAtStart', price: middleAtStart };
  }
  if (state.fired[slot] === undefined) return null;
  const own = followedPrice ? findFollowed(state) : ownPrice(findOwnTrigger(terms), outcome);
  if (own !== null) return { kind: 'trigger', price: own };
  const best = (direction === 'sell' ? book.bids : book.asks)[0]?.price ?? null;
  return best === null ? null : { kind: 'bestAtTrigger', price: best };
}

function ownPrice(trigger: Trigger | null, outcome: OutcomeRef): number | null {
  return trigger?.kind === 'price' && isSameOutcome(trigger.outcome, outcome) ? trigger.price : null;
}

/** Steps of a report at most. */
const MAX_STEPS = 300;
/** Spans of the line. */
const SPANS = 288;

export interface RecorderOptions {
  readonly startMs: number;
  readonly endMs: number;
  readonly own: OutcomeRef;
  /** The book as the terminal sees it now, in the terms of the outcome. */
  book(outcome: OutcomeRef): OutcomeBook;
}

export interface Recorder {
  /** What changed from one state to the next. */
  note(before: ConditionalState, after: ConditionalState, atMs: number): void;
  noteFill(fill: DayFill, state: ConditionalState): void;
  /** Once a second. */
  sample(atMs: number): void;
  steps(): readonly DryRunStep[];
  leftOut(): number;
  totals(): readonly DryRunTotal[];
  line(): DryRunLine;
}

interface Sum {
  readonly outcome: OutcomeRef;
  readonly direction: Child['direction'];
  filled: number;
  value: number;
  fees: number;
  /** Shares whose fills have a reference, and by how much these are worse: shares × millionths. */
  compared: number;
  worse: number;
  reference: Reference['kind'] | null;
}

export function createRecorder({ startMs, endMs, own, book }: RecorderOptions): Recorder {
  const steps: DryRunStep[] = [];
  const numbers = new Map<IntentId, number>();
  const references = new Map<IntentId, Reference | null>();
  const sums = new Map<string, Sum>();
  const everyMs = Math.max(1_000, Math.ceil((endMs - startMs) / SPANS / 1_000) * 1_000);
  const lows: (number | null)[] = [];
  const highs: (number | null)[] = [];
  const closes: (number | null)[] = [];
  let leftOut = 0;
  let lifeText = '';
  let middleAtStart: number | null = null;

  function add(atMs: number, what: DryRunStep['what']): void {
    if (steps.length >= MAX_STEPS) {
      leftOut += 1;
      return;
    }
    const { bids, asks } = book('outcome' in what ? what.outcome : own);
    steps.push({ atMs, bid: bids[0]?.price ?? null, ask: asks[0]?.price ?? null, what });
  }

  function noteChildren(before: ConditionalState, after: ConditionalState, atMs: number): void {
    const known = new Map(before.children.map((child) => [child.intentId, child]));
    for (const child of after.children) {
      const earlier = known.get(child.intentId);
      if (earlier === child) continue;
      if (earlier === undefined) notePlaced(child, after, atMs);
      else if (child.life.at === 'ended' && earlier.life.at !== 'ended') noteEnded(child, atMs);
    }
  }

  function notePlaced(child: Child, state: ConditionalState, atMs: number): void {
    const { intentId, slot, outcome, direction, price, shares } = child;
    const order = numbers.size + 1;
    numbers.set(intentId, order);
    references.set(intentId, findReference(child, state, { book: book(outcome), middleAtStart }));
    add(atMs, { kind: 'placed', order, slot, outcome, direction, price, shares });
  }

  function noteEnded({ intentId, life, shares, filled }: Child, atMs: number): void {
    if (life.at !== 'ended') return;
    const order = numbers.get(intentId) ?? 0;
    if (life.end.kind === 'cancelled') add(atMs, { kind: 'cancelled', order, left: toShares(shares - filled) });
    else if (life.end.kind === 'rejected' || life.end.kind === 'notSent')
      add(atMs, { kind: 'refused', order, codes: life.end.codes });
  }

  /** Fills of one order at one price are one step, until something else happens. */
  function noteFilled(
    { intentId, outcome, direction }: Child,
    { price, shares, fee, atMs }: Pick<DayFill, 'price' | 'shares' | 'fee' | 'atMs'>,
  ): void {
    const order = numbers.get(intentId) ?? 0;
    const last = steps.at(-1);
    if (last?.what.kind === 'filled' && last.what.order === order && last.what.price === price) {
      const what = {
        ...last.what,
        shares: toShares(last.what.shares + shares),
        fee: toUsd(last.what.fee + BigInt(fee)),
        fills: last.what.fills + 1,
        untilMs: atMs,
      };
      steps[steps.length - 1] = { ...last, what };
      return;
    }
    const sums = { price, shares, fee: toUsd(BigInt(fee)), fills: 1, untilMs: atMs };
    add(atMs, { kind: 'filled', order, outcome, direction, ...sums });
  }

  /** Where an order is follows from its own steps; what is left are waits, halts and the end. */
  function noteLife({ life }: ConditionalState, atMs: number): void {
    // Nothing is observed yet at the very start.
    if (!SHOWN.has(life.at) || (life.at === 'waiting' && atMs === startMs)) return;
    const text = 'reason' in life ? `${life.at} ${life.reason.code}` : life.at;
    if (text === lifeText) return;
    lifeText = text;
    add(atMs, { kind: 'life', life });
  }

  return {
    note(before, after, atMs) {
      if (before.life.at === 'draft' && after.life.at !== 'draft') add(atMs, { kind: 'armed' });
      if (before.startedAtMs === null && after.startedAtMs !== null) middleAtStart = middleOf(book(own));
      for (const [name, firing] of Object.entries(after.fired)) {
        if (before.fired[name] === firing) continue;
        if (before.fired[name] === undefined)
          add(atMs, { kind: 'fired', name, evidence: listEvidence(firing.evidence) });
      }
      if (after.children !== before.children) noteChildren(before, after, atMs);
      if (after.life !== before.life) noteLife(after, atMs);
    },
    noteFill({ intentId, price, shares, value, fee, atMs }, { children }) {
      const child = children.find((one) => one.intentId === intentId)!;
      const { outcome, direction } = child;
      const key = `${keyOf(outcome)} ${direction}`;
      const sum: Sum = sums.get(key) ?? {
        outcome,
        direction,
        filled: 0,
        value: 0,
        fees: 0,
        compared: 0,
        worse: 0,
        reference: null,
      };
      sums.set(key, sum);
      sum.filled += shares;
      sum.value += value;
      sum.fees += fee;
      const reference = references.get(intentId) ?? null;
      if (reference !== null) {
        sum.compared += shares;
        sum.worse += (direction === 'sell' ? reference.price - price : price - reference.price) * shares;
        sum.reference = reference.kind;
      }
      noteFilled(child, { price, shares, fee, atMs });
    },
    sample(atMs) {
      // The last moment belongs to the last span.
      const at = Math.floor((Math.min(atMs, endMs - 1) - startMs) / everyMs);
      const middle = middleOf(book(own));
      while (closes.length <= at) {
        lows.push(null);
        highs.push(null);
        closes.push(null);
      }
      if (middle === null) return;
      lows[at] = Math.min(lows[at] ?? middle, middle);
      highs[at] = Math.max(highs[at] ?? middle, middle);
      closes[at] = middle;
    },
    steps: () => steps,
    leftOut: () => leftOut,
    totals: () => [...sums.values()].map(buildTotal),
    line: () => ({ everyMs, lows, highs, closes }),
  };
}

const SHOWN: ReadonlySet<ConditionalState['life']['at']> = new Set([
  'waiting',
  'halted',
  'done',
  'partial',
  'cancelled',
  'expired',
  'ended',
]);

function middleOf({ bids, asks }: OutcomeBook): number | null {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  return bid === undefined || ask === undefined ? null : (bid + ask) / 2;
}

function buildTotal({ outcome, direction, filled, value, fees, compared, worse, reference }: Sum): DryRunTotal {
  const exact = (value * 1_000_000) / filled;
  return {
    outcome,
    direction,
    filled: toShares(filled),
    average: (direction === 'sell' ? Math.floor(exact) : Math.ceil(exact)) as Price,
    value: toUsd(BigInt(value)),
    fees: toUsd(BigInt(fees)),
    slippage: compared === 0 ? null : Math.round(worse / compared),
    reference,
  };
}
