/**
 * Commands of dry runs: what a conditional order would do on a simulated day.
 *
 * Invariants  Nothing is signed, sent or stored: main plans the day, and a process of its own runs it.
 * Source      docs/conditionals.md#dry-run
 */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trading } from '../../trading/trading.ts';
import type { DryRuns } from '../conditionals/dryRuns.ts';

export interface DryRunCommandOptions {
  readonly trader: { readonly trading: { readonly conditionals: Pick<Trading['conditionals'], 'planDryRun'> } };
  readonly dryRuns: Pick<DryRuns, 'run' | 'cancel'>;
}

export type DryRunCommands = Pick<CommandsOf<'conditional'>, 'conditional.dryRun' | 'conditional.cancelDryRun'>;

export function buildDryRunCommands({ trader, dryRuns }: DryRunCommandOptions): DryRunCommands {
  /** Number of the newest dry run or cancel. */
  let newest = 0;
  return {
    'conditional.dryRun': async ({ terms, seed, start }) => {
      newest += 1;
      const own = newest;
      const plan = await trader.trading.conditionals.planDryRun(terms, seed, start);
      // Another one, or a cancel, came while the markets were looked at.
      if (own !== newest) return succeed({ outcome: 'cancelled' });
      return succeed(plan.outcome === 'refused' ? plan : await dryRuns.run(plan.request));
    },
    'conditional.cancelDryRun': async () => {
      newest += 1;
      dryRuns.cancel();
      return succeed(null);
    },
  };
}
