/**
 * Schema of a simulated day's seed and start: strict, for the bridge.
 *
 * Errors      Only the form is checked here; main checks that the start is of the terms.
 */
import { z } from 'zod';
import { parseMarketId } from '../../units/ids.ts';
import { toPrice } from '../../units/price.ts';
import { toShares } from '../../units/shares.ts';
import { type DayStart, MAX_SEED } from './dryRun.ts';

const MAX_DAY_MARKETS = 64;

const time = z.number().int().nonnegative().max(8.64e15);
const level = z.number().positive().max(1e12);
const symbol = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);

const driver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('alone') }),
  z.strictObject({ kind: z.literal('share'), group: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('strike'), symbol, target: level, cap: level.nullable() }),
]);

const market = z.strictObject({
  market: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/)
    .transform(parseMarketId),
  price: z.number().int().min(10_000).max(990_000).transform(toPrice),
  isGuessed: z.boolean(),
  activity: z.enum(['busy', 'mid', 'thin']),
  levelShares: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).transform(toShares).nullable(),
  driver,
  closeAtMs: time.nullable(),
});

export const daySeed = z.number().int().min(0).max(MAX_SEED);

export const dayStart = z.strictObject({
  /** A whole second. */
  startMs: time.refine((value) => value % 1_000 === 0),
  markets: z.array(market).min(1).max(MAX_DAY_MARKETS),
  underlyings: z.array(z.strictObject({ symbol, price: level })).max(MAX_DAY_MARKETS),
}) satisfies z.ZodType<DayStart>;
