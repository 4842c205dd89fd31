/**
 * What is mine: orders, fills, positions and balances, and every act on them.
 *
 * Units       Millionths; times in Unix ms of the clock that the name says.
 * Invariants  Nothing leaves that is not in the journal. Disarmed until armed. What is not certain says so in `view`.
 * Errors      Acts answer receipts, never exceptions. `openTrading` throws what the journal throws when it can't be read.
 * Source      docs/life-of-an-order.md
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { Outputs, PlaceReceipt } from '#shared/ipc/contract.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Usd } from '#shared/units/usd.ts';
import { type CancelAllReceipt, type CancelReceipt, createCanceller } from './cancel.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { createOrders } from './orders.ts';
import { createPlacer } from './place.ts';
import { createPortfolio } from './portfolio.ts';
import type { Gateway, Journal, Signer, TellRefusal, TradingContext } from './ports.ts';
import { openReconciler } from './reconcile.ts';
import { restoreRecords } from './restore.ts';
import { type CheckMarketRecord, createWalletRecords } from './walletRecords.ts';

/** Closed orders of this long ago are shown again after a start. */
const REMEMBER_MS = 24 * 60 * 60_000;
/** Many orders that end together are followed by one look. */
const LOOK_AFTER_MS = 1_000;

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
  readonly tellRefusal: TellRefusal;
  /** docs/assumptions.md#order-domain-version */
  readonly domainVersion?: string;
  readonly currency?: string;
  readonly limits?: Partial<Limits>;
  /** Something of our own went wrong that must be in the log. */
  onFault?(where: string, error: unknown): void;
}

export type ResolveReceipt = Outputs['order.resolveUnknown'];

export interface Trading {
  place(intent: OrderIntent): Promise<PlaceReceipt>;
  cancel(id: OrderId): Promise<CancelReceipt>;
  cancelAll(market: MarketId | null): Promise<CancelAllReceipt>;
  /** A person's word about a lost order: one of its `candidates`, or none of them. Nothing is sent. */
  resolveUnknown(intentId: IntentId, orderId: OrderId | null): ResolveReceipt;
  applyPrivateEvent(event: PrivateEvent): void;
  /** Reads everything again; never rejects, the view says what failed. */
  reconcile(): Promise<void>;
  /** Reads the market's wallet record ahead of a click. */
  prefetchWalletRecord(market: MarketId): void;
  /** Another member, or none: disarms, and forgets all but the orders that this program placed. */
  clearAccount(): void;
  setArmed(armed: boolean): boolean;
  /** From now on one order may cost at most this. */
  setMaxOrderCost(maxOrderCost: Usd): void;
  /** The same value until something changed. */
  view(): AccountView;
  /** Called once after any number of changes; the answer ends it. */
  onChange(listener: () => void): () => void;
  close(): void;
}

