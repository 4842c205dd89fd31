/** Texts of the terms of conditional orders, from the declaration of their kind: what each does, when, and what bounds it. */
import { neverBeyond, type Progress, type TermsFormats } from '../../order/conditional/declaration/texts.ts';
import { type ConditionalKind, type ConditionalTerms, kindOf } from '../../order/conditional/terms.ts';
import type { StandIn } from '../../order/conditional/trigger.ts';
import { formatExactContracts, formatExactPrice, formatUnderlyingPrice } from '../numbers.ts';
import { formatDateTime } from '../times.ts';
import { describeTrigger, formatTrigger, type NameMarket, nameById } from './conditionalTriggers.ts';

export function nameKind(kind: ConditionalKind): string {
  return kindOf({ kind }).texts.name;
}

/** For narrow columns and names. */
export function nameKindShortly(kind: ConditionalKind): string {
  const { name, shortName = name } = kindOf({ kind }).texts;
  return shortName;
}

/** @param nowMs sentences name times of its day without the day. */
function formatsOf({ outcome, direction, shares }: ConditionalTerms, name: NameMarket, nowMs = 0): TermsFormats {
  return {
    amount: `${formatExactContracts(shares)} ${outcome.side}`,
    verb: direction === 'sell' ? 'Sells' : 'Buys',
    price: formatExactPrice,
    contracts: formatExactContracts,
    trigger: (trigger) => formatTrigger(trigger, outcome, name),
    condition: (trigger) => describeTrigger(trigger, nowMs, outcome, name),
    market: name,
  };
}

/** 'Stop: sell 500 yes at 0.30 when ask ≤ 0.31', the name of a conditional order in notices and buttons. */
export function formatTerms(terms: ConditionalTerms, name: NameMarket = nameById): string {
  const summary = kindOf(terms).texts.summary(terms, formatsOf(terms, name));
  return `${nameKindShortly(terms.kind)}: ${terms.direction} ${summary}`;
}

/** The condition that it waits for, for a column; '' for one that rests from the start. */
export function formatWatch(terms: ConditionalTerms, name: NameMarket = nameById): string {
  return kindOf(terms).texts.watches(terms, formatsOf(terms, name));
}

/** What a working order has come to, in place of what it watches; null: nothing to show. */
export function describeProgress(terms: ConditionalTerms, at: Progress): string | null {
  return kindOf(terms).texts.progress?.(terms, at, formatsOf(terms, nameById)) ?? null;
}

/** What it does, one sentence each, in the order in which it happens. */
export function describeTerms(terms: ConditionalTerms, nowMs: number, name: NameMarket = nameById): readonly string[] {
  const formats = formatsOf(terms, name, nowMs);
  return [
    ...(terms.startsWhen === null ? [] : [`Starts when ${formats.condition(terms.startsWhen)}.`]),
    ...kindOf(terms).texts.does(terms, formats),
    ...(terms.standIn === undefined ? [] : [describeStandIn(terms.standIn)]),
    ...(terms.goodTillMs === null ? [] : [`Ends ${formatDateTime(terms.goodTillMs, nowMs)}: what rests is cancelled.`]),
  ];
}

function describeStandIn(standIn: StandIn): string {
  if (standIn.kind === 'rest') return 'While the book is stale it is read by REST, and the order goes out on that.';
  const level = `${formatUnderlyingPrice(standIn.price)} or ${standIn.crosses === 'atOrBelow' ? 'lower' : 'higher'}`;
  return `While the book is stale it sells when ${standIn.symbol} is ${level}, without a look at the book.`;
}

/** The worst case in one sentence. */
export function describeWorst(terms: ConditionalTerms): string {
  const { atWorst } = kindOf(terms).texts;
  if (atWorst !== undefined) return atWorst(terms, formatsOf(terms, nameById));
  const rest = terms.direction === 'sell' ? 'stays yours, unprotected' : 'is not bought';
  return `${neverBeyond(terms)} ${formatExactPrice(terms.worst)}: what does not trade there ${rest}.`;
}

/** Rows of the worst case: all of it trades at the worst price, with the largest fee. */
export const WORST_CASE_ROWS = {
  proceeds: 'Proceeds at worst',
  stake: 'Cost at most',
  fee: 'Fee at most',
  gain: 'Gain at worst, after fees',
  gainAtTarget: 'Gain at the take profit',
} as const;
