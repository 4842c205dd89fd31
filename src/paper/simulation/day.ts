/**
 * A simulated day of given markets: books, other traders and underlyings, under one clock.
 *
 * Units       Times in ms of the exchange's clock; probabilities in millionths; prices of underlyings in whole units.
 * Shape       As in world.ts: steps of 20 ms, traders act every 100 ms, fair values move every second. No listing, no results,
 *             no storage: a market only closes.
 * Invariants  The same options and the same orders give the same events. A market begins at the probability that it is given.
 */
import { buildEngine, type Engine, type EngineListener } from '../engine/engine.ts';
import { drainChanges } from '../engine/orderBook.ts';
import type { Account, BookMarket, Trade } from '../engine/state.ts';
import { buildDayFair, type DayFair, type DayMarketPlan } from './dayFair.ts';
import type { UnderlyingPlan } from './eventPlan.ts';
import { expireOrders } from './lifecycle.ts';
import { varyMaker } from './liquidityProfiles.ts';
import { buildMaker, type Maker } from './makers.ts';
import { buildRandom, hash32, type Random } from './random.ts';
import { buildCrowd, type Crowd } from './takers.ts';
import { buildUnderlyings } from './underlyings.ts';

export type { DayMarketPlan } from './dayFair.ts';

/** Events in their order; `at` is the index of a market. */
export interface DayListener extends Pick<EngineListener, 'onOrder' | 'onFill'> {
  onBook(at: number): void;
  onTrade(at: number, trade: Trade): void;
  onTick(symbol: string, price: number): void;
  onClose(at: number): void;
}

export interface DayOptions {
  readonly seed: number;
  /** A whole second. */
  readonly startMs: number;
  readonly markets: readonly DayMarketPlan[];
  readonly underlyings: readonly UnderlyingPlan[];
  readonly listener: DayListener;
}

export interface Day {
  readonly engine: Engine;
  /** In the order of the options. */
  readonly books: readonly BookMarket[];
  nowMs(): number;
  /** Advances by `STEP_MS`. */
  step(): void;
}

const STEP_MS = 20;
const LOOK_STEPS = 5;
const SECOND_STEPS = 50;
const NEWS_MS = 6_000;
const HOUSE_DEPOSIT = 3_000_000_000_000;
const MAKERS = 3;
const CROWD = 8;
/** Updates at the opening, until every level of a maker is quoted. */
const OPENING_LOOKS = 3;

interface Trading {
  readonly plan: DayMarketPlan;
  readonly book: BookMarket;
  readonly makers: readonly Maker[];
  readonly crowd: Crowd;
  readonly random: Random;
  newsUntilMs: number;
}

export function buildDay({ seed, startMs, markets, underlyings: plans, listener }: DayOptions): Day {
  let nowMs = startMs;
  let steps = 0;
  const indexes = new Map<number, number>();
  const engine = buildEngine({
    onOrder: listener.onOrder,
    onFill: listener.onFill,
    onBalance: () => undefined,
    onPosition: () => undefined,
    onTrade: (book, trade) => listener.onTrade(indexes.get(book.id)!, trade),
  });
  const openHouse = (count: number): readonly Account[] =>
    Array.from({ length: count }, () => {
      const account = engine.openAccount(true, true);
      engine.deposit(account, HOUSE_DEPOSIT, nowMs);
      return account;
    });
  const makerAccounts = openHouse(MAKERS);
  const crowdAccounts = openHouse(CROWD);
  const underlyings = buildUnderlyings(seed, plans, buildRandom(hash32(seed, 1), 1));
  const fair: DayFair = buildDayFair({ seed, startMs, markets, underlyings });

  const trading = markets.map((plan, at): Trading => {
    const book = engine.openMarket(Math.min(99, Math.max(1, Math.round(plan.probability / 10_000))));
    indexes.set(book.id, at);
    const random = buildRandom(hash32(seed, 3, at), 100);
    const { makers, maker, taker } = plan.profile;
    return {
      plan,
      book,
      makers: makerAccounts
        .slice(0, makers)
        .map((account, which) => buildMaker(engine, account, book, varyMaker(maker, which), random)),
      crowd: buildCrowd(engine, crowdAccounts, book, taker, random),
      random,
      newsUntilMs: 0,
    };
  });
  for (const [at, { makers, book }] of trading.entries()) {
    for (const maker of makers) for (let look = 0; look < OPENING_LOOKS; look += 1) maker.open(fair.of(at), nowMs);
    drainChanges(book);
  }

  function emitBook(at: number): void {
    if (drainChanges(trading[at]!.book) !== null) listener.onBook(at);
  }

  function lookAt(at: number): void {
    const { book, makers, crowd, random, plan, newsUntilMs } = trading[at]!;
    if (!book.isOpen) return;
    const value = fair.of(at);
    crowd.act(value, nowMs);
    const isNews = nowMs < newsUntilMs;
    for (const maker of makers) {
      if (random.below(1_000) < plan.profile.actsPerMille * (isNews ? 3 : 1)) maker.act(value, isNews, nowMs);
    }
  }

  function everySecond(): void {
    const jumped = underlyings.step();
    for (const at of fair.step(nowMs, jumped)) trading[at]!.newsUntilMs = nowMs + NEWS_MS;
    for (const symbol of underlyings.symbols) listener.onTick(symbol, underlyings.of(symbol));
    expireOrders(engine, nowMs);
    for (const [at, { book, plan }] of trading.entries()) {
      if (!book.isOpen || plan.closeAtMs === null || nowMs < plan.closeAtMs) continue;
      engine.closeMarket(book, nowMs);
      listener.onClose(at);
    }
    const second = Math.floor(steps / SECOND_STEPS);
    const account = makerAccounts[second % makerAccounts.length]!;
    engine.mergeAll(account, trading[second % trading.length]!.book, nowMs);
  }

  return {
    engine,
    books: trading.map(({ book }) => book),
    nowMs: () => nowMs,
    step() {
      nowMs += STEP_MS;
      steps += 1;
      if (steps % SECOND_STEPS === 0) everySecond();
      for (let at = 0; at < trading.length; at += 1) {
        if (at % LOOK_STEPS === steps % LOOK_STEPS) lookAt(at);
        emitBook(at);
      }
    },
  };
}
