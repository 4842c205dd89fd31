/**
 * Memory of running moves and flattens, so that a restart can report the ones that it interrupted.
 *
 * Shape       `exits.json` of one network and server, version 2. Version 1 had flattens alone, without their orders.
 * Errors      StoredDataError for data that no version wrote.
 */
import { z } from 'zod';
import { type MarketId, type OrderId, parseIntentId, parseMarketId, parseOrderId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parsedBy, parseStored } from './storedData.ts';

const shares = parsedBy(z.number(), toShares);
const price = parsedBy(z.number(), toPrice);
const market = parsedBy<string, MarketId>(z.string(), parseMarketId);
const intentId = parsedBy(z.string(), parseIntentId);
const orderId = parsedBy<string, OrderId>(z.string(), parseOrderId);
const side = z.enum(['yes', 'no']);
const leg = z.object({
  market,
  side,
  route: z.enum(['sell', 'buyOther']),
  worst: price,
  isBookConfirmed: z.boolean(),
  toExit: shares,
});
const version1 = z.object({
  version: z.literal(1),
  running: z.array(z.object({ flattenId: intentId, startedAtMs: z.number(), legs: z.array(leg) })),
});
const version2 = z.object({
  version: z.literal(2),
  flattens: z
    .array(
      z.object({
        flattenId: intentId,
        startedAtMs: z.number(),
        legs: z
          .array(leg.extend({ cancels: z.array(orderId).readonly(), placed: z.array(intentId).readonly() }))
          .readonly(),
      }),
    )
    .readonly(),
  moves: z
    .array(
      z.object({
        moveId: intentId,
        orderId,
        market,
        side,
        direction: z.enum(['buy', 'sell']),
        from: price,
        to: price,
        shares,
        filledBefore: shares,
        startedAtMs: z.number(),
      }),
    )
    .readonly(),
});

export type ExitFile = z.output<typeof version2>;

export const NO_EXITS: ExitFile = { version: 2, flattens: [], moves: [] };

export function parseExitFile(value: unknown): ExitFile {
  const stored = parseStored(z.discriminatedUnion('version', [version1, version2]), value, 'running exits');
  if (stored.version === 2) return stored;
  const flattens = stored.running.map((one) => ({
    ...one,
    legs: one.legs.map((old) => ({ ...old, cancels: [], placed: [] })),
  }));
  return { version: 2, flattens, moves: [] };
}
