/**
 * Form of an alert: what is typed, and the terms it makes. The fields of a condition are those that its kind declares.
 *
 * Units       Prices, contracts and dollars as typed; durations in seconds or minutes.
 * Errors      Never throws: text that is no value names its field.
 */
import {
  type AlertScope,
  type AlertTerms,
  findProblem,
  isPerMarket,
  MAX_PAUSE_MS,
  MIN_PAUSE_MS,
} from '#shared/alerts/alert.ts';
import type { FormField as ConditionField } from '#shared/alerts/kind.ts';
import { ALERT_KIND_NAMES, type AlertCondition, type AlertKind, kindOf } from '#shared/alerts/kinds.ts';
import { TERMS_PROBLEMS } from '#shared/text/alerts/alerts.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros, parseMicros } from '#shared/units/micros.ts';

/** Typed text, or what is chosen. */
type Typed = string | readonly string[];

export interface AlertForm {
  readonly kind: AlertKind;
  /** Fields of all kinds, by word. */
  readonly values: Readonly<Record<string, Typed>>;
  readonly scope: AlertScope['kind'];
  readonly repeats: boolean;
  readonly pauseSeconds: string;
  readonly rearmBy: string;
  /** Hours until it expires; empty: never. */
  readonly hours: string;
}

/** A word of the condition's fields, or a field that every alert has. */
export type AlertFormField = string;

export type BuiltTerms = { readonly terms: AlertTerms } | { readonly field: AlertFormField; readonly problem: string };

/** Where an alert may be made: what its scope means here. */
export interface FormPlace {
  readonly market: MarketId | null;
  readonly eventId: number | null;
  readonly exchangeTimeMs: number;
}

export interface NamedField {
  /** In the condition. */
  readonly name: string;
  /** In the form. */
  readonly word: string;
  readonly field: ConditionField;
}

export function listFields(kind: AlertKind): readonly NamedField[] {
  const { fields } = kindOf({ kind });
  return Object.entries(fields).map(([name, field]) => ({ name, word: field.form.word ?? name, field }));
}

export function buildForm(level: number | null): AlertForm {
  const initial = ALERT_KIND_NAMES.flatMap(listFields).map(({ word, field }) => [word, field.form.initial] as const);
  return {
    kind: 'price',
    values: { ...Object.fromEntries(initial), ...(level === null ? {} : { level: formatMicros(level, 2) }) },
    scope: 'market',
    repeats: false,
    pauseSeconds: '60',
    rearmBy: '0.01',
    hours: '',
  };
}

/** The form of an alert that is there. */
export function readAlertForm(
  { condition, scope, repeat, expiresAtMs }: AlertTerms,
  exchangeTimeMs: number,
): AlertForm {
  const hours = expiresAtMs === null ? '' : `${Math.max(1, Math.round((expiresAtMs - exchangeTimeMs) / 3_600_000))}`;
  const empty = buildForm(null);
  const values = condition as Readonly<Record<string, unknown>>;
  const typed = listFields(condition.kind).map(({ name, word, field }) => [word, formatField(field, values[name])]);
  return {
    ...empty,
    kind: condition.kind,
    values: { ...empty.values, ...Object.fromEntries(typed) },
    scope: scope.kind,
    repeats: repeat !== null,
    hours,
    ...(repeat === null ? {} : { pauseSeconds: `${repeat.pauseMs / 1_000}`, rearmBy: formatMicros(repeat.rearmBy, 2) }),
  };
}

/** Scopes that a condition can have. */
export function listScopes(form: Pick<AlertForm, 'kind' | 'values'>): readonly AlertScope['kind'][] {
  return isPerMarket(chosenOf(form)) ? ['market', 'event', 'any'] : ['any'];
}

export function hasRearm({ kind, repeats }: Pick<AlertForm, 'kind' | 'repeats'>): boolean {
  return repeats && kindOf({ kind }).value?.rearm !== undefined;
}

export function buildAlertTerms(form: AlertForm, place: FormPlace): BuiltTerms {
  const fields = listFields(form.kind);
  const values: Record<string, unknown> = {};
  for (const { name, word, field } of fields) {
    const read = readField(field, form.values[word] ?? '');
    if (read === null) return { field: word, problem: 'expected' in field.form ? field.form.expected : '' };
    values[name] = read;
  }
  const condition = { kind: form.kind, ...values } as AlertCondition;
  const scope = buildScope(form, place);
  if (scope === null) return { field: 'scope', problem: 'Choose a market in the pane first' };
  const pauseMs = readWhole(form.pauseSeconds, 1_000, MIN_PAUSE_MS, MAX_PAUSE_MS);
  if (form.repeats && pauseMs === null) return { field: 'pauseSeconds', problem: 'From 5 seconds to a day' };
  const rearmBy = hasRearm(form) ? readMicros(form.rearmBy) : 0;
  if (rearmBy === null) return { field: 'rearmBy', problem: 'A number such as 0.01' };
  const expiresInMs = form.hours.trim() === '' ? null : readWhole(form.hours, 3_600_000, 3_600_000, 365 * 86_400_000);
  if (form.hours.trim() !== '' && expiresInMs === null) return { field: 'hours', problem: 'Whole hours, up to a year' };
  const terms: AlertTerms = {
    condition,
    scope,
    repeat: form.repeats ? { pauseMs: pauseMs!, rearmBy } : null,
    expiresAtMs: expiresInMs === null ? null : place.exchangeTimeMs + expiresInMs,
  };
  const wrong = findProblem(terms, place.exchangeTimeMs);
  if (wrong === null) return { terms };
  return {
    field: fields.find(({ name }) => name === wrong.field)?.word ?? 'rearmBy',
    problem: TERMS_PROBLEMS[wrong.problem],
  };
}

/** What is chosen of a condition; what is typed in it may be no value yet. */
function chosenOf({ kind, values }: Pick<AlertForm, 'kind' | 'values'>): AlertCondition {
  return {
    kind,
    ...Object.fromEntries(listFields(kind).map(({ name, word }) => [name, values[word]])),
  } as AlertCondition;
}

/** Null for text that is no value of the field. */
function readField({ form, shape }: ConditionField, typed: Typed): unknown {
  switch (form.as) {
    case 'choice':
      return typed;
    case 'choices':
      return Object.keys(form.labels).filter((value) => typed.includes(value));
    case 'micros':
      return readMicros(String(typed));
    case 'duration':
      return shape.is === 'whole' ? readWhole(String(typed), form.unitMs, shape.min, shape.max) : null;
  }
}

function formatField({ form }: ConditionField, value: unknown): Typed {
  switch (form.as) {
    case 'choice':
    case 'choices':
      return value as Typed;
    case 'micros':
      return formatMicros(value as number, 2);
    case 'duration':
      return `${(value as number) / form.unitMs}`;
  }
}

function buildScope(form: AlertForm, { market, eventId }: FormPlace): AlertScope | null {
  const kind = listScopes(form).includes(form.scope) ? form.scope : 'any';
  switch (kind) {
    case 'any':
      return { kind };
    case 'market':
      return market === null ? null : { kind, market };
    case 'event':
      return eventId === null ? null : { kind, eventId };
  }
}

function readMicros(text: string): number | null {
  try {
    const value = parseMicros(text.trim().replaceAll(',', ''));
    return value < 0 ? null : value;
  } catch {
    return null;
  }
}

function readWhole(text: string, unitMs: number, least: number, most: number): number | null {
  if (!/^\d{1,8}$/.test(text.trim())) return null;
  const value = Number.parseInt(text.trim(), 10) * unitMs;
  return value >= least && value <= most ? value : null;
}
