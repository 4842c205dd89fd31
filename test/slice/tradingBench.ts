/** Trading bench: the trading module with a fake exchange, journal and clock. */

import type { Gateway, ListedState, TradingContext } from '#main/trading/ports.ts';
import { openTrading, type Trading, type TradingOptions } from '#main/trading/trading.ts';
import { describeError } from '#shared/base/describeError.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type {
  Balance,
  ExchangeOrder,
  Fill,
  MarketWalletRecord,
  Position,
  UnreadableOrder,
} from '#shared/order/account/account.ts';
import { findReadiness, type ReadinessFacts } from '#shared/order/account/readiness.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { CancelOutcome, Placement, PostOutcome } from '#shared/order/placement.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { ZERO_SHARES } from '#shared/units/shares.ts';
import { type FakeClock, openFakeClock } from './fakeClock.ts';
import { listingOf, makeBalance, makeMarket, makeOrder, makePosition, makeWallet, OWNER } from './makers.ts';
import { makeRiskBook } from './riskMakers.ts';

/** Stands for the mapping of the exchange client's errors: the message is the code. */
export const explainAsCode: ExplainRead = (thrown) => ({
  code: 'refused',
  parameters: { status: 422, codes: [describeError(thrown)] },
});

/** From the close of the private stream to its next opening. */
export const REOPEN_MS = 500;

export interface FakeExchange extends Gateway {
  readonly orders: Map<string, ExchangeOrder>;
  /** Unreadable form to serve instead of the order with that id. */
  readonly unreadable: Map<string, UnreadableOrder>;
  readonly posted: Placement[];
  /** Bodies that were signed ahead. */
  readonly bodies: string[];
  readonly calls: string[];
  balances: Balance[];
  positions: Position[];
  fills: Fill[];
  wallet: MarketWalletRecord;
  /** Set to fail every read. */
  isDown: boolean;
  /** Answers the next placements; `rest` puts the order on the exchange. */
  answerPost: (placement: Placement, rest: () => ExchangeOrder) => Promise<PostOutcome>;
  answerCancel: (id: OrderId, drop: () => void) => Promise<CancelOutcome>;
  put(order: ExchangeOrder): ExchangeOrder;
}

export function openFakeExchange(clock: FakeClock): FakeExchange {
  let nextId = 100;
  const orders = new Map<string, ExchangeOrder>();
  const read = async <T>(name: string, value: () => T): Promise<T> => {
    exchange.calls.push(name);
    if (exchange.isDown) throw new Error('connection refused');
    return value();
  };
  const exchange: FakeExchange = {
    orders,
    posted: [],
    bodies: [],
    calls: [],
    balances: [makeBalance('1000')],
    positions: [makePosition('50')],
    fills: [],
    wallet: makeWallet(),
    isDown: false,
    answerPost: async (_placement, rest) => ({ kind: 'accepted', order: rest() }),
    answerCancel: async (_id, drop) => {
      drop();
      return { kind: 'cancelled' };
    },
    put(order) {
      orders.set(order.id, order);
      return order;
    },
    postOrder(placement) {
      exchange.calls.push('post');
      exchange.posted.push(placement);
      return exchange.answerPost(placement, () => {
        nextId += 1;
        const { market, side, direction, price, shares } = placement.intent;
        const atMs = clock.exchangeTimeMs();
        return exchange.put(
          makeOrder(String(nextId), {
            market,
            side,
            direction,
            price,
            originShares: shares,
            remainingShares: shares,
            createdAtMs: atMs,
            updatedAtMs: atMs,
          }),
        );
      });
    },
    postPrepared(intent, takeBody) {
      exchange.bodies.push(takeBody());
      return exchange.postOrder({ intent, signed: null });
    },
    cancelOrder(id) {
      exchange.calls.push(`cancel ${id}`);
      return exchange.answerCancel(id, () => {
        const order = orders.get(id);
        if (order) orders.set(id, { ...order, state: 'cancel', updatedAtMs: clock.exchangeTimeMs() });
      });
    },
    unreadable: new Map(),
    listOrders: (state: ListedState) =>
      read(`list ${state}`, () => {
        const inState = [...orders.values()].filter((order) => order.state === state);
        const refused = (order: ExchangeOrder): UnreadableOrder | undefined => exchange.unreadable.get(order.id);
        return {
          orders: inState.filter((order) => !refused(order)),
          unreadable: inState.map(refused).filter((one) => one !== undefined),
          partial: null,
        };
      }),
    fetchOrder: (id) => read(`fetch ${id}`, () => exchange.unreadable.get(id) ?? orders.get(id) ?? null),
    listBalances: () => read('balances', () => listingOf(exchange.balances)),
    listFills: () => read('fills', () => ({ ...listingOf(exchange.fills), proof: { by: 'whole' as const } })),
    listPositions: () => read('positions', () => listingOf(exchange.positions)),
    listPendingRewards: () => read('rewards', () => []),
    fetchMarketWallet: () => read('wallet', () => exchange.wallet),
    ensureClock: () => Promise.resolve(),
    reopenPrivate: () => void exchange.calls.push('reopen'),
  };
  return exchange;
}

