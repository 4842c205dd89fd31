/**
 * Parts of trading: every part of the module, joined for one account.
 *
 * Invariants  Each part owns its state; a change of any of them goes to `change`, which updates the parts that watch it.
 * Errors      Throws what the journal throws when it is unreadable.
 * Source      docs/life-of-an-order.md
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import { createEmitter, type Emitter } from '#shared/base/emitter.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { ExchangeOrder, Fill } from '#shared/order/account/account.ts';
import { locksExpectedReserve } from '#shared/order/commitments.ts';
import type { EventOf } from '#shared/order/exits/selection.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { ORDER_DOMAIN_VERSION } from '#shared/order/orderDomain.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { MatchReceipt, PlaceReceipt } from '#shared/order/receipts.ts';
import { isExit } from '#shared/order/risk/evaluate.ts';
import { type AccountId, type IntentId, type MarketId, type OrderId, parseIntentId } from '#shared/units/ids.ts';
import { toShares } from '#shared/units/shares.ts';
import { type AccountWatch, openAccountWatch } from './account/accountWatch.ts';
import { createDirectionProof, type OnDirection } from './account/directionProof.ts';
import { createDriftWatch, type DriftWatch, findDrift } from './account/driftWatch.ts';
import { createPortfolio, type Portfolio } from './account/portfolio.ts';
import { createPrivateStream, type PrivateStream } from './account/privateStream.ts';
import { NO_CONDITIONALS } from './conditionals/absent.ts';
import { type Conditionals, createConditionals } from './conditionals/conditionals.ts';
import type { ConditionalsControl } from './conditionals/conditionalsApi.ts';
import type { ConditionalSources } from './conditionals/ports.ts';
import { createDelayedRun } from './delayedRun.ts';
import { createExitPlanner } from './exits/exitPlanner.ts';
import { createExits, type ExitActs, type Exits } from './exits/exits.ts';
import { completeWallets, type ExitMemory, loadReportedOrders, NO_STORED_EXITS } from './exits/interruptedExits.ts';
import { createPreparedExits, NO_PREPARED_BODIES, type PreparedExits } from './exits/preparedExits.ts';
import { createCanceller } from './orders/cancel.ts';
import { createOpenOrders } from './orders/openOrders.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createPlacer, type PlaceOptions, type Placer } from './orders/place.ts';
import { openReconciler, type Reconciler } from './orders/reconcile.ts';
import { restoreRecords } from './orders/restore.ts';
import type { ExitTimes, Gateway, Journal, PreparedBodies, RecordedConsent, Signer, TradingContext } from './ports.ts';
import { checkTogether } from './risk/checkTogether.ts';
import { DEFAULT_LIMITS, type Limits, openMemoryRiskStore } from './risk/limits.ts';
import { type DayStart, openRisk, type Risk, type RiskSettings, type RiskStore } from './risk/risk.ts';
import { createMarketPins, createRunPins, type MarketPinStore, type MarketPins } from './wallet/marketPins.ts';
import { type CheckMarketRecord, createWalletRecords, type WalletRecords } from './wallet/walletRecords.ts';

/** Interface of the trading module: what it is opened with, and what it offers. */
export interface TradingOptions {
  readonly gateway: Gateway;
  readonly signer: Signer;
  readonly journal: Journal;
  readonly context: TradingContext;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  readonly explainRead: ExplainRead;
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
  /** Absent: what a restart interrupts is not reported. */
  readonly exitMemory?: ExitMemory;
  /** Whether a panic flattens everything after its cancels. Absent: never. */
  isPanicFlattening?(): boolean;
  /** Absent: moves and flattens are not timed. */
  readonly exitTimes?: ExitTimes;
  /** The exchange reports the direction of an order that was sent without a signature. */
  onDirection?: OnDirection;
  /** A refusal dropped the wallet records: those of watched markets are to be read again. Once for several refusals. */
  onRecordsDropped?(): void;
  /** Absent: nothing of earlier runs is known but what the journal has. */
  readonly consent?: RecordedConsent;
  /** Absent: no exits are prepared. */
  readonly preparedBodies?: PreparedBodies;
  /** Absent: no conditional order can be armed. */
  readonly conditionals?: Pick<
    ConditionalSources,
    'store' | 'markets' | 'clockReading' | 'clockDriftMs' | 'measureClock'
  >;
  /** Reports an internal error for the log. */
  onFault?(where: string, error: unknown): void;
}

