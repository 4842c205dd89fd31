/**
 * Memory of running moves and flattens, so that a restart can report the ones that it interrupted.
 *
 * Shape       `exits.json` of one network and server, version 3. Version 1 had flattens alone, without their orders; version 2
 *             did not name the wallet of the account.
 * Errors      StoredDataError for data that no version wrote.
 */
import { z } from 'zod';
import {
  type AccountId,
  type MarketId,
  type OrderId,
  parseAccountId,
  parseIntentId,
  parseMarketId,
  parseOrderId,
} from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parsedBy, parseStored } from './storedData.ts';

const shares = parsedBy(z.number(), toShares);
const price = parsedBy(z.number(), toPrice);
const market = parsedBy<string, MarketId>(z.string(), parseMarketId);
const intentId = parsedBy(z.string(), parseIntentId);
const orderId = parsedBy<string, OrderId>(z.string(), parseOrderId);
const wallet = parsedBy<string, AccountId>(z.string(), parseAccountId).nullable();
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
const flatten = z.object({
  flattenId: intentId,
  startedAtMs: z.number(),
  legs: z.array(leg.extend({ cancels: z.array(orderId).readonly(), placed: z.array(intentId).readonly() })).readonly(),
});
const move = z.object({
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
});
const version2 = z.object({ version: z.literal(2), flattens: z.array(flatten), moves: z.array(move) });
const version3 = z.object({
  version: z.literal(3),
  flattens: z.array(flatten.extend({ wallet })).readonly(),
  moves: z.array(move.extend({ wallet })).readonly(),
});

export type ExitFile = z.output<typeof version3>;

export const NO_EXITS: ExitFile = { version: 3, flattens: [], moves: [] };

export function parseExitFile(value: unknown): ExitFile {
  const stored = parseStored(z.discriminatedUnion('version', [version1, version2, version3]), value, 'running exits');
  if (stored.version === 3) return stored;
  const { flattens, moves } = stored.version === 2 ? stored : { flattens: stored.running.map(addOrders), moves: [] };
  const addWallet = <T>(one: T): T & { wallet: null } => ({ ...one, wallet: null });
  return { version: 3, flattens: flattens.map((one) => addWallet(one)), moves: moves.map((one) => addWallet(one)) };
}

function addOrders({ legs, ...one }: z.output<typeof version1>['running'][number]): z.output<typeof flatten> {
  return { ...one, legs: legs.map((old) => ({ ...old, cancels: [], placed: [] })) };
}
