/**
 * Conditional orders of a run: their terms from the book of the moment, and what they may have done at most.
 *
 * Units       Ticks of one cent, millionths.
 */
import { TICKS } from '#paper/engine/fees.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { MAX_DURATION_MS } from '#shared/order/conditional/declaration/termsFields.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import { type ConditionalKind, type ConditionalTerms, kindOf } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { sampleTerms } from '../samples/conditionalTerms.ts';
import type { Difference } from './compare.ts';
import type { ExchangeHost } from './exchangeHost.ts';
import { BUYING_KINDS, type Step } from './plan.ts';
import { markOf, type TrueOrder } from './recorder.ts';

const TICK = 10_000;
const SHARE = 1_000_000;

export interface Held {
  readonly market: MarketId;
  readonly side: Side;
  readonly book: { readonly bestBid: number; readonly bestAsk: number };
  readonly shares: number;
}

/** The same number, the same uuid. */
export function nameConditional(number: number): ConditionalId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as ConditionalId;
}

type Arm = Extract<Step, { kind: 'arm' }>;
const MAX_SPREAD = 500_000;
const price = (ticks: number) => toPrice(Math.min(TICKS - 1, Math.max(1, ticks)) * TICK);

/** Null where nothing is held that it could sell. */
export function buildConditional(step: Arm, { market, side, book, shares: held }: Held): ConditionalTerms | null {
  const { conditional, contracts } = step;
  const count = BUYING_KINDS.has(conditional) ? contracts : Math.min(contracts, Math.floor(held / SHARE));
  if (count === 0) return null;
  const ask = side === 'yes' ? book.bestAsk : TICKS - book.bestBid;
  const input = { step, ask, count, outcome: { market, side } };
  return BUILD[conditional]?.(input) ?? sampleTerms(conditional, { ...baseOf(input), trigger: triggerOf(input) });
}

interface Input {
  readonly step: Arm;
  /** Best ask of the outcome, in ticks. */
  readonly ask: number;
  readonly count: number;
  readonly outcome: OutcomeRef;
}

const baseOf = ({ outcome, count }: Input) =>
  ({
    outcome,
    direction: 'sell',
    shares: toShares(count * SHARE),
    worst: price(1),
    startsWhen: null,
    goodTillMs: null,
  }) as const;

/** Near the market, so that many of them fire. */
const triggerOf = ({ ask, step, outcome }: Input): PriceTrigger => ({
  kind: 'price',
  outcome,
  source: 'ask',
  crosses: 'atOrBelow',
  price: price(ask + 1 - step.away),
  minShares: toShares(SHARE),
  maxSpread: MAX_SPREAD,
  confirm: { kind: 'double' },
});

const stopOf = (input: Input) => ({ trigger: triggerOf(input), limit: price(input.ask - 4), walk: null });

const BUILD: Readonly<Partial<Record<ConditionalKind, (input: Input) => ConditionalTerms>>> = {
  stop: (input) => ({ ...baseOf(input), kind: 'stop', ...stopOf(input) }),
  takeProfit: (input) => ({
    ...baseOf(input),
    kind: 'takeProfit',
    limit: price(input.ask + input.step.away),
    touch: null,
  }),
  oco: (input) => ({
    ...baseOf(input),
    kind: 'oco',
    takeProfit: price(input.ask + 2),
    stop: { ...stopOf(input), worst: price(1) },
    flipTicks: null,
  }),
  trailing: (input) => ({
    ...baseOf(input),
    kind: 'trailing',
    distance: { kind: 'ticks', ticks: 1 + input.step.away },
    activation: null,
    minShares: toShares(SHARE),
    maxSpread: MAX_SPREAD,
    cap: 5 * TICK,
    walk: null,
  }),
  bracket: (input) => ({
    ...baseOf(input),
    kind: 'bracket',
    direction: 'buy',
    worst: price(input.ask + 1),
    entry: { price: price(input.ask), postOnly: false },
    takeProfit: price(input.ask + 2),
    stop: { ...stopOf(input), worst: price(1) },
    batch: toShares(SHARE),
  }),
  goodTill: (input) => ({
    ...baseOf(input),
    kind: 'goodTill',
    price: price(input.ask + input.step.away),
    postOnly: false,
    killAfterMs: 8_000,
  }),
  closeBefore: (input) => ({
    ...baseOf(input),
    kind: 'closeBefore',
    // The markets of a run close sooner: its orders are due at once.
    beforeMs: MAX_DURATION_MS,
    limit: price(input.ask),
    walk: { ticks: 1, everyMs: 2_000 },
  }),
  scale(input) {
    const near = Math.floor(input.count / 2);
    const levels = [near, input.count - near].flatMap((part, at) =>
      part === 0 ? [] : [{ price: price(input.ask + at), shares: toShares(part * SHARE) }],
    );
    return { ...baseOf(input), kind: 'scale', levels, postOnly: false };
  },
  iceberg: (input) => ({
    ...baseOf(input),
    kind: 'iceberg',
    price: price(input.ask - input.step.away),
    clip: toShares(SHARE),
    sizeSpreadBps: 0,
    maxDelayMs: 500,
  }),
  twap: (input) => ({
    ...baseOf(input),
    kind: 'twap',
    lengthMs: 12_000,
    slices: Math.min(input.count, 4),
    minSlice: toShares(SHARE),
    pricing: 'cross',
    atEnd: 'report',
  }),
  chase: (input) => ({
    ...baseOf(input),
    kind: 'chase',
    postOnly: false,
    minTicks: 1,
    minMs: 500,
    everyMs: 2_000,
    maxMoves: 4,
    maxMs: 15_000,
    maxTicks: 10,
    atEnd: 'cancel',
  }),
  oneCancelsAll(input) {
    const { outcome, ask, count, step } = input;
    const shares = toShares(count * SHARE);
    const other = { market: outcome.market, side: outcome.side === 'yes' ? 'no' : 'yes' } as const;
    const legs = [
      { outcome, shares, price: price(ask - step.away) },
      { outcome: other, shares, price: price(TICKS - ask - 1) },
    ];
    const mode = step.away === 0 ? 'race' : 'block';
    return { ...baseOf(input), kind: 'oneCancelsAll', direction: 'buy', worst: legs[0]!.price, legs, mode };
  },
  offset: (input) => ({
    ...baseOf(input),
    kind: 'offset',
    direction: 'buy',
    worst: price(input.ask),
    parent: { price: price(input.ask), postOnly: false },
    batch: toShares(2 * SHARE),
    steps: [1, 2],
  }),
};