export interface Trading extends ExitActs {
  place(
    intent: OrderIntent,
    options?: Pick<PlaceOptions, 'isConfirmed' | 'unattended' | 'isStopped'>,
  ): Promise<PlaceReceipt>;
  /** True for an order of the account, of this program or another client, also an unreadable one. */
  hasOrder(id: OrderId): boolean;
  hasOrderIn(market: MarketId): boolean;
  /** Matches a lost order with one of its `candidates`, or (null) with none of them. Nothing is sent. */
  matchLost(intentId: IntentId, orderId: OrderId | null): MatchReceipt;
  /** Exits that were signed ahead, for a trigger that is true while the keys are locked. */
  readonly prepared: PreparedExits;
  /** The keys were locked, and the account stays connected for prepared exits. */
  noteKeysLocked(): void;
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
  readonly marketPins: Pick<MarketPins, 'findPinned' | 'listChanges' | 'read' | 'accept'>;
  /** Removes the wallet records of all markets: the account's configuration changed. */
  dropWalletRecords(): void;
  /** For another member, or none: disarms, and keeps only the orders that this program placed. */
  clearAccount(): void;
  /** Sets what identifies the account: orders of another one are not shown. */
  setMaker(maker: AccountId): void;
  /** A disarm by a lock of the screen or a stale book leaves the buys of conditional orders allowed. */
  setArmed(armed: boolean, cause?: 'lock' | 'market'): boolean;
  /** True for an exit with a typed price on a book that is not live: a person must agree outside the page. */
  needsConfirmation(intent: OrderIntent): boolean;
  /** Throws, and changes nothing, when it could not be stored. `isConfirmed`: after a step-up. */
  changeRisk(part: RiskSettings, isConfirmed: boolean): void;
  /** The stored risk settings are others now. */
  noteRiskSettings(): void;
  /** What a new start of the day's loss would be; null while the account is not read. */
  planDayStart(): DayStart | null;
  /** The loss of the day begins at the plan's; false while the account is not read. */
  restartDay(plan: DayStart): boolean;
  readonly conditionals: Conditionals;
  /** The same value until something changes. */
  view(): AccountView;
  /** Listens for changes, with one call for all changes of a turn; the returned function removes the listener. */
  onChange(listener: () => void): () => void;
  close(): void;
}

/** Orders that closed within this time are loaded at start-up. */
const RESTORE_MS = 24 * 60 * 60_000;
/** Orders that end at about the same time share one reconciliation. */
const RECONCILE_SOON_MS = 1_000;
/** Refusals within this time share one reading of the wallet records. */
const READ_RECORDS_AGAIN_MS = 500;

/** Hooks for what trading itself decides. */
export interface TradingHooks {
  isArmed(): boolean;
  disarm(): void;
  /** A part changed: a view that was built before is outdated. */
  onChange(): void;
}

export interface TradingParts {
  /** One call for all changes of a turn. */
  readonly changes: Emitter<void>;
  readonly orders: Orders;
  readonly portfolio: Portfolio;
  readonly risk: Risk;
  readonly reconciler: Reconciler;
  readonly privateStream: PrivateStream;
  readonly accountWatch: AccountWatch;
  readonly driftWatch: DriftWatch;
  readonly wallets: WalletRecords;
  readonly pins: MarketPins;
  readonly placer: Placer;
  readonly prepared: PreparedExits;
  readonly conditionals: ConditionalsControl;
  readonly exits: Exits;
  /** Rate of the fee reserve in millionths. */
  readonly feeRateMicros: number;
  /** The exchange is known to lock exactly stake and fee bound. */
  isReserveKnown(): boolean;
  /** Reads the account a second later; calls within that second share one read. */
  reconcileSoon(): void;
  proveDirection(order: ExchangeOrder): void;
  /** Updates what follows from the parts; call it after a change that none of them reports. */
  change(): void;
  /** For another member, or none: keeps only the orders that this program placed. */
  clear(): void;
  close(): void;
}

