/**
 * The headless trader: every module of main, joined, without a window.
 *
 * Invariants  Locking disarms trading. A key that stops signing disarms trading. `close` saves the request budgets last.
 * Errors      Throws when the data folder or the order journal cannot be opened, or the exchange's address is refused.
 * Source      docs/map.md
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Now, Scheduler } from '#shared/base/clock.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import { canArm, findReadiness, type Readiness } from '#shared/order/readiness.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { type MarketData, openMarketData } from '../market/marketData.ts';
import { type OrderJournal, openJournal } from '../storage/journal.ts';
import type { Log } from '../storage/log.ts';
import { openSettings, type Settings } from '../storage/settings.ts';
import { openVersionedFile } from '../storage/versionedFile.ts';
import { openTrading, type Trading } from '../trading/trading.ts';
import { type LockController, openLockController } from '../vault/unlock/lockController.ts';
import { type Keychain, openVault, type Vault, type VaultOptions } from '../vault/vault.ts';
import type { Network } from '../venue/network.ts';
import type { VenueProfile } from '../venue/profile.ts';
import { openVenue, type Venue } from '../venue/venue.ts';
import { NO_PINS, parsePinFile } from '../wallet/pins.ts';
import { openWallet, type Wallet } from '../wallet/wallet.ts';
import { openBudgetSaver } from './budgetSaver.ts';
import { type CustodyMemory, findSigner, listSecondKeys, openCustodyMemory } from './custody.ts';
import { createFaultLog, type FaultLog } from './faultLog.ts';
import { openSession, type Session } from './session.ts';
import { buildAccountView, buildWalletView } from './views.ts';

export interface ExchangeAddress {
  readonly network: Network;
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  /** The embedded exchange's token; read at every request, because a restart changes it. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RandomSource {
  /** Uniform in [0, 1). */
  uniform(): number;
  bytes(length: number): Uint8Array;
}

export interface TraderOptions {
  /** Private folder of this program; each network and server has a subfolder. */
  readonly dataFolder: string;
  readonly exchange: ExchangeAddress;
  readonly log: Log;
  /** This machine's clock, Unix ms. */
  readonly now: Now;
  /** Ms of a clock that is never set. */
  readonly steadyMs: Now;
  readonly schedule: Scheduler;
  readonly random: RandomSource;
  /** For the vault's keychain unlock; null: none. */
  readonly keychain: Keychain | null;
  readonly profile?: VenueProfile;
  /** Only tests replace scrypt. */
  readonly kdf?: NonNullable<VaultOptions['kdf']>;
}

export interface Trader {
  readonly exchange: ExchangeAddress;
  readonly vaultFolder: string;
  readonly log: Log;
  readonly settings: Settings;
  readonly custodyMemory: CustodyMemory;
  readonly journal: OrderJournal;
  readonly venue: Venue;
  readonly vault: Vault;
  readonly locks: LockController;
  readonly wallet: Wallet;
  readonly market: MarketData;
  readonly trading: Trading;
  readonly session: Session;
  readonly now: Now;
  readonly onFault: FaultLog;
  readiness(): Readiness;
  accountView(): AccountView;
  walletView(): WalletView;
  /** The wallet view changed in a way that no module reports. */
  emitWalletChange(): void;
  /** Names the view that changed. */
  onChange(listener: (view: 'account' | 'wallet') => void): () => void;
  close(): Promise<void>;
}

