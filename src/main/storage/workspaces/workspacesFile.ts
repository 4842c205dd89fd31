/**
 * Workspaces file: the layouts of each workspace's windows, and which workspace is open.
 *
 * Shape       `workspaces.json`, version 1. Before it `layout.json` had one layout, which becomes the first workspace.
 * Errors      `parseWorkspacesFile` throws StoredDataError on another shape; a workspace that is not readable is reported
 *             and omitted.
 */
import { z } from 'zod';
import { cleanText } from '#shared/base/cleanText.ts';
import { ARRANGEMENTS, MAX_DETACHED_WINDOWS, MAX_WORKSPACE_NAME, MAX_WORKSPACES } from '#shared/ipc/workspaces.ts';
import { describeIssues, parseStored, StoredDataError } from '../storedData.ts';
import { isLayout, type LayoutFile } from './layoutFile.ts';

const layout = z.string().refine(isLayout, 'expected a layout as a JSON object');
const name = z
  .string()
  .transform((text) => cleanText(text, MAX_WORKSPACE_NAME).trim())
  .refine((text) => text !== '', 'expected a name');
/** A place that is not readable costs the place, not the workspace; what fits the present screens is decided when the window opens. */
const bounds = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable().catch(null);

const workspace = z.object({
  id: z.string().regex(/^w\d{1,9}$/),
  name,
  arrangement: z.enum(ARRANGEMENTS),
  /** Of the main window. */
  layout: layout.nullable(),
  lastGood: layout.nullable(),
  /** Detached windows, by a number that is free in the workspace. */
  windows: z.array(z.object({ id: z.int().positive(), layout, bounds })).max(MAX_DETACHED_WINDOWS),
  /** Layouts of closed windows, whose panes go back to the main window. */
  returned: z.array(layout).max(MAX_DETACHED_WINDOWS * 2),
});

export type StoredWorkspace = Readonly<z.infer<typeof workspace>>;
export type StoredWindow = StoredWorkspace['windows'][number];

export interface WorkspacesFile {
  readonly version: 1;
  readonly selected: string;
  /** At least one. */
  readonly workspaces: readonly StoredWorkspace[];
}

const file = z.object({ version: z.literal(1), selected: z.string(), workspaces: z.array(z.unknown()).min(1) });

export function buildWorkspace(id: string, part: Pick<StoredWorkspace, 'name' | 'arrangement'>): StoredWorkspace {
  return { id, ...part, layout: null, lastGood: null, windows: [], returned: [] };
}

/** Of a first start: one workspace for each style of trading. */
export const FIRST_WORKSPACES: WorkspacesFile = {
  version: 1,
  selected: 'w1',
  workspaces: [
    buildWorkspace('w1', { name: 'One market', arrangement: 'market' }),
    buildWorkspace('w2', { name: 'Scalper', arrangement: 'ladders' }),
    buildWorkspace('w3', { name: 'Event trader', arrangement: 'event' }),
    buildWorkspace('w4', { name: 'Watcher', arrangement: 'markets' }),
  ],
};

/** The single layout of earlier versions as the first workspace; the samples where there is none. */
export function migrateLayout({ current, lastGood }: LayoutFile): WorkspacesFile {
  if (current === null && lastGood === null) return FIRST_WORKSPACES;
  const first = { ...buildWorkspace('w1', { name: 'Main', arrangement: 'market' }), layout: current, lastGood };
  return { version: 1, selected: 'w1', workspaces: [first] };
}

export function parseWorkspacesFile(value: unknown, onProblem: (problem: string) => void): WorkspacesFile {
  const found = parseStored(file, value, 'a workspaces file of version 1');
  const workspaces: StoredWorkspace[] = [];
  for (const [index, entry] of found.workspaces.entries()) {
    const parsed = workspace.safeParse(entry);
    if (!parsed.success) onProblem(describeIssues(parsed.error, `workspace ${index + 1}`));
    else if (workspaces.some(({ id }) => id === parsed.data.id))
      onProblem(`Expected one workspace ${parsed.data.id}, found another with its id`);
    else if (workspaces.length === MAX_WORKSPACES)
      onProblem(`Expected at most ${MAX_WORKSPACES} workspaces, found more`);
    else workspaces.push(parsed.data);
  }
  const [first] = workspaces;
  if (first === undefined) throw new StoredDataError('Expected a readable workspace, found none');
  const isKnown = workspaces.some(({ id }) => id === found.selected);
  return { version: 1, selected: isKnown ? found.selected : first.id, workspaces };
}
