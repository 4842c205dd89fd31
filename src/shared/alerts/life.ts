/**
 * Life of an alert: per market an armed or fired side, and the pure step on each reading.
 *
 * Shape       A subject is a market, or the account as a whole. Of each: new → armed ⇄ fired.
 * Units       Times in Unix ms of the exchange's clock.
 * Invariants  Never fires on data that is not live. A level that was crossed while the alert was not watched fires with that
 *             gap. A repeating alert fires at most once in its pause; the others are counted.
 * Source      docs/alerts.md#life
 */
import type { AlertTerms } from './alert.ts';
import type { LookResult, UnwatchedReason } from './kind.ts';
import { type AlertCondition, type AlertKind, type KindFacts, kindOf } from './kinds.ts';
import type { AlertFact } from './log.ts';

export interface Unwatched {
  readonly sinceMs: number;
  readonly reason: UnwatchedReason;
}

export interface SubjectState {
  /** `fired` also: the level was already reached when the alert was made. */
  readonly phase: 'new' | 'armed' | 'fired';
  readonly unwatched: Unwatched | null;
}

/** Subject of conditions on the account as a whole. */
export const ACCOUNT = 'account';

export interface AlertRecord {
  readonly id: string;
  readonly terms: AlertTerms;
  readonly createdAtMs: number;
  readonly isPaused: boolean;
  /** By market id, or ACCOUNT. */
  readonly subjects: Readonly<Record<string, SubjectState>>;
  /** Null while it can fire. */
  readonly end: { readonly at: 'fired' | 'expired'; readonly atMs: number } | null;
  readonly lastFiredAtMs: number | null;
  /** Firings, those counted in pauses included. */
  readonly fired: number;
}

export type Reading =
  /** A value of live data. */
  | { readonly kind: 'value'; readonly value: number; readonly fact: AlertFact }
  /** Something happened, such as a fill. */
  | { readonly kind: 'event'; readonly fact: AlertFact }
  /** Watched, without a value to compare. */
  | { readonly kind: 'live' }
  | { readonly kind: 'unwatched'; readonly reason: UnwatchedReason };

export function unwatched(reason: UnwatchedReason): Reading {
  return { kind: 'unwatched', reason };
}

/** The data of a condition's kind, with its code. */
export function factOf({ kind }: AlertCondition, parameters: KindFacts[AlertKind]): AlertFact {
  return { code: kind, parameters } as AlertFact;
}

/** The reading of what a look found; null where nothing new is known. */
export function readingOf(condition: AlertCondition, found: LookResult): Reading | null {
  if (found === null) return null;
  if (typeof found !== 'number') return unwatched(found);
  const { value } = kindOf(condition);
  return value === undefined
    ? null
    : { kind: 'value', value: found, fact: factOf(condition, value.fact(condition, found)) };
}

export interface Firing {
  readonly fact: AlertFact;
  /** Time in which the subject was not watched; the event happened at some moment of it. */
  readonly gap: { readonly fromMs: number; readonly toMs: number } | null;
  /** True within the pause after an earlier firing: counted with that one, without another notification. */
  readonly isRepeat: boolean;
}

export interface AlertStep {
  readonly record: AlertRecord;
  readonly firing: Firing | null;
}

const NEW_SUBJECT: SubjectState = { phase: 'new', unwatched: null };

export function openAlertRecord(id: string, terms: AlertTerms, createdAtMs: number): AlertRecord {
  return { id, terms, createdAtMs, isPaused: false, subjects: {}, end: null, lastFiredAtMs: null, fired: 0 };
}

/** False for an alert that ended or is paused: it is not watched. */
export function isActive({ end, isPaused }: AlertRecord): boolean {
  return end === null && !isPaused;
}

/** One reading of one subject; an alert that is not active stays as it is. */
export function stepAlert(record: AlertRecord, subject: string, reading: Reading, atMs: number): AlertStep {
  const unchanged = { record, firing: null };
  if (!isActive(record)) return unchanged;
  const state = record.subjects[subject] ?? NEW_SUBJECT;
  switch (reading.kind) {
    case 'unwatched': {
      const { reason } = reading;
      // The time when watching ended stays, whatever the reason becomes.
      if (state.unwatched !== null && isSameReason(state.unwatched.reason, reason)) return unchanged;
      return {
        record: setSubject(record, subject, {
          ...state,
          unwatched: { reason, sinceMs: state.unwatched?.sinceMs ?? atMs },
        }),
        firing: null,
      };
    }
    case 'live':
      if (state.unwatched === null && state.phase !== 'new') return unchanged;
      return { record: setSubject(record, subject, { phase: 'armed', unwatched: null }), firing: null };
    case 'event':
      return fire(record, subject, state, { ...state, phase: 'armed' }, reading.fact, atMs);
    case 'value':
      return stepValue(record, subject, state, reading, atMs);
  }
}

