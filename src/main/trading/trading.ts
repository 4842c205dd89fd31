/**
 * Trading: the member's orders, fills, positions and balances, and the commands on them.
 *
 * Units       Millionths; times in Unix ms of the clock in the name.
 * Invariants  No order is sent that is not in the journal. Disarmed at start. `view` says when data is not live.
 * Errors      Commands answer receipts, never exceptions. `openTrading` throws what the journal throws when it is unreadable.
 * Source      docs/life-of-an-order.md
 */
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { isUnlocked } from '#shared/order/account/readiness.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import type { MatchReceipt, PlaceReceipt } from '#shared/order/receipts.ts';
import { isExit } from '#shared/order/risk/evaluate.ts';
import type { AccountId, IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Portfolio } from './account/portfolio.ts';
import type { Conditionals } from './conditionals/conditionals.ts';
import type { ExitActs } from './exits/exits.ts';
import type { PreparedExits } from './exits/preparedExits.ts';
import { readHistory } from './orders/history.ts';
import { applyLostOrderChoice } from './orders/lostOrderChoice.ts';
import type { PlaceOptions } from './orders/place.ts';
import type { DayStart, RiskSettings } from './risk/risk.ts';
import { openTradingParts, type TradingOptions } from './tradingParts.ts';
import { buildTradingView } from './tradingView.ts';
import type { MarketPins } from './wallet/marketPins.ts';

export type { TradingOptions } from './tradingParts.ts';

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
  /** True for the wallet whose orders are shown. */
  isOwnWallet(wallet: AccountId): boolean;
  /** Fills newest first, from behind a place. */
  readonly fillPage: Portfolio['fillPage'];
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

export function openTrading(options: TradingOptions): Trading {
  const { context, clock } = options;
  const onFault = options.onFault ?? ((): void => {});
  let isArmed = false;
  let cachedView: AccountView | null = null;
  const parts = openTradingParts(options, {
    isArmed: () => isArmed,
    disarm: () => void setArmed(false),
    onChange() {
      cachedView = null;
    },
  });
  const { orders, portfolio, risk, reconciler, privateStream, accountWatch, wallets, pins, conditionals, exits } =
    parts;

  function setArmed(armed: boolean, cause?: 'lock' | 'market'): boolean {
    isArmed = armed;
    if (armed || cause === undefined) conditionals.setEntriesArmed(armed);
    parts.change();
    return isArmed;
  }

  const buildView = (): AccountView =>
    buildTradingView({
      ...parts,
      isArmed,
      isReserveKnown: parts.isReserveKnown(),
      standingSales: parts.prepared.standing(),
      panicFlattens: options.isPanicFlattening?.() ?? false,
    });

  return {
    async place(intent, options) {
      const endLease = conditionals.leaseManual(intent);
      const receipt = await parts.placer.place(intent, options);
      endLease();
      if (!privateStream.isOpen() && receipt.outcome === 'accepted') parts.reconcileSoon();
      return receipt;
    },
    ...exits,
    prepared: parts.prepared,
    noteKeysLocked: conditionals.noteKeysLocked,
    cancelAll(selection) {
      conditionals.cancelEntries(selection);
      return exits.cancelAll(selection);
    },
    conditionals,
    hasOrder: (id) => orders.byOrder(id) !== undefined || orders.unreadable().some((one) => one.id === id),
    hasOrderIn: (market) =>
      orders.ofMarket(market).size > 0 || orders.unreadable().some((one) => one.market === market),
    matchLost: (intentId, orderId) => applyLostOrderChoice(intentId, orderId, { orders, now: clock.now, onFault }),
    applyPrivateEvent(event) {
      accountWatch.onPrivateEvent(event);
      privateStream.apply(event);
      if (event.kind === 'closed') conditionals.noteStreamLost();
      if (event.kind === 'order') parts.proveDirection(event.order);
    },
    notePublicTrades: accountWatch.notePublicTrades,
    reconcile() {
      accountWatch.open();
      return reconciler.run();
    },
    readHistory: (entries) => readHistory(entries, orders, clock.now()),
    isOwnWallet: orders.isOwnWallet,
    fillPage: portfolio.fillPage,
    listFills: () => ({ fills: portfolio.allFills(), isComplete: portfolio.ledger().isComplete }),
    prefetchWalletRecord(market) {
      const readiness = context.readiness(isArmed);
      const hasWallet = readiness.code !== 'custodialUnconfirmed' && context.custodialAccount() === null;
      if (isUnlocked(readiness) && hasWallet) pins.prefetch(market);
    },
    marketPins: pins,
    dropWalletRecords: () => wallets.clear(),
    clearAccount() {
      isArmed = false;
      parts.clear();
    },
    setMaker(maker) {
      orders.setMaker(maker);
      exits.setWallet(maker);
      conditionals.open(maker);
    },
    setArmed,
    needsConfirmation: (intent) =>
      intent.isPriceTyped === true &&
      !isTrusted(context.book(intent.market)?.health ?? { at: 'waiting' }) &&
      isExit(intent, risk.state()),
    changeRisk(part, isConfirmed) {
      risk.change(part, isConfirmed);
      parts.change();
    },
    noteRiskSettings: parts.change,
    planDayStart: risk.planDayStart,
    restartDay(plan) {
      const isDone = risk.restartDay(plan);
      parts.change();
      return isDone;
    },
    view() {
      cachedView ??= buildView();
      return cachedView;
    },
    onChange: parts.changes.on,
    close: parts.close,
  };
}