export function openTrader(options: TraderOptions): Trader {
  const { exchange, log, now, steadyMs, schedule, random } = options;
  const { network } = exchange;
  const onFault = createFaultLog(log);
  const server = nameServerFolder(exchange);
  const folder = path.join(options.dataFolder, server);
  const vaultFolder = path.join(folder, 'vault');
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  const settings = openSettings(options.dataFolder, now);
  for (const { path: file, why } of settings.setAside)
    log.write('warn', 'settings', `Settings could not be read and were set aside: ${why}`, { path: file });
  const journal = openJournal(path.join(folder, 'journal.sqlite'));
  const venue = openVenue({
    baseUrl: exchange.baseUrl,
    wsBaseUrl: exchange.wsBaseUrl,
    network,
    extraHeaders: exchange.headers,
    now,
    random: random.uniform,
    schedule,
    steadyMs,
    budgetMemory: settings.budgets(server),
    ...(options.profile ? { profile: options.profile } : {}),
  });
  const budgets = openBudgetSaver({ venue, schedule, save: (memory) => settings.saveBudgets(server, memory) });
  const custodyMemory = openCustodyMemory(settings, server, (error) => onFault('custody', error));
  const origin = network === 'paper' ? 'paper:embedded' : exchange.baseUrl;
  const vault = openVault({
    folder: vaultFolder,
    network,
    origin,
    now,
    random: random.bytes,
    rollbackMemory: custodyMemory.rollbackMemory,
    keychain: options.keychain,
    ...(options.kdf ? { kdf: options.kdf } : {}),
  });
  const locks = openLockController({
    vault,
    clocks: () => ({ wallMs: now(), steadyMs: steadyMs() }),
    schedule,
    times: () => {
      const { screenLockMinutes, autoLockMinutes } = settings.preferences();
      return { screenAfterMs: screenLockMinutes * 60_000, keysAfterMs: autoLockMinutes * 60_000 };
    },
  });
  const pins = openVersionedFile({
    path: path.join(folder, 'wallet-pins.json'),
    now,
    parse: parsePinFile,
    empty: NO_PINS,
  });
  if (pins.setAside)
    log.write('warn', 'wallet', `The wallet pins could not be read and were set aside: ${pins.setAside.why}`, {
      path: pins.setAside.path,
    });
  const wallet = openWallet({
    fetchWallet: () => venue.fetchWallet(),
    relay: (request) => venue.relay(request),
    signSafeTxs: (requests, password) => vault.signSafeTxs(requests, password),
    owner: () => vault.owner(),
    wait: (ms) => new Promise((resolve) => void schedule(ms, resolve)),
    pins,
  });
  const market = openMarketData({
    listMarkets: () => venue.listMarkets(),
    fetchBook: (id) => venue.fetchBook(id),
    listCandles: (id, period, limit) => venue.listCandles(id, period, limit),
    listRecentTrades: (id) => venue.listRecentTrades(id),
    setInterest: (interest) => venue.setInterest(interest),
    resubscribe: (id) => venue.resubscribe(id),
    now,
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    schedule,
  });
  const readiness = (isArmed: boolean): Readiness =>
    findReadiness({
      vault: locks.status().at,
      walletStatus: wallet.view()?.status ?? null,
      signer: findSigner(vault, wallet.view()),
      isArmed,
    });
  const trading = openTrading({
    gateway: venue,
    signer: vault,
    journal,
    context: {
      market: (id) => market.market(id),
      tick: () => market.catalogue().tick,
      book: (id) => market.book(id),
      owner: () => vault.owner(),
      secondKeys: () => listSecondKeys(vault),
      readiness,
    },
    clock: { now, exchangeTimeMs: () => venue.exchangeTimeMs() },
    schedule,
    randomSalt: () => buildSalt(random.bytes(8)),
    checkMarketRecord: (record, facts) => wallet.checkMarketRecord(record, facts),
    limits: { maxOrderCost: parseUsd(settings.preferences().maxOrderCost) },
    onFault,
  });
  const session = openSession({ vault, venue, wallet, trading, isPaper: network === 'paper', schedule, onFault });

  const changes = createEmitter<'account' | 'wallet'>((error) => onFault('views', error));
  const emitBoth = (): void => {
    changes.emit('wallet');
    changes.emit('account');
  };
  const currentReadiness = (): Readiness => readiness(trading.view().armed);
  /** A lock disarms trading, and so does the removal of the key that signs. */
  const disarmUnlessReady = (): void => {
    if (trading.view().armed && !canArm(currentReadiness())) trading.setArmed(false);
  };
  vault.onChange(() => {
    disarmUnlessReady();
    emitBoth();
  });
  locks.onChange(() => {
    const { reason } = locks.status();
    disarmUnlessReady();
    if (locks.depth() !== 'open' && reason) custodyMemory.update({ lastLock: { atMs: now(), reason } });
    emitBoth();
  });
  wallet.onChange(() => changes.emit('wallet'));
  let lastReadiness = currentReadiness().code;
  trading.onChange(() => {
    changes.emit('account');
    const { code } = currentReadiness();
    if (code !== lastReadiness) changes.emit('wallet');
    lastReadiness = code;
  });
  venue.onPublic((event) => market.onPublic(event));
  venue.onPrivate((event) => trading.applyPrivateEvent(event));
  venue.measureClock().catch((error: unknown) => onFault('clock', error));

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    trading.setArmed(false);
    session.close();
    locks.lock('quit');
    locks.close();
    market.close();
    trading.close();
    await venue.close();
    budgets.saveNow();
    journal.close();
  }

  return {
    exchange,
    vaultFolder,
    log,
    settings,
    custodyMemory,
    journal,
    venue,
    vault,
    locks,
    wallet,
    market,
    trading,
    session,
    now,
    onFault,
    readiness: currentReadiness,
    accountView: () => buildAccountView(trading.view(), locks.status().at),
    walletView: () =>
      buildWalletView({ vault, locks, wallet, settings, custodyMemory, origin, readiness: currentReadiness() }),
    emitWalletChange: () => changes.emit('wallet'),
    onChange: changes.on,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Above 0 and below 2^53: docs/assumptions.md#salt. */
function buildSalt(bytes: Uint8Array): bigint {
  return (Buffer.from(bytes).readBigUInt64BE() >> 11n) + 1n;
}

/** One folder a network and server, so that keys and orders of one are never read for another. */
function nameServerFolder({ network, baseUrl }: ExchangeAddress): string {
  return network === 'paper' ? 'paper' : `${network}-${new URL(baseUrl).host.replace(/[^a-z0-9.]/gi, '-')}`;
}
