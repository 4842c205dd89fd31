/**
 * Trading: the member's orders, fills, positions and balances, and the commands on them.
 *
 * Units       Millionths; times in Unix ms of the clock in the name.
 * Invariants  No order is sent that is not in the journal. Disarmed at start. `view` says when data is not live.
 * Errors      Commands answer receipts, never exceptions. `openTrading` throws what the journal throws when it is unreadable.
 * Source      docs/life-of-an-order.md
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Fill } from '#shared/order/account.ts';
import { committedCollateral, lockDrift, locksExpectedReserve } from '#shared/order/commitments.ts';
import type { EventOf } from '#shared/order/exits/selection.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { isUnlocked } from '#shared/order/readiness.ts';
import type { MatchReceipt, MatchRefusal, PlaceReceipt } from '#shared/order/receipts.ts';
import { isExit } from '#shared/order/risk/evaluate.ts';
import { type IntentId, type MarketId, type OrderId, parseIntentId } from '#shared/units/ids.ts';
import { findAccountStatus } from './accountStatus.ts';
import { type AccountWatch, openAccountWatch } from './accountWatch.ts';
import { createCanceller } from './cancel.ts';
import { createDriftWatch } from './driftWatch.ts';
import { createExits, type ExitActs } from './exits.ts';
import type { FlattenMemory } from './flatten.ts';
import { readHistory } from './history.ts';
import { DEFAULT_LIMITS, type Limits, openMemoryRiskStore } from './limits.ts';
import { createMarketPins, createRunPins, type MarketPinStore, type MarketPins } from './marketPins.ts';
import { createOpenOrders } from './openOrders.ts';
import { createOrders } from './orders.ts';
import { createPlacer, type PlaceOptions } from './place.ts';
import { createPortfolio } from './portfolio.ts';
import type { Gateway, Journal, Signer, TradingContext } from './ports.ts';
import { openReconciler } from './reconcile.ts';
import { restoreRecords } from './restore.ts';
import { openRisk, type RiskSettings, type RiskStore } from './risk.ts';
import { type CheckMarketRecord, createWalletRecords } from './walletRecords.ts';

/** Orders that closed within this time are loaded at start-up. */
const RESTORE_MS = 24 * 60 * 60_000;
/** Orders that end at about the same time share one reconciliation. */
const RECONCILE_SOON_MS = 1_000;

export interface TradingOptions {
  readonly gateway: Gateway;
  readonly signer: Signer;
  readonly journal: Journal;
  readonly context: TradingContext;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  /** A fresh random integer above 0 and below 2^53. */
  randomSalt(): bigint;
  readonly checkMarketRecord: CheckMarketRecord;
  /** Pins of earlier runs; absent: only this run's pins. */
  readonly marketPins?: MarketPinStore;
  /** docs/assumptions.md#order-domain-version */
  readonly domainVersion?: string;
  readonly currency?: string;
  readonly limits?: Partial<Limits>;
  /** The exchange is known to lock exactly stake and fee bound. */
  readonly isReserveKnown?: boolean;
  /** Where the risk limits are stored; default: they last as long as the program. */
  readonly riskStore?: RiskStore;
  /** Absent: a flatten that a restart interrupted is not reported. */
  readonly flattenMemory?: FlattenMemory;
  /** Whether a panic flattens everything after its cancels. Absent: never. */
  isPanicFlattening?(): boolean;
  /** Reports an internal error for the log. */
  onFault?(where: string, error: unknown): void;
}

