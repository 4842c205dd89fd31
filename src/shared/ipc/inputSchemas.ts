/**
 * Schemas of what the bridge's inputs are made of: strict, with bounds on every text.
 *
 * Errors      A parser's message becomes the schema's.
 */
import { z } from 'zod';
import { PERIODS, type Period } from '../market/candle.ts';
import { type DirectionField, findDirectionFault } from '../order/account/custodial.ts';
import type { OrderIntent } from '../order/intent.ts';
import { LIMIT_NAMES, type LimitName } from '../order/risk/limits.ts';
import { MAX_REDEMPTIONS, type WalletIntent } from '../order/wallet/walletAction.ts';
import { parseAddress, parseHex32, parseIntentId, parseMarketId } from '../units/ids.ts';
import { toPrice } from '../units/price.ts';
import { toShares } from '../units/shares.ts';
import { ACCOUNT_COLOURS } from './accounts.ts';
import { MAX_LAYOUT_CHARACTERS, parseWorkspaceName } from './workspaces.ts';

/** Runs one of our parsers inside a schema and keeps its message. */
export function parsed<I, O>(base: z.ZodType<I, I>, parse: (value: I) => O) {
  return base.transform((value, context): O => {
    try {
      return parse(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'Expected another value' });
      return z.NEVER;
    }
  });
}

export const nothing = z.strictObject({});
export const marketId = parsed(z.string().max(128), parseMarketId);
export const workspaceId = z.string().regex(/^w\d{1,9}$/);
export const workspaceName = parsed(z.string().max(200), parseWorkspaceName);
export const hashes = z
  .array(z.string().regex(/^0x[0-9a-f]{64}$/))
  .min(1)
  .max(32);
/** Longest requested lifetime of a session key; the exchange clamps it to its own policy. */
export const MAX_SESSION_HOURS = 24 * 90;
export const layout = z.string().max(MAX_LAYOUT_CHARACTERS);
export const password = z.string().min(1, 'Expected a password, found nothing').max(1024);
export const time = z.number().int().nonnegative().max(8.64e15);
export const lockMinutes = z.number().int().min(1).max(60);
export const period = z.enum(Object.keys(PERIODS) as [Period, ...Period[]]);

export const accountId = z.string().regex(/^[a-z0-9-]{1,36}$/);
export const accountName = { label: z.string().max(200), colour: z.enum(ACCOUNT_COLOURS) };

export const directionField: z.ZodType<DirectionField, DirectionField> = z
  .strictObject({ name: z.string().max(40), buy: z.string().max(20), sell: z.string().max(20) })
  .refine((direction) => findDirectionFault(direction) === null, 'Expected a free field and two different words');

export const keySource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('random') }),
  z.strictObject({ kind: z.literal('hex'), privateKey: z.string().max(80) }),
  z.strictObject({ kind: z.literal('phrase'), phrase: z.string().max(400), index: z.number().int().min(0).max(99) }),
  z.strictObject({ kind: z.literal('keystore'), json: z.string().max(65_536), keystorePassword: z.string().max(1024) }),
]);
export type KeySource = z.output<typeof keySource>;

export const intent: z.ZodType<OrderIntent, IntentShape> = z.strictObject({
  intentId: parsed(z.string(), parseIntentId),
  market: marketId,
  side: z.enum(['yes', 'no']),
  direction: z.enum(['buy', 'sell']),
  price: parsed(z.number(), toPrice),
  shares: parsed(z.number(), toShares),
  postOnly: z.boolean(),
  isPriceTyped: z.literal(true).exactOptional(),
  bookVersion: z.number().int().nonnegative().nullable(),
});

/** A position to prepare an exit for; `shares` null: all that can be sold. */
export const exitChoice = z.strictObject({
  market: marketId,
  side: z.enum(['yes', 'no']),
  price: parsed(z.number(), toPrice),
  shares: parsed(z.number(), toShares).nullable(),
});

/** Any of the risk limits, in its unit. */
export const limits = z.strictObject(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, z.bigint().exactOptional()])) as {
    readonly [N in LimitName]: z.ZodExactOptional<z.ZodBigInt>;
  },
);

interface IntentShape {
  intentId: string;
  market: string;
  side: 'yes' | 'no';
  direction: 'buy' | 'sell';
  price: number;
  shares: number;
  postOnly: boolean;
  isPriceTyped?: true;
  bookVersion: number | null;
}

/** Every field is required: a missing one would silently select more orders. */
export const cancelSelection = z.strictObject({
  market: marketId.nullable(),
  eventId: z.number().int().nullable(),
  side: z.enum(['yes', 'no']).nullable(),
  column: z.enum(['bid', 'ask']).nullable(),
  yesPrice: parsed(z.number(), toPrice).nullable(),
});

const side = z.enum(['yes', 'no']);
export const flattenScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('position'), market: marketId, side }),
  z.strictObject({ kind: z.literal('market'), market: marketId }),
  z.strictObject({ kind: z.literal('event'), eventId: z.number().int() }),
  z.strictObject({ kind: z.literal('all') }),
]);

export const flattenLeg = z.strictObject({
  market: marketId,
  side,
  route: z.enum(['sell', 'buyOther']),
  worst: parsed(z.number(), toPrice),
  shares: parsed(z.number(), toShares),
  isBookConfirmed: z.boolean(),
});

export const address = parsed(z.string().max(42), parseAddress);
export const hash32 = parsed(z.string().max(66), parseHex32);
/** Millionths; far above every balance. */
const amount = z
  .bigint()
  .positive()
  .max(10n ** 15n);
const orAll = z.union([amount, z.literal('all')]);

export const walletIntent: z.ZodType<WalletIntent, WalletIntentShape> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('withdraw'), to: address, amount: orAll }),
  z.strictObject({ kind: z.literal('redeem'), markets: z.array(marketId).min(1).max(MAX_REDEMPTIONS).readonly() }),
  z.strictObject({ kind: z.literal('split'), market: marketId, amount }),
  z.strictObject({ kind: z.literal('merge'), market: marketId, amount: orAll }),
]);

/** The intent before its ids are parsed. */
type WalletIntentShape =
  | { kind: 'withdraw'; to: string; amount: bigint | 'all' }
  | { kind: 'redeem'; markets: readonly string[] }
  | { kind: 'split'; market: string; amount: bigint }
  | { kind: 'merge'; market: string; amount: bigint | 'all' };
