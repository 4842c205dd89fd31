/** Commands of a window's layout, of detached windows, and of what the windows share. */

import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { runChange, type WorkspaceCommandOptions } from './workspaces.ts';

/** Windows that pages may open in a minute. */
const MAX_OPENED_PER_MINUTE = 12;

export function buildLayoutCommands(options: WorkspaceCommandOptions): CommandsOf<'layout'> & CommandsOf<'window'> {
  const { workspaces, trader } = options;
  const countWindow = openRateWindow({ max: MAX_OPENED_PER_MINUTE, windowMs: 60_000, now: () => trader.now() });
  const run = <T>(change: (workspaces: Workspaces) => T | Promise<T>) => runChange(options, change);

  return {
    'layout.load': async (_input, { window }) => succeed(workspaces.load(window)),
    'layout.save': ({ workspace, json }, { window }) =>
      run(() => {
        workspaces.save(window, workspace, json);
        return null;
      }),
    'layout.opened': ({ workspace }, { window }) =>
      run(() => {
        workspaces.noteOpened(window, workspace);
        return null;
      }),
    'layout.takeReturned': ({ workspace }, { window }) => run(() => workspaces.takeReturned(window, workspace)),
    'layout.share': ({ workspace, changes }) => run(() => ({ revision: workspaces.share(workspace, changes) })),
    'layout.point': ({ workspace, link, at }) => run(() => ({ revision: workspaces.point(workspace, link, at) })),
    'window.open': async ({ workspace, json }) => {
      const seconds = countWindow();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      return run(async () => {
        await workspaces.detach(workspace, json);
        return null;
      });
    },
    'window.close': (_input, { window }) =>
      run(async () => {
        await workspaces.closeWindow(window);
        return null;
      }),
    'window.focus': (_input, { window }) =>
      run(() => {
        workspaces.focusWindow(window);
        return null;
      }),
  };
}
