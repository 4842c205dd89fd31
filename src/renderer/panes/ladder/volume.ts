/**
 * Traded volume by price of a chosen time, and from when on it is known.
 *
 * Units       Prices in YES terms and shares in millionths; times in ms of the exchange's clock.
 * Shape       Levels are [price, shares, …] in any order.
 */
import type { Trade } from '#shared/market/tape.ts';

export const VOLUME_WINDOWS = ['watched', '5m', '15m', '1h'] as const;

export type VolumeWindow = (typeof VOLUME_WINDOWS)[number];

export const VOLUME_LABELS: Readonly<Record<VolumeWindow, string>> = {
  watched: 'Vol',
  '5m': 'Vol 5m',
  '15m': 'Vol 15m',
  '1h': 'Vol 1h',
};

const MINUTES: Readonly<Record<Exclude<VolumeWindow, 'watched'>, number>> = { '5m': 5, '15m': 15, '1h': 60 };

export interface Volume {
  readonly levels: Float64Array;
  /** Later than the start of the window where older trades are not known; null where the window is whole, or has no start. */
  readonly knownSinceMs: number | null;
}

const NONE = new Float64Array();

/** @param watched volume since the market was first watched; @param trades newest first. */
export function buildVolume(
  window: VolumeWindow,
  watched: Float64Array | null,
  trades: readonly Trade[],
  nowMs: number,
): Volume {
  if (window === 'watched') return { levels: watched ?? NONE, knownSinceMs: null };
  const startMs = nowMs - MINUTES[window] * 60_000;
  const byPrice = new Map<number, number>();
  for (const { price, shares, exchangeTimeMs } of trades) {
    if (exchangeTimeMs >= startMs) byPrice.set(price, (byPrice.get(price) ?? 0) + shares);
  }
  const oldestMs = trades.at(-1)?.exchangeTimeMs ?? null;
  return {
    levels: Float64Array.from([...byPrice].flat()),
    knownSinceMs: oldestMs !== null && oldestMs > startMs ? oldestMs : null,
  };
}
