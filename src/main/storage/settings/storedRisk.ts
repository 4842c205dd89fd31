/**
 * Stored form of the risk limits, exclusive events and the day's baseline, as a part of the protected settings.
 *
 * Shape       Whole numbers as decimal text in the limits' units. A limit that is missing, or outside its bounds, has its default.
 */
import { z } from 'zod';
import { buildLimits, isInBounds, LIMIT_RULES, type LimitName } from '#shared/order/risk/limits.ts';
import type { StoredRisk } from '#shared/order/risk/state.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';
import { parsedBy } from '../storedData.ts';

export const DEFAULT_RISK: StoredRisk = {
  limits: buildLimits((name) => LIMIT_RULES[name].initial),
  exclusiveEvents: [],
  baseline: null,
};

/** Only exits that give nothing away. */
export const STRICTEST_RISK: StoredRisk = {
  ...DEFAULT_RISK,
  limits: buildLimits((name) => LIMIT_RULES[name][LIMIT_RULES[name].stricter === 'lower' ? 'min' : 'max']),
};

const whole = parsedBy(z.string().regex(/^-?\d{1,30}$/), (text) => BigInt(text));

export const storedRisk: z.ZodType<StoredRisk> = z
  .object({
    limits: z.record(z.string(), whole),
    exclusiveEvents: z.array(z.number().int().nonnegative()).max(500),
    baseline: z
      .object({
        startsAtMs: z.number().nonnegative(),
        equity: whole.transform(toUsd),
        owner: parsedBy(z.string(), parseAddress).nullable(),
      })
      .nullable(),
  })
  .transform(({ limits, ...rest }) => ({
    limits: buildLimits((name: LimitName) => {
      const stored = limits[name];
      return stored === undefined || !isInBounds(name, stored) ? LIMIT_RULES[name].initial : stored;
    }),
    ...rest,
  }));
