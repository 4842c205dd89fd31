/**
 * What parsers let pass but somebody should know: fields that nobody asked for, and words that contradict an assumption.
 *
 * Shape       Paths without indices, such as `markets[].mood`, and how often each was seen.
 * Invariants  Bounded in paths and in the length of each, whatever a server sends.
 * Source      docs/assumptions.md#unknown-fields.
 */
import type { JsonPath } from './reader.ts';

const MOST_PATHS = 100;
const MOST_NAME = 60;
const MOST_NOTES = 20;
const MOST_FOUND = 200;
/** Objects of one answer that are looked at: more of a list tell nothing new. */
const MOST_OBJECTS = 2_000;

/** Of a stream's name the kind counts, not the market. */
const MARKET = /^[A-Za-z0-9_-]+\.(?=ob-|trades|kline)/;

export interface Note {
  /** The row of docs/assumptions.md. */
  readonly assumption: string;
  readonly found: string;
}

export interface SchemaDrift {
  /** A tolerant parser read on although this contradicts an assumption. */
  note(assumption: string, found: string): void;
  /** What was noted since the last call. */
  notes(): readonly Note[];
  /** Called for every object that is read; the answer takes the names that were asked for. */
  open(record: Readonly<Record<string, unknown>>, place: JsonPath): Set<string> | null;
  /** What nobody asked for since the last call, once the answer has been read. */
  unknown(): ReadonlyMap<string, number>;
}

interface Opened {
  readonly record: Readonly<Record<string, unknown>>;
  readonly place: JsonPath;
  readonly asked: Set<string>;
}

export function openSchemaDrift(): SchemaDrift {
  let opened: Opened[] = [];
  let noted: Note[] = [];
  return {
    note(assumption, found) {
      if (noted.length < MOST_NOTES) noted.push({ assumption, found: found.slice(0, MOST_FOUND) });
    },
    notes() {
      const notes = noted;
      noted = [];
      return notes;
    },
    open(record, place) {
      if (opened.length >= MOST_OBJECTS) return null;
      const asked = new Set<string>();
      opened.push({ record, place, asked });
      return asked;
    },
    unknown() {
      const counts = new Map<string, number>();
      // The same object may be read twice, by two parsers that ask for different fields of it.
      const askedOf = new Map<object, Set<string>>();
      for (const { record, asked } of opened) {
        const known = askedOf.get(record);
        if (known) for (const name of asked) known.add(name);
        else askedOf.set(record, asked);
      }
      for (const { record, place } of opened) {
        const asked = askedOf.get(record);
        if (!asked) continue;
        askedOf.delete(record);
        for (const name in record) {
          if (asked.has(name)) continue;
          const path = `${pathOf(place)}.${name.slice(0, MOST_NAME)}`;
          if (counts.has(path) || counts.size < MOST_PATHS) counts.set(path, (counts.get(path) ?? 0) + 1);
        }
      }
      opened = [];
      return counts;
    },
  };
}

function pathOf(place: JsonPath): string {
  if (place.parent === null) return String(place.key).replace(MARKET, '');
  const before = pathOf(place.parent);
  return typeof place.key === 'number' ? `${before}[]` : `${before}.${place.key}`;
}
