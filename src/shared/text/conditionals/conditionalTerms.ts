/** Words for the terms of conditional orders: what each does, when it fires, what bounds it. */

import { formatDuration } from '../../base/formatDuration.ts';
import type { StopLeg, Walk } from '../../order/conditional/declaration/termsFields.ts';
import { movesOf } from '../../order/conditional/kinds/chase.ts';
import type { ScaleTerms } from '../../order/conditional/kinds/scale.ts';
import type { TrailDistance } from '../../order/conditional/kinds/trailing.ts';
import type { ConditionalKind, ConditionalTerms } from '../../order/conditional/terms.ts';
import type { StandIn, Trigger } from '../../order/conditional/trigger.ts';
import { formatExactContracts, formatExactPrice, formatUnderlyingPrice } from '../numbers.ts';
import { formatDateTime } from '../times.ts';
import {
  describeLegs,
  describeOffset,
  describeWorstLegs,
  describeWorstOffset,
  formatLegs,
  formatSteps,
} from './conditionalLegs.ts';
import { describeTrigger, formatTrigger, type NameMarket, nameById } from './conditionalTriggers.ts';

export const CONDITIONAL_KINDS: Readonly<Record<ConditionalKind, string>> = {
  stop: 'Stop',
  takeProfit: 'Take profit',
  trailing: 'Trailing stop',
  oco: 'One cancels the other',
  bracket: 'Bracket',
  closeBefore: 'Close before the end',
  goodTill: 'Timed order',
  scale: 'Scale',
  iceberg: 'Iceberg',
  twap: 'TWAP',
  chase: 'Chase',
  oneCancelsAll: 'One cancels all',
  offset: 'Offset on fill',
};

/** For narrow columns and names. */
export const CONDITIONAL_SHORT_KINDS: Readonly<Record<ConditionalKind, string>> = {
  ...CONDITIONAL_KINDS,
  trailing: 'Trailing',
  oco: 'OCO',
  closeBefore: 'Close before',
  goodTill: 'Timed',
  oneCancelsAll: 'OCA',
  offset: 'Offset',
};

/** '500 yes'. */
function formatAmount({ shares, outcome }: ConditionalTerms): string {
  return `${formatExactContracts(shares)} ${outcome.side}`;
}

/** 'Stop: sell 500 yes at 0.30 when ask ≤ 0.31', the name of a conditional order in notices and buttons. */
export function formatTerms(terms: ConditionalTerms, name: NameMarket = nameById): string {
  const { direction } = terms;
  const what = `${CONDITIONAL_SHORT_KINDS[terms.kind]}: ${direction} ${formatAmount(terms)}`;
  const format = (trigger: Trigger): string => formatTrigger(trigger, terms.outcome, name);
  switch (terms.kind) {
    case 'stop':
      return `${what} at ${formatExactPrice(terms.limit)} when ${format(terms.trigger)}`;
    case 'takeProfit':
      return `${what} at ${formatExactPrice(terms.limit)}${terms.touch === null ? '' : ` when ${format(terms.touch)}`}`;
    case 'trailing':
      return `${what} ${formatDistance(terms.distance)} below the best bid`;
    case 'oco':
      return `${what} at ${formatExactPrice(terms.takeProfit)}, or at ${formatExactPrice(terms.stop.limit)} when ${format(terms.stop.trigger)}`;
    case 'bracket':
      return `${what} at ${formatExactPrice(terms.entry.price)}${formatExits(terms.takeProfit, terms.stop, format)}`;
    case 'closeBefore':
      return `${what} at ${formatExactPrice(terms.limit)}, ${formatDuration(terms.beforeMs)} before the close`;
    case 'goodTill':
      return `${what} at ${formatExactPrice(terms.price)}`;
    case 'scale':
      return `${what} in ${terms.levels.length} orders ${formatRange(terms)}`;
    case 'iceberg':
      return `${what} at ${formatExactPrice(terms.price)}, ${formatExactContracts(terms.clip)} at a time`;
    case 'twap':
      return `${what} in ${terms.slices} slices over ${formatDuration(terms.lengthMs)}`;
    case 'chase':
      return `${what} at the best ${terms.direction === 'sell' ? 'ask' : 'bid'}, to ${formatExactPrice(terms.worst)}`;
    case 'oneCancelsAll':
      return `${CONDITIONAL_SHORT_KINDS[terms.kind]}: ${direction} ${formatLegs(terms, name)}`;
    case 'offset':
      return `${what} at ${formatExactPrice(terms.parent.price)}, then ${formatSteps(terms.steps)} for what fills`;
  }
}

