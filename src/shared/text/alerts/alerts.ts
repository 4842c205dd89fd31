/** Texts of alerts: conditions, states, why one is not watched, and what fired. */
import {
  type AlertCondition,
  type AlertKind,
  type AlertTerms,
  MAX_ALERTS,
  type OrderTurn,
  type PriceSource,
  type TermsProblem,
} from '../../alerts/alert.ts';
import type { AlertStatus, UnwatchedReasons } from '../../alerts/life.ts';
import type { AlertFacts, AlertLogEntry, AlertTone, RuleField } from '../../alerts/log.ts';
import { formatDuration, formatMinutes } from '../../base/formatDuration.ts';
import { MICROS } from '../../units/micros.ts';
import { toUsd } from '../../units/usd.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatContracts, formatExactMoney, formatMoney, formatTickPrice } from '../numbers.ts';
import { formatTimeOrDayTime } from '../times.ts';

export const ALERT_KINDS: Readonly<Record<AlertKind, string>> = {
  price: 'Price',
  spread: 'Spread',
  volume: 'Volume',
  fill: 'Fill',
  order: 'Order',
  balance: 'Balance',
  timeToClose: 'Time to close',
  stream: 'Stream',
  rules: 'Rules',
};

export const PRICE_SOURCE_NAMES: Readonly<Record<PriceSource, string>> = {
  bid: 'Best bid',
  ask: 'Best ask',
  last: 'Last price',
  mid: 'Middle of the book',
};

export const ORDER_TURN_NAMES: Readonly<Record<OrderTurn, string>> = {
  rejected: 'Rejected',
  unknown: 'Unknown',
  cancelled: 'Cancelled by the exchange',
};

export const ALERT_TONE_NAMES: Readonly<Record<AlertTone, string>> = {
  alert: 'Alerts',
  fill: 'Fills',
  warning: 'Warnings',
  error: 'Errors',
};

const RULE_FIELD_NAMES: Readonly<Record<RuleField, string>> = {
  title: 'title',
  description: 'description',
  rules: 'rules',
  outcomeLabels: 'outcome labels',
  resolutionSource: 'resolution source',
  closeAt: 'close',
  determinationAt: 'determination time',
  priceTarget: 'price target',
  terms: 'terms',
  settlementPanel: 'settlement panel',
  ids: 'token ids',
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

const countContracts = (count: number): string =>
  `${formatContracts(count)} ${count === MICROS ? 'contract' : 'contracts'}`;

/** 'Best bid of Yes crosses above 0.60', without the market. */
export function formatCondition(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'price':
      return `${PRICE_SOURCE_NAMES[condition.of]} of ${sideName(condition.side)} crosses ${condition.crosses} ${formatLevel(condition.level)}`;
    case 'spread':
      return `Spread crosses ${condition.crosses} ${formatLevel(condition.level)}`;
    case 'volume':
      return `${countContracts(condition.level)} within ${formatSpan(condition.windowMs)}`;
    case 'fill':
      return 'One of my orders is filled';
    case 'order':
      return `Order: ${condition.turns.map((turn) => ORDER_TURN_NAMES[turn].toLowerCase()).join(', ')}`;
    case 'balance':
      return `Free collateral below ${formatMoney(toUsd(BigInt(condition.level)))}`;
    case 'timeToClose':
      return `${formatSpan(condition.beforeMs)} before the close`;
    case 'stream':
      return `${condition.of === 'book' ? 'Book' : 'Account'} not live for ${formatSpan(condition.forMs)}`;
    case 'rules':
      return 'The exchange changes the rules of a market';
  }
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

const FACTS: Catalogue<AlertFacts> = {
  price: ({ of, side, crosses, level, value }) =>
    `${PRICE_SOURCE_NAMES[of]} of ${sideName(side)} ${formatLevel(value)}, ${crosses} ${formatLevel(level)}`,
  spread: ({ crosses, level, value }) => `Spread ${formatLevel(value)}, ${crosses} ${formatLevel(level)}`,
  volume: ({ windowMs, value }) => `${countContracts(value)} within ${formatSpan(windowMs)}`,
  fill: ({ side, direction, price, shares }) => `Filled: ${formatTrade(side, direction, price, shares)}`,
  order: ({ turn, side, direction, price, shares }) =>
    `Order ${ORDER_TURN_NAMES[turn].toLowerCase()}: ${formatTrade(side, direction, price, shares)}`,
  balance: ({ level, value }) =>
    `Free collateral ${formatExactMoney(toUsd(BigInt(value)))}, below ${formatMoney(toUsd(BigInt(level)))}`,
  timeToClose: ({ leftMs }) => `Closes in ${formatDuration(leftMs, { seconds: true })}`,
  stream: ({ of, forMs }) => `${of === 'book' ? 'Book' : 'Account'} not live for ${formatSpan(forMs)}`,
  rules: ({ fields }) => `Changed by the exchange: ${fields.map((field) => RULE_FIELD_NAMES[field]).join(', ')}`,
  programClosed: ({ fromMs, toMs }) =>
    `No alert was watched for ${formatDuration(toMs - fromMs, { seconds: true })}: Adyton was closed`,
};

/** What fired, with the data that fired it. */
export function formatFact(fact: AlertLogEntry['fact']): string {
  return formatCoded(FACTS, fact);
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
  if (!showsAmounts) {
    if (fact.code === 'fill') return 'An order was filled';
    if (fact.code === 'order') return `An order is ${ORDER_TURN_NAMES[fact.parameters.turn].toLowerCase()}`;
    if (fact.code === 'balance') return 'Free collateral is below its level';
  }
  return formatFact(fact);
}

function formatTrade(
  side: 'yes' | 'no' | null,
  direction: 'buy' | 'sell' | null,
  price: number,
  shares: number,
): string {
  const what = [direction, side === null ? null : sideName(side)].filter((part) => part !== null).join(' ');
  return `${what} ${formatContracts(shares)} at ${formatLevel(price)}`.trim();
}

function sideName(side: 'yes' | 'no'): string {
  return side === 'yes' ? 'Yes' : 'No';
}

/** Two decimals, or three where the tick needs them. */
function formatLevel(micros: number): string {
  return formatTickPrice(micros, micros % 10_000 === 0 ? 2 : micros % 1_000 === 0 ? 3 : 6);
}
