/**
 * Schema of the order journal's lines, and the migration of older forms.
 *
 * Shape       Since journal version 3 events have `reason` (code and parameters) and `codes`; before, `why` and `code` were text.
 *             Since version 5 a lost answer has its `cause` as a code; before, `error` was text.
 * Errors      `parseJournalLine` throws StoredDataError on a line that no version of this program wrote.
 */
import { z } from 'zod';
import type { Coded } from '#shared/base/coded.ts';
import { TRANSPORT_FAULTS } from '#shared/market/readFailure.ts';
import type { EchoField } from '#shared/market/schemaDrift.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { type LifeReasons, ORDER_SOURCES, type OrderEvent } from '#shared/order/life.ts';
import type { LostAnswers } from '#shared/order/lostAnswer.ts';
import {
  parseAccountId,
  parseHex32,
  parseIntentId,
  parseMarketId,
  parseOrderId,
  parseTokenId,
} from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { parsedBy, parseStored } from './storedData.ts';

/** Times may have a fraction. */
const time = z.number().nonnegative();
const text = z.string();
const intentId = parsedBy(text, parseIntentId);
const marketId = parsedBy(text, parseMarketId);
const orderId = parsedBy(text, parseOrderId);
const price = parsedBy(z.number(), toPrice);
const shares = parsedBy(z.number(), toShares);
const usd = parsedBy(z.bigint(), toUsd);
const side = z.enum(['yes', 'no']);
const direction = z.enum(['buy', 'sell']);
const none = z.object({});

const ECHO_FIELDS: readonly EchoField[] = ['market', 'side', 'direction', 'price', 'volume'];
const CAUSES: { readonly [C in keyof LostAnswers]: z.ZodType<LostAnswers[C]> } = {
  storedText: z.object({ text }),
  unreachable: z.object({ fault: z.enum(TRANSPORT_FAULTS) }),
  status: z.object({ status: z.number() }),
  unreadable: none,
  otherOrder: z.object({ field: z.enum(ECHO_FIELDS) }),
  notJournalled: none,
  other: none,
};
const lostAnswer = z.preprocess(migrateLostAnswer, z.object({ cause: coded<LostAnswers>(CAUSES) }));

const REASONS: { readonly [C in keyof LifeReasons]: z.ZodType<LifeReasons[C]> } = {
  storedText: z.object({ text }),
  noAnswer: lostAnswer,
  programStopped: none,
  idReused: z.object({ orderId }),
  idOfTwoIntents: z.object({ orderId }),
  notKnown: z.object({ orderId }),
  unknownState: z.object({ state: text }),
  notListed: none,
  surplus: z.object({ equal: z.number(), arrived: z.number() }),
  ruledOutByPerson: none,
  cancelRefused: z.object({ codes: z.array(text) }),
  cancelUnanswered: lostAnswer,
  stillListed: none,
};

const reason = coded<LifeReasons>(REASONS);

const intent: z.ZodType<OrderIntent> = z.object({
  intentId,
  market: marketId,
  side,
  direction,
  price,
  shares,
  postOnly: z.boolean(),
  isPriceTyped: z.literal(true).exactOptional(),
  bookVersion: z.number().nonnegative().nullable(),
});

const order: z.ZodType<ExchangeOrder> = z.object({
  id: orderId,
  market: marketId,
  side,
  direction: direction.nullable(),
  ordType: text,
  price,
  state: z.union([z.enum(['pending', 'wait', 'done', 'cancel', 'reject']), z.object({ unknown: text })]),
  originShares: shares,
  remainingShares: shares,
  filledShares: shares,
  contractsCount: z.number().nonnegative(),
  locked: usd,
  createdAtMs: time,
  updatedAtMs: time,
});

const event: z.ZodType<OrderEvent> = z.preprocess(
  migrateEvent,
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sent'), atMs: time }),
    z.object({ kind: z.literal('cancelSent'), atMs: time }),
    z.object({ kind: z.literal('lost'), atMs: time, reason }),
    z.object({ kind: z.literal('vanished'), atMs: time, reason }),
    z.object({ kind: z.literal('cancelFailed'), atMs: time, reason }),
    z.object({ kind: z.literal('provedAbsent'), atMs: time, reason }),
    z.object({ kind: z.literal('refused'), atMs: time, codes: z.array(text) }),
    z.object({ kind: z.literal('resolved'), atMs: time, orderId: orderId.nullable() }),
    z.object({ kind: z.literal('exchange'), atMs: time, order, source: z.enum(ORDER_SOURCES).optional() }),
  ]),
);

const line: z.ZodType<JournalEntry> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signed'),
    intentId,
    atMs: time,
    exchangeTimeMs: time,
    intent,
    maker: parsedBy(text, parseAccountId),
    tokenId: parsedBy(text, parseTokenId).nullable(),
    salt: z.bigint().nullable(),
    digest: parsedBy(text, parseHex32).nullable(),
    expiresAtMs: time.nullable(),
    isPrepared: z.literal(true).exactOptional(),
    risk: z.object({ notional: usd, givenAway: usd }).exactOptional(),
  }),
  z.object({ kind: z.literal('event'), intentId, atMs: time, event, isLast: z.boolean() }),
]);

export function parseJournalLine(value: unknown): JournalEntry {
  return parseStored(line, value, 'a line of the order journal');
}

/** Versions 1 and 2: `why` held a sentence, `code` the exchange's codes joined by commas. */
function migrateEvent(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if ('why' in value && !('reason' in value)) {
    const { why, ...rest } = value;
    return { ...rest, reason: { code: 'storedText', parameters: { text: why } } };
  }
  if ('code' in value && !('codes' in value)) {
    const { code, ...rest } = value;
    return { ...rest, codes: typeof code === 'string' ? splitCodes(code) : code };
  }
  return value;
}

/** Versions 3 and 4: `error` held a sentence. */
function migrateLostAnswer(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('error' in value) || 'cause' in value) return value;
  return { cause: { code: 'storedText', parameters: { text: value.error } } };
}

/** Schema of a coded value from the schemas of each code's parameters. */
function coded<P>(parameters: { readonly [C in keyof P]: z.ZodType<P[C]> }): z.ZodType<Coded<P>> {
  const codes = Object.keys(parameters) as (keyof P & string)[];
  return z.object({ code: z.enum(codes), parameters: z.unknown() }).transform((value, context): Coded<P> => {
    const found = parameters[value.code].safeParse(value.parameters);
    if (found.success) return { code: value.code, parameters: found.data } as Coded<P>;
    for (const { message, path } of found.error.issues) {
      context.addIssue({ code: 'custom', message, path: ['parameters', ...path] });
    }
    return z.NEVER;
  });
}

function splitCodes(code: string): string[] {
  return code === 'no code' ? [] : code.split(', ');
}
