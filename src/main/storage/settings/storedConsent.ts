/**
 * Stored form of the consent record, as a part of the protected settings.
 *
 * Shape       Amounts of money as decimal text.
 */
import { z } from 'zod';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { StoredConsent } from '#shared/order/consent.ts';
import { parseAccountId, parseHex32, parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { toUsd } from '#shared/units/usd.ts';
import { parsedBy } from '../storedData.ts';

const count = z.int().nonnegative();
const seal = z.string().max(100);

export const storedConsent: z.ZodType<StoredConsent> = z.object({
  conditionals: z
    .array(
      z.object({
        id: z.uuid().transform((id) => id as ConditionalId),
        account: parsedBy(z.string(), parseAccountId),
        steps: count,
        seal,
      }),
    )
    .readonly(),
  journal: z.object({ number: count, seal }),
  use: z.object({
    dayStartsAtMs: z.number().nonnegative(),
    givenAway: parsedBy(z.string().regex(/^\d{1,18}$/), (text) => toUsd(BigInt(text))),
    isLost: z.boolean(),
  }),
  lots: z
    .array(
      z.object({
        digest: parsedBy(z.string(), parseHex32),
        market: parsedBy(z.string(), parseMarketId),
        side: z.enum(['yes', 'no']),
        price: parsedBy(z.number(), toPrice),
        shares: parsedBy(z.number(), toShares),
        expiresAtMs: z.number(),
      }),
    )
    .readonly(),
  losses: z
    .array(
      z.object({
        store: z.enum(['conditionals', 'orders']),
        reason: z.enum(['missing', 'altered', 'older']),
        count,
      }),
    )
    .readonly(),
});
