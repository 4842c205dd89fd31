/**
 * Commands of workspaces (open, create, rename, duplicate, remove, restore, export, import), layouts and windows.
 *
 * Invariants  The page gives no path. Of an imported file the page gets its name alone, after every check.
 */
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, type Result, succeed } from '#shared/ipc/result.ts';
import type { Shell } from '../../shell/port.ts';
import { writePrivateFile } from '../../storage/atomicWrite.ts';
import {
  formatExportedWorkspace,
  MAX_EXPORT_BYTES,
  parseExportedWorkspace,
} from '../../storage/workspaces/exportedWorkspace.ts';
import type { Trader } from '../trader.ts';
import { WorkspaceError, type WorkspaceProblem } from '../workspaces/workspaceList.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { formatStamp, isBelow } from './chosenPath.ts';

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

/** Exports and imports in a minute: a page cannot keep asking for a path. */
const MAX_FILES_PER_MINUTE = 6;

export interface WorkspaceCommandOptions {
  readonly workspaces: Workspaces;
  readonly trader: Pick<Trader, 'now' | 'onFault' | 'vaultFolder' | 'locks' | 'vault'>;
  readonly shell: Pick<Shell, 'chooseSavePath' | 'readChosenFile'>;
}

const PROBLEMS = {
  unknown: fail('NOT_FOUND', { what: 'workspace' }),
  last: fail('BAD_INPUT', { reason: 'lastWorkspace' }),
  tooMany: fail('BAD_INPUT', { reason: 'tooManyWorkspaces' }),
  tooManyWindows: fail('BAD_INPUT', { reason: 'tooManyWindows' }),
  tooLarge: fail('BAD_INPUT', { reason: 'workspacesTooLarge' }),
  layout: fail('BAD_INPUT', { reason: 'layout' }),
} as const satisfies Record<WorkspaceProblem, Result<never>>;

/** Runs a change; the file on disk is as before where it fails. */
export async function runChange<T>(
  { workspaces, trader }: Pick<WorkspaceCommandOptions, 'workspaces' | 'trader'>,
  change: (workspaces: Workspaces) => T | Promise<T>,
): Promise<Result<T>> {
  try {
    return succeed(await change(workspaces));
  } catch (error) {
    if (error instanceof WorkspaceError) return PROBLEMS[error.problem];
    trader.onFault('workspaces', error);
    return fail('SAVE_FAILED', { reason: 'settings' });
  }
}

export function buildWorkspaceCommands(options: WorkspaceCommandOptions): CommandsOf<'workspace'> {
  const { workspaces, trader, shell } = options;
  const countFile = openRateWindow({ max: MAX_FILES_PER_MINUTE, windowMs: 60_000, now: () => trader.now() });
  const run = <T>(change: () => T | Promise<T>) => runChange(options, change);
  const isLocked = (): boolean => trader.vault.status().at !== 'absent' && trader.locks.depth() !== 'open';

  return {
    'workspace.open': ({ id }) =>
      run(async () => {
        await workspaces.select(id);
        return null;
      }),
    'workspace.create': ({ name, arrangement }) => run(() => ({ id: workspaces.create(name, arrangement) })),
    'workspace.rename': ({ id, name }) =>
      run(() => {
        workspaces.rename(id, name);
        return null;
      }),
    'workspace.duplicate': ({ id }) => run(() => ({ id: workspaces.duplicate(id) })),
    'workspace.remove': ({ id }) =>
      run(async () => {
        await workspaces.remove(id);
        return null;
      }),
    'workspace.restore': async () => {
      const restored = await run(() => workspaces.restore());
      if (!restored.ok) return restored;
      return restored.value === null ? fail('NOT_FOUND', { what: 'workspace' }) : succeed({ id: restored.value });
    },
    'workspace.export': async ({ id }) => {
      const seconds = countFile();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      const found = await run(() => workspaces.find(id));
      if (!found.ok) return found;
      const path = await shell.chooseSavePath(`adyton-workspace-${formatStamp(trader.now())}.json`);
      if (path === null) return fail('CANCELLED', { reason: 'noPath' });
      if (isLocked()) return fail('LOCKED', {});
      if (isBelow(path, trader.vaultFolder)) return fail('BAD_INPUT', { reason: 'vaultFolder' });
      try {
        writePrivateFile(path, formatExportedWorkspace(found.value));
        return succeed({ path });
      } catch (error) {
        trader.onFault('workspaces', error);
        const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        return fail('SAVE_FAILED', { reason: exists ? 'copyExists' : 'export' });
      }
    },
    'workspace.import': async ({ panes }) => {
      const seconds = countFile();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      const file = await shell.readChosenFile(MAX_EXPORT_BYTES);
      if (file === null) return fail('CANCELLED', { reason: 'noFile' });
      if (isLocked()) return fail('LOCKED', {});
      if (file.kind === 'unreadable') return fail('BAD_INPUT', { reason: 'workspaceFile', fault: 'unreadable' });
      if (file.kind === 'tooLarge') {
        return fail('BAD_INPUT', { reason: 'workspaceFile', fault: 'tooLarge', maxBytes: MAX_EXPORT_BYTES });
      }
      const parsed = parseExportedWorkspace(file.text, panes);
      if ('problem' in parsed) return fail('BAD_INPUT', { reason: 'workspaceFile', ...parsed.problem });
      return run(() => {
        const id = workspaces.add(parsed.workspace);
        return { id, name: workspaces.find(id).name };
      });
    },
  };
}
