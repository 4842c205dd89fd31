/**
 * Schema drift of one response: unknown fields and contradicted assumptions.
 *
 * Shape       Field paths have no indices, such as `markets[].mood`, and count their objects.
 * Invariants  The number of paths and notes and the length of each path are bounded, whatever the server sends.
 * Source      docs/assumptions.md#unknown-fields.
 */
import { cleanText } from '#shared/base/cleanText.ts';
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { SchemaDriftNote } from '#shared/market/schemaDrift.ts';

const MAX_PATHS = 100;
const MAX_NAME_LENGTH = 60;
const MAX_NOTES = 20;
/** Objects of one response that are checked for unknown fields, and unknown fields that are counted. */
const MAX_OBJECTS = 2_000;
const MAX_UNKNOWN = 2_000;
/** Objects inside one that are looked back at. */
const MAX_NESTED = 16;

/** The market prefix of a stream's name: paths of all markets count as one. */
const MARKET_PREFIX = /^[A-Za-z0-9_-]+\.(?=ob-|trades|kline)/;

/** The part of JsonPath that this module reads. */
export interface PathNode {
  readonly key: string | number;
  readonly parent: PathNode | null;
}

export interface LeftOut {
  count: number;
  readonly problem: ParseProblem;
}

export interface SchemaDrift {
  /** True when nothing was added since the last drain, as after a message that its own reader took in one pass. */
  isEmpty(): boolean;
  /** Adds an assumption that the response contradicts although it could be parsed. */
  add(note: SchemaDriftNote): void;
  /** Counts a row, field or level that is unreadable and left out. */
  leaveOut(error: ParseProblem): void;
  /** Marks every field of the last object as known: its parser stopped early. */
  ignoreFields(value: unknown): void;
  /** Returns what was left out since the last call, by path, with its number and its first problem. */
  drainLeftOut(): ReadonlyMap<string, LeftOut>;
  /** Returns the notes since the last call. */
  drainNotes(): readonly SchemaDriftNote[];
  /** Registers an object; its parser adds every field name it reads to the returned set. Null beyond the bound. */
  trackFields(record: Readonly<Record<string, unknown>>, path: PathNode): Set<string> | null;
  /** Counts the fields that no parser has read since the last call, by path. */
  drainUnknownFields(): ReadonlyMap<string, number>;
}

interface TrackedObject {
  readonly record: Readonly<Record<string, unknown>>;
  readonly path: PathNode;
  readonly readNames: Set<string>;
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();
const INDEX = /\[\d+\]/g;
/** What a row is known by, which ends the path of its error: ' (305 yes)'. */
const ROW_NAME = / \(.*$/;

export function createSchemaDrift(): SchemaDrift {
  let objects: TrackedObject[] = [];
  let notes: SchemaDriftNote[] = [];
  let leftOut: Map<string, LeftOut> | null = null;
  return {
    isEmpty: () => objects.length === 0 && notes.length === 0 && leftOut === null,
    leaveOut({ path, expected, found }) {
      const key = path.replace(ROW_NAME, '').replace(MARKET_PREFIX, '').replace(INDEX, '[]');
      leftOut ??= new Map<string, LeftOut>();
      const known = leftOut.get(key);
      if (known) known.count += 1;
      else if (leftOut.size < MAX_PATHS) leftOut.set(key, { count: 1, problem: { path, expected, found } });
    },
    ignoreFields(value) {
      for (let at = objects.length - 1; at >= Math.max(0, objects.length - MAX_NESTED); at -= 1) {
        if (objects[at]!.record !== value) continue;
        objects.length = at;
        return;
      }
    },
    drainLeftOut() {
      const drained: ReadonlyMap<string, LeftOut> = leftOut ?? NOTHING;
      leftOut = null;
      return drained;
    },
    add(note) {
      if (notes.length < MAX_NOTES) notes.push(note);
    },
    drainNotes() {
      const drained = notes;
      notes = [];
      return drained;
    },
    trackFields(record, path) {
      if (objects.length >= MAX_OBJECTS) return null;
      const readNames = new Set<string>();
      objects.push({ record, path, readNames });
      return readNames;
    },
    drainUnknownFields() {
      if (objects.length === 0) return NOTHING;
      const counts = new Map<string, number>();
      // Two parsers may read different fields of the same object.
      const readNamesOf = new Map<object, Set<string>>();
      for (const { record, readNames } of objects) {
        const known = readNamesOf.get(record);
        if (known) for (const name of readNames) known.add(name);
        else readNamesOf.set(record, readNames);
      }
      let unknown = 0;
      const cleanNames = new Map<string, string>();
      const clean = (name: string): string => {
        const known = cleanNames.get(name);
        if (known !== undefined) return known;
        const cleaned = cleanText(name.slice(0, MAX_NAME_LENGTH * 2), MAX_NAME_LENGTH);
        cleanNames.set(name, cleaned);
        return cleaned;
      };
      for (const { record, path } of objects) {
        const readNames = readNamesOf.get(record);
        if (!readNames) continue;
        readNamesOf.delete(record);
        for (const name in record) {
          if (readNames.has(name)) continue;
          unknown += 1;
          // A record of a million fields must not hold up this process.
          if (unknown > MAX_UNKNOWN || cleanNames.size > MAX_PATHS * 2) break;
          const fieldPath = `${formatPath(path)}.${clean(name)}`;
          if (counts.has(fieldPath) || counts.size < MAX_PATHS) {
            counts.set(fieldPath, (counts.get(fieldPath) ?? 0) + 1);
          }
        }
      }
      objects = [];
      return counts;
    },
  };
}

function formatPath(path: PathNode): string {
  if (path.parent === null) return String(path.key).replace(MARKET_PREFIX, '');
  const parent = formatPath(path.parent);
  return typeof path.key === 'number' ? `${parent}[]` : `${parent}.${path.key}`;
}
