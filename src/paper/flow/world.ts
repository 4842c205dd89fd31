/**
 * The whole paper market: catalogue, fair values, other traders and the engine, moved on by one clock.
 *
 * Units       Times in ms of the exchange's clock, given by the caller; probabilities in millionths.
 * Shape       Steps of 20 ms; each market is looked at every 100 ms, fair values move every second.
 * Invariants  The same seed, start and orders of members give the same words to the listener, however the time is cut up.
 */
import type { Account } from '../engine/account.ts';
import { buildEngine, type Engine, type EngineListener } from '../engine/engine.ts';
import type { Trade } from '../engine/order.ts';
import { type BookChanges, type BookMarket, takeChanges } from '../engine/orderBook.ts';
import { buildCandleBook, type CandleBook, toTicks } from './candles.ts';
import { EVENTS, type EventPlan, type MarketPlan, type Tier, UNDERLYINGS } from './catalogue.ts';
import { buildFairValues, type FairMarket, type FairValues } from './fairValue.ts';
import { buildMaker, type Maker, type MakerStyle } from './makers.ts';
import { buildRandom, hash32 } from './random.ts';
import { buildCrowd, type Crowd, type TakerStyle } from './takers.ts';

export interface PaperMarket {
  /** `market_id` of the interface. */
  readonly slug: string;
  /** Numeric `id` of the interface. */
  readonly numericId: number;
  readonly plan: MarketPlan;
  readonly event: EventPlan;
  readonly eventId: number;
  readonly book: BookMarket;
  readonly openAtMs: number;
  readonly closeAtMs: number;
  readonly determinationAtMs: number | null;
  readonly candles: CandleBook;
  /** Latest trades, oldest first; the first ones were made up from before the start and are unattributed. */
  readonly tape: Trade[];
}

export interface WorldListener extends Omit<EngineListener, 'onTrade'> {
  onBook(market: PaperMarket, changes: BookChanges): void;
  onTrades(market: PaperMarket, trades: readonly Trade[]): void;
  /** About every two seconds for each market. */
  onCandles(market: PaperMarket, nowMs: number): void;
  /** About every second for each underlying. */
  onTick(symbol: string, priceCents: number, nowMs: number): void;
}

export interface World {
  readonly engine: Engine;
  readonly markets: readonly PaperMarket[];
  readonly fair: FairValues;
  nowMs(): number;
  /** Plays everything up to `toMs`; a gap longer than ten minutes is passed over in silence. */
  advance(toMs: number): void;
  /** Tells what members changed since the last look. */
  flush(book: BookMarket): void;
}

const STEP_MS = 20;
const LOOK_STEPS = 5;
const SECOND_STEPS = 50;
const CANDLE_STEPS = 100;
const LONGEST_GAP_MS = 600_000;
const DAY_MS = 86_400_000;
const NEWS_MS = 6_000;
const TAPE_LENGTH = 500;
const PAST_TRADES = 120;
const FIRST_LIVE_ID = 1_000_000;
const HOUSE_DEPOSIT = 3_000_000_000_000;

interface Style {
  readonly makers: number;
  readonly actsPerMille: number;
  readonly maker: MakerStyle;
  readonly taker: TakerStyle;
  readonly secondDeviation: number;
  readonly minuteShares: number;
}

const STYLES: Readonly<Record<Tier, Style>> = {
  busy: {
    makers: 3,
    actsPerMille: 150,
    maker: { depth: 16, size: 260, halfSpread: 3_500, error: 2_200, density: 800_000 },
    taker: { arrivals: 260, scale: 100 },
    secondDeviation: 2_400,
    minuteShares: 1_400,
  },
  mid: {
    makers: 2,
    actsPerMille: 60,
    maker: { depth: 12, size: 120, halfSpread: 9_000, error: 3_000, density: 700_000 },
    taker: { arrivals: 70, scale: 60 },
    secondDeviation: 1_500,
    minuteShares: 240,
  },
  thin: {
    makers: 1,
    actsPerMille: 20,
    maker: { depth: 8, size: 45, halfSpread: 17_000, error: 3_000, density: 550_000 },
    taker: { arrivals: 16, scale: 35 },
    secondDeviation: 1_100,
    minuteShares: 30,
  },
};

