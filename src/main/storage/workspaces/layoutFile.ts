/**
 * Layout file of versions without workspaces: the current layout and the last one that loaded.
 *
 * Shape       Layouts are JSON text of an object. Version 1 has a `version`; version 0 had none.
 * Errors      `parseLayoutFile` throws StoredDataError on another shape; a layout that is not readable is reported and omitted.
 */
import { z } from 'zod';
import { measureDepth } from '#shared/base/jsonDepth.ts';
import { MAX_LAYOUT_DEPTH } from '#shared/ipc/workspaces.ts';
import { parseStored } from '../storedData.ts';

export interface LayoutFile {
  readonly version: 1;
  readonly current: string | null;
  readonly lastGood: string | null;
}

export const NO_LAYOUT: LayoutFile = { version: 1, current: null, lastGood: null };

const MAX_LAYOUT_CHARACTERS = 100_000;
const file = z.object({ version: z.literal(1).optional(), current: z.unknown(), lastGood: z.unknown() }).partial();

export function parseLayoutFile(value: unknown, onProblem: (problem: string) => void): LayoutFile {
  const { current, lastGood } = parseStored(file, value, 'a layout file of version 1');
  const read = (layout: unknown, name: string): string | null => {
    if (layout === undefined || layout === null) return null;
    if (isLayout(layout)) return layout;
    onProblem(`Expected a layout as a JSON object at ${name}, found other data`);
    return null;
  };
  return { version: 1, current: read(current, 'current'), lastGood: read(lastGood, 'lastGood') };
}

export function isLayout(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_LAYOUT_CHARACTERS) return false;
  // Writing it as an export would recurse.
  if (measureDepth(value) > MAX_LAYOUT_DEPTH) return false;
  try {
    const parsed: unknown = JSON.parse(value);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed);
  } catch {
    return false;
  }
}
