/**
 * The simulated day as a terminal sees it: books without own orders, trades, ticks, and the life of own orders.
 *
 * Units       Price and Shares in millionths; times in ms of the exchange's clock.
 * Shape       A request takes LATENCY_MS to the exchange, and its outcome as long back. Market data arrives at once.
 * Invariants  Orders are matched by the exchange's own engine. Events come after the step that made them, in a fixed order.
 */
import { holdingOf } from '#paper/engine/account.ts';
import { TICKS } from '#paper/engine/fees.ts';
import type { BookMarket, Fill, Order } from '#paper/engine/state.ts';
import { buildDay } from '#paper/simulation/day.ts';
import type { DryRunRequest } from '#shared/ipc/conditionals/dryRun.ts';
import type { Level } from '#shared/market/book.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ChildUpdate } from '#shared/order/conditional/events.ts';
import {
  type BookObservation,
  lessOwnOrders,
  type OutcomeRef,
  type TickObservation,
  type TradeObservation,
} from '#shared/order/conditional/observation.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { type IntentId, type MarketId, parseOrderId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { planMarket, planUnderlyings, scaleUnderlyings } from './dayPlan.ts';

/** Work that is due at a time of the simulated clock, in the order in which it was added. */
interface Arrivals {
  /** Times never fall from one call to the next. */
  add(atMs: number, run: () => void): void;
  /** Runs what is due; what this adds is run by a later call. */
  deliver(nowMs: number): void;
}

function createArrivals(): Arrivals {
  let waiting: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    add(atMs, run) {
      waiting.push({ atMs, run });
    },
    deliver(nowMs) {
      if (waiting.length === 0 || waiting[0]!.atMs > nowMs) return;
      const due = waiting.filter(({ atMs }) => atMs <= nowMs);
      waiting = waiting.filter(({ atMs }) => atMs > nowMs);
      for (const { run } of due) run();
    },
  };
}

/** One way between terminal and exchange. */
const LATENCY_MS = 100;
/** After a refusal that may pass by itself, as main retries. */
const RETRY_MS = 2_000;
const MAX_LEVELS = 25;
const TICK_MICROS = MICROS / TICKS;
/** More than any order of the day can need: what the account can pay is not part of it. */
const COLLATERAL = 2_000_000_000_000_000;

export interface DayFill {
  /** The exchange's. */
  readonly id: string;
  readonly intentId: IntentId;
  readonly price: Price;
  readonly shares: Shares;
  /** Millionths of a dollar. */
  readonly value: number;
  readonly fee: number;
  readonly atMs: number;
}

export interface DayListener {
  onBook(book: BookObservation): void;
  onTrade(trade: TradeObservation): void;
  onTick(tick: TickObservation): void;
  onClose(market: MarketId): void;
  onChild(intentId: IntentId, update: ChildUpdate): void;
  /** At the exchange, before the terminal learns of it. */
  onFill(fill: DayFill): void;
  /** The same, when the terminal has read it. */
  onNamedFill(fill: DayFill): void;
  /** Own shares or their locks changed. */
  onPosition(): void;
}

export interface DayExchange {
  nowMs(): number;
  step(): void;
  observe(market: MarketId): BookObservation;
  place(intent: OrderIntent, expiresAtMs: number | null): void;
  cancel(intentId: IntentId): void;
  /** Held, and of it what no own order locks or is on its way to sell. */
  holding(outcome: OutcomeRef): { readonly quantity: Shares; readonly available: Shares };
  /** Matches of all traders so far. */
  trades(): number;
}