export function openTradingParts(options: TradingOptions, hooks: TradingHooks): TradingParts {
  const { gateway, signer, journal, context, clock, schedule } = options;
  const onFault = options.onFault ?? ((): void => {});
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const changes = createEmitter<void>((error) => onFault('account listener', error));
  const emitSoon = createDelayedRun(schedule, 0, () => changes.emit());

  const change = (): void => {
    hooks.onChange();
    watch?.update();
    updateDrift();
    if (options.preparedBodies?.pack()) recheckSoon.start();
    if (changes.count() > 0) emitSoon.start();
    noteConditionals();
  };

  /** Nothing until they exist. */
  let noteConditionals = (): void => {};
  let isReserveKnown = options.isReserveKnown ?? false;
  let updateDrift = (): void => {};
  // Not within a change: what it finds may end the account's connection.
  const recheckSoon = createDelayedRun(schedule, 0, () => prepared.recheck());
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
    onReadNews(order) {
      watch?.noteReadNews(order);
      proveDirection(order);
    },
    onChange: change,
    onFault,
  });
  const proveDirection = createDirectionProof(orders, (id, isAsSent) => options.onDirection?.(id, isAsSent));
  const portfolio = createPortfolio(options.currency ?? 'usdc', change);
  const memory = options.exitMemory ?? { load: () => NO_STORED_EXITS, save: () => {} };
  const stored = memory.load();
  const loaded = journal.load(clock.now() - RESTORE_MS);
  const reported = loadReportedOrders(stored, journal, loaded);
  const interrupted = completeWallets(stored, [...loaded, ...reported]);
  orders.restore(restoreRecords([...loaded, ...reported], clock.now()));
  const openOrders = createOpenOrders({ gateway, orders, clock });
  const reconciler = openReconciler({
    gateway,
    orders,
    openOrders,
    portfolio,
    clock,
    schedule,
    explainRead: options.explainRead,
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
    recordedUse: () => options.consent?.use() ?? null,
    onFault,
  });
  const privateStream = createPrivateStream({ orders, portfolio, reconciler, onChange: change, onFault });
  const accountWatch = openAccountWatch({
    gateway,
    orders,
    openOrders,
    clock,
    schedule,
    isReadSinceOpen: privateStream.isReadSinceOpen,
    latestPass: reconciler.latestPass,
    latestCompletePass: reconciler.latestCompletePass,
    readAll: () => void reconciler.run(),
    reopenStream() {
      privateStream.awaitReopening();
      gateway.reopenPrivate();
    },
    onChange: change,
  });
  watch = accountWatch;
  const driftWatch = createDriftWatch(schedule, change);
  updateDrift = () => {
    driftWatch.update(privateStream.isReadSinceOpen() ? findDrift(orders, portfolio) : null);
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
    onFault,
  });
  const placing = {
    context,
    clock,
    portfolio,
    orders,
    limits,
    risk,
    gateway,
    pins,
    isArmed: hooks.isArmed,
    isPositionsKnown: () => reconciler.reconciledAtMs() !== null,
    onAccepted(order: ExchangeOrder) {
      accountWatch.notePlaced(order.id);
      proveDirection(order);
      if (locksExpectedReserve(order, limits.feeRateMicros)) isReserveKnown = true;
    },
    onLost: () => void reconciler.run(),
    explainRead: options.explainRead,
    onFault,
  };
  const domainVersion = options.domainVersion ?? ORDER_DOMAIN_VERSION;
  const placer = createPlacer({
    ...placing,
    signer,
    wallets,
    domainVersion,
    randomSalt: options.randomSalt,
    syncJournal: journal.sync,
  });
  const isLive = privateStream.isReadSinceOpen;
  const prepared = createPreparedExits({
    ...placing,
    bodies: options.preparedBodies ?? NO_PREPARED_BODIES,
    lostLots: () => options.consent?.lots() ?? [],
    isLive,
    cancel: (id) => exits.cancel(id),
  });
  const plan = createExitPlanner({ ...placing, wallets, domainVersion, isLive });

  const conditionals = createConditionals({
    ...(options.conditionals ?? NO_CONDITIONALS),
    clock,
    schedule,
    placer,
    canceller,
    prepared,
    eventOf,
    readiness: (armed) => context.readiness(armed, true),
    orderBudget: () => context.orderBudget(),
    position: ({ market, side }) => portfolio.position(market, side),
    orderOf: orders.byIntent,
    findOrder: (id) => orders.byIntent(id) ?? restoreRecords(journal.findByIntent(id), clock.now())[0],
    orders: orders.all,
    fillsOf(intentId) {
      const orderId = orders.byIntent(intentId)?.orderId ?? null;
      return orderId === null ? [] : portfolio.fillsOf(orderId);
    },
    checkTogether: (legs) => checkTogether(legs, placing),
    isExit: (intent) => isExit(intent, risk.state()),
    isRead: () => reconciler.reconciledAtMs() !== null,
    latestPass: reconciler.latestPass,
    latestCompletePass: reconciler.latestCompletePass,
    readAccount: reconciler.run,
    onFault,
  });
  const noteConditionalsSoon = createDelayedRun(schedule, 0, conditionals.noteAccount);
  noteConditionals = () => {
    if (conditionals.hasActive()) noteConditionalsSoon.start();
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
    memory,
    interrupted,
    isRead: () => reconciler.reconciledAtMs() !== null,
    disarm: hooks.disarm,
    stopConditionals: conditionals.stopAll,
    protectedPositions: () =>
      conditionals
        .view()
        .protections.filter(({ quantity, unprotected }) => unprotected < quantity)
        .map(({ outcome }) => outcome),
    quantityOf: ({ market, side }) =>
      portfolio.positions().find((one) => one.market === market && one.outcome === side)?.quantity ?? toShares(0),
    readiness: () => context.readiness(hooks.isArmed()),
    isPanicFlattening: () => options.isPanicFlattening?.() ?? false,
    ...(options.exitTimes ? { exitTimes: options.exitTimes } : {}),
    onChange: change,
    onFault,
  });

  scheduleNextDay();

  const reconcileSoon = createDelayedRun(schedule, RECONCILE_SOON_MS, () => void reconciler.run());
  const readRecordsAgain = createDelayedRun(schedule, READ_RECORDS_AGAIN_MS, () => options.onRecordsDropped?.());
  orders.onClosed((record) => {
    // A rejection on the stream can have the same cause as a refused placement.
    if (record.life.at === 'rejected' && record.signed !== null) {
      wallets.clear();
      // Read again soon, so that the next order does not have to wait for it.
      readRecordsAgain.start();
    }
    // The exchange sends no position event for a sale that ends without a fill.
    if (!privateStream.isOpen() || record.direction === 'sell') reconcileSoon.start();
  });

  return {
    changes,
    orders,
    portfolio,
    risk,
    reconciler,
    privateStream,
    accountWatch,
    driftWatch,
    wallets,
    pins,
    placer,
    prepared: { ...prepared, plan },
    conditionals,
    exits,
    feeRateMicros: limits.feeRateMicros,
    isReserveKnown: () => isReserveKnown,
    reconcileSoon: reconcileSoon.start,
    proveDirection,
    change,
    clear() {
      conditionals.suspend();
      privateStream.clear();
      accountWatch.clear();
      driftWatch.clear();
      reconcileSoon.cancel();
      readRecordsAgain.cancel();
      exits.clear();
      wallets.clear();
      reconciler.clear();
      portfolio.clear();
      orders.removeForeign();
      change();
    },
    close() {
      // Answers that arrive after this start nothing.
      reconcileSoon.close();
      recheckSoon.close();
      readRecordsAgain.close();
      noteConditionalsSoon.close();
      conditionals.close();
      cancelNextDay();
      accountWatch.clear();
      driftWatch.clear();
      reconciler.close();
      pins.close();
      changes.close();
    },
  };
}
