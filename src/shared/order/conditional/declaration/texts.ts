/** Texts of a kind of conditional order, and phrases that several kinds share. */
import { formatDuration } from '../../../base/formatDuration.ts';
import type { Tick } from '../../../market/tickGrid.ts';
import type { MarketId } from '../../../units/ids.ts';
import type { Price } from '../../../units/price.ts';
import type { Trigger } from '../trigger.ts';
import type { AnyTerms, Distance, StopLeg, Walk } from './termsFields.ts';

/** How the values of some terms are written; `shared/text/conditionals/conditionalTerms` gives it. */
export interface TermsFormats {
  /** '500 yes' */
  readonly amount: string;
  /** 'Sells' or 'Buys' */
  readonly verb: string;
  /** '0.30' */
  price(micros: number): string;
  /** '500', exact. */
  contracts(micros: number): string;
  /** In short: 'ask ≤ 0.31'. */
  trigger(trigger: Trigger): string;
  /** In a sentence, after 'when'. */
  condition(trigger: Trigger): string;
  market(id: MarketId): string;
}

/** A working order at one moment, by the exchange's clock. */
export interface Progress {
  readonly nowMs: number;
  readonly startedAtMs: number | null;
  readonly peak: Price | null;
  readonly tick: Tick;
}

export interface KindTexts<T extends AnyTerms> {
  readonly name: string;
  /** For narrow columns and names; absent: the name. */
  readonly shortName?: string;
  /** '500 yes at 0.30 when ask ≤ 0.31', after its kind and direction. */
  summary(terms: T, formats: TermsFormats): string;
  /** The condition that it waits for, for a column; '' for one that rests from the start. */
  watches(terms: T, formats: TermsFormats): string;
  /** What it does, one sentence each, in the order in which it happens. */
  does(terms: T, formats: TermsFormats): readonly string[];
  /** What a working order has come to, in place of what it watches; null: nothing yet. Absent: it shows nothing. */
  progress?(terms: T, at: Progress, formats: TermsFormats): string | null;
  /** True: its progress follows the time. */
  readonly progressFollowsTime?: boolean;
  /** The worst case in one sentence; absent: never beyond the worst price. */
  atWorst?(terms: T, formats: TermsFormats): string;
}

/** '3 ticks', '2.5 %'. */
export function formatDistance(distance: Distance): string {
  if (distance.kind === 'ticks') return formatTicks(distance.ticks);
  const whole = Math.floor(distance.bps / 100);
  const rest = distance.bps % 100;
  const part = rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
  return `${whole}${part} %`;
}

/** '1 tick', '3 ticks'. */
export function formatTicks(ticks: number): string {
  return ticks === 1 ? '1 tick' : `${ticks} ticks`;
}

export function describeStop(
  what: string,
  { trigger, limit, worst, walk }: StopLeg,
  formats: TermsFormats,
): readonly string[] {
  return [
    `${what} at ${formats.price(limit)} or better when ${formats.condition(trigger)}.`,
    ...describeWalk(walk, worst, formats),
  ];
}

export function describeWalk(walk: Walk | null, worst: number, { price }: TermsFormats): readonly string[] {
  if (walk === null) return ['What does not trade there rests at that price: it does not follow the market.'];
  const ticks = walk.ticks === 1 ? 'a tick' : `${walk.ticks} ticks`;
  return [`The limit then moves by ${ticks} every ${formatDuration(walk.everyMs)}, to ${price(worst)} and no further.`];
}

/** 'never sells below', 'never buys above'. */
export function neverBeyond({ direction }: Pick<AnyTerms, 'direction'>): string {
  return direction === 'sell' ? 'Never sells below' : 'Never buys above';
}

/** The best price of its own side. */
export function ownBest({ direction }: Pick<AnyTerms, 'direction'>): string {
  return direction === 'sell' ? 'ask' : 'bid';
}
