/** Runs of conditional orders for tests, and everything of trading that they need, without an exchange. */
import { createConditionals } from '#main/trading/conditionals/conditionals.ts';
import type { ConditionalsControl, NoticeOf } from '#main/trading/conditionals/conditionalsApi.ts';
import type { ConditionalStore, WatchedBook } from '#main/trading/conditionals/ports.ts';
import type { Run } from '#main/trading/conditionals/run.ts';
import type { PreparedPost } from '#main/trading/exits/preparedExits.ts';
import { buildOwnRecord, type OrderRecord } from '#main/trading/orders/orderRecord.ts';
import type { PlaceOptions } from '#main/trading/orders/place.ts';
import type { Candle } from '#shared/market/candle.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ExchangeOrder, Position } from '#shared/order/account/account.ts';
import type { Readiness } from '#shared/order/account/readiness.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { StoredEntry } from '#shared/order/conditional/entry.ts';
import { openConditional } from '#shared/order/conditional/reduce.ts';
import type { ConditionalState, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PreparedLot } from '#shared/order/exits/preparedExits.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import {
  type AccountId,
  type IntentId,
  type MarketId,
  type OrderId,
  parseOrderId,
  parseTokenId,
} from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { type FakeClock, openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket, makeOrder, makePosition, makeSigned, SAFE } from '#test/slice/makers.ts';
import { ID, STOP } from '#test/unit/shared/order/conditional/makers.ts';

export { ID, STOP } from '#test/unit/shared/order/conditional/makers.ts';

export function makeRun(change: Partial<ConditionalState> = {}, terms: ConditionalTerms = STOP): Run {
  return {
    id: ID,
    state: { ...openConditional(ID, terms), ...change },
    createdAtMs: 0,
    updatedAtMs: 0,
    fault: null,
    denials: null,
    steps: [],
  };
}

/** A store in memory. */
export function makeStore(): ConditionalStore & {
  readonly entries: StoredEntry[];
  isFull: boolean;
  watchedMs: number | null;
  recorded: readonly ConditionalId[];
} {
  const entries: StoredEntry[] = [];
  const dismissed = new Set<ConditionalId>();
  /** Whose it is. */
  const owners = new Map<ConditionalId, AccountId>();
  const store = {
    entries,
    isFull: false,
    watchedMs: null as number | null,
    recorded: [] as readonly ConditionalId[],
    append(account: AccountId, stored: StoredEntry) {
      if (store.isFull) throw new Error('disk full');
      if (!owners.has(stored.entry.id)) owners.set(stored.entry.id, account);
      entries.push(structuredClone(stored));
    },
    load(account: AccountId) {
      const all = [...new Set(entries.map(({ entry }) => entry.id))];
      const ids = all.filter((id) => !dismissed.has(id) && (owners.get(id) ?? account) === account);
      return ids.map((id) => {
        const own = entries.filter(({ entry }) => entry.id === id);
        return { id, entries: own, problem: null, chain: 'sealed', steps: own.length, distrust: null } as const;
      });
    },
    dismiss: (id: ConditionalId) => void dismissed.add(id),
    noteWatched(_account: AccountId, atMs: number) {
      store.watchedMs = atMs;
    },
    watchedUntilMs: () => store.watchedMs,
    bytes: () => 0,
    areOrdersLost: () => false,
    noteDistrusted: () => {},
    record(_account: AccountId, ids: readonly ConditionalId[]) {
      store.recorded = ids;
    },
    isRecorded: (_account: AccountId, ids: readonly ConditionalId[]) =>
      store.recorded.length === ids.length && ids.every((id) => store.recorded.includes(id)),
    canRecord: () => true,
  };
  return store;
}

export interface ConditionalsBench {
  readonly clock: FakeClock;
  readonly store: ReturnType<typeof makeStore>;
  readonly conditionals: ConditionalsControl;
  readonly notices: NoticeOf[];
  readonly faults: string[];
  /** What the placer was asked for. */
  readonly placed: { readonly intent: OrderIntent; readonly how: PlaceOptions }[];
  readonly cancelled: OrderId[];
  /** Exits that were signed ahead. */
  lots: PreparedLot[];
  isLotBusy: boolean;
  readonly sentLots: PreparedPost[];
  readonly orders: Map<IntentId, OrderRecord>;
  position: Position | null;
  readiness: Readiness;
  /** What main's test of a sale answers. */
  isExit: boolean;
  /** History of the market. */
  minutes: readonly Candle[];
  clockDriftMs: number;
  /** When the exchange's clock was measured last; null: just now. */
  measuredAtMs: number | null;
  /** Answers the next placements; by default the order rests. */
  answerPlace: (intent: OrderIntent, rest: () => OrderRecord) => Promise<PlaceReceipt>;
  /** Sets the book, YES terms, and tells it. */
  book(bid: string, ask: string, change?: Partial<WatchedBook>): void;
  /** Changes an order as the exchange reports it, and tells it. */
  report(intentId: IntentId, change: Partial<ExchangeOrder>, life?: OrderRecord['life']): void;
  /** A complete pass of reading the account. */
  read(): void;
  arm(terms?: ConditionalTerms): void;
  state(): ReturnType<ConditionalsControl['view']>['conditionals'][number];
  /** The same store, exchange and clock, as after a start of the program. */
  reopen(): ConditionalsControl;
}