export interface Trading extends ExitActs {
  place(intent: OrderIntent, options?: Pick<PlaceOptions, 'isConfirmed'>): Promise<PlaceReceipt>;
  /** True for an order of the account, of this program or another client, also an unreadable one. */
  hasOrder(id: OrderId): boolean;
  hasOrderIn(market: MarketId): boolean;
  /** Matches a lost order with one of its `candidates`, or (null) with none of them. Nothing is sent. */
  matchLost(intentId: IntentId, orderId: OrderId | null): MatchReceipt;
  applyPrivateEvent(event: PrivateEvent): void;
  /** Trades of the public tape, prices in YES terms: one at the price of an order reads the account at once. */
  notePublicTrades(market: MarketId, trades: readonly Pick<Trade, 'price'>[]): void;
  /** Reads everything again; never rejects, `view` has the failure. */
  reconcile(): Promise<void>;
  /** The order of these lines of the journal, as it is known now where it is in memory; null without a signed entry. */
  readHistory(entries: readonly JournalEntry[]): OrderView | null;
  /** All fills that are known, and whether those are all of the account. */
  listFills(): { readonly fills: readonly Fill[]; readonly isComplete: boolean };
  /** Reads the market's wallet record before an order needs it. */
  prefetchWalletRecord(market: MarketId): void;
  /** Markets whose ids differ from their pins: no order of them is signed. */
  readonly marketPins: Pick<MarketPins, 'listChanges' | 'read' | 'accept'>;
  /** Removes the wallet records of all markets: the account's configuration changed. */
  dropWalletRecords(): void;
  /** For another member, or none: disarms, and keeps only the orders that this program placed. */
  clearAccount(): void;
  setArmed(armed: boolean): boolean;
  /** True for an exit with a typed price on a book that is not live: a person must agree outside the page. */
  needsConfirmation(intent: OrderIntent): boolean;
  /** Throws, and changes nothing, when it could not be stored. `isConfirmed`: after a step-up. */
  changeRisk(part: RiskSettings, isConfirmed: boolean): void;
  /** The stored risk settings are others now. */
  noteRiskSettings(): void;
  /** The loss of the day begins again at 0; false while the account is not read. */
  restartDay(): boolean;
  /** The same value until something changes. */
  view(): AccountView;
  /** Listens for changes, one call for changes in the same turn; the answer removes the listener. */
  onChange(listener: () => void): () => void;
  close(): void;
}

