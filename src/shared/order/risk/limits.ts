/**
 * Risk limits: each is one declaration of its unit, default, bounds, texts, present use, and what an order would use of it.
 *
 * Units       `usd`, `contracts` and `price` in millionths; `ms`; `percent`; `count`; `switch`: 0 off, 1 on.
 * Invariants  Pure. A value outside its bounds is never used. Loosening a limit needs a step-up, tightening none.
 * Source      docs/risk.md#limits has the meaning and the reason of every default; docs/decisions/0047-kinds.md.
 */
import { toUsd, type Usd } from '../../units/usd.ts';
import { maxTakerFee } from '../fees.ts';
import type { OrderIntent } from '../intent.ts';
import type { RiskBook, RiskContext } from './context.ts';
import { lossAtOnce } from './day.ts';
import { priceDistances } from './givenAway.ts';
import type { RiskOrder } from './loss.ts';
import {
  dayGivenAway,
  dayLossWithOpen,
  listUndecided,
  lossOfEvent,
  marketLoss,
  minuteGivenAway,
  minuteNotional,
  notionalOf,
} from './use.ts';

export type LimitUnit = 'usd' | 'contracts' | 'price' | 'ms' | 'percent' | 'count' | 'switch';

/** What a limit is on. Exits pass all but those on value given away. */
export type LimitGroup = 'account' | 'givenAway' | 'order' | 'market';

/** An order before it is signed, with the state that it would be added to. */
export interface OrderInQuestion {
  readonly intent: OrderIntent;
  readonly state: RiskContext;
  readonly book: RiskBook;
  /** Open orders and unsettled fills, and those with this order. */
  readonly exposed: readonly RiskOrder[];
  readonly withOrder: readonly RiskOrder[];
  readonly notional: Usd;
  readonly givenAway: Usd;
  /** Worst loss of its market, with it. */
  readonly marketLoss: Usd;
}

export interface LimitRule {
  readonly unit: LimitUnit;
  readonly initial: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** The direction in which more orders are refused. */
  readonly stricter: 'lower' | 'higher';
  readonly group: LimitGroup;
  readonly label: string;
  readonly meaning: string;
  /** What is used of it with the order; null: it says nothing about this one, or that is not known. */
  found(order: OrderInQuestion): bigint | null;
  /** Present use; absent: it has none. Null while it is not known. */
  use?(state: RiskContext, exposed: readonly RiskOrder[]): bigint | null;
  /** The text of a refusal; absent: the bound, the value with the order, and the excess. */
  readonly refusal?: string;
  /** Reported after the others of its group. */
  readonly isReportedLast?: boolean;
}
type Declared = Pick<LimitRule, 'group' | 'label' | 'meaning' | 'found' | 'use' | 'refusal' | 'isReportedLast'>;

const DOLLAR = 1_000_000n;
const CONTRACT = 1_000_000n;
const CENT = 10_000n;
const SECOND = 1_000n;

function atMost(unit: LimitUnit, initial: bigint, max: bigint, declared: Declared): LimitRule {
  return { unit, initial, min: 0n, max, stricter: 'lower', ...declared };
}

function atLeast(unit: LimitUnit, initial: bigint, max: bigint, declared: Declared): LimitRule {
  return { unit, initial, min: 0n, max, stricter: 'higher', ...declared };
}

const highest = (losses: readonly bigint[]): bigint => losses.reduce((most, loss) => (loss > most ? loss : most), 0n);
/** Free part of the exchange's order budget, in per cent. */
function freeBudget({ orderBudget }: RiskContext, further: number): bigint | null {
  if (orderBudget === null || orderBudget.allowance <= 0) return null;
  const { used, allowance } = orderBudget;
  return BigInt(Math.max(0, Math.floor(((allowance - used - further) * 100) / allowance)));
}
const countOf = (orders: readonly RiskOrder[], { unsettled }: RiskContext): bigint =>
  BigInt(orders.length - unsettled.length);

