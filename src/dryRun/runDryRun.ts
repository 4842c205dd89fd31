/**
 * Dry run: the machine of conditional orders, unchanged, on a simulated day.
 *
 * Invariants  The same request gives the same report. Nothing is signed, sent or stored: orders go to the simulated exchange only.
 *             What main adds to the machine is here too: the request budget, proofs of the book, measurements of the clock.
 * Source      docs/conditionals.md#dry-run
 */

import { createRequestBudget } from '#main/trading/conditionals/requestBudget.ts';
import { findWatched } from '#main/trading/conditionals/watched.ts';
import type { DryRunNote, DryRunReport, DryRunRequest } from '#shared/ipc/conditionals/dryRun.ts';
import { isLive } from '#shared/order/conditional/children.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { isTerminal } from '#shared/order/conditional/describeLife.ts';
import type { ConditionalAction, ConditionalEvent } from '#shared/order/conditional/events.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { type OutcomeBook, type OutcomeRef, usableBook } from '#shared/order/conditional/observation.ts';
import { BUDGET_CODE } from '#shared/order/conditional/outcome.ts';
import { findFollowed } from '#shared/order/conditional/ownTrigger.ts';
import { openConditional, reduceConditional } from '#shared/order/conditional/reduce.ts';
import { type ConditionalState, listOutcomes, sharesOf } from '#shared/order/conditional/terms.ts';
import { findWakeTime } from '#shared/order/conditional/wakeTime.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { ZERO_SHARES } from '#shared/units/shares.ts';
import { DAY_TICK, type DayExchange, openDayExchange } from './dayExchange.ts';
import { createRecorder } from './recorder.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** After the close of its market, until the end is known. */
const AFTER_CLOSE_MS = 5_000;
/** As main: the book of a calm market is proved again, and the clock measured. */
const PROVE_AFTER_MS = 2_500;
const MEASURE_AFTER_MS = 40_000;
const OPEN = { entries: { at: 'open' }, exits: { at: 'open' } } as const;
const EMPTY: OutcomeBook = { bids: [], asks: [] };