export function openConditionalsBench(): ConditionalsBench {
  const clock = openFakeClock();
  const store = makeStore();
  const orders = new Map<IntentId, OrderRecord>();
  let book: WatchedBook | null = null;
  let pass = 1;
  let nextId = 100;
  let version = 0;
  const open = (): ConditionalsControl => {
    const made = createConditionals({
      clock,
      schedule: clock.schedule,
      store,
      clockReading: () => ({ offsetMs: clock.offsetMs, measuredAtMs: bench.measuredAtMs ?? clock.now() }),
      clockDriftMs: () => bench.clockDriftMs,
      measureClock: () => {},
      markets: {
        watch: () => {},
        hasListed: (market: MarketId) => market === MARKET,
        hasUnderlying: (symbol) => symbol === 'BTC-USD',
        market: () => makeMarket(),
        grid: () => DEFAULT_TICK,
        book: () => book,
        proveBook: () => {
          if (book !== null) book = { ...book, version: ++version, provedAtMs: clock.now() };
        },
        tick: () => null,
        fetchBook: () => Promise.reject(new Error('Expected no read')),
        watchForDryRun: () => {},
        listMinutes: async () => bench.minutes,
      },
      readiness: () => bench.readiness,
      orderBudget: () => null,
      position: () => bench.position,
      orderOf: (id) => orders.get(id),
      findOrder: (id) => orders.get(id),
      ordersOf: (market) => [...orders.values()].filter((record) => record.market === market),
      fillsOf: () => [],
      checkTogether: () => [],
      isExit: () => bench.isExit,
      isRead: () => true,
      latestPass: () => pass,
      latestCompletePass: () => pass,
      readAccount: async () => {},
      eventOf: () => 1,
      placer: {
        place(intent, how = {}) {
          bench.placed.push({ intent, how });
          return bench.answerPlace(intent, () => rest(intent));
        },
        blockedUntilMs: () => 0,
      },
      prepared: {
        available: () => bench.lots,
        isBusy: () => bench.isLotBusy,
        async post(how) {
          bench.sentLots.push(how);
          return { outcome: 'accepted', orderId: null };
        },
      },
      canceller: {
        async cancel(id) {
          bench.cancelled.push(id);
          return { outcome: 'triggered', isUnreadable: false };
        },
      },
      onFault: (where) => void bench.faults.push(where),
    });
    made.onNotice((notice) => void bench.notices.push(notice));
    return made;
  };
  function rest(intent: OrderIntent): OrderRecord {
    const record = buildOwnRecord(makeSigned({ intentId: intent.intentId, intent, atMs: clock.now() }));
    nextId += 1;
    record.orderId = parseOrderId(String(nextId));
    record.life = { at: 'resting', orderId: record.orderId };
    record.latest = makeOrder(record.orderId, { originShares: intent.shares });
    record.locked = makeOrder('1').locked;
    orders.set(intent.intentId, record);
    return record;
  }
  let current: ConditionalsControl;
  const bench: ConditionalsBench = {
    clock,
    store,
    get conditionals() {
      return current;
    },
    notices: [],
    faults: [],
    placed: [],
    cancelled: [],
    lots: [],
    isLotBusy: false,
    sentLots: [],
    orders,
    position: makePosition('100'),
    readiness: { code: 'armed', parameters: {} },
    isExit: true,
    minutes: [],
    clockDriftMs: 0,
    measuredAtMs: null,
    async answerPlace(_intent, restNow) {
      return { outcome: 'accepted', orderId: restNow().orderId };
    },
    book(bid, ask, change = {}) {
      version += 1;
      book = {
        health: { at: 'live' },
        version,
        sequence: version,
        provedAtMs: clock.now(),
        bids: [parsePrice(bid), parseShares('500')],
        asks: [parsePrice(ask), parseShares('500')],
        ...change,
      };
      current.onPublic({
        kind: 'bookIncrement',
        market: MARKET,
        update: { bids: [], asks: [], sequence: version },
        receivedAtMs: clock.now(),
      });
    },
    report(intentId, change, life) {
      const record = orders.get(intentId)!;
      const order = { ...record.latest!, ...change };
      record.filled = order.filledShares;
      record.remaining = toShares(record.shares - order.filledShares);
      if (life) record.life = life;
      current.noteAccount();
    },
    read() {
      pass += 1;
      current.noteAccount();
    },
    arm(terms = STOP) {
      const receipt = current.arm(ID, terms);
      if (receipt.outcome !== 'armed') throw new Error(`Expected it to be armed, found ${receipt.reason.code}`);
    },
    state: () => current.view().conditionals[0]!,
    reopen() {
      current.close();
      current = open();
      current.open(SAFE);
      return current;
    },
  };
  current = open();
  current.open(SAFE);
  return bench;
}

/** A lot of the market of `STOP`, signed ahead. */
export function makeLot(change: Partial<PreparedLot> = {}): PreparedLot {
  return {
    id: 'lot-1',
    market: MARKET,
    side: 'yes',
    price: STOP.worst,
    shares: parseShares('25'),
    expiresAtMs: Number.MAX_SAFE_INTEGER,
    tokenId: parseTokenId('111'),
    salt: 1n,
    digest: `0x${'ab'.repeat(32)}` as PreparedLot['digest'],
    at: 'ready',
    orderId: null,
    ...change,
  };
}
