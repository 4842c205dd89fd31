/** Recent errors and answers that contradict an assumption, kept bounded for Health. */
import type { HealthView } from '#shared/ipc/views.ts';
import type { SchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from './errors.ts';

const KEPT = 50;
/** A server that makes up words must not push out the other surprises. */
const KEPT_OF_ONE = 10;
const KEPT_FIELDS = 40;

export interface VenueRecord {
  addError(where: string, error: unknown): void;
  /** Once per assumption and finding. */
  addSurprise(assumption: string, found: string): void;
  /** Fields that no parser knows, by path; shown as one surprise a path, with its count. */
  countUnknown(fields: ReadonlyMap<string, number>): void;
  /** Everything that a survey of an answer found. */
  takeSurvey(survey: SchemaDrift): void;
  /** A refusal that names no code contradicts the shape of error bodies. */
  noteRefusal(status: number, codes: readonly string[]): void;
  errors(): HealthView['errors'];
  surprises(): HealthView['surprises'];
}

export function openRecord(now: () => number, onChange: () => void): VenueRecord {
  const errors: HealthView['errors'][number][] = [];
  const surprises: HealthView['surprises'][number][] = [];
  const fields = new Map<string, { readonly atMs: number; times: number }>();
  let beyond = 0;
  const noteRefusal = (status: number, codes: readonly string[]): void => {
    if (status < 400 || status >= 500 || status === 429 || codes.length > 0) return;
    addSurprise('error-body', `A refusal with status ${status} and no code`);
  };
  const addSurprise = (assumption: string, found: string): void => {
    const shown = found.slice(0, 300);
    if (surprises.some((known) => known.assumption === assumption && known.found === shown)) return;
    if (surprises.length >= KEPT) return;
    if (surprises.filter((known) => known.assumption === assumption).length >= KEPT_OF_ONE) return;
    surprises.push({ atMs: now(), assumption, found: shown });
    onChange();
  };
  const countUnknown = (found: ReadonlyMap<string, number>): void => {
    for (const [path, times] of found) {
      const known = fields.get(path);
      if (known) known.times += times;
      else if (fields.size < KEPT_FIELDS) {
        fields.set(path, { atMs: now(), times });
        onChange();
      } else beyond += times;
    }
  };
  return {
    noteRefusal,
    addSurprise,
    countUnknown,
    takeSurvey(survey) {
      countUnknown(survey.unknown());
      for (const { assumption, found } of survey.notes()) addSurprise(assumption, found);
    },
    addError(where, error) {
      if (error instanceof ExchangeError) noteRefusal(error.status, error.codes);
      errors.push({ atMs: now(), where, ...nameError(error) });
      if (errors.length > KEPT) errors.shift();
      onChange();
    },
    errors: () => [...errors],
    surprises: () => [
      ...surprises,
      ...[...fields].map(([path, { atMs, times }]) => ({
        atMs,
        assumption: 'unknown-fields',
        found: `Field ${path}, seen ${times === 1 ? 'once' : `${times} times`}`,
      })),
      ...(beyond === 0
        ? []
        : [{ atMs: now(), assumption: 'unknown-fields', found: `Further fields, seen ${beyond} times` }]),
    ],
  };
}

/** Only messages of our own classes are shown: a foreign message could hold what it was given. */
function nameError(error: unknown): { code: string; message: string } {
  if (error instanceof ExchangeError) return { code: error.codes[0] ?? `http ${error.status}`, message: error.message };
  if (error instanceof TransportError) return { code: error.fault, message: error.message };
  if (error instanceof RateLimitError) return { code: 'rate_limited', message: error.message };
  if (error instanceof WireError) return { code: 'bad_answer', message: error.message };
  if (error instanceof LockedError) return { code: 'locked', message: error.message };
  if (error instanceof NetworkError) return { code: 'network', message: error.message };
  return { code: 'bug', message: error instanceof Error ? error.name : 'Unknown error' };
}