interface Trading {
  readonly market: PaperMarket;
  readonly makers: readonly Maker[];
  readonly crowd: Crowd;
  readonly random: ReturnType<typeof buildRandom>;
  readonly actsPerMille: number;
  newsUntilMs: number;
}

export function buildWorld(options: { seed: number; startMs: number; listener: WorldListener }): World {
  const { seed, listener } = options;
  const startMs = Math.floor(options.startMs / STEP_MS) * STEP_MS;
  const plans = EVENTS.flatMap((event, at) => event.markets.map((plan) => ({ event, at, plan })));
  const closeOf = (days: number): number => Math.ceil(startMs / DAY_MS) * DAY_MS + days * DAY_MS;
  const fairMarkets: FairMarket[] = plans.map(({ event, at, plan }, index) => ({
    index,
    event: at,
    driver: plan.driver,
    closeAtMs: closeOf(event.closesInDays),
    secondDeviation: STYLES[plan.tier].secondDeviation,
  }));
  const fair = buildFairValues(seed, startMs, EVENTS, fairMarkets, UNDERLYINGS, buildRandom(seed, 1));

  let pendingTrades: Trade[] = [];
  const engine = buildEngine(
    {
      ...listener,
      onTrade(book, trade) {
        const market = markets[book.id - 1]!;
        market.candles.addTrade(trade.ticks, trade.shares, trade.atMs);
        market.tape.push(trade);
        if (market.tape.length > 2 * TAPE_LENGTH) market.tape.splice(0, market.tape.length - TAPE_LENGTH);
        pendingTrades.push(trade);
      },
    },
    FIRST_LIVE_ID,
    FIRST_LIVE_ID,
  );
  const houseAccounts = (count: number): Account[] =>
    Array.from({ length: count }, () => {
      const account = engine.openAccount(true, true);
      engine.deposit(account, HOUSE_DEPOSIT, startMs);
      return account;
    });
  const makerAccounts = houseAccounts(3);
  const crowdAccounts = houseAccounts(8);

  const markets: PaperMarket[] = plans.map(({ event, at, plan }, index) => {
    const style = STYLES[plan.tier];
    const book = engine.openMarket(toTicks(fair.of(index)));
    const key = hash32(seed, 17, index);
    const past = {
      startMs,
      key,
      fairAt: (atMs: number): number => fair.before(index, atMs),
      halfSpread: style.maker.halfSpread,
      minuteShares: style.minuteShares,
    };
    return {
      slug: plan.slug,
      numericId: 1_001 + index,
      plan,
      event,
      eventId: 101 + at,
      book,
      openAtMs: Math.floor(startMs / DAY_MS) * DAY_MS - event.openedDaysAgo * DAY_MS,
      closeAtMs: closeOf(event.closesInDays),
      determinationAtMs: event.determinedInDays === undefined ? null : closeOf(event.determinedInDays),
      candles: buildCandleBook(past),
      tape: buildPastTape(past, style.minuteShares, 1_000 * (index + 1)),
    };
  });

  const traders: Trading[] = markets.map((market, index) => {
    const style = STYLES[market.plan.tier];
    const random = buildRandom(seed, 100 + index);
    return {
      market,
      makers: makerAccounts
        .slice(0, style.makers)
        .map((account, at) => buildMaker(engine, account, market.book, stretch(style.maker, at), random)),
      crowd: buildCrowd(engine, crowdAccounts, market.book, style.taker, random),
      random,
      actsPerMille: style.actsPerMille,
      newsUntilMs: 0,
    };
  });

  let nowMs = startMs;
  let step = 0;

  const flushMarket = (market: PaperMarket): void => {
    const changes = takeChanges(market.book);
    if (changes) listener.onBook(market, changes);
    if (pendingTrades.length > 0) {
      const trades = pendingTrades;
      pendingTrades = [];
      listener.onTrades(market, trades);
    }
  };

  const lookAt = (trading: Trading, index: number): void => {
    const { market, makers, crowd, random, actsPerMille } = trading;
    if (!market.book.isOpen) return;
    if (nowMs >= market.closeAtMs) {
      engine.closeMarket(market.book, nowMs);
      flushMarket(market);
      return;
    }
    const value = fair.of(index);
    crowd.act(value, nowMs);
    const isNews = nowMs < trading.newsUntilMs;
    for (const maker of makers) {
      if (random.below(1_000) < actsPerMille * (isNews ? 3 : 1)) maker.act(value, isNews, nowMs);
    }
    flushMarket(market);
  };

  const everySecond = (): void => {
    for (const index of fair.step(nowMs)) traders[index]!.newsUntilMs = nowMs + NEWS_MS;
    for (const { symbol } of UNDERLYINGS) listener.onTick(symbol, fair.underlying(symbol), nowMs);
    expireOrders(engine, nowMs);
    const account = makerAccounts[Math.floor(step / SECOND_STEPS) % makerAccounts.length]!;
    const market = markets[Math.floor(step / SECOND_STEPS) % markets.length]!;
    engine.mergeSets(account, market.book, nowMs);
    for (const market of markets) flushMarket(market);
  };

  for (const [index, trading] of traders.entries()) {
    for (const maker of trading.makers) for (let look = 0; look < 3; look += 1) maker.open(fair.of(index), nowMs);
    takeChanges(trading.market.book);
  }

  return {
    engine,
    markets,
    fair,
    nowMs: () => nowMs,
    advance(toMs) {
      if (toMs - nowMs > LONGEST_GAP_MS) nowMs = Math.floor((toMs - STEP_MS) / STEP_MS) * STEP_MS;
      while (nowMs + STEP_MS <= toMs) {
        nowMs += STEP_MS;
        step += 1;
        if (step % SECOND_STEPS === 0) everySecond();
        for (let index = step % LOOK_STEPS; index < traders.length; index += LOOK_STEPS) lookAt(traders[index]!, index);
        for (let index = step % CANDLE_STEPS; index < markets.length; index += CANDLE_STEPS) {
          listener.onCandles(markets[index]!, nowMs);
        }
      }
    },
    flush(book) {
      flushMarket(markets[book.id - 1]!);
    },
  };
}

