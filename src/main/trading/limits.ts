/** What the trading itself allows, as settings. */
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { parseUsd, type Usd } from '#shared/units/usd.ts';

export interface Limits {
  /** One order may cost at most this, before fees. */
  readonly maxOrderCost: Usd;
  /** Millionths; the rate of the fee reserve (docs/assumptions.md#fee-reserve). */
  readonly feeRateMicros: number;
}

export const DEFAULT_LIMITS: Limits = { maxOrderCost: parseUsd('5000'), feeRateMicros: DEFAULT_FEE_RATE };
