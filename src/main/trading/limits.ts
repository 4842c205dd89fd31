/** Limits that trading sets itself, as settings. */
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { parseUsd, type Usd } from '#shared/units/usd.ts';

export interface Limits {
  /** The most that one order may cost, before fees. */
  readonly maxOrderCost: Usd;
  /** Rate of the fee reserve in millionths (docs/assumptions.md#fee-reserve). */
  readonly feeRateMicros: number;
}

export const DEFAULT_LIMITS: Limits = { maxOrderCost: parseUsd('5000'), feeRateMicros: DEFAULT_FEE_RATE };