/** `onProgress` gets the part of the day that is done, about a hundred times. */
export function runDryRun(request: DryRunRequest, onProgress: (done: number) => void = () => {}): DryRunReport {
  const { terms, seed, start, holdings } = request;
  const { startMs } = start;
  const watched = findWatched(terms);
  const outcomes = listOutcomes(terms);
  const endMs = findEnd(request, outcomes);
  const queue: ConditionalEvent[] = [];
  const seenAtMs = new Map<MarketId, number>();
  const trail: { readonly atMs: number; readonly price: Price }[] = [];
  let state: ConditionalState = openConditional(idOf(seed), terms);
  let isFeeding = false;
  let isStopped = false;
  let wakeMs: number | null = null;

  const exchange: DayExchange = openDayExchange(
    { seed, start, holdings },
    {
      onBook(book) {
        if (!watched.markets.includes(book.market)) return;
        seenAtMs.set(book.market, book.provedAtMs);
        feed({ kind: 'book', atMs: now(), book });
      },
      onTrade(trade) {
        if (watched.needsTrades && watched.markets.includes(trade.market)) feed({ kind: 'trade', atMs: now(), trade });
      },
      onTick(tick) {
        if (watched.underlyings.includes(tick.symbol)) feed({ kind: 'tick', atMs: now(), tick });
      },
      onClose: (market) => feedMarket(market, false),
      onChild: (intentId, update) => feed({ kind: 'child', atMs: now(), intentId, update }),
      onFill: (fill) => recorder.noteFill(fill, state),
      onNamedFill({ id, intentId, price, shares }) {
        // As main: fills are named to the kinds that count them.
        if (state.parentFills !== undefined) feed({ kind: 'fill', atMs: now(), intentId, fill: { id, price, shares } });
      },
      onPosition: feedPositions,
    },
  );
  const now = exchange.nowMs;
  const recorder = createRecorder({
    startMs,
    endMs,
    own: terms.outcome,
    book: ({ market, side }) => usableBook(exchange.observe(market), side, now()) ?? EMPTY,
  });
  const budget = createRequestBudget({ now, orderBudget: () => null });

  function feed(event: ConditionalEvent): void {
    if (isStopped) return;
    queue.push(event);
    if (isFeeding) return;
    isFeeding = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) apply(next);
    isFeeding = false;
    wakeMs = findWakeTime(state, now());
    isStopped = isTerminal(state.life) && !state.children.some(isLive);
  }

  function apply(event: ConditionalEvent): void {
    const before = state;
    const step = reduceConditional(before, event);
    state = step.state;
    if (state !== before) recorder.note(before, state, event.atMs);
    if (state.peak !== before.peak) noteTrail(event.atMs);
    for (const action of step.actions) execute(action);
  }

  function noteTrail(atMs: number): void {
    const price = findFollowed(state);
    if (price !== null) trail.push({ atMs, price });
  }

  function execute(action: ConditionalAction): void {
    if (action.kind === 'notify') return;
    if (action.kind === 'cancel') {
      exchange.cancel(action.intentId);
      return;
    }
    const { key, intent, urgency, expiresAtMs } = action;
    const waitMs = budget.waitMs(urgency, key.id);
    if (waitMs > 0) {
      const end = { kind: 'notSent', codes: [BUDGET_CODE], retryAtMs: now() + waitMs } as const;
      const update = { at: 'ended', end, filled: ZERO_SHARES } as const;
      queue.push({ kind: 'child', atMs: now(), intentId: intent.intentId, update });
      return;
    }
    budget.note(urgency, key.id, now());
    exchange.place(intent, expiresAtMs);
  }

  function feedMarket(market: MarketId, isTrading: boolean): void {
    if (!watched.markets.includes(market)) return;
    const closeAtMs = start.markets.find((one) => one.market === market)?.closeAtMs ?? null;
    feed({ kind: 'market', atMs: now(), market: { market, tick: DAY_TICK, closeAtMs, isTrading } });
  }

  function feedPositions(): void {
    for (const outcome of outcomes) {
      const { quantity, available } = exchange.holding(outcome);
      const known = state.known.positions[keyOf(outcome)];
      if (known?.quantity === quantity && known.available === available) continue;
      feed({ kind: 'position', atMs: now(), outcome, quantity, available });
    }
  }

  function begin(): void {
    const atMs = now();
    feed({ kind: 'arm', atMs });
    feed({ kind: 'clock', atMs, offsetMs: 0 });
    feed({ kind: 'gates', atMs, gates: OPEN });
    for (const market of watched.markets) feedMarket(market, true);
    feedPositions();
    for (const market of watched.markets) feedBook(market);
  }

  function feedBook(market: MarketId): void {
    seenAtMs.set(market, now());
    feed({ kind: 'book', atMs: now(), book: exchange.observe(market) });
  }

  function everySecond(second: number): void {
    recorder.sample(now());
    if (second % Math.ceil(Math.max(SECOND_MS, (endMs - startMs) / 100) / SECOND_MS) === 0)
      onProgress((now() - startMs) / (endMs - startMs));
    if (isStopped) return;
    if ((second * SECOND_MS) % MEASURE_AFTER_MS === 0) feed({ kind: 'clock', atMs: now(), offsetMs: 0 });
    for (const [market, atMs] of seenAtMs) if (now() - atMs >= PROVE_AFTER_MS) feedBook(market);
  }

  begin();
  for (let second = 1; now() < endMs; ) {
    exchange.step();
    if (wakeMs !== null && wakeMs <= now()) feed({ kind: 'time', atMs: now() });
    if (now() - startMs < second * SECOND_MS) continue;
    everySecond(second);
    second += 1;
  }

  const totals = recorder.totals();
  return {
    seed,
    start,
    holdings,
    endMs,
    steps: recorder.steps(),
    life: state.life,
    totals,
    intended: sharesOf(terms, totals[0]?.outcome ?? terms.outcome),
    line: recorder.line(),
    trail,
    notes: listNotes(request, state, recorder.leftOut()),
    trades: exchange.trades(),
  };
}

/** A day, or until the last of its own markets closed. */
function findEnd({ start }: DryRunRequest, outcomes: readonly OutcomeRef[]): number {
  const closes = start.markets
    .filter(({ market }) => outcomes.some((outcome) => outcome.market === market))
    .map(({ closeAtMs }) => closeAtMs ?? Number.POSITIVE_INFINITY);
  const endMs = Math.min(start.startMs + DAY_MS, Math.max(...closes) + AFTER_CLOSE_MS);
  return start.startMs + Math.ceil((endMs - start.startMs) / SECOND_MS) * SECOND_MS;
}

function listNotes(
  { start, holdings }: DryRunRequest,
  { life }: ConditionalState,
  leftOut: number,
): readonly DryRunNote[] {
  const notes: DryRunNote[] = [];
  for (const { market, isGuessed } of start.markets)
    if (isGuessed) notes.push({ code: 'noBook', parameters: { market } });
  for (const { outcome, shares, isAssumed } of holdings) {
    if (isAssumed) notes.push({ code: 'holdingAssumed', parameters: { outcome, shares } });
  }
  if (life.at === 'halted') notes.push({ code: 'needsAnswer', parameters: {} });
  else if (!isTerminal(life)) notes.push({ code: 'dayOver', parameters: {} });
  if (leftOut > 0) notes.push({ code: 'stepsLeftOut', parameters: { count: leftOut } });
  return notes;
}

/** Kinds with random parts take them from the id: it is the day's, so that a day can be repeated. */
function idOf(seed: number): ConditionalId {
  return `00000000-0000-4000-8000-${seed.toString(16).padStart(12, '0')}` as ConditionalId;
}