export function openTrading(options: TradingOptions): Trading {
  const { gateway, signer, journal, context, clock, schedule } = options;
  /** One object for all who read it: a limit that changes takes effect with the next click. */
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = { ...DEFAULT_LIMITS, ...options.limits };
  const listeners = new Set<() => void>();
  let held: AccountView | null = null;
  let isAnnounced = false;
  let isArmed = false;
  let stream: 'never' | 'open' | 'closed' = 'never';
  let closedWhy: string | null = null;
  /** A pass that began after the stream opened is needed before anything is called live. */
  let passNeeded = 0;
  let isLookPlanned = false;
  let cancelLook = (): void => {};

  const change = (): void => {
    held = null;
    if (isAnnounced || listeners.size === 0) return;
    isAnnounced = true;
    schedule(0, () => {
      isAnnounced = false;
      for (const listener of listeners) listener();
    });
  };

  const onFault = options.onFault ?? ((): void => {});
  const orders = createOrders({ journal, onChange: change, onFault });
  const portfolio = createPortfolio(options.currency ?? 'usdc', change);
  orders.restore(restoreRecords(journal.load(clock.now() - REMEMBER_MS), clock.now()));
  const reconciler = openReconciler({ gateway, orders, portfolio, clock, schedule, onChange: change });
  const wallets = createWalletRecords(gateway, options.checkMarketRecord);
  const canceller = createCanceller({ gateway, orders, clock, schedule, tellRefusal: options.tellRefusal });
  const placer = createPlacer({
    context,
    clock,
    portfolio,
    orders,
    limits,
    tellRefusal: options.tellRefusal,
    gateway,
    signer,
    wallets,
    domainVersion: options.domainVersion ?? '1',
    randomSalt: options.randomSalt,
    isArmed: () => isArmed,
    isPositionsKnown: () => reconciler.reconciledAtMs() !== null,
    onLost: () => void reconciler.run(),
  });

  /** What the stream would have told, or never tells: the exchange sends no position for a sale that ends without a fill. */
  const lookSoon = (): void => {
    if (isLookPlanned) return;
    isLookPlanned = true;
    cancelLook = schedule(LOOK_AFTER_MS, () => {
      isLookPlanned = false;
      void reconciler.run();
    });
  };
  orders.onClosed((record) => {
    if (stream !== 'open' || record.direction === 'sell') lookSoon();
  });

  const statusOf = (): Pick<AccountView, 'at' | 'why'> => {
    const reconciledAtMs = reconciler.reconciledAtMs();
    const failure = reconciler.failure();
    if (stream === 'never' && reconciledAtMs === null && failure === null) return { at: 'none', why: null };
    if (stream === 'closed') return { at: 'stale', why: `The private stream is closed: ${closedWhy}` };
    if (failure !== null) return { at: reconciledAtMs === null ? 'loading' : 'stale', why: failure };
    if (stream === 'never') return { at: 'stale', why: 'The private stream is not open' };
    return { at: reconciler.whole() >= passNeeded ? 'live' : 'loading', why: null };
  };

  const buildView = (): AccountView => ({
    ...statusOf(),
    ...(orders.openUnreadable().length === 0 ? {} : { unreadable: orders.openUnreadable() }),
    armed: isArmed,
    balance: portfolio.balance(),
    orders: orders.views(),
    fills: portfolio.fills(),
    positions: portfolio.positions(),
    rewards: portfolio.rewards(),
    feeRateMicros: limits.feeRateMicros,
    maxOrderCost: limits.maxOrderCost,
    reconciledAtMs: reconciler.reconciledAtMs(),
  });

  return {
    async place(intent) {
      const receipt = await placer(intent);
      if (stream !== 'open' && receipt.outcome === 'accepted') lookSoon();
      return receipt;
    },
    cancel: canceller.cancel,
    cancelAll: canceller.cancelAll,
    resolveUnknown(intentId, orderId) {
      const record = orders.byIntent(intentId);
      const refused = (hint: string): ResolveReceipt => ({ outcome: 'refused', hint });
      if (record?.life.at !== 'unknown') return refused('The order is no longer unknown');
      if (record.candidates === null) return refused('Adyton is still looking for it: wait for the exchange’s word');
      try {
        const outcome = orders.resolve(record, orderId, clock.now());
        if (outcome === 'refused') return refused('That order no longer fits: look at the choice again');
        return { outcome, hint: null };
      } catch (error) {
        onFault('journal', error);
        return refused('The journal could not be written, so your word was not taken');
      }
    },
    applyPrivateEvent(event) {
      switch (event.kind) {
        case 'order':
          orders.take([event.order], event.receivedAtMs);
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
          passNeeded = reconciler.begun() + 1;
          change();
          void reconciler.run();
          return;
        case 'closed':
          stream = 'closed';
          closedWhy = event.why;
          change();
          return;
        case 'unreadable':
          onFault('private stream', new Error(event.why));
          if (event.order) orders.addUnreadable(event.order, event.atMs);
          void reconciler.run();
          return;
      }
    },
    reconcile: () => reconciler.run(),
    prefetchWalletRecord(market) {
      if (context.vault() === 'unlocked') wallets.fetch(market).catch(() => {});
    },
    clearAccount() {
      isArmed = false;
      stream = 'never';
      cancelLook();
      isLookPlanned = false;
      wallets.forget();
      reconciler.forget();
      portfolio.forget();
      orders.removeForeign();
      change();
    },
    setArmed(armed) {
      isArmed = armed;
      change();
      return isArmed;
    },
    setMaxOrderCost(maxOrderCost) {
      limits.maxOrderCost = maxOrderCost;
      change();
    },
    view() {
      held ??= buildView();
      return held;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      cancelLook();
      // What is still answered after this plans nothing more.
      isLookPlanned = true;
      reconciler.close();
      listeners.clear();
    },
  };
}
