/**
 * Volume of a time window: contracts of the trades of the last moments, in buckets of a second.
 *
 * Units       Contracts in millionths; times in Unix ms of the exchange's clock.
 * Invariants  A trade counts once, also if it is delivered twice.
 */
import type { Trade } from '../market/tape.ts';

const BUCKET_MS = 1_000;

export interface VolumeWindow {
  /** Start of a second to the contracts of its trades by id. */
  readonly buckets: Map<number, Map<string, number>>;
}

export function buildVolumeWindow(): VolumeWindow {
  return { buckets: new Map() };
}

export function addVolume({ buckets }: VolumeWindow, trade: Pick<Trade, 'id' | 'shares' | 'exchangeTimeMs'>): void {
  const second = Math.floor(trade.exchangeTimeMs / BUCKET_MS) * BUCKET_MS;
  let bucket = buckets.get(second);
  if (bucket === undefined) {
    bucket = new Map();
    buckets.set(second, bucket);
  }
  bucket.set(trade.id, trade.shares);
}

/** Contracts traded within `windowMs` before `nowMs`. */
export function sumVolume({ buckets }: VolumeWindow, windowMs: number, nowMs: number): number {
  let sum = 0;
  for (const [second, bucket] of buckets) {
    if (second + BUCKET_MS > nowMs - windowMs) for (const shares of bucket.values()) sum += shares;
  }
  return sum;
}

/** Forgets trades older than `windowMs` before `nowMs`. */
export function trimVolume({ buckets }: VolumeWindow, windowMs: number, nowMs: number): void {
  for (const second of buckets.keys()) if (second + BUCKET_MS <= nowMs - windowMs) buckets.delete(second);
}
