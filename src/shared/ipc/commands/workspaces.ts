/** Commands of layouts, windows and workspaces. */
import { z } from 'zod';
import { answer, defineCommands } from '../command.ts';
import { layout, marketId, nothing, time, workspaceId, workspaceName } from '../inputSchemas.ts';
import { ARRANGEMENTS, SHARED_LINKS, type WindowLayout } from '../workspaces.ts';

export const layoutCommands = defineCommands('layout', {
  load: {
    input: nothing,
    /** Null for a window that is closing. */
    output: answer<WindowLayout | null>(),
    lock: 'always',
  },
  save: {
    input: z.strictObject({ workspace: workspaceId, json: layout }),
    output: answer<null>(),
    lock: 'always',
    keeps: true,
  },
  /** The main window shows the layout that it loaded: it is the last good one. */
  opened: {
    input: z.strictObject({ workspace: workspaceId }),
    output: answer<null>(),
    lock: 'always',
  },
  /** Layouts of closed windows, whose panes the main window now adds. */
  takeReturned: {
    input: z.strictObject({ workspace: workspaceId }),
    output: answer<readonly string[]>(),
    lock: 'always',
  },
  /** Sets what the windows share of some link groups. */
  share: {
    input: z.strictObject({
      workspace: workspaceId,
      changes: z
        .array(
          z.strictObject({
            link: z.enum(SHARED_LINKS),
            market: marketId.exactOptional(),
            draft: z.string().max(2_000).exactOptional(),
          }),
        )
        .min(1)
        .max(SHARED_LINKS.length),
    }),
    /** First revision of the shared links that contains the change. */
    output: answer<{ readonly revision: number }>(),
    lock: 'always',
    keeps: true,
  },
  /** Moves the crosshair of a link group, for the charts of the other windows. */
  point: {
    input: z.strictObject({
      workspace: workspaceId,
      link: z.enum(SHARED_LINKS),
      at: z.strictObject({ timeMs: time, price: z.number().int().min(0).max(1_000_000) }).nullable(),
    }),
    /** The revision of this crosshair. */
    output: answer<{ readonly revision: number }>(),
    lock: 'always',
    keeps: true,
  },
});

export const windowCommands = defineCommands('window', {
  /** Opens a window that shows a layout; the page removes these panes from its own one when that succeeds. */
  open: {
    input: z.strictObject({ workspace: workspaceId, json: layout }),
    output: answer<null>(),
    lock: 'always',
    keeps: true,
  },
  /** Closes the detached window that asks; its panes go back to the main window. */
  close: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
  },
  focus: {
    input: nothing,
    output: answer<null>(),
    lock: 'always',
  },
});

export const workspaceCommands = defineCommands('workspace', {
  open: {
    input: z.strictObject({ id: workspaceId }),
    output: answer<null>(),
    lock: 'always',
  },
  create: {
    input: z.strictObject({ name: workspaceName, arrangement: z.enum(ARRANGEMENTS) }),
    output: answer<{ readonly id: string }>(),
    lock: 'always',
    keeps: true,
  },
  rename: {
    input: z.strictObject({ id: workspaceId, name: workspaceName }),
    output: answer<null>(),
    lock: 'always',
    keeps: true,
  },
  duplicate: {
    input: z.strictObject({ id: workspaceId }),
    output: answer<{ readonly id: string }>(),
    lock: 'always',
    keeps: true,
  },
  remove: {
    input: z.strictObject({ id: workspaceId }),
    output: answer<null>(),
    lock: 'always',
  },
  /** Puts the workspace that was removed last back. */
  restore: {
    input: nothing,
    output: answer<{ readonly id: string }>(),
    lock: 'always',
    keeps: true,
  },
  /** Main asks for a path and writes the workspace there. */
  export: {
    input: z.strictObject({ id: workspaceId }),
    output: answer<{ readonly path: string }>(),
    lock: 'open',
    keeps: true,
  },
  /** Main reads a file that a person chooses; `panes` are the kinds of panes that this page has. */
  import: {
    input: z.strictObject({
      panes: z
        .array(z.string().regex(/^[A-Za-z]{1,40}$/))
        .min(1)
        .max(64),
    }),
    output: answer<{ readonly id: string; readonly name: string }>(),
    lock: 'open',
    keeps: true,
  },
});
