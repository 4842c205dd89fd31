/**
 * Exported workspace: the file's format, its limits, and the checks of an import.
 *
 * Shape       JSON with `format` and `version`; layouts as objects, so that a person can read them.
 * Invariants  Text of an imported file is cleaned before it is stored: no bidirectional or control characters, bounded lengths.
 * Errors      `parseExportedWorkspace` answers what is wrong, with the place; it throws nothing.
 */
import { z } from 'zod';
import { cleanText, isPlainText } from '#shared/base/cleanText.ts';
import { measureDepth } from '#shared/base/jsonDepth.ts';
import {
  ARRANGEMENTS,
  MAX_DETACHED_WINDOWS,
  MAX_LAYOUT_CHARACTERS,
  MAX_LAYOUT_DEPTH,
  MAX_WORKSPACE_NAME,
  type WorkspaceFileFault,
} from '#shared/ipc/workspaces.ts';
import type { StoredWorkspace } from './workspacesFile.ts';

export const MAX_EXPORT_BYTES = 512 * 1024;

const FORMAT = 'adyton-workspace';
const VERSION = 1;
/** The layouts are in an object of a list of an object. */
const MAX_DEPTH = MAX_LAYOUT_DEPTH + 3;
/** Of a name or a place that is shown in an error. */
const MAX_SHOWN = 80;

const plainId = z.string().refine((id) => isPlainText(id, 200));

const dock = z.looseObject({
  version: z.union([z.literal(1), z.literal(2)]),
  dock: z.looseObject({
    panels: z.record(plainId, z.looseObject({ contentComponent: z.string().max(40).optional() })),
  }),
});

const file = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  name: z
    .string()
    .transform((text) => cleanText(text, MAX_WORKSPACE_NAME).trim())
    .refine((text) => text !== ''),
  arrangement: z.enum(ARRANGEMENTS),
  layout: dock.nullable(),
  windows: z.array(z.strictObject({ layout: dock })).max(MAX_DETACHED_WINDOWS),
});

export type ImportedWorkspace = Pick<StoredWorkspace, 'name' | 'arrangement' | 'layout'> & {
  readonly windows: readonly string[];
};

/** Without places on a screen: those are this computer's. */
export function formatExportedWorkspace({ name, arrangement, layout, windows }: StoredWorkspace): string {
  const read = (text: string): unknown => withoutDrafts(JSON.parse(text) as object);
  const value = {
    format: FORMAT,
    version: VERSION,
    name,
    arrangement,
    layout: layout === null ? null : read(layout),
    windows: windows.map((window) => ({ layout: read(window.layout) })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `panes`: the kinds of panes that this program has. */
export function parseExportedWorkspace(
  text: string,
  panes: readonly string[],
): { readonly workspace: ImportedWorkspace } | { readonly problem: WorkspaceFileFault } {
  if (measureDepth(text) > MAX_DEPTH) return { problem: { fault: 'tooDeep', max: MAX_DEPTH } };
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, part) => (typeof part === 'string' ? cleanText(part, MAX_EXPORT_BYTES) : part));
  } catch {
    return { problem: { fault: 'notJson' } };
  }
  const version = isObject(value) && value.format === FORMAT ? value.version : undefined;
  if (version !== undefined && version !== VERSION) {
    const found = typeof version === 'number' ? `${version}` : typeof version;
    return { problem: { fault: 'version', expected: VERSION, found } };
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: { fault: 'shape', path: cleanText(issue?.path.map(String).join('.') ?? '', MAX_SHOWN) } };
  }
  const { name, arrangement, layout, windows } = parsed.data;
  const docks = [...(layout === null ? [] : [layout]), ...windows.map((window) => window.layout)];
  for (const { version: layoutVersion, dock } of docks) {
    const entries = Object.entries(dock.panels);
    if (entries.length === 0) return { problem: { fault: 'noPane' } };
    for (const [id, { contentComponent }] of entries) {
      const kind = layoutVersion === 1 ? id : (contentComponent ?? '');
      if (!panes.includes(kind)) return { problem: { fault: 'unknownPane', pane: cleanText(kind, MAX_SHOWN) } };
    }
  }
  const texts = docks.map((one) => JSON.stringify(withoutDrafts(one)));
  if (texts.some((one) => one.length > MAX_LAYOUT_CHARACTERS)) {
    return { problem: { fault: 'tooLarge', maxBytes: MAX_LAYOUT_CHARACTERS } };
  }
  return {
    workspace: {
      name,
      arrangement,
      layout: layout === null ? null : JSON.stringify(withoutDrafts(layout)),
      windows: windows.map((window) => JSON.stringify(withoutDrafts(window.layout))),
    },
  };
}

/** The size of an order is never taken from another person's file. */
function withoutDrafts(layout: object): object {
  const { drafts: _drafts, ...rest } = layout as { readonly drafts?: unknown };
  return rest;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
