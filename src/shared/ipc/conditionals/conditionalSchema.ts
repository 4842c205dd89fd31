/**
 * Schema of the terms of a conditional order: strict, for the bridge and for stored entries.
 *
 * Errors      Only the form is checked here; main checks what the values mean.
 */
import { z } from 'zod';
import type { ConditionalId, ConditionalTerms } from '../../order/conditional/terms.ts';
import { parseMarketId } from '../../units/ids.ts';
import { toPrice } from '../../units/price.ts';
import { toShares } from '../../units/shares.ts';

/** Conditions of a trigger that combines some. */
const MAX_PARTS = 8;
/** Orders of a scale, slices of a TWAP. */
const MAX_LEVELS = 20;
const MAX_SLICES = 200;
/** Legs of a one-cancels-all, orders of one batch of an offset. */
const MAX_LEGS = 4;
const MAX_STEPS = 6;
/** Longest of the durations that terms have. */
export const MAX_DURATION_MS = 30 * 86_400_000;

export const conditionalId = z.uuid().transform((text) => text as ConditionalId);

const price = z.number().int().min(1).max(999_999).transform(toPrice);
const shares = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).transform(toShares);
const spread = z.number().int().min(1).max(999_999);
const ticks = z.number().int().min(0).max(1_000);
const duration = z.number().int().min(1).max(MAX_DURATION_MS);
const time = z.number().int().nonnegative().max(8.64e15);
const side = z.enum(['yes', 'no']);
const direction = z.enum(['buy', 'sell']);
const crosses = z.enum(['atOrBelow', 'atOrAbove']);
const marketId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/)
  .transform(parseMarketId);
const outcome = z.strictObject({ market: marketId, side });
const symbol = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);

const confirm = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('double') }),
  z.strictObject({ kind: z.literal('held'), forMs: duration }),
  z.strictObject({ kind: z.literal('single') }),
]);

const leaf = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    outcome,
    source: z.enum(['ask', 'bid', 'mid', 'last']),
    crosses,
    price,
    minShares: shares,
    maxSpread: spread,
    confirm,
  }),
  z.strictObject({
    kind: z.literal('underlying'),
    symbol,
    crosses,
    price: z.number().positive().max(1e12),
    confirm,
  }),
  z.strictObject({ kind: z.literal('time'), atMs: time }),
  z.strictObject({ kind: z.literal('beforeClose'), market: marketId, beforeMs: duration }),
]);

/** Conditions are combined in one level. */
const parts = z.array(leaf).min(2).max(MAX_PARTS);
export const trigger = z.union([
  leaf,
  z.strictObject({ kind: z.literal('all'), of: parts }),
  z.strictObject({ kind: z.literal('any'), of: parts }),
]);

const walk = z.strictObject({ ticks: ticks.min(1), everyMs: duration }).nullable();
const stop = z.strictObject({ trigger, limit: price, worst: price, walk });
const base = {
  outcome,
  direction,
  shares,
  worst: price,
  startsWhen: trigger.nullable(),
  goodTillMs: time.nullable(),
  standIn: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('rest') }),
      z.strictObject({ kind: z.literal('underlying'), symbol, crosses, price: z.number().positive().max(1e12) }),
    ])
    .exactOptional(),
};

export const conditionalTerms = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stop'), ...base, trigger, limit: price, walk }),
  z.strictObject({ kind: z.literal('takeProfit'), ...base, limit: price, touch: trigger.nullable() }),
  z.strictObject({
    kind: z.literal('trailing'),
    ...base,
    distance: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('ticks'), ticks: ticks.min(1) }),
      z.strictObject({ kind: z.literal('bps'), bps: z.number().int().min(1).max(9_999) }),
    ]),
    activation: price.nullable(),
    minShares: shares,
    maxSpread: spread,
    cap: z.number().int().min(0).max(999_999),
    walk,
  }),
  z.strictObject({
    kind: z.literal('oco'),
    ...base,
    takeProfit: price,
    stop,
    flipTicks: ticks.nullable(),
  }),
  z.strictObject({
    kind: z.literal('bracket'),
    ...base,
    entry: z.strictObject({ price, postOnly: z.boolean() }),
    takeProfit: price.nullable(),
    stop: stop.nullable(),
    batch: shares,
  }),
  z.strictObject({ kind: z.literal('closeBefore'), ...base, beforeMs: duration, limit: price, walk }),
  z.strictObject({
    kind: z.literal('goodTill'),
    ...base,
    price,
    postOnly: z.boolean(),
    killAfterMs: duration.nullable(),
  }),
  z.strictObject({
    kind: z.literal('scale'),
    ...base,
    levels: z.array(z.strictObject({ price, shares })).min(2).max(MAX_LEVELS),
    postOnly: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('iceberg'),
    ...base,
    price,
    clip: shares,
    sizeSpreadBps: z.number().int().min(0).max(9_000),
    maxDelayMs: z.number().int().min(0).max(3_600_000),
  }),
  z.strictObject({
    kind: z.literal('twap'),
    ...base,
    lengthMs: duration,
    slices: z.number().int().min(2).max(MAX_SLICES),
    minSlice: shares,
    pricing: z.enum(['join', 'cross']),
    atEnd: z.enum(['report', 'rest', 'cross']),
  }),
  z.strictObject({
    kind: z.literal('chase'),
    ...base,
    postOnly: z.boolean(),
    minTicks: ticks.min(1),
    minMs: duration,
    everyMs: duration.min(2_000),
    maxMoves: z.number().int().min(1).max(500),
    maxMs: duration,
    maxTicks: ticks.min(1),
    atEnd: z.enum(['rest', 'cancel', 'take']),
  }),
  z.strictObject({
    kind: z.literal('oneCancelsAll'),
    ...base,
    legs: z.array(z.strictObject({ outcome, shares, price })).min(2).max(MAX_LEGS),
    mode: z.enum(['block', 'race']),
  }),
  z.strictObject({
    kind: z.literal('offset'),
    ...base,
    parent: z.strictObject({ price, postOnly: z.boolean() }),
    batch: shares,
    steps: z.array(ticks.min(1)).min(1).max(MAX_STEPS),
  }),
]) satisfies z.ZodType<ConditionalTerms>;
