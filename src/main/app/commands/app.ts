/** Commands of the program itself: what is running, and what the page reports. */
import type { AppInfo, CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Log } from '../../storage/log.ts';

export interface AppCommandOptions {
  readonly info: AppInfo;
  readonly trader: { readonly log: Log };
}

export function buildAppCommands({ info, trader }: AppCommandOptions): CommandsOf<'app'> {
  return {
    'app.describe': async () => succeed(info),
    'app.reportFault': async ({ where, message }) => {
      trader.log.write('error', `page: ${where}`, message);
      return succeed(null);
    },
    // Only the gate's lock rules act on it: the idle time starts again.
    'app.noteAct': async () => succeed(null),
  };
}
