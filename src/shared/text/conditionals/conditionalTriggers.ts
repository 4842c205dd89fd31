/** Words for the triggers of conditional orders: what each watches, how it compares, and what confirms it. */
import { formatDuration } from '../../base/formatDuration.ts';
import type { OutcomeRef } from '../../order/conditional/observation.ts';
import type { Confirmation, Trigger, TriggerSource } from '../../order/conditional/trigger.ts';
import type { MarketId } from '../../units/ids.ts';
import { formatContracts, formatExactPrice, formatUnderlyingPrice } from '../numbers.ts';
import { formatDateTime } from '../times.ts';

const TRIGGER_SOURCES: Readonly<Record<TriggerSource, string>> = {
  ask: 'best ask',
  bid: 'best bid',
  mid: 'middle of the book',
  last: 'last trade',
};

/** Names a market that a condition is on. */
export type NameMarket = (market: MarketId) => string;
/** Where no names are known. */
export const nameById: NameMarket = (market) => market;

/** 'ask ≤ 0.31 held 10 s', 'BTC-USD ≥ 96,000.00', for columns; market and outcome where they are others than the order's. */
export function formatTrigger(trigger: Trigger, of: OutcomeRef | null = null, name: NameMarket = nameById): string {
  switch (trigger.kind) {
    case 'price': {
      const { source, outcome, crosses, price } = trigger;
      const isSame = of === null || of.market === outcome.market;
      const other = of !== null && (isSame ? of.side !== outcome.side : outcome.side === 'no');
      const where = `${isSame ? '' : `${name(outcome.market)} `}${source}${other ? ` of ${outcome.side}` : ''}`;
      return `${where} ${SIGNS[crosses]} ${formatExactPrice(price)}${formatHeld(trigger.confirm)}`;
    }
    case 'underlying':
      return `${trigger.symbol} ${SIGNS[trigger.crosses]} ${formatUnderlyingPrice(trigger.price)}${formatHeld(trigger.confirm)}`;
    case 'time':
      return 'a time';
    case 'beforeClose':
      return `${formatDuration(trigger.beforeMs)} before the close`;
    default:
      return trigger.of.map((part) => formatTrigger(part, of, name)).join(trigger.kind === 'all' ? ' and ' : ' or ');
  }
}

function formatHeld(confirm: Confirmation): string {
  return confirm.kind === 'held' ? ` held ${formatHeldTime(confirm.forMs)}` : '';
}

/** '10 s', '1 m 30 s', '5 m'. */
function formatHeldTime(forMs: number): string {
  return formatDuration(forMs, { seconds: forMs % 60_000 !== 0 });
}

const SIGNS = { atOrBelow: '≤', atOrAbove: '≥' } as const;
const PHRASES = { atOrBelow: 'or lower', atOrAbove: 'or higher' } as const;

/** 'the best ask, of at least 50 contracts, is 0.31 or lower on two books half a second apart'. */
export function describeTrigger(
  trigger: Trigger,
  nowMs: number,
  of: OutcomeRef | null = null,
  name: NameMarket = nameById,
): string {
  switch (trigger.kind) {
    case 'price': {
      const { source, price, crosses, minShares, confirm } = trigger;
      const level = `${formatExactPrice(price)} ${PHRASES[crosses]}`;
      const where = describeWhere(trigger.outcome, of, name);
      if (source === 'last') {
        return `a trade${where} of at least ${formatContracts(minShares)}, between bid and ask, is at ${level}${describeConfirmation(confirm, 'trades')}`;
      }
      if (source === 'mid')
        return `the middle of the book${where} is ${level}${describeConfirmation(confirm, 'books')}`;
      return `the ${TRIGGER_SOURCES[source]}${where}, of at least ${formatContracts(minShares)}, is ${level}${describeConfirmation(confirm, 'books')}`;
    }
    case 'underlying':
      return `${trigger.symbol} is ${formatUnderlyingPrice(trigger.price)} ${PHRASES[trigger.crosses]}${describeConfirmation(trigger.confirm, 'ticks')}`;
    case 'time':
      return `it is ${formatDateTime(trigger.atMs, nowMs)}`;
    case 'beforeClose':
      return `the market closes within ${formatDuration(trigger.beforeMs)}`;
    default:
      return trigger.of
        .map((part) => describeTrigger(part, nowMs, of, name))
        .join(trigger.kind === 'all' ? ', and ' : ', or ');
  }
}

/** ' of Snow', ' of no of Snow'; '' for the order's own outcome. */
function describeWhere(outcome: OutcomeRef, of: OutcomeRef | null, name: NameMarket): string {
  if (of === null) return '';
  if (of.market === outcome.market) return of.side === outcome.side ? '' : ` of ${outcome.side}`;
  return outcome.side === 'no' ? ` of no of ${name(outcome.market)}` : ` of ${name(outcome.market)}`;
}

const SEEN = { books: 'books', trades: 'trades', ticks: 'ticks' } as const;

function describeConfirmation(confirm: Confirmation, of: keyof typeof SEEN): string {
  switch (confirm.kind) {
    case 'double':
      return `, on two ${SEEN[of]} half a second apart`;
    case 'held':
      return `, for ${formatHeldTime(confirm.forMs)} without a gap`;
    case 'single':
      return '';
  }
}