/** Never more than intended, never the other direction or outcome, never beyond the worst price. */
export function compareConditionals(
  host: Pick<ExchangeHost, 'recorder'>,
  armed: ReadonlyMap<ConditionalId, ConditionalTerms>,
  entries: readonly JournalEntry[],
): Difference[] {
  const found: Difference[] = [];
  const all = host.recorder.orders();
  for (const [id, terms] of armed) {
    const ids = entries.flatMap((entry) =>
      entry.kind === 'signed' && entry.intentId.startsWith(id) ? host.recorder.ordersOf(markOf(entry)) : [],
    );
    const own = [...new Set(ids)].flatMap((orderId) => all.get(orderId) ?? []);
    for (const order of own) {
      if (isWithinTerms(order, terms)) continue;
      const what = `order ${order.id} of conditional ${id} is not what it may place`;
      found.push({ what, orderId: order.id, intentId: null });
    }
    const bought = sum(own, 'buy', filledOf);
    const buys = terms.direction === 'buy';
    const limits = { buy: buys ? findLimit(terms) : 0, sell: buys ? toShares(bought) : terms.shares };
    for (const direction of ['buy', 'sell'] as const) {
      const committed = sum(own, direction, (order) => (isOpen(order) ? order.shares : filledOf(order)));
      if (committed <= limits[direction]) continue;
      const what = `conditional ${id} placed ${committed} of ${limits[direction]} to ${direction}`;
      found.push({ what, orderId: own[0]?.id ?? null, intentId: null });
    }
  }
  return found;
}

const isOpen = ({ state }: TrueOrder): boolean => state === 'wait' || state === 'pending';
const filledOf = ({ shares, remaining }: TrueOrder): number => shares - remaining;

function sum(orders: readonly TrueOrder[], direction: Direction, read: (order: TrueOrder) => number): number {
  return orders.reduce((total, order) => total + (order.direction === direction ? read(order) : 0), 0);
}

/** Legs are of one size here. In a block they fill that much together; in a race each may fill before the others are cancelled. */
function findLimit(terms: ConditionalTerms): number {
  const { legs, mayFillEachLeg } = kindOf(terms);
  return mayFillEachLeg(terms) ? terms.shares * (legs?.(terms).length ?? 1) : terms.shares;
}

function isWithinTerms({ market, side, direction, ticks }: TrueOrder, terms: ConditionalTerms): boolean {
  const at = ticks * TICK;
  const { legs, turns, stop } = kindOf(terms);
  if (legs !== undefined) {
    const leg = legs(terms).find(({ outcome }) => outcome.market === market && outcome.side === side);
    return leg !== undefined && direction === 'buy' && at <= leg.price;
  }
  if (market !== terms.outcome.market || side !== terms.outcome.side) return false;
  if (direction === 'buy') return terms.direction === 'buy' && at <= terms.worst;
  return at >= (turns ? (stop?.of(terms)?.worst ?? 0) : terms.worst);
}