function stepValue(
  record: AlertRecord,
  subject: string,
  state: SubjectState,
  { value, fact }: Extract<Reading, { kind: 'value' }>,
  atMs: number,
): AlertStep {
  const { condition, repeat } = record.terms;
  if (isMet(condition, value)) {
    const next: SubjectState = { phase: 'fired', unwatched: null };
    const isCrossing = kindOf(condition).value?.isCrossing === true;
    if (state.phase === 'armed' || (state.phase === 'new' && !isCrossing)) {
      return fire(record, subject, state, next, fact, atMs);
    }
    return isSameState(state, next)
      ? { record, firing: null }
      : { record: setSubject(record, subject, next), firing: null };
  }
  const isBack = state.phase !== 'fired' || isRearmed(condition, value, repeat?.rearmBy ?? 0);
  const next: SubjectState = { phase: isBack ? 'armed' : 'fired', unwatched: null };
  return isSameState(state, next)
    ? { record, firing: null }
    : { record: setSubject(record, subject, next), firing: null };
}

function fire(
  record: AlertRecord,
  subject: string,
  { unwatched }: SubjectState,
  next: SubjectState,
  fact: AlertFact,
  atMs: number,
): AlertStep {
  const { repeat } = record.terms;
  const { lastFiredAtMs } = record;
  const isRepeat = repeat !== null && lastFiredAtMs !== null && atMs - lastFiredAtMs < repeat.pauseMs;
  return {
    record: {
      ...setSubject(record, subject, next),
      end: repeat === null ? { at: 'fired', atMs } : null,
      lastFiredAtMs: isRepeat ? lastFiredAtMs : atMs,
      fired: record.fired + 1,
    },
    firing: { fact, gap: unwatched === null ? null : { fromMs: unwatched.sinceMs, toMs: atMs }, isRepeat },
  };
}

/** Ends an alert whose time is over; the same record otherwise. */
export function expireAlert(record: AlertRecord, atMs: number): AlertRecord {
  const { expiresAtMs } = record.terms;
  if (record.end !== null || expiresAtMs === null || atMs < expiresAtMs) return record;
  return { ...record, end: { at: 'expired', atMs: expiresAtMs } };
}

/** Keeps the subjects of `names` alone. */
export function keepSubjects(record: AlertRecord, names: ReadonlySet<string>): AlertRecord {
  const kept = Object.entries(record.subjects).filter(([name]) => names.has(name));
  if (kept.length === Object.keys(record.subjects).length) return record;
  return { ...record, subjects: Object.fromEntries(kept) };
}

/** Every subject is not watched since `sinceMs`: the program was closed or the alert paused. */
export function interruptAlert(record: AlertRecord, sinceMs: number): AlertRecord {
  const unwatched: Unwatched = { sinceMs, reason: { code: 'programClosed', parameters: {} } };
  const subjects = Object.entries(record.subjects).map(
    ([name, state]) => [name, { ...state, unwatched: state.unwatched ?? unwatched }] as const,
  );
  return { ...record, subjects: Object.fromEntries(subjects) };
}

/** True when the value reaches what the condition names. */
export function isMet(condition: AlertCondition, value: number): boolean {
  return kindOf(condition).value?.isMet(condition, value) === true;
}

function isRearmed(condition: AlertCondition, value: number, rearmBy: number): boolean {
  if (isMet(condition, value)) return false;
  return kindOf(condition).value?.rearm?.isBack(condition, value, rearmBy) ?? true;
}

function setSubject(record: AlertRecord, subject: string, state: SubjectState): AlertRecord {
  return { ...record, subjects: { ...record.subjects, [subject]: state } };
}

function isSameState(a: SubjectState, b: SubjectState): boolean {
  return a.phase === b.phase && a.unwatched === b.unwatched;
}

function isSameReason(a: UnwatchedReason, b: UnwatchedReason): boolean {
  return a.code === b.code && JSON.stringify(a.parameters) === JSON.stringify(b.parameters);
}

/** What a pane shows of an alert. Words: `shared/text/alerts/alerts`. */
export type AlertStatus =
  /** `unwatched` of `subjects` are not watched. */
  | { readonly at: 'armed'; readonly subjects: number; readonly unwatched: number }
  /** The level is reached already, or the first value has not arrived. */
  | { readonly at: 'waiting'; readonly isReached: boolean }
  | { readonly at: 'unwatched'; readonly sinceMs: number; readonly reason: UnwatchedReason }
  /** No market is in scope. */
  | { readonly at: 'empty' }
  | { readonly at: 'paused' }
  | { readonly at: 'fired' | 'expired'; readonly atMs: number };

export function findStatus(record: AlertRecord): AlertStatus {
  if (record.end !== null) return record.end;
  if (record.isPaused) return { at: 'paused' };
  const states = Object.values(record.subjects);
  const [first] = states;
  if (first === undefined) return { at: 'empty' };
  const unwatched = states.flatMap((state) => state.unwatched ?? []);
  if (unwatched.length === states.length) return { at: 'unwatched', ...unwatched[0]! };
  const armed = states.filter(({ phase }) => phase === 'armed').length;
  if (armed === 0) return { at: 'waiting', isReached: states.some(({ phase }) => phase === 'fired') };
  return { at: 'armed', subjects: states.length, unwatched: unwatched.length };
}
