/**
 * Silence of a stream: learns the usual gaps between messages and decides when a longer one is news.
 *
 * Units       Unix ms and ms.
 * Invariants  Pure. `provedAtMs` never goes back: only a message or a check that agrees raises it. A pause of the connection
 *             is not learnt.
 * Source      docs/life-of-a-tick.md#silence.
 */
import { addGap, buildGapWindow, type GapWindow, gapQuantile } from './gapWindow.ts';

/** Shortest and longest time without proof after which a stream is quiet. */
export const MIN_QUIET_AFTER_MS = 3_000;
export const MAX_QUIET_AFTER_MS = 60_000;
/** A silence this many times longer than nearly all recent gaps is news. */
const FACTOR = 3.5;
const SHARE = 0.95;
/** Bounds the limit by the usual gap, so that a few long pauses do not hide the next one; from LEARNT gaps on. */
const MEDIAN_FACTOR = 24;
const LEARNT = 20;
/** Counts as a gap until others were seen: an unknown market is quiet after 35 s. */
const INITIAL_GAP_MS = 10_000;
const MAX_DOUBLINGS = 10;

export interface Silence {
  readonly gaps: GapWindow;
  /** Null before the first message and after a pause. */
  messageAtMs: number | null;
  /** Time of the newest message, or until which the newest check that agreed proves the data. */
  provedAtMs: number | null;
  /** The silence is counted from here: the newest message, or the answer to the newest check that agreed. */
  countsFromMs: number | null;
  /** Checks that agreed during this silence. */
  agreements: number;
}

export function buildSilence(): Silence {
  return {
    gaps: buildGapWindow(INITIAL_GAP_MS),
    messageAtMs: null,
    provedAtMs: null,
    countsFromMs: null,
    agreements: 0,
  };
}

export function noteMessage(silence: Silence, atMs: number): void {
  if (silence.messageAtMs !== null && atMs >= silence.messageAtMs) addGap(silence.gaps, atMs - silence.messageAtMs);
  restartSilence(silence, atMs);
  raiseProof(silence, atMs);
}

/** A check whose answer arrived at `nowMs` found no change until `provedAtMs`: the next one waits twice as long. */
export function noteAgreement(silence: Silence, provedAtMs: number, nowMs: number): void {
  if (nowMs >= quietAtMs(silence)) silence.agreements += 1;
  silence.countsFromMs = nowMs;
  raiseProof(silence, provedAtMs);
}

/** Counts from now on without a proof: after a new subscription. What came before is not a gap of the market. */
export function restartSilence(silence: Silence, atMs: number): void {
  silence.messageAtMs = atMs;
  silence.countsFromMs = atMs;
  silence.agreements = 0;
}

/** The connection is closed or known to be silent: the time until the next message is not a gap of the market. */
export function pauseSilence(silence: Silence): void {
  silence.messageAtMs = null;
  silence.countsFromMs = null;
  silence.agreements = 0;
}

/** Time without proof after which the stream is quiet; doubles with each check that agreed. */
export function quietAfterMs({ gaps, agreements }: Silence): number {
  const bound = gaps.added > LEARNT ? MEDIAN_FACTOR * gapQuantile(gaps, 0.5) : Number.POSITIVE_INFINITY;
  const limit = Math.max(MIN_QUIET_AFTER_MS, Math.min(FACTOR * gapQuantile(gaps, SHARE), bound));
  return Math.min(MAX_QUIET_AFTER_MS, limit * 2 ** Math.min(agreements, MAX_DOUBLINGS));
}

/** When the stream is quiet unless something proves its data; never while paused. */
export function quietAtMs(silence: Silence): number {
  return silence.countsFromMs === null ? Number.POSITIVE_INFINITY : silence.countsFromMs + quietAfterMs(silence);
}

function raiseProof(silence: Silence, atMs: number): void {
  if (silence.provedAtMs === null || atMs > silence.provedAtMs) silence.provedAtMs = atMs;
}
