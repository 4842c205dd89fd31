/**
 * Editions of events: the next one opens when one is decided; windows follow the clock.
 *
 * Units       Times in ms.
 * Invariants  Edition and winner are functions of seed, start and time.
 */
import type { EventPlan } from './eventPlan.ts';
import { hash32 } from './random.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Delay between a price market's close and its settlement, until its candle is final. */
const SETTLE_MS = 5_000;
/** One in this many editions of a single-market event is voided. */
const VOID_ONE_IN = 40;

export interface Edition {
  readonly event: EventPlan;
  /** Index of the event in the catalogue. */
  readonly eventAt: number;
  readonly number: number;
  readonly key: string;
  readonly openAtMs: number;
  readonly closeAtMs: number;
  /** `determination_at` of the interface; null when it equals the close. */
  readonly determinationAtMs: number | null;
  /** Publication of the result. */
  readonly decidedAtMs: number;
  /** Index of the winning market, −1 when a price decides; for a single market 0 means yes and 1 means no. */
  readonly winner: number;
  readonly isVoid: boolean;
}

export function hashText(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = hash32(hash, text.charCodeAt(at));
  return hash;
}

function isPriceEvent(event: EventPlan): boolean {
  const { kind } = event.markets[0]!.driver;
  return kind === 'strike' || kind === 'updown';
}

export function buildEdition(
  seed: number,
  startMs: number,
  event: EventPlan,
  eventAt: number,
  number: number,
): Edition {
  const key = `${event.slug}#${number}`;
  const { winner, isVoid } = drawOutcome(seed, event, number);
  if (event.everyMinutes !== undefined) {
    const length = event.everyMinutes * MINUTE_MS;
    const closeAtMs = (number + 1) * length;
    const times = { openAtMs: number * length, closeAtMs, determinationAtMs: null, decidedAtMs: closeAtMs + SETTLE_MS };
    return { event, eventAt, number, key, ...times, winner, isVoid };
  }
  const endDays = event.determinedInDays ?? event.closesInDays;
  const dayAfter = Math.ceil(startMs / DAY_MS) * DAY_MS;
  const turn = dayAfter + number * endDays * DAY_MS;
  const closeAtMs = turn + event.closesInDays * DAY_MS;
  const determinationAtMs = event.determinedInDays === undefined ? null : turn + event.determinedInDays * DAY_MS;
  return {
    event,
    eventAt,
    number,
    key,
    openAtMs: number === 0 ? Math.floor(startMs / DAY_MS) * DAY_MS - event.openedDaysAgo * DAY_MS : turn,
    closeAtMs,
    determinationAtMs,
    decidedAtMs: (determinationAtMs ?? closeAtMs) + SETTLE_MS,
    winner,
    isVoid,
  };
}

/** Number of the edition that is open or awaits its result at a time. */
export function editionNumberAt(startMs: number, event: EventPlan, atMs: number): number {
  if (event.everyMinutes !== undefined) return Math.floor(atMs / (event.everyMinutes * MINUTE_MS));
  const length = (event.determinedInDays ?? event.closesInDays) * DAY_MS;
  const dayAfter = Math.ceil(startMs / DAY_MS) * DAY_MS;
  return Math.max(0, Math.floor((atMs - SETTLE_MS - dayAfter) / length));
}

function drawOutcome(seed: number, event: EventPlan, number: number): { winner: number; isVoid: boolean } {
  if (isPriceEvent(event)) return { winner: -1, isVoid: false };
  const key = hashText(event.slug);
  const { driver } = event.markets[0]!;
  if (driver.kind === 'alone') {
    const winner = hash32(seed, 31, key, number) % 1_000_000 < driver.probability ? 0 : 1;
    return { winner, isVoid: hash32(seed, 37, key, number) % VOID_ONE_IN === 0 };
  }
  const weights = event.markets.map((market) => (market.driver.kind === 'share' ? market.driver.weight : 0));
  let dice = hash32(seed, 31, key, number) % weights.reduce((sum, weight) => sum + weight, 0);
  const winner = weights.findIndex((weight) => {
    dice -= weight;
    return dice < 0;
  });
  return { winner, isVoid: false };
}