export const LIMIT_RULES = {
  orderCost: atMost('usd', 5_000n * DOLLAR, 1_000_000n * DOLLAR, {
    group: 'order',
    label: 'Cost of one buy',
    meaning: 'Stake and fee reserve of one buy order',
    found: ({ intent, notional, state }) =>
      intent.direction === 'buy' ? notional + maxTakerFee(intent.price, intent.shares, state.feeRateMicros) : null,
  }),
  orderGivenAway: atMost('usd', 100n * DOLLAR, 100_000n * DOLLAR, {
    group: 'givenAway',
    label: 'Given away by one order',
    meaning: 'Value lost at once against the live book; exits too',
    found: ({ givenAway }) => givenAway,
  }),
  orderContracts: atMost('contracts', 25_000n * CONTRACT, 10_000_000n * CONTRACT, {
    group: 'order',
    label: 'Contracts in one order',
    meaning: 'Size of one order',
    found: ({ intent }) => BigInt(intent.shares),
  }),
  bookDistance: atMost('price', 10n * CENT, 99n * CENT, {
    group: 'order',
    label: 'Price beyond the book',
    meaning: 'Distance beyond the best opposite price',
    found: ({ intent, book }) => priceDistances(intent, book).fromBook,
  }),
  lastDistance: atMost('price', 25n * CENT, 99n * CENT, {
    group: 'order',
    label: 'Price beyond the last price',
    meaning: 'Distance beyond the price of the last trade',
    found: ({ intent, book }) => priceDistances(intent, book).fromLast,
  }),
  openNotional: atMost('usd', 25_000n * DOLLAR, 10_000_000n * DOLLAR, {
    group: 'account',
    label: 'Open notional',
    meaning: 'Open buys with their fee reserve, and holdings at cost',
    found: ({ state, withOrder }) => notionalOf(state, withOrder),
    use: notionalOf,
  }),
  restingOrders: atMost('count', 100n, 1_000n, {
    group: 'account',
    label: 'Resting orders',
    meaning: 'Orders that may still trade, unknown ones included',
    found: ({ state, withOrder }) => countOf(withOrder, state),
    use: (state, exposed) => countOf(exposed, state),
  }),
  marketLoss: atMost('usd', 10_000n * DOLLAR, 10_000_000n * DOLLAR, {
    group: 'account',
    label: 'Worst loss of a market',
    meaning: 'If a market resolves in the worst way, open orders included',
    found: (order) => order.marketLoss,
    use: (state, exposed) => highest(listUndecided(state, exposed).map((market) => marketLoss(state, exposed, market))),
  }),
  eventLoss: atMost('usd', 15_000n * DOLLAR, 10_000_000n * DOLLAR, {
    group: 'account',
    label: 'Worst loss of an event',
    meaning: 'Markets of an event added up, unless it is marked as exclusive',
    found({ intent, state, withOrder }) {
      const eventId = state.market(intent.market)?.eventId ?? null;
      return eventId === null ? null : lossOfEvent(state, withOrder, eventId);
    },
    use: (state, exposed) => highest(listOpenEvents(state, exposed).map((event) => lossOfEvent(state, exposed, event))),
  }),
  dayLoss: atMost('usd', 2_500n * DOLLAR, 1_000_000n * DOLLAR, {
    group: 'account',
    label: 'Loss of the day',
    meaning: 'Realised and unrealised since 00:00 UTC, with fees',
    found({ intent, state, exposed }) {
      const lost = dayLossWithOpen(state, exposed);
      return lost === null ? null : toUsd(lost + lossAtOnce(intent, state));
    },
    use(state, exposed) {
      const loss = dayLossWithOpen(state, exposed);
      return loss === null || loss > 0n ? loss : 0n;
    },
    isReportedLast: true,
  }),
  minuteNotional: atMost('usd', 10_000n * DOLLAR, 10_000_000n * DOLLAR, {
    group: 'account',
    label: 'Notional per minute',
    meaning: 'Price × size of the orders of the last minute',
    found: ({ state, notional }) => minuteNotional(state) + notional,
    use: minuteNotional,
  }),
  minuteGivenAway: atMost('usd', 250n * DOLLAR, 100_000n * DOLLAR, {
    group: 'givenAway',
    label: 'Given away per minute',
    meaning: 'By the orders of the last minute and open ones; exits too',
    found: ({ state, givenAway }) => minuteGivenAway(state) + givenAway,
    use: minuteGivenAway,
  }),
  dayGivenAway: atMost('usd', 1_000n * DOLLAR, 1_000_000n * DOLLAR, {
    group: 'givenAway',
    label: 'Given away per day',
    meaning: 'By the orders since 00:00 UTC and open ones; exits too',
    found: ({ state, givenAway }) => dayGivenAway(state) + givenAway,
    use: dayGivenAway,
  }),
  exitBudget: atLeast('percent', 25n, 90n, {
    group: 'account',
    label: 'Order budget for exits',
    meaning: 'Share of the exchange’s order budget that only exits use',
    found: ({ state }) => freeBudget(state, 1),
    use: (state) => freeBudget(state, 0),
  }),
  timeToClose: atLeast('ms', 5n * SECOND, 3_600n * SECOND, {
    group: 'market',
    label: 'Time to the close',
    meaning: 'Nothing is opened in a market closer to its close',
    found({ intent, state }) {
      const closeAtMs = state.market(intent.market)?.closeAtMs ?? null;
      return closeAtMs === null ? null : BigInt(Math.max(0, Math.floor(closeAtMs - state.exchangeTimeMs)));
    },
  }),
  /** 1: a live book that cannot be compared with the REST book may be traded. */
  uncheckedBook: atMost('switch', 0n, 1n, {
    group: 'market',
    label: 'Unchecked books',
    meaning: 'Trade on a live book that cannot be compared with the exchange’s',
    found: ({ book }) => (book.health.at === 'live' && book.health.unchecked ? 1n : null),
    refusal: 'The book could not be compared with the exchange’s own: wait until it is checked',
  }),
} as const satisfies Readonly<Record<string, LimitRule>>;

export type LimitName = keyof typeof LIMIT_RULES;
export type RiskLimits = Readonly<Record<LimitName, bigint>>;

export const LIMIT_NAMES = Object.keys(LIMIT_RULES) as readonly LimitName[];

/** The limits of a group, in the order of the declaration. */
export function listLimits(group: LimitGroup): readonly LimitName[] {
  return LIMIT_NAMES.filter((name) => LIMIT_RULES[name].group === group);
}

/** Events in which something can still win or lose. */
export function listOpenEvents(state: RiskContext, exposed: readonly RiskOrder[]): readonly number[] {
  return listUndecided(state, exposed).flatMap((market) => state.market(market)?.eventId ?? []);
}

export const DEFAULT_RISK_LIMITS: RiskLimits = buildLimits((name) => LIMIT_RULES[name].initial);

export function buildLimits(find: (name: LimitName) => bigint): RiskLimits {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, find(name)])) as Record<LimitName, bigint>;
}

export function isInBounds(name: LimitName, value: bigint): boolean {
  const { min, max } = LIMIT_RULES[name];
  return value >= min && value <= max;
}

/** True when `after` allows orders that `before` refuses. */
export function isLooser(name: LimitName, before: bigint, after: bigint): boolean {
  return LIMIT_RULES[name].stricter === 'lower' ? after > before : after < before;
}
