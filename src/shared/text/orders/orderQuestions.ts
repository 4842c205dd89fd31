/** Questions before an act that lets orders do more: limits, exits, what stands in for a book. */
import type { Side } from '../../market/outcome.ts';
import { listTradeBounds } from '../../order/conditional/consent.ts';
import type { TradeBound } from '../../order/conditional/declaration/kind.ts';
import type { ConditionalTerms } from '../../order/conditional/terms.ts';
import type { StandIn } from '../../order/conditional/trigger.ts';
import type { OrderIntent } from '../../order/intent.ts';
import { LIMIT_RULES, type LimitName } from '../../order/risk/limits.ts';
import { formatPrice, type Price } from '../../units/price.ts';
import { formatShares, type Shares } from '../../units/shares.ts';
import { cost, formatUsd, toUsd, type Usd } from '../../units/usd.ts';
import { formatWatch } from '../conditionals/conditionalTerms.ts';
import { formatTrigger } from '../conditionals/conditionalTriggers.ts';
import { formatUnderlyingPrice } from '../numbers.ts';
import { type Change, formatBeforeAfter, NOTE, type Questions } from '../questionText.ts';
import { formatLimit } from '../risk/risk.ts';

export interface OrderQuestions {
  setLimits: { readonly changes: readonly (Change<bigint> & { readonly limit: LimitName })[] };
  markExclusive: { readonly eventId: number };
  restartDay: {
    /** Null: not known. */
    readonly loss: Usd | null;
  };
  exitOnOldBook: {
    readonly orders: readonly OldBookOrder[];
    /** Every open order of these markets is cancelled first. */
    readonly cancelsOrders: boolean;
  };
  /** A conditional order that may sell on what stands in for a book that is not live. */
  armWithStandIn: {
    readonly title: string;
    /** As they execute: bounds and conditions are read from them. */
    readonly terms: ConditionalTerms;
    /** ISO 8601, UTC; null: no end of its own. */
    readonly until: string | null;
  };
  /** A change that lets a conditional order trade more, worse, sooner or longer. */
  loosenConditional: OrderQuestions['armWithStandIn'] & {
    /** The terms in force. */
    readonly before: ConditionalTerms;
  };
  enablePanicFlatten: { readonly distance: Price };
  prepareExits: { readonly exits: readonly PreparedExitFact[] };
}

/** What goes out at most, and at worst, on a book that is not live. */
export interface OldBookOrder extends Pick<OrderIntent, 'side' | 'direction' | 'price' | 'shares'> {
  readonly title: string;
}

/** One position of a plan of prepared exits. */
export interface PreparedExitFact {
  readonly title: string;
  readonly side: Side;
  readonly shares: Shares;
  readonly price: Price;
  /** ISO 8601, UTC. */
  readonly until: string;
}

export function formatOrder({ direction, shares, side, price }: OldBookOrder): string {
  return `${direction} ${formatShares(shares)} ${side} at ${formatPrice(price)}`;
}