export function openTrading(options: TradingOptions): Trading {
  const { gateway, signer, journal, context, clock, schedule } = options;
  const onFault = options.onFault ?? ((): void => {});
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const changes = createEmitter<void>((error) => onFault('account listener', error));
  let cachedView: AccountView | null = null;
  let isEmitScheduled = false;
  let isArmed = false;
  let stream: 'never' | 'open' | 'closed' = 'never';
  let streamError = '';
  /** The account is live once a pass with this number, begun after the stream opened, is complete. */
  let requiredPass = Number.POSITIVE_INFINITY;
  let isReconcileScheduled = false;
  let cancelReconcile = (): void => {};

  const change = (): void => {
    cachedView = null;
    watch?.update();
    updateDrift();
    if (isEmitScheduled || changes.count() === 0) return;
    isEmitScheduled = true;
    schedule(0, () => {
      isEmitScheduled = false;
      changes.emit();
    });
  };

  let isReserveKnown = options.isReserveKnown ?? false;
  let updateDrift = (): void => {};
  const onRead = (): void => {
    risk.noteAccount();
    change();
  };
  let cancelNextDay = (): void => {};
  const scheduleNextDay = (): void => {
    cancelNextDay = schedule(risk.nextDayAtMs() - clock.now(), () => {
      onRead();
      scheduleNextDay();
    });
  };

  /** Null until the modules that it watches exist. */
  let watch: AccountWatch | null = null;
  const orders = createOrders({
    journal,
    onReadNews: (order) => watch?.noteReadNews(order),
    onChange: change,
    onFault,
  });
  const portfolio = createPortfolio(options.currency ?? 'usdc', change);
  orders.restore(restoreRecords(journal.load(clock.now() - RESTORE_MS), clock.now()));
  const openOrders = createOpenOrders({ gateway, orders, clock });
  const reconciler = openReconciler({
    gateway,
    orders,
    openOrders,
    portfolio,
    clock,
    schedule,
    onOpenOrdersRead: (askedAtMs) => watch?.noteOpenOrdersRead(askedAtMs),
    onNewFill: (fill) => watch?.noteNewFill(fill),
    onChange: onRead,
  });
  const risk = openRisk({
    store: options.riskStore ?? openMemoryRiskStore(),
    context,
    clock,
    portfolio,
    orders,
    feeRateMicros: limits.feeRateMicros,
    readAtMs: reconciler.reconciledAtMs,
    onFault,
  });
  const isReadSinceOpen = (): boolean => stream === 'open' && reconciler.latestCompletePass() >= requiredPass;
  const accountWatch = openAccountWatch({
    gateway,
    orders,
    openOrders,
    clock,
    schedule,
    isReadSinceOpen,
    readAll: () => void reconciler.run(),
    reopenStream() {
      requiredPass = Number.POSITIVE_INFINITY;
      gateway.reopenPrivate();
    },
    onChange: change,
  });
  watch = accountWatch;
  const driftWatch = createDriftWatch(schedule, change);
  updateDrift = () => {
    const balance = portfolio.balance();
    const time = portfolio.balanceTime();
    // Orders that cannot be read may lock collateral too.
    const isKnown = isReadSinceOpen() && portfolio.isBalanceCertain() && orders.openUnreadable().length === 0;
    if (isKnown && balance && time) driftWatch.update(lockDrift(orders.all(), { ...time, locked: balance.locked }));
  };
  const wallets = createWalletRecords(gateway, options.checkMarketRecord);
  const pins = createMarketPins({
    store: options.marketPins ?? createRunPins(),
    wallets,
    checkMarketRecord: options.checkMarketRecord,
    market: (id) => context.market(id),
    now: clock.now,
    schedule,
    onChange: change,
    onFault: (error) => onFault('market pins', error),
  });
  const eventOf: EventOf = (market) => context.market(market)?.eventId ?? null;
  const canceller = createCanceller({
    gateway,
    orders,
    clock,
    schedule,
    eventOf,
    onCancelled: accountWatch.noteCancelled,
  });
  const placer = createPlacer({
    context,
    clock,
    portfolio,
    orders,
    limits,
    risk,
    gateway,
    signer,
    wallets,
    pins,
    domainVersion: options.domainVersion ?? '1',
    randomSalt: options.randomSalt,
    isArmed: () => isArmed,
    isPositionsKnown: () => reconciler.reconciledAtMs() !== null,
    onAccepted(order) {
      accountWatch.notePlaced(order.id);
      if (locksExpectedReserve(order, limits.feeRateMicros)) isReserveKnown = true;
    },
    onLost: () => void reconciler.run(),
  });

  const disarm = (): void => {
    isArmed = false;
    change();
  };
  const exits = createExits({
    context,
    orders,
    portfolio,
    placer,
    canceller,
    clock,
    schedule,
    eventOf,
    tick: () => context.tick(),
    feeRateMicros: () => limits.feeRateMicros,
    depth: (market) => context.depth(market),
    readAccount: () => reconciler.run(),
    newIntentId: () => parseIntentId(`exit-order-${options.randomSalt()}`),
    memory: options.flattenMemory ?? { load: () => [], save: () => {} },
    disarm,
    readiness: () => context.readiness(isArmed),
    isPanicFlattening: () => options.isPanicFlattening?.() ?? false,
    onChange: change,
    onFault,
  });

  scheduleNextDay();

  const reconcileSoon = (): void => {
    if (isReconcileScheduled) return;
    isReconcileScheduled = true;
    cancelReconcile = schedule(RECONCILE_SOON_MS, () => {
      isReconcileScheduled = false;
      void reconciler.run();
    });
  };
  orders.onClosed((record) => {
    // A rejection on the stream can have the same cause as a refused placement.
    if (record.life.at === 'rejected' && record.signed !== null) wallets.clear();
    // The exchange sends no position event for a sale that ends without a fill.
    if (stream !== 'open' || record.direction === 'sell') reconcileSoon();
  });

  const buildView = (): AccountView => {
    const unreadableRows = portfolio.unreadableRows();
    return {
      ...findAccountStatus({
        stream,
        streamError,
        isRead: reconciler.reconciledAtMs() !== null,
        isReadSinceOpen: isReadSinceOpen(),
        failure: reconciler.failure(),
        doubt: accountWatch.doubt(),
        isOverdue: accountWatch.isOverdue(),
      }),
      ...(orders.openUnreadable().length === 0 ? {} : { unreadable: orders.openUnreadable() }),
      armed: isArmed,
      balance: portfolio.balance(),
      committed: committedCollateral(orders.all(), limits.feeRateMicros, portfolio.balanceTime()),
      lockDrift: driftWatch.drift(),
      isReserveKnown,
      ...(unreadableRows === null ? {} : { unreadableRows }),
      orders: orders.views(),
      fills: portfolio.fills(),
      ledger: portfolio.ledger(),
      positions: portfolio.positions(),
      rewards: portfolio.rewards(),
      feeRateMicros: limits.feeRateMicros,
      risk: risk.view(),
      panicFlattens: options.isPanicFlattening?.() ?? false,
      exits: exits.views(),
      reconciledAtMs: reconciler.reconciledAtMs(),
    };
  };

  return {
    async place(intent, how) {
      const receipt = await placer.place(intent, how);
      if (stream !== 'open' && receipt.outcome === 'accepted') reconcileSoon();
      return receipt;
    },
    ...exits,
    hasOrder: (id) => orders.byOrder(id) !== undefined || orders.unreadable().some((one) => one.id === id),
    hasOrderIn: (market) => [...orders.all(), ...orders.unreadable()].some((one) => one.market === market),
    matchLost(intentId, orderId) {
      const refuse = (reason: MatchRefusal): MatchReceipt => ({ outcome: 'refused', reason });
      const record = orders.byIntent(intentId);
      if (record?.life.at !== 'unknown') return refuse('notUnknown');
      if (record.candidates === null) return refuse('stillSearching');
      try {
        const outcome = orders.resolve(record, orderId, clock.now());
        return outcome === 'refused' ? refuse('notACandidate') : { outcome };
      } catch (error) {
        onFault('journal', error);
        return refuse('journalFailed');
      }
    },
    applyPrivateEvent(event) {
      accountWatch.onPrivateEvent(event);
      switch (event.kind) {
        case 'order':
          orders.applyExchangeOrders([event.order], event.receivedAtMs, 'stream');
          return;
        case 'fill':
          portfolio.applyFill(event.fill);
          return;
        case 'balance':
          portfolio.applyBalance(event.balance, event.receivedAtMs);
          return;
        case 'position':
          portfolio.applyPosition(event.position, event.receivedAtMs);
          return;
        case 'open':
          stream = 'open';
          requiredPass = reconciler.latestPass() + 1;
          change();
          void reconciler.run();
          return;
        case 'closed':
          stream = 'closed';
          streamError = event.why;
          change();
          return;
        case 'unreadable':
          onFault('private stream', new Error(event.why));
          if (event.order) orders.addUnreadable(event.order, event.atMs);
          void reconciler.run();
          return;
      }
    },
    notePublicTrades: accountWatch.notePublicTrades,
    reconcile() {
      accountWatch.open();
      return reconciler.run();
    },
    readHistory: (entries) => readHistory(entries, orders, clock.now()),
    listFills: () => ({ fills: portfolio.allFills(), isComplete: portfolio.ledger().isComplete }),
    prefetchWalletRecord(market) {
      if (isUnlocked(context.readiness(isArmed))) pins.prefetch(market);
    },
    marketPins: pins,
    dropWalletRecords: () => wallets.clear(),
    clearAccount() {
      isArmed = false;
      stream = 'never';
      requiredPass = Number.POSITIVE_INFINITY;
      accountWatch.clear();
      driftWatch.clear();
      cancelReconcile();
      isReconcileScheduled = false;
      exits.clear();
      wallets.clear();
      reconciler.clear();
      portfolio.clear();
      orders.removeForeign();
      change();
    },
    setArmed(armed) {
      isArmed = armed;
      change();
      return isArmed;
    },
    needsConfirmation: (intent) =>
      intent.isPriceTyped === true &&
      !isTrusted(context.book(intent.market)?.health ?? { at: 'waiting' }) &&
      isExit(intent, risk.state()),
    changeRisk(part, isConfirmed) {
      risk.change(part, isConfirmed);
      change();
    },
    noteRiskSettings: change,
    restartDay() {
      const isDone = risk.restartDay();
      change();
      return isDone;
    },
    view() {
      cachedView ??= buildView();
      return cachedView;
    },
    onChange: changes.on,
    close() {
      cancelReconcile();
      cancelNextDay();
      // Answers that arrive after this schedule nothing.
      isReconcileScheduled = true;
      accountWatch.clear();
      driftWatch.clear();
      reconciler.close();
      pins.close();
      changes.close();
    },
  };
}
