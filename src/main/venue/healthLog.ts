/** Health log: recent errors and schema drift of the client, bounded. */

import { cleanText } from '#shared/base/cleanText.ts';
import type { Coded } from '#shared/base/coded.ts';
import type { ParseProblem } from '#shared/base/parseProblem.ts';
import type { HealthErrors, HealthSource, HealthView } from '#shared/ipc/health.ts';
import type { SchemaDriftNote } from '#shared/market/schemaDrift.ts';
import type { LeftOut, SchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';
import {
  ExchangeError,
  LockedError,
  NetworkError,
  PartialListError,
  RateLimitError,
  TransportError,
} from './errors.ts';

const MAX_ERRORS = 50;
const MAX_NOTES = 50;
/** Bounds one assumption, so that a server with ever new values does not displace the others. */
const MAX_NOTES_OF_CODE = 10;
const MAX_FIELDS = 40;
const MAX_TEXT_LENGTH = 300;

export interface HealthLog {
  addError(source: HealthSource, error: unknown): void;
  /** Adds a contradicted assumption, once for equal parameters. */
  addNote(note: SchemaDriftNote): void;
  /** Adds the notes and unknown fields of a response. */
  addSchemaDrift(drift: SchemaDrift): void;
  /** Adds a note when a refusal (4xx) has no error code. */
  checkErrorBody(status: number, codes: readonly string[]): void;
  errors(): HealthView['errors'];
  schemaDrift(): HealthView['schemaDrift'];
}

export function createHealthLog(now: () => number, onChange: () => void): HealthLog {
  const errors: HealthView['errors'][number][] = [];
  const notes: { readonly key: string; readonly atMs: number; readonly note: SchemaDriftNote }[] = [];
  const fields = new Map<string, { readonly atMs: number; count: number }>();
  const leftOut = new Map<string, { readonly atMs: number; count: number; readonly problem: ParseProblem }>();
  let otherFields = 0;
  const checkErrorBody = (status: number, codes: readonly string[]): void => {
    if (status < 400 || status >= 500 || status === 429 || codes.length > 0) return;
    addNote({ code: 'error-body', parameters: { status } });
  };
  const addNote = (added: SchemaDriftNote): void => {
    const note = shortenTexts(added);
    const key = keyOf(note);
    if (notes.some((known) => known.key === key)) return;
    if (notes.length >= MAX_NOTES) return;
    if (notes.filter((known) => known.note.code === note.code).length >= MAX_NOTES_OF_CODE) return;
    notes.push({ key, atMs: now(), note });
    onChange();
  };
  const countUnknownFields = (counts: ReadonlyMap<string, number>): void => {
    for (const [path, count] of counts) {
      const known = fields.get(path);
      if (known) known.count += count;
      else if (fields.size < MAX_FIELDS) {
        fields.set(path, { atMs: now(), count });
        onChange();
      } else otherFields += count;
    }
  };
  const countLeftOut = (found: ReadonlyMap<string, LeftOut>): void => {
    for (const [path, { count, problem }] of found) {
      const known = leftOut.get(path);
      if (known) known.count += count;
      else if (leftOut.size < MAX_FIELDS) leftOut.set(path, { atMs: now(), count, problem: cleanProblem(problem) });
      onChange();
    }
  };
  return {
    checkErrorBody,
    addNote,
    addSchemaDrift(drift) {
      if (drift.isEmpty()) return;
      countUnknownFields(drift.drainUnknownFields());
      countLeftOut(drift.drainLeftOut());
      for (const note of drift.drainNotes()) addNote(note);
    },
    addError(source, error) {
      if (error instanceof ExchangeError) checkErrorBody(error.status, error.codes);
      errors.push({ atMs: now(), source, error: describeHealthError(error) });
      if (errors.length > MAX_ERRORS) errors.shift();
      onChange();
    },
    errors: () => [...errors],
    schemaDrift: () => [
      ...notes.map(({ atMs, note }) => ({ atMs, note })),
      ...[...leftOut].map(([path, { atMs, count, problem }]) => ({
        atMs,
        note: {
          code: 'plausible-values',
          parameters: { path: cleanText(path, MAX_TEXT_LENGTH), count, problem },
        } as const,
      })),
      ...[...fields].map(([path, { atMs, count }]) => ({ atMs, note: noteUnknown(path, count) })),
      ...(otherFields === 0 ? [] : [{ atMs: now(), note: noteUnknown(null, otherFields) }]),
    ],
  };
}

function cleanProblem({ path, expected, found }: ParseProblem): ParseProblem {
  const clean = (text: string): string => cleanText(text, MAX_TEXT_LENGTH);
  return { path: clean(path), expected: clean(expected), found: clean(found) };
}

function noteUnknown(path: string | null, count: number): SchemaDriftNote {
  return { code: 'unknown-fields', parameters: { path, count } };
}

/** Bounds and cleans the text that a server chose. */
function shortenTexts(note: SchemaDriftNote): SchemaDriftNote {
  const parameters = Object.fromEntries(
    Object.entries(note.parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanText(value, MAX_TEXT_LENGTH) : value,
    ]),
  );
  return { code: note.code, parameters } as SchemaDriftNote;
}

function keyOf(note: SchemaDriftNote): string {
  return [note.code, ...Object.values(note.parameters).map(String)].join('\n');
}

/** Code of an error; a foreign error shows only its class, because its message could contain a secret. */
function describeHealthError(error: unknown): Coded<HealthErrors> {
  if (error instanceof ExchangeError) {
    const { request, status, codes } = error;
    return { code: 'refused', parameters: { request, status, codes } };
  }
  if (error instanceof TransportError) {
    const { request, fault, systemCode } = error;
    return { code: 'transport', parameters: { request, fault, systemCode } };
  }
  if (error instanceof WireError) {
    const { path, expected, found } = error;
    return { code: 'unreadable', parameters: { path, expected, found } };
  }
  if (error instanceof RateLimitError) {
    return { code: 'rateLimited', parameters: { budget: error.budget, untilMs: error.untilMs } };
  }
  if (error instanceof PartialListError) {
    return { code: 'partialList', parameters: { resource: error.resource, partial: error.partial } };
  }
  if (error instanceof LockedError) return { code: 'locked', parameters: { request: error.request } };
  if (error instanceof NetworkError) return { code: 'network', parameters: {} };
  return { code: 'bug', parameters: { name: error instanceof Error ? error.name : 'error' } };
}