/** No two makers are alike. */
function stretch(style: MakerStyle, at: number): MakerStyle {
  return {
    ...style,
    size: Math.round(style.size * (1 + 0.6 * at)),
    halfSpread: Math.round(style.halfSpread * (1 + 0.35 * at)),
  };
}

function expireOrders(engine: Engine, nowMs: number): void {
  for (const account of engine.accounts) {
    if (account.isHouse) continue;
    for (const order of [...account.open.values()]) {
      if (order.expiresAtMs !== null && order.expiresAtMs <= nowMs) engine.cancel(order, nowMs);
    }
  }
}

/** Trades of the hours before the start, unattributed as the interface says of its historical tape. */
function buildPastTape(
  past: { startMs: number; key: number; fairAt(atMs: number): number; halfSpread: number },
  minuteShares: number,
  firstId: number,
): Trade[] {
  const random = buildRandom(past.key, 5);
  const apartMs = Math.round(Math.min(900_000, 3_600_000 / Math.max(minuteShares / 4, 1)));
  const out: Trade[] = [];
  let atMs = past.startMs;
  for (let index = 0; index < PAST_TRADES; index += 1) {
    atMs -= 200 + random.below(2 * apartMs);
    const ticks = toTicks(past.fairAt(atMs) + (random.chance(500_000) ? past.halfSpread : -past.halfSpread));
    const shares = (1 + random.below(60)) * (random.chance(150_000) ? 10 : 1) * 1_000_000;
    out.push({ id: firstId + PAST_TRADES - index, ticks, shares, takerSide: '', atMs });
  }
  return out.reverse();
}
