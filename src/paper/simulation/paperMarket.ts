/**
 * One market of the simulation: description, book, candles, tape and result.
 *
 * Units       Times in ms; targets and settlement prices in cents.
 */
import type { Engine } from '../engine/engine.ts';
import type { BookMarket, Trade } from '../engine/state.ts';
import { buildCandleBook, type CandleBook } from './candles.ts';
import { type Edition, hashText } from './editions.ts';
import type { EventPlan, MarketPlan } from './eventPlan.ts';
import type { FairEdition } from './fairValue.ts';
import { LIQUIDITY_PROFILES } from './liquidityProfiles.ts';
import type { MinuteStore } from './minutes.ts';
import { type Past, toTicks } from './pastCandle.ts';
import { buildRandom, hash32 } from './random.ts';
import type { Span } from './span.ts';

/** The candle that decided a price market. */
export interface Settlement {
  readonly candleStartMs: number;
  readonly granularitySeconds: number;
  readonly openCents: number;
  readonly closeCents: number;
  readonly symbol: string;
}

export interface PaperMarket {
  /** `market_id` of the interface. */
  readonly slug: string;
  /** Numeric `id` of the interface. */
  readonly numericId: number;
  readonly plan: MarketPlan;
  readonly title: string;
  readonly event: EventPlan;
  readonly edition: Edition;
  readonly eventId: number;
  readonly book: BookMarket;
  readonly openAtMs: number;
  readonly closeAtMs: number;
  readonly determinationAtMs: number | null;
  /** Strike level; 0 without one. */
  readonly targetCents: number;
  readonly candles: CandleBook;
  /** Latest trades, oldest first; those from before the start are generated and unattributed. */
  readonly tape: Trade[];
  /** Price of the underlying at the start of the deciding candle; 0 before it. */
  candleOpenCents: number;
  settlement: Settlement | null;
}

const PAST_TRADES = 120;
const LAST_MINUTE_SECONDS = 60;

export interface MarketOptions {
  readonly seed: number;
  readonly engine: Engine;
  readonly edition: Edition;
  /** Index in the edition. */
  readonly at: number;
  readonly plan: MarketPlan;
  readonly eventId: number;
  readonly numericId: number;
  readonly targetCents: number;
  readonly fair: FairEdition;
  minutes(slug: string): MinuteStore;
  readonly nowMs: number;
  spans(): readonly Span[];
  readonly saved?: { readonly sequence: number; readonly lastTicks: number; readonly tape: readonly Trade[] };
}

export function buildPaperMarket(options: MarketOptions): PaperMarket {
  const { seed, engine, edition, at, plan, fair, nowMs, saved } = options;
  const { event } = edition;
  const slug = slugOf(edition, plan);
  const profile = LIQUIDITY_PROFILES[plan.tier];
  const isFirst = edition.number === 0 && event.everyMinutes === undefined;
  const earliestMs = isFirst ? 0 : edition.openAtMs;
  const past: Past = {
    key: hash32(seed, 17, hashText(slug)),
    spans: () => (isFirst ? options.spans() : clampSpans(options.spans(), edition.openAtMs)),
    lastTicks: (span) => span.lastTicks[slug] ?? null,
    fairAt: (atMs, span) => fair.during(at, atMs, span),
    halfSpread: profile.maker.halfSpread,
    minuteShares: profile.minuteShares * (plan.pastVolume ?? 1),
  };
  const firstTicks = toTicks(fair.of(at));
  const book = engine.openMarket(saved?.lastTicks ?? firstTicks);
  if (saved) book.sequence = saved.sequence + 1;
  const lastSpan = options.spans().at(-1);
  const isNew = nowMs <= edition.openAtMs;
  return {
    slug,
    numericId: options.numericId,
    plan,
    title: titleOf(edition, plan),
    event,
    edition,
    eventId: options.eventId,
    book,
    openAtMs: edition.openAtMs,
    closeAtMs: edition.closeAtMs,
    determinationAtMs: edition.determinationAtMs,
    targetCents: options.targetCents,
    candles: buildCandleBook(past, options.minutes(slug), firstTicks, nowMs, earliestMs),
    tape: saved
      ? [...saved.tape]
      : isNew || !lastSpan
        ? []
        : buildPastTape(past, lastSpan, (options.numericId % 900) * 1_000, edition.openAtMs, nowMs),
    candleOpenCents: 0,
    settlement: null,
  };
}

/** Start and length in seconds of the deciding candle. */
export function decidingCandle(edition: Edition): { startMs: number; seconds: number } {
  const seconds = edition.event.everyMinutes === undefined ? LAST_MINUTE_SECONDS : edition.event.everyMinutes * 60;
  return { startMs: edition.closeAtMs - seconds * 1_000, seconds };
}

function clampSpans(spans: readonly Span[], openAtMs: number): Span[] {
  return spans
    .filter((span) => span.toMs > openAtMs)
    .map((span) => (span.fromMs === null || span.fromMs < openAtMs ? { ...span, fromMs: openAtMs } : span));
}

/** 2026-01-05T12:15Z → '260105-1215'. */
function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(2, 16).replaceAll('-', '').replace('T', '-').replace(':', '');
}

function slugOf(edition: Edition, plan: MarketPlan): string {
  if (edition.event.everyMinutes !== undefined) return `${plan.slug}-${stampOf(edition.openAtMs)}`;
  return edition.number === 0 ? plan.slug : `${plan.slug}-${edition.number + 1}`;
}

function titleOf(edition: Edition, plan: MarketPlan): string {
  if (edition.event.everyMinutes !== undefined) {
    const time = (atMs: number): string => new Date(atMs).toISOString().slice(11, 16);
    return `${plan.title}, ${time(edition.openAtMs)} to ${time(edition.closeAtMs)} UTC`;
  }
  return edition.number === 0 ? plan.title : `${plan.title}, round ${edition.number + 1}`;
}

/** Generated trades of the hours before the start, unattributed as in the interface's historical tape. */
function buildPastTape(past: Past, span: Span, firstId: number, fromMs: number, nowMs: number): Trade[] {
  const random = buildRandom(past.key, 5);
  const apartMs = Math.round(Math.min(900_000, 3_600_000 / Math.max(past.minuteShares / 4, 1)));
  const out: Trade[] = [];
  let atMs = nowMs;
  for (let index = 0; index < PAST_TRADES; index += 1) {
    atMs -= 200 + random.below(2 * apartMs);
    if (atMs < fromMs) break;
    const ticks = toTicks(past.fairAt(atMs, span) + (random.chance(500_000) ? past.halfSpread : -past.halfSpread));
    const shares = (1 + random.below(60)) * (random.chance(150_000) ? 10 : 1) * 1_000_000;
    out.push({ id: firstId + PAST_TRADES - index, ticks, shares, takerSide: '', atMs });
  }
  return out.reverse();
}
