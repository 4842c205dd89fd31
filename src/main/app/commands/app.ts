/** Commands of the program itself: what is running, and what the page reports. */
import type { AppInfo, CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { PageReports } from '../pageReports.ts';

export interface AppCommandOptions {
  readonly info: AppInfo;
  readonly reports: Pick<PageReports, 'write'>;
}

export function buildAppCommands({ info, reports }: AppCommandOptions): CommandsOf<'app'> {
  return {
    'app.describe': async () => succeed(info),
    'app.reportFault': async ({ where, message }) => {
      reports.write(where, message);
      return succeed(null);
    },
    // Only the gate's lock rules act on it: the idle time starts again.
    'app.noteAct': async () => succeed(null),
  };
}
