/**
 * Form of an alert: what is typed, and the terms it makes.
 *
 * Units       Prices, contracts and dollars as typed; durations in seconds or minutes.
 * Errors      Never throws: text that is no value names its field.
 */
import {
  type AlertCondition,
  type AlertKind,
  type AlertScope,
  type AlertTerms,
  checkTerms,
  MAX_PAUSE_MS,
  MAX_STREAM_MS,
  MAX_TO_CLOSE_MS,
  MAX_VOLUME_WINDOW_MS,
  MIN_PAUSE_MS,
  ORDER_TURNS,
  type OrderTurn,
  type PriceSource,
} from '#shared/alerts/alert.ts';
import type { Side } from '#shared/market/outcome.ts';
import { TERMS_PROBLEMS } from '#shared/text/alerts/alerts.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros, parseMicros } from '#shared/units/micros.ts';

export interface AlertForm {
  readonly kind: AlertKind;
  readonly of: PriceSource;
  readonly side: Side;
  readonly crosses: 'above' | 'below';
  /** Price, spread, contracts or dollars. */
  readonly level: string;
  /** Seconds: of the volume's window, or without live data. */
  readonly seconds: string;
  readonly minutes: string;
  readonly turns: readonly OrderTurn[];
  readonly stream: 'book' | 'account';
  readonly scope: AlertScope['kind'];
  readonly repeats: boolean;
  readonly pauseSeconds: string;
  readonly rearmBy: string;
  /** Hours until it expires; empty: never. */
  readonly hours: string;
}

export type FormField = 'level' | 'seconds' | 'minutes' | 'pauseSeconds' | 'rearmBy' | 'hours' | 'turns' | 'scope';

export type BuiltTerms = { readonly terms: AlertTerms } | { readonly field: FormField; readonly problem: string };

/** Where an alert may be made: what its scope means here. */
export interface FormPlace {
  readonly market: MarketId | null;
  readonly eventId: number | null;
  readonly exchangeTimeMs: number;
}

export function buildForm(level: number | null): AlertForm {
  return {
    kind: 'price',
    of: 'mid',
    side: 'yes',
    crosses: 'above',
    level: level === null ? '' : formatMicros(level, 2),
    seconds: '60',
    minutes: '5',
    turns: ['rejected', 'unknown', 'cancelled'],
    stream: 'book',
    scope: 'market',
    repeats: false,
    pauseSeconds: '60',
    rearmBy: '0.01',
    hours: '',
  };
}

/** The form of an alert that is there. */
export function readForm({ condition, scope, repeat, expiresAtMs }: AlertTerms, exchangeTimeMs: number): AlertForm {
  const hours = expiresAtMs === null ? '' : `${Math.max(1, Math.round((expiresAtMs - exchangeTimeMs) / 3_600_000))}`;
  const form: AlertForm = {
    ...buildForm(null),
    kind: condition.kind,
    scope: scope.kind,
    repeats: repeat !== null,
    hours,
    ...(repeat === null ? {} : { pauseSeconds: `${repeat.pauseMs / 1_000}`, rearmBy: formatMicros(repeat.rearmBy, 2) }),
    ...('level' in condition ? { level: formatMicros(condition.level, 2) } : {}),
    ...('crosses' in condition ? { crosses: condition.crosses } : {}),
  };
  switch (condition.kind) {
    case 'price':
      return { ...form, of: condition.of, side: condition.side };
    case 'volume':
      return { ...form, seconds: `${condition.windowMs / 1_000}` };
    case 'order':
      return { ...form, turns: condition.turns };
    case 'timeToClose':
      return { ...form, minutes: `${condition.beforeMs / 60_000}` };
    case 'stream':
      return { ...form, stream: condition.of, seconds: `${condition.forMs / 1_000}` };
    default:
      return form;
  }
}

/** Scopes that a condition can have. */
export function listScopes(form: Pick<AlertForm, 'kind' | 'stream'>): readonly AlertScope['kind'][] {
  return form.kind === 'balance' || (form.kind === 'stream' && form.stream === 'account')
    ? ['any']
    : ['market', 'event', 'any'];
}

export function hasRearm({ kind, repeats }: Pick<AlertForm, 'kind' | 'repeats'>): boolean {
  return repeats && (kind === 'price' || kind === 'spread' || kind === 'balance');
}

export function buildTerms(form: AlertForm, place: FormPlace): BuiltTerms {
  const condition = buildCondition(form);
  if ('problem' in condition) return condition;
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
  const problem = checkTerms(terms, place.exchangeTimeMs);
  if (problem === null) return { terms };
  return {
    field: problem === 'rearmBy' ? 'rearmBy' : problem === 'turns' ? 'turns' : 'level',
    problem: TERMS_PROBLEMS[problem],
  };
}

function buildCondition(form: AlertForm): AlertCondition | Exclude<BuiltTerms, { terms: AlertTerms }> {
  const { kind, of, side, crosses, turns, stream } = form;
  const level = readMicros(form.level);
  switch (kind) {
    case 'price':
    case 'spread': {
      if (level === null) return { field: 'level', problem: 'A price such as 0.60' };
      return kind === 'price' ? { kind, of, side, crosses, level } : { kind, crosses, level };
    }
    case 'balance':
      return level === null ? { field: 'level', problem: 'Dollars such as 500' } : { kind, level };
    case 'volume': {
      const windowMs = readWhole(form.seconds, 1_000, 1_000, MAX_VOLUME_WINDOW_MS);
      if (level === null) return { field: 'level', problem: 'Contracts such as 5000' };
      return windowMs === null ? { field: 'seconds', problem: 'From 1 to 3600 seconds' } : { kind, level, windowMs };
    }
    case 'timeToClose': {
      const beforeMs = readWhole(form.minutes, 60_000, 60_000, MAX_TO_CLOSE_MS);
      return beforeMs === null ? { field: 'minutes', problem: 'Whole minutes, up to 30 days' } : { kind, beforeMs };
    }
    case 'stream': {
      const forMs = readWhole(form.seconds, 1_000, 1_000, MAX_STREAM_MS);
      return forMs === null ? { field: 'seconds', problem: 'From 1 to 3600 seconds' } : { kind, of: stream, forMs };
    }
    case 'order':
      return { kind, turns: ORDER_TURNS.filter((turn) => turns.includes(turn)) };
    default:
      return { kind };
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
