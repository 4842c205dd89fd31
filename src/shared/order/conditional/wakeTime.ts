/**
 * When a conditional must be looked at again without any other event.
 *
 * Units       ms of the exchange's clock.
 */
import { isLive } from './children.ts';
import {
  CANCEL_RETRY_MS,
  CLOCK_MAX_AGE_MS,
  CLOSE_GUARD_MS,
  SHORT_MS,
  STALE_BOOK_MS,
  STALE_TICK_MS,
} from './defaults.ts';
import { isTerminal } from './describeLife.ts';
import { dueTime } from './evaluateTrigger.ts';
import type { Known } from './state.ts';
import { type ConditionalState, kindOf } from './terms.ts';
import type { Trigger } from './trigger.ts';
import type { TriggerProgress } from './triggerProgress.ts';
import { watchedTriggers } from './watch.ts';

/** The earliest such time after `nowMs`; null: only an event changes anything. */
export function findWakeTime(state: ConditionalState, nowMs: number): number | null {
  let earliest: number | null = null;
  for (const timeMs of wakeTimes(state, nowMs)) {
    if (timeMs > nowMs && (earliest === null || timeMs < earliest)) earliest = timeMs;
  }
  return earliest;
}

function wakeTimes(state: ConditionalState, nowMs: number): readonly number[] {
  const { known, terms, retryAtMs } = state;
  const times = state.children.flatMap((child) =>
    isLive(child) && child.cancel !== null ? [child.cancel.askedAtMs + CANCEL_RETRY_MS] : [],
  );
  if (state.life.at === 'draft' || isTerminal(state.life)) return times;
  const kind = kindOf(terms);
  const closeAtMs = known.markets[terms.outcome.market]?.closeAtMs ?? null;
  const deadline = kind.deadline(state);
  if (closeAtMs !== null) times.push(closeAtMs, closeAtMs - CLOSE_GUARD_MS);
  if (deadline !== null) times.push(deadline);
  if (retryAtMs !== null) times.push(retryAtMs);
  if (known.shortSinceMs !== null) times.push(known.shortSinceMs + SHORT_MS);
  if (known.goneSinceMs !== null) times.push(known.goneSinceMs + SHORT_MS);
  if (state.startedAtMs !== null) times.push(...kind.wakeTimes(state, nowMs));
  for (const [name, trigger] of Object.entries(watchedTriggers(state, kind))) {
    times.push(...triggerTimes(trigger, known.progress[name], known));
  }
  return times;
}

/** A trigger changes by itself when it is due, held for long enough, or when its data becomes too old. */
function triggerTimes(trigger: Trigger, progress: TriggerProgress | undefined, known: Known): number[] {
  switch (trigger.kind) {
    case 'all':
    case 'any':
      return trigger.of.flatMap((part, index) =>
        triggerTimes(part, progress?.kind === 'parts' ? progress.parts[index] : undefined, known),
      );
    case 'time':
    case 'beforeClose': {
      const dueMs = dueTime(trigger, known);
      const clockMs = known.clock === null ? [] : [known.clock.measuredAtMs + CLOCK_MAX_AGE_MS + 1];
      return dueMs === null ? clockMs : [...clockMs, dueMs];
    }
    case 'price':
    case 'underlying': {
      const times: number[] = [];
      if (trigger.kind === 'price') {
        const book = known.books[trigger.outcome.market];
        const rest = known.restBooks?.[trigger.outcome.market];
        if (book !== undefined) times.push(book.provedAtMs + STALE_BOOK_MS + 1);
        if (rest !== undefined) times.push(rest.provedAtMs + STALE_BOOK_MS + 1);
      } else {
        const tick = known.ticks[trigger.symbol];
        if (tick !== undefined) times.push(tick.exchangeTimeMs + STALE_TICK_MS + 1);
      }
      const sinceMs = progress?.kind === 'leaf' ? progress.sinceMs : null;
      if (sinceMs !== null && trigger.confirm.kind === 'held') times.push(sinceMs + trigger.confirm.forMs);
      return times;
    }
  }
}
