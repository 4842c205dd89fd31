/**
 * Stored relay queue: signed wallet calls that are not finished, and the latest that are.
 *
 * Shape       `relays.json` of one network and server: at most 32 unfinished and 50 finished calls. Amounts are decimal text.
 *             A finished call has no signature. `sentTimesMs`: when requests left, for the budget of relays. Version 1 had no
 *             calls of session keys, version 2 no times.
 * Invariants  Holds no key and no secret. A signature authorises exactly its own call at its own nonce.
 * Errors      StoredDataError for data that no version wrote.
 */
import { z } from 'zod';
import { type MarketId, parseAddress, parseHex, parseHex32, parseMarketId } from '#shared/units/ids.ts';
import { parsedBy, parseStored } from './storedData.ts';

const MAX_ENTRIES = 82;
/** More requests than the exchange allows in the window in which it counts them. */
const MAX_SENT_TIMES = 100;
/** Calldata of the largest batch, in hex digits, with room. */
const MAX_DATA = 40_000;
const address = parsedBy(z.string().max(42), parseAddress);
const hex = parsedBy(z.string().max(MAX_DATA), parseHex);
const hex32 = parsedBy(z.string().max(66), parseHex32);
const market = parsedBy<string, MarketId>(z.string(), parseMarketId);
const amount = parsedBy(z.string().regex(/^-?\d{1,40}$/), (text) => BigInt(text));
const time = z.int().nonnegative();
const nonce = z.int().nonnegative();

const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('withdraw'), to: address, amount }),
  z.object({ kind: z.literal('redeem'), conditionIds: z.array(hex32).min(1).max(20).readonly() }),
  z.object({ kind: z.literal('split'), conditionId: hex32, amount }),
  z.object({ kind: z.literal('merge'), conditionId: hex32, amount }),
  z.object({ kind: z.literal('session'), x: hex32 }),
]);

const line = z.object({
  share: z.object({ market, outcome: z.enum(['yes', 'no']) }).nullable(),
  change: amount,
  before: amount.nullable(),
  found: amount.nullable(),
});

const entry = z.object({
  hash: hex32,
  wallet: address,
  chainId: nonce,
  call: z.object({ to: address, data: hex, operation: z.union([z.literal(0), z.literal(1)]), nonce }),
  signature: hex.nullable(),
  action: action.nullable(),
  lines: z.array(line).max(64).readonly(),
  at: z.enum([
    'signed',
    'sending',
    'relayed',
    'unknown',
    'executed',
    'refused',
    'notExecuted',
    'superseded',
    'dropped',
    'stopped',
  ]),
  reason: z.string().max(500).nullable(),
  tx: z.string().max(200).nullable(),
  effect: z.enum(['full', 'partial', 'zero', 'other']).nullable(),
  createdAtMs: time,
  sentAtMs: time.nullable(),
  updatedAtMs: time,
});

const file = z
  .object({
    version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    entries: z.array(entry).max(MAX_ENTRIES).readonly(),
    nonces: z.record(z.string().max(80), nonce),
    sentTimesMs: z.array(time).max(MAX_SENT_TIMES).readonly().optional(),
  })
  .transform(({ sentTimesMs, ...rest }) => ({ ...rest, sentTimesMs: sentTimesMs ?? listSentTimes(rest.entries) }));
export type RelayFile = z.output<typeof file>;

/** Versions 1 and 2: the latest request of each call. */
function listSentTimes(entries: readonly z.output<typeof entry>[]): readonly number[] {
  return entries.flatMap(({ sentAtMs }) => (sentAtMs === null ? [] : [sentAtMs])).sort((a, b) => a - b);
}

export const NO_RELAYS: RelayFile = { version: 3, entries: [], nonces: {}, sentTimesMs: [] };

export function parseRelayFile(value: unknown): RelayFile {
  return parseStored<RelayFile>(file, value, 'relayed calls');
}

/** The file's JSON with amounts as text. */
export function encodeRelayFile(relays: Omit<RelayFile, 'version'>): unknown {
  const plain = { version: 3, ...relays };
  return JSON.parse(JSON.stringify(plain, (_key, part) => (typeof part === 'bigint' ? part.toString() : part)));
}
