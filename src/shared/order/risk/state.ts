/**
 * State that risk is evaluated on: limits, account, market data and the recent use of both.
 *
 * Shape       Main and the page build the same state from the same data, so preview and decision agree.
 */
import type { Address } from '../../units/ids.ts';
import type { DayBaseline, RiskContext, RiskUse } from './context.ts';
import type { RiskLimits } from './limits.ts';

/** What outlives the program. */
export interface StoredRisk {
  readonly limits: RiskLimits;
  readonly exclusiveEvents: readonly number[];
  /** `owner`: whose account it is; another key's account has another baseline. */
  readonly baseline: (DayBaseline & { readonly owner: Address | null }) | null;
}

/** The part that main owns and shows in the account view. */
export interface RiskView extends RiskUse {
  readonly limits: RiskLimits;
}

export interface RiskState extends RiskContext {
  readonly limits: RiskLimits;
}
