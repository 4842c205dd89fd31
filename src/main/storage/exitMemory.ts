/**
 * Memory of running flattens, so that a restart can report the ones that it interrupted.
 *
 * Shape       `exits.json` of one network and server, version 1. Empty while no flatten runs.
 * Errors      StoredDataError for data that no version wrote.
 */
import { z } from 'zod';
import { type MarketId, parseIntentId, parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parsedBy, parseStored } from './storedData.ts';

const shares = parsedBy(z.number(), toShares);
const leg = z.object({
  market: parsedBy<string, MarketId>(z.string(), parseMarketId),
  side: z.enum(['yes', 'no']),
  route: z.enum(['sell', 'buyOther']),
  worst: parsedBy(z.number(), toPrice),
  isBookConfirmed: z.boolean(),
  toExit: shares,
  exited: shares,
  at: z.literal('ended'),
  left: z.null(),
});
const schema = z.object({
  version: z.literal(1),
  running: z.array(
    z.object({
      flattenId: parsedBy(z.string(), parseIntentId),
      startedAtMs: z.number(),
      legs: z.array(leg),
    }),
  ),
});

export type ExitFile = z.output<typeof schema>;

export const NO_EXITS: ExitFile = { version: 1, running: [] };

export function parseExitFile(value: unknown): ExitFile {
  return parseStored(schema, value, 'running flattens');
}
