/** Settings of trading that a caller may replace. */
import { DEFAULT_FEE_RATE } from '#shared/order/fees.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import type { StoredRisk } from '#shared/order/risk/state.ts';
import type { RiskStore } from './risk.ts';

export interface Limits {
  /** Rate of the fee reserve in millionths (docs/assumptions.md#fee-reserve). */
  readonly feeRateMicros: number;
}

export const DEFAULT_LIMITS: Limits = { feeRateMicros: DEFAULT_FEE_RATE };

/** Limits that last as long as the program. */
export function openMemoryRiskStore(change: Partial<StoredRisk> = {}): RiskStore {
  let stored: StoredRisk = { limits: DEFAULT_RISK_LIMITS, exclusiveEvents: [], baseline: null, ...change };
  return {
    value: () => stored,
    save(part) {
      stored = { ...stored, ...part };
    },
  };
}
