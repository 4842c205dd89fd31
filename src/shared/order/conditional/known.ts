/**
 * What a conditional knows of the outside: each event replaces what it is about.
 *
 * Invariants  Pure. Repeated and older data changes nothing. A restart forgets everything.
 */
import type { Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import { CLOCK_MAX_JUMP_MS } from './defaults.ts';
import type { ConditionalEvent } from './events.ts';
import type { BookObservation, OutcomeRef } from './observation.ts';
import type { Known, KnownClock } from './state.ts';

export function emptyKnown(isAfterGap: boolean): Known {
  return {
    books: {},
    restBooks: {},
    ticks: {},
    markets: {},
    positions: {},
    clock: null,
    gates: null,
    progress: {},
    peakCandidate: null,
    shortSinceMs: null,
    goneSinceMs: null,
    missedSinceMs: null,
    requoteSinceMs: null,
    isReconciled: !isAfterGap,
    isAfterGap,
  };
}

export function positionKey(market: MarketId, side: Side): string {
  return `${market}:${side}`;
}

export function keyOf({ market, side }: OutcomeRef): string {
  return positionKey(market, side);
}

export function applyKnown(known: Known, event: ConditionalEvent): Known {
  switch (event.kind) {
    case 'book': {
      const { book } = event;
      const before = known.books[book.market];
      if (before !== undefined && !isNewer(book, before)) return known;
      return { ...known, books: { ...known.books, [book.market]: book } };
    }
    case 'restBook': {
      const { book } = event;
      const before = known.restBooks?.[book.market];
      if (before !== undefined && before.provedAtMs >= book.provedAtMs) return known;
      return { ...known, restBooks: { ...known.restBooks, [book.market]: book } };
    }
    case 'tick': {
      const { tick } = event;
      const before = known.ticks[tick.symbol];
      if (before !== undefined && before.exchangeTimeMs >= tick.exchangeTimeMs) return known;
      return { ...known, ticks: { ...known.ticks, [tick.symbol]: tick } };
    }
    case 'market': {
      const { market } = event;
      return { ...known, markets: { ...known.markets, [market.market]: market } };
    }
    case 'position': {
      const { outcome, quantity, available, atMs } = event;
      const key = keyOf(outcome);
      const before = known.positions[key];
      if (before !== undefined && before.atMs > atMs) return known;
      return { ...known, positions: { ...known.positions, [key]: { outcome, quantity, available, atMs } } };
    }
    case 'clock':
      return { ...known, clock: applyClock(known.clock, event.offsetMs, event.atMs) };
    case 'gates':
      return { ...known, gates: event.gates };
    case 'reconciled':
      return known.isReconciled ? known : { ...known, isReconciled: true };
    case 'restart':
      return emptyKnown(true);
    default:
      return known;
  }
}

/** A jump of the offset counts as a fault of a clock until the next measurement agrees with it. */
function applyClock(before: KnownClock | null, offsetMs: number, measuredAtMs: number): KnownClock {
  const isSteady = before === null || Math.abs(offsetMs - before.offsetMs) <= CLOCK_MAX_JUMP_MS;
  return { offsetMs, measuredAtMs, isSteady };
}

function isNewer(book: BookObservation, before: BookObservation): boolean {
  if (book.epoch !== before.epoch) return book.epoch > before.epoch;
  if (book.sequence !== before.sequence) return book.sequence > before.sequence;
  if (book.provedAtMs !== before.provedAtMs) return book.provedAtMs > before.provedAtMs;
  return book.health !== before.health;
}
