/**
 * The headless trader: every module of main, joined for one account, without a window.
 *
 * Invariants  Data flows between modules as docs/map.md shows.
 * Errors      Throws when the data folder or the order journal cannot be opened, or the exchange's address is refused.
 * Source      docs/map.md
 */
import path from 'node:path';
import { createEmitter } from '#shared/base/emitter.ts';
import { findReadiness, type Readiness } from '#shared/order/account/readiness.ts';
import { buildSalt } from '#shared/order/salt.ts';
import { hideAlerts, openAlerts } from '../alerts/alerts.ts';
import type { OrderJournal } from '../storage/journal.ts';
import { openProtectedSettings } from '../storage/settings/protectedSettings.ts';
import { hideConditionals } from '../trading/conditionals/noConditionals.ts';
import { openTrading } from '../trading/trading.ts';
import { openAbsences } from './account/absences.ts';
import { applyAccountRules } from './account/accountRules.ts';
import { buildConditionalSources, openAccountScope } from './account/accountScope.ts';
import { openCustodialAccount } from './account/custodialAccount.ts';
import { openCustodialProofs } from './account/custodialProof.ts';
import { openEquityRecorder } from './account/equityRecorder.ts';
import { openRiskStore } from './account/riskStore.ts';
import { openSession } from './account/session.ts';
import { buildAccountView, buildWalletView } from './account/views.ts';
import { openConsentRecord } from './custody/consentRecord.ts';
import { endPreparedExits, findSigner, findWalletGap, listSecondKeys, openLocks } from './custody/custody.ts';
import { toReadFailure } from './readFailure.ts';
import { pickLimits, pickSettings, recordReads, recordSteps, recordTimers } from './recording/edges.ts';
import { type AccountStores, folderOf, openAccountStores } from './stores.ts';
import type { Trader } from './traderApi.ts';
import { openTraderBase, type TraderBase } from './traderBase.ts';
import type { TraderOptions } from './traderOptions.ts';
import { formatUuid } from './uuid.ts';
import { openMarketPinStore } from './wallet/pinStore.ts';
import { followRelays, setUpWalletActions } from './wallet/walletActionsSetup.ts';
import { openWalletParts } from './wallet/walletParts.ts';

export type { Trader } from './traderApi.ts';

/** Longer than the window in which the exchange counts orders. */
const BUDGET_MS = 5 * 60_000;

/** The trader of the selected account, with all that it needs; `close` ends everything. */
export function openTrader(options: TraderOptions): Trader {
  const base = openTraderBase(options);
  const trader = openAccountTrader(
    base,
    openAccountStores(options, base.stores.settings, base.vault.selectedAccount()),
  );
  return { ...trader, close: once(() => closeAll(base, trader)) };
}

/** Quits: the vault locks once nothing of the account runs. */
export async function closeAll(base: TraderBase, trader: Trader): Promise<void> {
  await trader.close(() => trader.locks.lock('quit'));
  await base.close();
}

