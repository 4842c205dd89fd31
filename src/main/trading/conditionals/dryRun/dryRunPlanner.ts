/**
 * Planner of dry runs: looks at the markets of the terms for a moment, then plans the day.
 *
 * Invariants  Reads market data and the account as main has it; changes nothing. What cannot be run is not looked at.
 * Source      docs/conditionals.md#dry-run
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { DayStart } from '#shared/ipc/conditionals/dryRun.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { ConditionalMarkets } from '../ports.ts';
import { findWatched } from '../watched.ts';
import {
  type DryRunContext,
  type DryRunPlan,
  findDryRunRefusal,
  listDayUnderlyings,
  planDryRun,
} from './dryRunPlan.ts';
import { createDryRunWatch } from './dryRunWatch.ts';

export interface DryRunPlanner {
  /** `start` null: a day that begins now. */
  plan(terms: ConditionalTerms, seed: number, start: DayStart | null): Promise<DryRunPlan>;
  close(): void;
}

export interface DryRunPlannerOptions extends Pick<DryRunContext, 'isTrading' | 'available'> {
  readonly markets: ConditionalMarkets;
  readonly schedule: Scheduler;
  /** Exchange's clock. */
  now(): number;
}

export function createDryRunPlanner({
  markets,
  schedule,
  now,
  isTrading,
  available,
}: DryRunPlannerOptions): DryRunPlanner {
  const watch = createDryRunWatch({ markets, schedule });
  const context = (): DryRunContext => ({
    nowMs: Math.floor(now() / 1_000) * 1_000,
    grid: markets.grid(),
    hasListed: markets.hasListed,
    hasUnderlying: markets.hasUnderlying,
    isTrading,
    market: markets.market,
    book: markets.book,
    priceOf: (symbol) => markets.tick(symbol)?.price ?? null,
    available,
  });
  return {
    async plan(terms, seed, start) {
      if (start === null && findDryRunRefusal(terms, null, context()) === null)
        await watch.look(findWatched(terms).markets, listDayUnderlyings(terms, markets.market));
      return planDryRun(terms, seed, start, context());
    },
    close: watch.close,
  };
}