export function fill(order: ExchangeOrder, clock: FakeClock): ExchangeOrder {
  return {
    ...order,
    state: 'done',
    filledShares: order.originShares,
    remainingShares: ZERO_SHARES,
    updatedAtMs: clock.exchangeTimeMs(),
  };
}

export interface TradingBench {
  readonly clock: FakeClock;
  readonly exchange: FakeExchange;
  readonly trading: Trading;
  readonly journal: JournalEntry[];
  readonly context: { -readonly [K in keyof TradingContext]: TradingContext[K] };
  /** What readiness follows from. */
  readonly account: { -readonly [K in keyof ReadinessFacts]: ReadinessFacts[K] };
  readonly faults: string[];
  readonly log: string[];
  readonly options: TradingOptions;
  /** Opens trading again on the same journal, exchange and clock, as after a crash. */
  reopen(change?: Partial<TradingOptions>): Trading;
  /** Confirms the private stream and waits for the first reconciliation. */
  open(): Promise<void>;
}

export function openTradingBench(change: Partial<TradingOptions> = {}): TradingBench {
  const clock = openFakeClock();
  const exchange = openFakeExchange(clock);
  const journal: JournalEntry[] = [];
  const faults: string[] = [];
  const log: string[] = [];
  let salt = 0n;
  const account: TradingBench['account'] = {
    vault: 'unlocked',
    walletStatus: 'ready',
    signer: { kind: 'own', key: OWNER },
    clockOffsetMs: null,
    isArmed: false,
  };
  const context: TradingBench['context'] = {
    market: () => makeMarket(),
    tick: () => DEFAULT_TICK,
    book: () => ({ ...makeRiskBook(), bestBid: parsePrice('0.60'), bestAsk: parsePrice('0.62') }),
    orderBudget: () => null,
    depth: () => ({ health: { at: 'live' }, bids: [600_000, 1_000_000_000], asks: [620_000, 1_000_000_000] }),
    watchBooks: () => {},
    custodialAccount: () => null,
    owner: () => OWNER,
    secondKeys: () => [],
    readiness: (isArmed) => findReadiness({ ...account, isArmed }),
  };
  const options: TradingOptions = {
    gateway: {
      ...exchange,
      postOrder(placement) {
        log.push('post');
        return exchange.postOrder(placement);
      },
      // Through the object, so that a test can replace them.
      cancelOrder: (id) => exchange.cancelOrder(id),
      listOrders: (state) => exchange.listOrders(state),
      listBalances: () => exchange.listBalances(),
      listPositions: () => exchange.listPositions(),
      listFills: (request) => exchange.listFills(request),
      fetchOrder: (id) => exchange.fetchOrder(id),
      fetchMarketWallet: (market) => exchange.fetchMarketWallet(market),
      ensureClock: () => exchange.ensureClock(),
      reopenPrivate() {
        exchange.reopenPrivate();
        trading.applyPrivateEvent({
          kind: 'closed',
          atMs: clock.now(),
          reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
        });
        clock.schedule(REOPEN_MS, () => trading.applyPrivateEvent({ kind: 'open', atMs: clock.now() }));
      },
    },
    signer: {
      async signOrder(order) {
        log.push('sign');
        return { order, digest: parseHex32(`0x${'ab'.repeat(32)}`), signature: `0x${'11'.repeat(65)}` };
      },
      async signSecondKeyOrder(key, order, _domain, { safe }) {
        log.push(`sign by ${key} for ${safe}`);
        return { order, digest: parseHex32(`0x${'ab'.repeat(32)}`), signature: `0x${'22'.repeat(65)}` };
      },
    },
    journal: {
      append(entry) {
        log.push(entry.kind === 'signed' ? 'journal signed' : `journal ${entry.event.kind}`);
        journal.push(entry);
      },
      sync: () => void log.push('sync'),
      load(sinceMs) {
        const isWanted = (id: IntentId): boolean => {
          const own = journal.filter((entry) => entry.intentId === id);
          const isOver = own.some((entry) => entry.kind === 'event' && entry.isLast);
          return !isOver || own.some((entry) => entry.kind === 'signed' && entry.atMs >= sinceMs);
        };
        return journal.filter((entry) => isWanted(entry.intentId));
      },
      findByOrder(id) {
        const names = (entry: JournalEntry): boolean =>
          entry.kind === 'event' && entry.event.kind === 'exchange' && entry.event.order.id === id;
        const found = journal.findLast(names);
        return found ? journal.filter((entry) => entry.intentId === found.intentId) : [];
      },
      findByIntent: (id) => journal.filter((entry) => entry.intentId === id),
    },
    context,
    clock,
    schedule: clock.schedule,
    explainRead: explainAsCode,
    randomSalt: () => {
      salt += 1n;
      return salt;
    },
    checkMarketRecord: () => null,
    onFault: (where) => void faults.push(where),
    ...change,
  };
  const trading = openTrading(options);
  return {
    clock,
    exchange,
    trading,
    journal,
    context,
    account,
    faults,
    log,
    options,
    reopen: (again = {}) => openTrading({ ...options, ...again }),
    async open() {
      trading.applyPrivateEvent({ kind: 'open', atMs: clock.now() });
      await clock.settle();
    },
  };
}
