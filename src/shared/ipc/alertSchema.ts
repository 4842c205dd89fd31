/**
 * Schema of an alert's terms: strict, for the bridge and for stored alerts.
 *
 * Errors      Only the form is checked here; `checkTerms` checks what the values mean.
 */
import { z } from 'zod';
import {
  type AlertTerms,
  MAX_PAUSE_MS,
  MAX_STREAM_MS,
  MAX_TO_CLOSE_MS,
  MAX_VOLUME_WINDOW_MS,
  MIN_PAUSE_MS,
  MIN_VOLUME_WINDOW_MS,
  ORDER_TURNS,
  PRICE_SOURCES,
} from '../alerts/alert.ts';
import { parseMarketId } from '../units/ids.ts';

const micros = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const time = z.number().int().nonnegative().max(8.64e15);
const crosses = z.enum(['above', 'below']);
const marketId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/)
  .transform(parseMarketId);

const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    of: z.enum(PRICE_SOURCES),
    side: z.enum(['yes', 'no']),
    crosses,
    level: micros,
  }),
  z.strictObject({ kind: z.literal('spread'), crosses, level: micros }),
  z.strictObject({
    kind: z.literal('volume'),
    level: micros,
    windowMs: z.number().int().min(MIN_VOLUME_WINDOW_MS).max(MAX_VOLUME_WINDOW_MS),
  }),
  z.strictObject({ kind: z.literal('fill') }),
  z.strictObject({ kind: z.literal('order'), turns: z.array(z.enum(ORDER_TURNS)).max(ORDER_TURNS.length) }),
  z.strictObject({ kind: z.literal('balance'), level: micros }),
  z.strictObject({ kind: z.literal('timeToClose'), beforeMs: z.number().int().min(1_000).max(MAX_TO_CLOSE_MS) }),
  z.strictObject({
    kind: z.literal('stream'),
    of: z.enum(['book', 'account']),
    forMs: z.number().int().min(1_000).max(MAX_STREAM_MS),
  }),
  z.strictObject({ kind: z.literal('rules') }),
]);

const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('market'), market: marketId }),
  z.strictObject({ kind: z.literal('event'), eventId: z.number().int() }),
  z.strictObject({ kind: z.literal('any') }),
]);

export const alertTerms = z.strictObject({
  condition,
  scope,
  repeat: z.strictObject({ pauseMs: z.number().int().min(MIN_PAUSE_MS).max(MAX_PAUSE_MS), rearmBy: micros }).nullable(),
  expiresAtMs: time.nullable(),
}) satisfies z.ZodType<AlertTerms>;