/** The trader of one account. `close` leaves what it shares with other accounts open. */
export function openAccountTrader(base: TraderBase, own: AccountStores): Trader {
  const { options, stores, origin, recorder, onFault } = base;
  const { exchange, log, now, schedule, random } = options;
  const { settings, custodyMemory, reserve } = stores;
  const { equityHistory } = own;
  const journal: OrderJournal = {
    ...own.journal,
    append: (...entry) => reserve.write(() => own.journal.append(...entry)),
    sync: () => reserve.write(own.journal.sync),
  };
  const scope = openAccountScope(base, own.account);
  const { venue, vault, market, interest } = scope;
  venue.countRecordedOrders(journal.listSignedTimes(now() - BUDGET_MS));
  venue.countRecordedRelays(own.relayStore.load().sentTimesMs);
  // The first listener of the vault: every other one finds the values of the vault that was unlocked.
  const protectedSettings = openProtectedSettings({
    path: own.protectedPath,
    vault,
    network: exchange.network,
    origin,
    legacy: own.legacySettings,
    reserve,
    now,
    onFault: (error) => onFault('protected settings', error),
  });
  // Before anything reads the stores: an unlock compares them with what the vault vouches for.
  const consent = openConsentRecord({
    vault,
    settings: protectedSettings,
    journal,
    conditionals: {
      ...own.conditionalJournal,
      append: (...entry) => reserve.write(() => own.conditionalJournal.append(...entry)),
    },
    now,
    schedule,
    onFault: (error) => onFault('consent record', error),
  });
  const locks = openLocks(options, vault, protectedSettings);
  const { wallet, relays, sessionKeys, allowedMultiSends } = openWalletParts({
    vault,
    venue,
    protectedSettings,
    relayStore: own.relayStore,
    network: exchange.network,
    now,
    schedule,
    onFault,
  });
  const changes = createEmitter<'account' | 'wallet'>((error) => onFault('views', error));
  const custodial = openCustodialAccount({
    vault,
    wallet,
    protectedSettings,
    now,
    onChange() {
      if (trading.view().armed && custodial.isOpen()) trading.setArmed(false);
      changes.emit('wallet');
      changes.emit('account');
    },
    onFault: (error) => onFault('custodial account', error),
  });
  const findNow = (isArmed: boolean, isUnattended = false): Readiness => {
    const setup = wallet.view();
    const signer = findSigner(vault, setup, custodial.view());
    return findReadiness({
      vault: isUnattended ? vault.status().at : locks.status().at,
      walletStatus: setup?.status ?? null,
      walletGap: findWalletGap(vault.status().hasApiKey, wallet),
      signer,
      isCustodialOpen: custodial.isOpen(),
      clockOffsetMs: venue.clockOffsetMs(),
      isArmed,
    });
  };
  const trading = openTrading({
    gateway: recordReads(venue, recorder),
    signer: vault,
    preparedBodies: vault.prepared,
    journal,
    context: {
      market: (id) => market.market(id),
      tick: () => market.catalogue().tick,
      book: (id) => market.book(id),
      depth: (id) => market.depth(id),
      watchBooks: (markets) => interest.watchOwn(markets),
      custodialAccount: custodial.active,
      direction: custodial.direction,
      owner: () => vault.owner(),
      secondKeys: () => listSecondKeys(vault),
      readiness: findNow,
      orderBudget: venue.orderBudget,
    },
    clock: { now, exchangeTimeMs: () => venue.exchangeTimeMs() },
    schedule: recordTimers(schedule, 'trading', recorder),
    explainRead: toReadFailure,
    randomSalt: () => buildSalt(random.bytes(8)),
    isReserveKnown: exchange.network === 'paper',
    checkMarketRecord: (record, listed) => wallet.checkMarketRecord(record, listed),
    marketPins: openMarketPinStore(protectedSettings, vault),
    onRecordsDropped: () => interest.repeatBooks(),
    riskStore: openRiskStore(protectedSettings),
    consent,
    exitMemory: { ...own.exitMemory, save: (exits) => reserve.write(() => own.exitMemory.save(exits)) },
    isPanicFlattening: () => protectedSettings.value().panicFlattens,
    exitTimes: base.orderTimes.exits,
    onDirection: custodial.noteDirection,
    conditionals: buildConditionalSources(scope, recordSteps(consent.conditionalStore, recorder), onFault),
    onFault,
  });
  const { addresses, actions } = setUpWalletActions({
    wallet,
    relays,
    vault,
    venue,
    market,
    trading,
    protectedSettings,
    allowedMultiSends,
    now,
  });
  scope.onBook(trading.prefetchWalletRecord);
  // Watched markets are pinned as soon as the wallet is read, not only before an order.
  wallet.onChange(() => {
    if (wallet.view()?.status === 'ready') interest.repeatBooks();
  });
  const isPaper = exchange.network === 'paper';
  const session = openSession({
    vault,
    venue,
    wallet,
    trading,
    isPaper,
    accountId: custodial.accountId,
    isCustodialAgreed: custodial.isAgreed,
    schedule,
    onFault,
  });
  const readiness = (): Readiness => findNow(trading.view().armed);
  const custodialProof = openCustodialProofs({
    market,
    interest,
    trading,
    custodial,
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    schedule,
    readiness,
    newId: () => formatUuid(random.bytes(16)),
  });
  endPreparedExits({ vault, wallet });
  const stopRelays = followRelays({ wallet, relays, actions, trading, emitChange: () => changes.emit('wallet') });
  applyAccountRules({
    vault,
    venue,
    protectedSettings,
    locks,
    wallet,
    market,
    trading,
    custodyMemory,
    changes,
    now,
    readiness,
  });
  sessionKeys.onChange(() => changes.emit('wallet'));
  const absences = openAbsences({
    store: own.absenceStore,
    now,
    schedule,
    account: () => trading.view(),
    conditionals: () => trading.conditionals.view(),
    accountId: custodial.accountId,
    lockDepth: locks.depth,
    onChange: () => changes.emit('account'),
    onFault,
  });
  // After the rules: a lock has disarmed by now, and the reading from before it has not.
  locks.onChange(absences.note);
  trading.onChange(absences.note);
  trading.conditionals.onChange(absences.note);
  const alerts = openAlerts({
    clock: { now, exchangeTimeMs: () => venue.exchangeTimeMs() },
    schedule,
    store: own.alertStore,
    newId: () => formatUuid(random.bytes(16)),
    workspace: () => settings.workspaces().selected,
    listing: market.listing,
    market: (id) => market.market(id),
    top: (id) => market.top(id),
    account: () => trading.view(),
    accountId: custodial.accountId,
    shownBooks: () => interest.shownBooks(),
    hasListed: (id) => interest.hasListed(id),
    watchBooks: (books) => interest.watchOwn(books, 'alerts'),
    onFault: (error) => onFault('alerts', error),
  });
  trading.onChange(alerts.noteAccount);
  trading.onChange(() => consent.noteUse(trading.view().risk));
  venue.onPublic((event) => {
    alerts.onPublic(event);
    trading.conditionals.onPublic(event);
    if (event.kind === 'trades') trading.notePublicTrades(event.market, event.trades);
  });
  venue.onPrivate((event) => {
    recorder?.note('private', event);
    trading.applyPrivateEvent(event);
  });
  const stopEquity = openEquityRecorder({
    history: equityHistory,
    now,
    schedule,
    account: () => trading.view(),
    wallet: custodial.accountId,
    market: (id) => market.market(id),
    book: (id) => market.book(id),
    onFault,
  });

  const limits = (): Record<string, unknown> | null =>
    vault.status().at === 'unlocked' ? pickLimits(protectedSettings.value()) : null;
  trading.onChange(() => recorder?.noteAccount());
  protectedSettings.onChange(() => {
    const known = limits();
    if (known !== null) recorder?.note('limits', known);
  });
  recorder?.begin({
    folder: path.join(folderOf(options, own.account), 'recordings'),
    session: () => ({
      program: options.version ?? '',
      runtime: process.versions.node,
      platform: process.platform,
      network: exchange.network,
      account: own.account,
      settings: pickSettings(settings.preferences()),
      limits: limits(),
    }),
    state: () => ({
      books: market.books(),
      ticks: market.ticks(),
      account: trading.view(),
      clockOffsetMs: venue.clockOffsetMs(),
    }),
  });

  async function close(beforeLocks: () => void = () => {}): Promise<void> {
    absences.close();
    trading.setArmed(false);

    stopEquity();
    stopRelays();
    relays.close();
    alerts.close();
    trading.stopExits('closing');
    session.close();
    consent.saveLast();
    await protectedSettings.idle();
    beforeLocks();
    locks.close();
    trading.close();
    consent.close();
    await protectedSettings.close();
    await recorder?.end();
    scope.close();
    journal.close();
    own.conditionalJournal.close();
    equityHistory.close();
  }

  return {
    ...stores,
    ...own,
    recorder,
    exchange,
    log,
    venue,
    vault,
    protectedSettings,
    consent,
    locks,
    wallet,
    relays,
    addresses,
    actions,
    sessionKeys,
    market,
    trading,
    interest,
    orderTimes: base.orderTimes,
    session,
    custodial,
    custodialProof,
    alerts,
    now,
    onFault,
    readiness,
    accountView() {
      const view = trading.view();
      const list = absences.list();
      return buildAccountView(list.length === 0 ? view : { ...view, absences: list }, locks.status().at);
    },
    dismissAbsences: absences.dismiss,
    walletView: () =>
      buildWalletView({
        account: own.account,
        vault,
        locks,
        wallet,
        relays,
        addresses,
        now,
        sessionKeys,
        trading,
        custodial,
        protectedSettings,
        consent,
        custodyMemory,
        origin,
        readiness: readiness(),
      }),
    alertsView: () => (locks.status().at === 'locked' ? hideAlerts(alerts.view()) : alerts.view()),
    conditionalsView() {
      const view = trading.conditionals.view();
      return locks.status().at === 'locked' ? hideConditionals(view) : view;
    },
    emitWalletChange: () => changes.emit('wallet'),
    onChange: changes.on,
    close: once(close),
  };
}

/** Runs at the first call; later calls get its answer. */
function once<A extends readonly unknown[]>(run: (...inputs: A) => Promise<void>): (...inputs: A) => Promise<void> {
  let running: Promise<void> | null = null;
  return (...inputs) => {
    running ??= run(...inputs);
    return running;
  };
}
