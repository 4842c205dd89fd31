/**
 * Parts of trading: every part of the module, joined for one account.
 *
 * Invariants  Each part owns its state; a change of any of them goes to `change`, which updates the parts that watch it.
 * Errors      Throws what the journal throws when it is unreadable.
 * Source      docs/life-of-an-order.md
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import { createEmitter, type Emitter } from '#shared/base/emitter.ts';
import { isDecided } from '#shared/market/market.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { ExchangeOrder, Fill } from '#shared/order/account/account.ts';
import { locksExpectedReserve } from '#shared/order/commitments.ts';
import type { EventOf } from '#shared/order/exits/selection.ts';
import { ORDER_DOMAIN_VERSION } from '#shared/order/orderDomain.ts';
import { isExit } from '#shared/order/risk/evaluate.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { toShares } from '#shared/units/shares.ts';
import { type AccountWatch, openAccountWatch } from './account/accountWatch.ts';
import { createDirectionProof, type OnDirection } from './account/directionProof.ts';
import { createDriftWatch, type DriftWatch, findDrift } from './account/driftWatch.ts';
import { createPortfolio, type Portfolio } from './account/portfolio.ts';
import { createPrivateStream, type PrivateStream } from './account/privateStream.ts';
import { createConditionals } from './conditionals/conditionals.ts';
import type { ConditionalsControl } from './conditionals/conditionalsApi.ts';
import { NO_CONDITIONALS } from './conditionals/noConditionals.ts';
import type { ConditionalSources } from './conditionals/ports.ts';
import { createDelayedRun } from './delayedRun.ts';
import { createExitPlanner } from './exits/exitPlanner.ts';
import { createExits, type Exits } from './exits/exits.ts';
import { completeWallets, type ExitMemory, loadReportedOrders, NO_STORED_EXITS } from './exits/interruptedExits.ts';
import { createPreparedExits, NO_PREPARED_BODIES, type PreparedExits } from './exits/preparedExits.ts';
import { type Canceller, createCanceller } from './orders/cancel.ts';
import { createOpenOrders } from './orders/openOrders.ts';
import { createOrders, type Orders } from './orders/orders.ts';
import { createPlacer, type Placer } from './orders/place.ts';
import { openReconciler, type Reconciler } from './orders/reconcile.ts';
import { restoreRecords } from './orders/restore.ts';
import type { ExitTimes, Gateway, Journal, PreparedBodies, RecordedConsent, Signer, TradingContext } from './ports.ts';
import { checkTogether } from './risk/checkTogether.ts';
import { DEFAULT_LIMITS, type Limits, openMemoryRiskStore } from './risk/limits.ts';
import { openRisk, type Risk, type RiskStore } from './risk/risk.ts';
import { createMarketPins, createRunPins, type MarketPinStore, type MarketPins } from './wallet/marketPins.ts';
import { type CheckMarketRecord, createWalletRecords, type WalletRecords } from './wallet/walletRecords.ts';

/** What trading is opened with. */
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
  readonly canceller: Canceller;
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
  /** What parts report to parts that are built later: each of those subscribes when it exists. */
  const reports = {
    changed: createEmitter(),
    readNews: createEmitter<ExchangeOrder>(),
    openOrdersRead: createEmitter<number>(),
    newFill: createEmitter<Fill>(),
    accountRead: createEmitter(),
  };
  const change = (): void => {
    hooks.onChange();
    reports.changed.emit();
  };
  const onRead = (): void => {
    reports.accountRead.emit();
    change();
  };
  let isReserveKnown = options.isReserveKnown ?? false;

  const orders = createOrders({ journal, onReadNews: reports.readNews.emit, onChange: change, onFault });
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
    onOpenOrdersRead: reports.openOrdersRead.emit,
    onNewFill: reports.newFill.emit,
    isEnded(id) {
      const market = context.market(id);
      return market !== null && isDecided(market);
    },
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
  reports.accountRead.on(risk.noteAccount);
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
  reports.readNews.on(accountWatch.noteReadNews);
  reports.readNews.on(proveDirection);
  reports.openOrdersRead.on(accountWatch.noteOpenOrdersRead);
  reports.newFill.on(accountWatch.noteNewFill);
  reports.changed.on(accountWatch.update);
  const driftWatch = createDriftWatch(schedule, change);
  reports.changed.on(() => driftWatch.update(privateStream.isReadSinceOpen() ? findDrift(orders, portfolio) : null));
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
    onProgress: change,
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
  // Not within a change: what it finds may end the account's connection.
  const recheckSoon = createDelayedRun(schedule, 0, () => prepared.recheck());
  reports.changed.on(() => {
    if (options.preparedBodies?.pack()) recheckSoon.start();
    if (changes.count() > 0) emitSoon.start();
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
    ordersOf: orders.ofMarket,
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
  reports.changed.on(() => {
    if (conditionals.hasActive()) noteConditionalsSoon.start();
  });

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

  let cancelNextDay = (): void => {};
  const scheduleNextDay = (): void => {
    cancelNextDay = schedule(risk.nextDayAtMs() - clock.now(), () => {
      onRead();
      scheduleNextDay();
    });
  };
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
    canceller,
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
