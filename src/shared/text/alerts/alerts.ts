/** Texts of alerts: conditions, states, why one is not watched, and what fired. */
import { type AlertTerms, MAX_ALERTS, type TermsProblem } from '../../alerts/alert.ts';
import type { AlertFormats, AlertTone, UnwatchedReasons } from '../../alerts/kind.ts';
import { type AlertCondition, kindOf } from '../../alerts/kinds.ts';
import type { AlertStatus } from '../../alerts/life.ts';
import type { AlertLogEntry } from '../../alerts/log.ts';
import { formatDuration, formatMinutes } from '../../base/formatDuration.ts';
import { toUsd } from '../../units/usd.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatContracts, formatExactMoney, formatMoney, formatTickPrice } from '../numbers.ts';
import { formatTimeOrDayTime } from '../times.ts';

export const ALERT_TONE_NAMES: Readonly<Record<AlertTone, string>> = {
  alert: 'Alerts',
  fill: 'Fills',
  warning: 'Warnings',
  error: 'Errors',
};

export const TERMS_PROBLEMS: Readonly<Record<TermsProblem | 'tooMany' | 'notListed', string>> = {
  priceLevel: 'The level must be between 0 and 1',
  level: 'The level must be above 0',
  rearmBy: 'It comes back by more than the level allows: the alert could never fire again',
  accountScope: 'This condition is about the whole account, not about one market',
  turns: 'Choose at least one state of an order',
  expired: 'The expiry is over already',
  tooMany: `There are ${MAX_ALERTS} alerts already: remove one first`,
  notListed: 'The exchange has not listed this market',
};

/** A chosen length of time: '5 minutes', '1 hour', '1 m 30 s'. */
function formatSpan(ms: number): string {
  return ms >= 60_000 && ms % 60_000 === 0 ? formatMinutes(ms / 60_000) : formatDuration(ms, { seconds: true });
}

const FORMATS: AlertFormats = {
  /** Two decimals, or three where the tick needs them. */
  level: (price) => formatTickPrice(price, price % 10_000 === 0 ? 2 : price % 1_000 === 0 ? 3 : 6),
  contracts: (count) => formatContracts(count),
  money: (micros) => formatMoney(toUsd(BigInt(micros))),
  exactMoney: (micros) => formatExactMoney(toUsd(BigInt(micros))),
  span: formatSpan,
  duration: (ms) => formatDuration(ms, { seconds: true }),
};

/** 'Best bid of Yes crosses above 0.60', without the market. */
export function formatCondition(condition: AlertCondition): string {
  return kindOf(condition).formatCondition(condition, FORMATS);
}

/** '' for once, else how often at most. */
export function formatRepeat(repeat: AlertTerms['repeat']): string {
  if (repeat === null) return 'once';
  return `again after ${formatSpan(repeat.pauseMs)}`;
}

const UNWATCHED_TEXTS: Catalogue<UnwatchedReasons> = {
  book: ({ at }) => (at === 'waiting' ? 'waiting for the book' : `the book is ${at}`),
  tooManyBooks: ({ max }) => `more than ${max} books are watched for alerts`,
  notListed: () => 'the exchange does not list this market',
  noPrice: () => 'the book has no such price',
  closed: () => 'the market is closed',
  account: ({ at }) => (at === 'none' ? 'no account is open' : `the account is ${at}`),
  programClosed: () => 'Adyton was closed',
};

/** 'Armed', 'Not watched since 14:02:11: the book is stale'; a time of another day than that of `nowMs` has its day. */
export function formatStatus(status: AlertStatus, nowMs: number): string {
  switch (status.at) {
    case 'armed':
      return status.unwatched === 0 ? 'Armed' : `Armed, ${status.unwatched} of ${status.subjects} not watched`;
    case 'waiting':
      return status.isReached ? 'Reached: arms when it comes back' : 'Waiting for the first value';
    case 'unwatched':
      return `Not watched since ${formatTimeOrDayTime(status.sinceMs, nowMs)}: ${formatCoded(UNWATCHED_TEXTS, status.reason)}`;
    case 'empty':
      return 'Not watched: no market in its scope';
    case 'paused':
      return 'Paused';
    case 'fired':
      return `Fired ${formatTimeOrDayTime(status.atMs, nowMs)}`;
    case 'expired':
      return `Expired ${formatTimeOrDayTime(status.atMs, nowMs)}`;
  }
}

/** What fired, with the data that fired it. */
export function formatFact({ code, parameters }: AlertLogEntry['fact']): string {
  if (code !== 'programClosed') return kindOf({ kind: code }).formatFact(parameters, FORMATS);
  const { fromMs, toMs } = parameters;
  return `No alert was watched for ${formatDuration(toMs - fromMs, { seconds: true })}: Adyton was closed`;
}

/** What follows a fact: a gap in which it happened, and counted repeats. */
export function formatEntryNote({ gap, repeats, isMuted }: AlertLogEntry, nowMs: number): string {
  const nameTime = (ms: number): string => formatTimeOrDayTime(ms, nowMs);
  const parts = [
    gap === null ? '' : `at some time between ${nameTime(gap.fromMs)} and ${nameTime(gap.toMs)}, not watched`,
    repeats === 0 ? '' : `${repeats} more in the pause`,
    isMuted ? 'muted' : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** What a desktop notification says of a firing: without amounts of the account unless `showsAmounts`. */
export function formatNotification(fact: AlertLogEntry['fact'], showsAmounts: boolean): string {
  const { code, parameters } = fact;
  if (showsAmounts || code === 'programClosed') return formatFact(fact);
  return kindOf({ kind: code }).formatPrivately?.(parameters) ?? formatFact(fact);
}
