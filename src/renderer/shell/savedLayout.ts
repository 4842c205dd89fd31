/**
 * The text of a saved layout, and which panes it could not know: those come in at their usual place, once.
 *
 * Invariants  A layout of another version, or one that names a pane that is gone, is no layout.
 */

export const LAYOUT_VERSION = 1;

/** Layouts were saved without their list of known panes while there were only these. */
const FIRST_PANES: readonly string[] = [
  'chart',
  'ticket',
  'tape',
  'book',
  'orders',
  'positions',
  'fills',
  'balances',
  'health',
  'markets',
  'ladder',
];

export interface SavedLayout {
  /** The docking library's own value. */
  readonly dock: { readonly panels: Readonly<Record<string, unknown>> };
  /** Every pane that existed for the layout when it was saved: one of them that is not in it was taken out. */
  readonly known: readonly string[];
}

export function parseLayout(text: string | null, panes: readonly string[]): SavedLayout | null {
  if (text === null) return null;
  let held: unknown;
  try {
    held = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(held) || held.version !== LAYOUT_VERSION || !isRecord(held.dock) || !isRecord(held.dock.panels)) {
    return null;
  }
  if (Object.keys(held.dock.panels).some((name) => !panes.includes(name))) return null;
  const { panels } = held.dock;
  const known = Array.isArray(held.known) ? held.known.filter((name) => typeof name === 'string') : FIRST_PANES;
  return { dock: { ...held.dock, panels }, known };
}

/** `before`: the layout that this one came from; what it knew stays known, also where this network has no such pane. */
export function formatLayout(dock: object, panes: readonly string[], before: SavedLayout | null = null): string {
  const known = [...new Set([...(before?.known ?? []), ...panes])];
  return JSON.stringify({ version: LAYOUT_VERSION, known, dock });
}

/** Of the panes that this network has: those that the layout neither shows nor could know. */
export function listNewPanes(saved: SavedLayout, panes: readonly string[]): readonly string[] {
  return panes.filter((name) => !saved.known.includes(name) && !(name in saved.dock.panels));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