export const ORDER_QUESTIONS: Questions<OrderQuestions> = {
  setLimits: ({ changes }) => ({
    title: changes.length === 1 ? 'Change this risk limit?' : 'Change these risk limits?',
    facts: changes.map(({ limit, before, after }) => [
      LIMIT_RULES[limit].label,
      formatBeforeAfter(formatLimit(limit, before), formatLimit(limit, after)),
    ]),
    confirmLabel: changes.length === 1 ? 'Change limit' : `Change ${changes.length} limits`,
  }),
  markExclusive: ({ eventId }) => ({
    title: 'Mark this event as exclusive?',
    facts: [
      ['Event', String(eventId)],
      [NOTE, 'At most one of its markets then counts as resolving to yes, so its worst-case loss is lower'],
    ],
    confirmLabel: 'Mark as exclusive',
  }),
  restartDay: ({ loss }) => ({
    title: 'Start the loss of the day again at 0?',
    facts: [
      ['Lost until now', loss === null ? 'Not known' : formatUsd(loss)],
      [NOTE, 'Orders are then accepted until the limit is lost once more. What is lost from now on counts'],
    ],
    confirmLabel: 'Start again',
  }),
  exitOnOldBook: ({ orders, cancelsOrders }) => ({
    title: `Place ${orders.length === 1 ? 'this order' : 'these orders'} although the book is not live?`,
    facts: [
      ...orders.flatMap((order) => [['Market', order.title] as const, ['Order', formatOrder(order)] as const]),
      ...(cancelsOrders ? [['First', 'Every open order of the market is cancelled'] as const] : []),
      [NOTE, 'The prices on screen may be old'],
    ],
    confirmLabel: orders.length === 1 ? 'Place order' : `Place ${orders.length} orders`,
  }),
  armWithStandIn: ({ title, terms, until }) => ({
    title: 'Let this order sell although the book is not live?',
    facts: [
      ['Market', title],
      ...listTermsFacts(terms, until),
      [NOTE, 'It then sells without asking again, on prices that may be old'],
    ],
    confirmLabel: 'Arm it',
  }),
  loosenConditional: ({ title, before, terms, until }) => ({
    title: 'Let this conditional order do more than before?',
    facts: [
      ['Market', title],
      ...listTradeBounds(before).map((bound) => ['Before', formatBound(bound)] as const),
      ...listTermsFacts(terms, until),
      [NOTE, 'It then trades by these terms without asking again'],
    ],
    confirmLabel: 'Change it',
  }),
  enablePanicFlatten: ({ distance }) => ({
    title: 'Flatten everything in a panic?',
    facts: [
      [
        NOTE,
        `One key then also exits every position: it sells, or buys the other outcome, at most ${formatPrice(distance)} beyond the best price`,
      ],
    ],
    confirmLabel: 'Turn on',
  }),
  prepareExits: ({ exits }) => ({
    title: 'Sign these sales now, to be sent while the keys are locked?',
    facts: [
      ...exits.map(
        ({ title, side, shares, price, until }) =>
          [
            title,
            `Sell up to ${formatShares(shares)} ${side.toUpperCase()} at ${formatPrice(price)} or more, until ${until}`,
          ] as const,
      ),
      ['Worst case', `All of it is sold, for at least ${formatUsd(sumFloors(exits))} before fees`],
      ['Must run', 'Adyton and this computer; suspending or closing ends them'],
      [
        NOTE,
        'Once sent, a signed sale is a standing offer to whoever holds it until it expires: cancelling it at the exchange does not void the signature',
      ],
    ],
    confirmLabel: 'Sign the sales',
  }),
};

/** What the terms may trade, when and until when. */
function listTermsFacts(terms: ConditionalTerms, until: string | null): readonly (readonly [string, string])[] {
  return [
    ...listTradeBounds(terms).map((bound) => ['Order', formatBound(bound)] as const),
    ['When', formatWatch(terms) || 'At once'],
    ...(terms.startsWhen === null ? [] : [['Not before', formatTrigger(terms.startsWhen, terms.outcome)] as const]),
    ['Until', until ?? 'It is cancelled, or the market closes'],
    ...(terms.standIn === undefined ? [] : [['In place of the book', formatStandIn(terms.standIn)] as const]),
  ];
}

function formatBound({ direction, shares, outcome, worst }: TradeBound): string {
  const limit = direction === 'sell' ? 'never below' : 'never above';
  return `${direction} up to ${formatShares(shares)} ${outcome.side}, ${limit} ${formatPrice(worst)}`;
}

function formatStandIn(standIn: StandIn): string {
  if (standIn.kind === 'rest') return 'The exchange’s REST book';
  const level = `${formatUnderlyingPrice(standIn.price)} or ${standIn.crosses === 'atOrBelow' ? 'lower' : 'higher'}`;
  return `The price of ${standIn.symbol}: ${level}`;
}

function sumFloors(exits: readonly PreparedExitFact[]): Usd {
  return toUsd(exits.reduce((sum, { price, shares }) => sum + cost(price, shares), 0n));
}
