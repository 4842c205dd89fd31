/**
 * Trading: the member's orders, fills, positions and balances, and the commands on them.
 *
 * Units       Millionths; times in Unix ms of the clock in the name.
 * Invariants  No order is sent that is not in the journal. Disarmed at start. `view` says when data is not live.
 * Errors      Commands answer receipts, never exceptions. `openTrading` throws what the journal throws when it is unreadable.
 * Source      docs/life-of-an-order.md
 */
import type { AccountView } from '#shared/ipc/views.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import { isUnlocked } from '#shared/order/account/readiness.ts';
import { isExit } from '#shared/order/risk/evaluate.ts';
import { readHistory } from './orders/history.ts';
import { applyLostOrderChoice } from './orders/lostOrderChoice.ts';
import { openTradingParts, type Trading, type TradingOptions } from './tradingParts.ts';
import { buildTradingView } from './tradingView.ts';

export type { Trading, TradingOptions } from './tradingParts.ts';

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
    async place(intent, how) {
      const endLease = conditionals.leaseManual(intent);
      const receipt = await parts.placer.place(intent, how);
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
    hasOrderIn: (market) => [...orders.all(), ...orders.unreadable()].some((one) => one.market === market),
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