export function openDayExchange(
  { seed, start, holdings }: Omit<DryRunRequest, 'terms'>,
  listener: DayListener,
): DayExchange {
  const scales = scaleUnderlyings(start);
  const requests = createArrivals();
  const answers = createArrivals();
  const intents = new Map<number, IntentId>();
  const orders = new Map<IntentId, Order>();
  const onTheirWay = new Set<OrderIntent>();
  /** What a step of the day made, delivered after it. */
  let made: (() => void)[] = [];
  let trades = 0;
  let isPositionChanged = false;

  const nameOf = (at: number): MarketId => start.markets[at]!.market;
  const day = buildDay({
    seed,
    startMs: start.startMs,
    markets: start.markets.map((market) => planMarket(market, scales)),
    underlyings: planUnderlyings(start, scales),
    listener: {
      onBook: (at) => made.push(() => listener.onBook(observe(nameOf(at)))),
      onTrade(at, { id, ticks, shares, atMs }) {
        trades += 1;
        const price = (ticks * TICK_MICROS) as Price;
        made.push(() => listener.onTrade({ market: nameOf(at), id: String(id), price, shares, exchangeTimeMs: atMs }));
      },
      onTick(symbol, units) {
        const price = units / (scales.get(symbol) ?? 1);
        const exchangeTimeMs = day.nowMs();
        made.push(() => listener.onTick({ symbol, price, exchangeTimeMs }));
      },
      onClose: (at) => made.push(() => listener.onClose(nameOf(at))),
      onOrder: report,
      onFill: noteFill,
    },
  });
  const books = new Map<MarketId, BookMarket>(start.markets.map(({ market }, at) => [market, day.books[at]!]));
  const account = day.engine.openAccount(false, true);
  day.engine.deposit(account, COLLATERAL, start.startMs);
  for (const { outcome, shares } of holdings) {
    day.engine.split(account, books.get(outcome.market)!, shares, start.startMs);
  }

  function report(order: Order): void {
    const intentId = intents.get(order.id);
    isPositionChanged = true;
    if (intentId === undefined) return;
    const update = describe(order);
    answers.add(day.nowMs() + LATENCY_MS, () => listener.onChild(intentId, update));
  }

  function noteFill({ id, order, ticks, shares, value, fee, atMs }: Fill): void {
    const intentId = intents.get(order.id)!;
    const price = (ticks * TICK_MICROS) as Price;
    const fill = { id: String(id), intentId, price, shares: toShares(shares), value, fee, atMs };
    isPositionChanged = true;
    listener.onFill(fill);
    answers.add(day.nowMs() + LATENCY_MS, () => listener.onNamedFill(fill));
  }

  function arrive(intent: OrderIntent, expiresAtMs: number | null): void {
    const { intentId, market, side, direction, price, shares, postOnly } = intent;
    onTheirWay.delete(intent);
    isPositionChanged = true;
    const ticks = price / TICK_MICROS;
    const request = { account, market: books.get(market)!, side, direction, ticks, shares, postOnly, expiresAtMs };
    const result = day.engine.place(request, day.nowMs(), (order) => {
      intents.set(order.id, intentId);
      orders.set(intentId, order);
    });
    if (result.ok) return;
    const update = refuse(result.why, day.nowMs());
    answers.add(day.nowMs() + LATENCY_MS, () => listener.onChild(intentId, update));
  }

  function observe(market: MarketId): BookObservation {
    const book = books.get(market)!;
    const own = [...account.open.values()]
      .filter((order) => order.market === book && order.state === 'wait')
      .map(({ side, direction, ticks, remaining }) => ({
        side,
        direction,
        price: (ticks * TICK_MICROS) as Price,
        remaining,
      }));
    const levels = (column: 'bid' | 'ask'): Level[] => {
      const all = listLevels(book, column);
      return own.length === 0 ? all : lessOwnOrders(all, column, own);
    };
    return {
      market,
      epoch: 1,
      sequence: book.sequence,
      provedAtMs: day.nowMs(),
      health: 'live',
      bids: levels('bid'),
      asks: levels('ask'),
    };
  }

  function deliver(): void {
    const now = made;
    made = [];
    for (const run of now) run();
    answers.deliver(day.nowMs());
    if (!isPositionChanged) return;
    isPositionChanged = false;
    listener.onPosition();
  }

  return {
    nowMs: day.nowMs,
    step() {
      day.step();
      requests.deliver(day.nowMs());
      deliver();
    },
    observe,
    place(intent, expiresAtMs) {
      onTheirWay.add(intent);
      requests.add(day.nowMs() + LATENCY_MS, () => arrive(intent, expiresAtMs));
    },
    cancel(intentId) {
      requests.add(day.nowMs() + LATENCY_MS, () => {
        const order = orders.get(intentId);
        if (order !== undefined) day.engine.cancel(order, day.nowMs());
      });
    },
    holding({ market, side }) {
      const { quantity, locked } = holdingOf(account, books.get(market)!.id, side);
      let promised = 0;
      for (const intent of onTheirWay) {
        if (intent.direction === 'sell' && intent.market === market && intent.side === side) promised += intent.shares;
      }
      return { quantity: toShares(quantity), available: toShares(Math.max(0, quantity - locked - promised)) };
    },
    trades: () => trades,
  };
}

function describe({ id, state, shares, remaining }: Order): ChildUpdate {
  const filled = toShares(shares - remaining);
  switch (state) {
    case 'done':
      return { at: 'ended', end: { kind: 'filled' }, filled };
    case 'cancel':
    case 'reject':
      return { at: 'ended', end: { kind: 'cancelled' }, filled };
    default:
      return { at: 'working', orderId: parseOrderId(id), filled };
  }
}

/** Codes of the exchange; a post-only order that would cross is what main itself holds back, and tries again. */
function refuse(why: 'closed' | 'bounds' | 'insufficient' | 'post_only', nowMs: number): ChildUpdate {
  const filled = toShares(0);
  if (why === 'post_only') {
    const end = { kind: 'notSent', codes: ['postOnlyCrosses'], retryAtMs: nowMs + RETRY_MS } as const;
    return { at: 'ended', end, filled };
  }
  return { at: 'ended', end: { kind: 'rejected', codes: [REFUSALS[why]], retryAtMs: null }, filled };
}

const REFUSALS = {
  closed: 'market.market.doesnt_exist_or_not_enabled',
  bounds: 'market.order.invalid_volume_or_price',
  insufficient: 'market.account.insufficient_balance',
} as const;

/** The best levels of a column, on the grid of the simulated exchange. */
function listLevels(book: BookMarket, column: 'bid' | 'ask'): Level[] {
  const isBid = column === 'bid';
  const levels: Level[] = [];
  const side = isBid ? book.bids : book.asks;
  let ticks = isBid ? book.bestBid : book.bestAsk;
  for (; ticks > 0 && ticks < TICKS && levels.length < MAX_LEVELS; ticks += isBid ? -1 : 1) {
    const { volume } = side[ticks]!;
    if (volume > 0) levels.push({ price: (ticks * TICK_MICROS) as Price, shares: toShares(volume) });
  }
  return levels;
}

/** The grid of the simulated exchange; terms on another one cannot be run on it. */
export const DAY_TICK = DEFAULT_TICK;
