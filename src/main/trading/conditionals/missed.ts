/**
 * Missed triggers: when a trigger would have been true during a gap, by the exchange's one-minute candles.
 *
 * Invariants  Pure. Only trades are in candles: a condition on bid, ask or middle is compared with the prices that traded. Several
 *             conditions at once, underlyings and times are not looked for.
 * Source      docs/conditionals.md#gaps
 */
import type { Candle } from '#shared/market/candle.ts';
import { listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger, Trigger } from '#shared/order/conditional/trigger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';

const MINUTE_MS = 60_000;

/** Conditions on prices that alone make a trigger true. */
export function listSufficient(terms: ConditionalTerms): readonly PriceTrigger[] {
  if (terms.startsWhen !== null) return [];
  return listTriggers(terms)
    .flatMap(parts)
    .filter((one) => one.kind === 'price');
}

function parts(trigger: Trigger): readonly Trigger[] {
  if (trigger.kind === 'any') return trigger.of.flatMap(parts);
  return trigger.kind === 'all' ? [] : [trigger];
}

/** First time between the two, by the exchange's clock, at which the terms would have fired; null: never. */
export function findMissed(
  trigger: PriceTrigger,
  candles: readonly Candle[],
  fromMs: number,
  toMs: number,
): number | null {
  for (const { openTimeMs, low, high } of candles) {
    if (openTimeMs + MINUTE_MS <= fromMs || openTimeMs >= toMs) continue;
    const isYes = trigger.outcome.side === 'yes';
    const lowest = isYes ? low : MICROS - high;
    const highest = isYes ? high : MICROS - low;
    const isTrue = trigger.crosses === 'atOrBelow' ? lowest <= trigger.price : highest >= trigger.price;
    if (isTrue) return Math.max(openTimeMs, fromMs);
  }
  return null;
}

/** The earliest time of all conditions; reads each market once. */
export async function readMissed(
  terms: ConditionalTerms,
  fromMs: number,
  toMs: number,
  listMinutes: (market: MarketId, limit: number) => Promise<readonly Candle[]>,
): Promise<number | null> {
  const limit = Math.min(MAX_CANDLES, Math.ceil((toMs - fromMs) / MINUTE_MS) + 2);
  let earliest: number | null = null;
  for (const trigger of listSufficient(terms)) {
    const atMs = findMissed(trigger, await listMinutes(trigger.outcome.market, limit), fromMs, toMs);
    if (atMs !== null && (earliest === null || atMs < earliest)) earliest = atMs;
  }
  return earliest;
}

const MAX_CANDLES = 1_000;
