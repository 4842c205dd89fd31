/** Commands of the fault simulator, on network paper only. */
import type { AppInfo, CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Drills } from '../drills.ts';

export interface DrillCommandOptions {
  readonly info: Pick<AppInfo, 'network'>;
  readonly drills: Pick<Drills, 'start' | 'stop'>;
}

export function buildDrillCommands({ info: { network }, drills }: DrillCommandOptions): CommandsOf<'drill'> {
  const notPaper = () => fail('NOT_IN_THIS_NETWORK', { reason: 'paperOnly' });
  return {
    'drill.start': async ({ kind }) => {
      if (network !== 'paper') return notPaper();
      await drills.start(kind);
      return succeed(null);
    },
    'drill.stop': async () => {
      if (network !== 'paper') return notPaper();
      await drills.stop();
      return succeed(null);
    },
  };
}