function formatExits(takeProfit: number | null, stop: StopLeg | null, format: (trigger: Trigger) => string): string {
  const parts = [
    takeProfit === null ? null : `sell at ${formatExactPrice(takeProfit)}`,
    stop === null ? null : `stop at ${formatExactPrice(stop.limit)} when ${format(stop.trigger)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? '' : `, then ${parts.join(' or ')}`;
}

/** '3 ticks', '2.5 %'. */
export function formatDistance(distance: TrailDistance): string {
  if (distance.kind === 'ticks') return distance.ticks === 1 ? '1 tick' : `${distance.ticks} ticks`;
  const whole = Math.floor(distance.bps / 100);
  const rest = distance.bps % 100;
  const part = rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
  return `${whole}${part} %`;
}

/** The condition that it waits for, for a column; '' for one that rests from the start. */
export function formatWatch(terms: ConditionalTerms, name: NameMarket = nameById): string {
  const format = (trigger: Trigger): string => formatTrigger(trigger, terms.outcome, name);
  switch (terms.kind) {
    case 'stop':
      return format(terms.trigger);
    case 'takeProfit':
      return terms.touch === null ? `rests at ${formatExactPrice(terms.limit)}` : format(terms.touch);
    case 'trailing':
      return `bid ${formatDistance(terms.distance)} below its peak`;
    case 'oco':
      return `rests at ${formatExactPrice(terms.takeProfit)} · ${format(terms.stop.trigger)}`;
    case 'bracket':
      return [
        terms.takeProfit === null ? null : `rests at ${formatExactPrice(terms.takeProfit)}`,
        terms.stop === null ? null : format(terms.stop.trigger),
      ]
        .filter((part) => part !== null)
        .join(' · ');
    case 'closeBefore':
      return `${formatDuration(terms.beforeMs)} before the close`;
    case 'goodTill':
      return `rests at ${formatExactPrice(terms.price)}`;
    case 'scale':
      return `rests ${formatRange(terms)}`;
    case 'iceberg':
      return `shows ${formatExactContracts(terms.clip)} at ${formatExactPrice(terms.price)}`;
    case 'twap':
      return `a slice every ${formatDuration(Math.floor(terms.lengthMs / terms.slices))}`;
    case 'chase':
      return `follows the best ${terms.direction === 'sell' ? 'ask' : 'bid'}`;
    case 'oneCancelsAll':
      return terms.mode === 'block'
        ? `nearest of ${terms.legs.length} legs rests`
        : `all ${terms.legs.length} legs rest`;
    case 'offset':
      return `rests at ${formatExactPrice(terms.parent.price)}`;
  }
}

/** What it does, one sentence each, in the order in which it happens. */
export function describeTerms(terms: ConditionalTerms, nowMs: number, name: NameMarket = nameById): readonly string[] {
  const describe = (trigger: Trigger): string => describeTrigger(trigger, nowMs, terms.outcome, name);
  const sentences = describeAct(terms, describe, name);
  return [
    ...(terms.startsWhen === null ? [] : [`Starts when ${describe(terms.startsWhen)}.`]),
    ...sentences,
    ...(terms.standIn === undefined ? [] : [describeStandIn(terms.standIn)]),
    ...(terms.goodTillMs === null ? [] : [`Ends ${formatDateTime(terms.goodTillMs, nowMs)}: what rests is cancelled.`]),
  ];
}

function describeStandIn(standIn: StandIn): string {
  if (standIn.kind === 'rest') return 'While the book is stale it is read by REST, and the order goes out on that.';
  const level = `${formatUnderlyingPrice(standIn.price)} or ${standIn.crosses === 'atOrBelow' ? 'lower' : 'higher'}`;
  return `While the book is stale it sells when ${standIn.symbol} is ${level}, without a look at the book.`;
}

function describeAct(
  terms: ConditionalTerms,
  describe: (trigger: Trigger) => string,
  name: NameMarket,
): readonly string[] {
  const amount = formatAmount(terms);
  const verb = terms.direction === 'sell' ? 'Sells' : 'Buys';
  switch (terms.kind) {
    case 'stop':
      return describeStop(`${verb} ${amount}`, terms, describe);
    case 'takeProfit':
      return terms.touch === null
        ? [`${verb} ${amount} at ${formatExactPrice(terms.limit)}: the order rests on the book at once.`]
        : [`${verb} ${amount} at ${formatExactPrice(terms.limit)} when ${describe(terms.touch)}.`];
    case 'trailing':
      return [
        `Sells ${amount} when the best bid is ${formatDistance(terms.distance)} below its highest point since ${terms.activation === null ? 'it was armed' : `it reached ${formatExactPrice(terms.activation)}`}.`,
        `The limit is ${formatExactPrice(terms.cap)} below that trigger, and never below ${formatExactPrice(terms.worst)}.`,
      ];
    case 'oco':
      return [
        `Sells ${amount} once: at ${formatExactPrice(terms.takeProfit)}, where an order rests at once, or by the stop.`,
        ...describeStop('The stop sells what is left', terms.stop, describe),
        terms.flipTicks === null
          ? 'When the stop fires, the resting order is cancelled first: for that moment nothing protects.'
          : `The resting order is pulled while the market is within ${terms.flipTicks === 1 ? '1 tick' : `${terms.flipTicks} ticks`} of the stop.`,
      ];
    case 'bracket':
      return [
        `Buys ${amount} at ${formatExactPrice(terms.entry.price)}: the order rests at once.`,
        ...(terms.takeProfit === null ? [] : [`What fills is offered at ${formatExactPrice(terms.takeProfit)}.`]),
        ...(terms.stop === null ? [] : describeStop('The stop sells what filled', terms.stop, describe)),
      ];
    case 'closeBefore':
      return [
        `${verb} ${amount} at ${formatExactPrice(terms.limit)} or better, ${formatDuration(terms.beforeMs)} before the market closes.`,
        ...describeWalk(terms.walk, terms.worst),
      ];
    case 'goodTill':
      return [
        `${verb} ${amount} at ${formatExactPrice(terms.price)} or better: the order rests at once.`,
        ...(terms.killAfterMs === null
          ? []
          : [`What rests is cancelled ${formatDuration(terms.killAfterMs)} after it was sent.`]),
      ];
    case 'scale':
      return [`${verb} ${amount} in ${terms.levels.length} orders ${formatRange(terms)}: all rest at once.`];
    case 'iceberg':
      return [
        `${verb} ${amount} at ${formatExactPrice(terms.price)} or better, at most ${formatExactContracts(terms.clip)} on the book at a time.`,
        'The next order follows when the one before has ended. Its size and time vary, and others may still notice it.',
      ];
    case 'twap':
      return [
        `${verb} ${amount} in ${terms.slices} equal slices over ${formatDuration(terms.lengthMs)}, each at the ${terms.pricing === 'join' ? 'best price of its own side' : 'best price of the other side'}.`,
        'What a slice leaves goes on and is counted by the next one.',
        TWAP_ENDS[terms.atEnd],
      ];
    case 'chase':
      return [
        `${verb} ${amount} at the best ${terms.direction === 'sell' ? 'ask' : 'bid'}, and moves after it when it stays away for ${formatDuration(terms.minMs)}, at most every ${formatDuration(terms.everyMs)}.`,
        `After ${formatDuration(terms.maxMs)} or ${movesOf(terms)} moves ${CHASE_ENDS[terms.atEnd]}.`,
      ];
    case 'oneCancelsAll':
      return describeLegs(terms, name);
    case 'offset':
      return describeOffset(terms, verb, amount);
  }
}

const TWAP_ENDS = {
  report: 'At the end what still rests is cancelled.',
  rest: 'At the end what is left rests on the book.',
  cross: 'At the end what is left is sent at the worst price.',
} as const;

const CHASE_ENDS = {
  rest: 'it stays where it is',
  cancel: 'it is cancelled',
  take: 'what is left is sent at the worst price',
} as const;

/** 'from 0.50 to 0.60'. */
function formatRange({ levels }: ScaleTerms): string {
  const [first] = levels;
  const last = levels.at(-1);
  return first === undefined || last === undefined
    ? ''
    : `from ${formatExactPrice(first.price)} to ${formatExactPrice(last.price)}`;
}

function describeStop(
  what: string,
  { trigger, limit, worst, walk }: StopLeg,
  describe: (trigger: Trigger) => string,
): readonly string[] {
  return [`${what} at ${formatExactPrice(limit)} or better when ${describe(trigger)}.`, ...describeWalk(walk, worst)];
}

function describeWalk(walk: Walk | null, worst: number): readonly string[] {
  if (walk === null) return ['What does not trade there rests at that price: it does not follow the market.'];
  const ticks = walk.ticks === 1 ? 'a tick' : `${walk.ticks} ticks`;
  return [
    `The limit then moves by ${ticks} every ${formatDuration(walk.everyMs)}, to ${formatExactPrice(worst)} and no further.`,
  ];
}

/** Rows of the worst case: all of it trades at the worst price, with the largest fee. */
export const WORST_CASE_ROWS = {
  proceeds: 'Proceeds at worst',
  stake: 'Cost at most',
  fee: 'Fee at most',
  gain: 'Gain at worst, after fees',
  gainAtTarget: 'Gain at the take profit',
} as const;

/** The worst case in one sentence. */
export function describeWorst(terms: ConditionalTerms): string {
  const worst = formatExactPrice(terms.worst);
  if (terms.kind === 'oneCancelsAll') return describeWorstLegs(terms);
  if (terms.kind === 'offset') return describeWorstOffset(terms);
  if (terms.kind === 'bracket') {
    const stop =
      terms.stop === null
        ? ''
        : ` What it bought is sold at ${formatExactPrice(terms.stop.worst)} or better by the stop, or stays yours.`;
    return `Never buys above ${worst}.${stop}`;
  }
  return terms.direction === 'sell'
    ? `Never sells below ${worst}: what does not trade there stays yours, unprotected.`
    : `Never buys above ${worst}: what does not trade there is not bought.`;
}
