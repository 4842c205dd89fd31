/**
 * The composition root: builds every room, joins them, owns start-up and shutdown.
 *
 * Invariants  The window opens while the exchange starts; nothing waits that need not. `close` leaves nothing running.
 * Errors      Rejects when the embedded exchange, the journal or the window can't be opened.
 * Source      docs/map.md
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { Frame } from '#shared/ipc/frame.ts';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import type { ReadOnlyReason } from '#shared/order/orderSigner.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { tellRefusal } from '#wire/messages/errorCodes.ts';
import { openFramePump } from '../ipc/framePump.ts';
import { openGate } from '../ipc/gate.ts';
import { guardHandlers, type LockView } from '../ipc/lockRules.ts';
import { openMarketData } from '../market/marketData.ts';
import type { Shell } from '../shell/port.ts';
import { openJournal } from '../storage/journal.ts';
import { openLog } from '../storage/log.ts';
import { openSettings } from '../storage/settings.ts';
import { openVersionedFile } from '../storage/versionedFile.ts';
import { openTrading } from '../trading/trading.ts';
import type { Keychain } from '../vault/unlock/keychain.ts';
import { openLockController } from '../vault/unlock/lockController.ts';
import { openVault } from '../vault/vault.ts';
import { openVenue } from '../venue/venue.ts';
import { parsePins } from '../wallet/pins.ts';
import { openWallet } from '../wallet/wallet.ts';
import { toBridgeError } from './bridgeError.ts';
import { buildHandlers } from './commands/commands.ts';
import { findSigner, listSecondKeys, openCustodyMemory, openOwnKeychain, viewCustody } from './custody.ts';
import { openDrills } from './drills.ts';
import { type ExchangeSource, type NetworkChoice, openExchangeSource } from './exchangeSource.ts';
import { openSession } from './session.ts';

export interface TerminalOptions {
  readonly shell: Shell;
  readonly network: NetworkChoice;
  readonly version: string;
  /** For the vault's second way in; absent: the system's, null: none. */
  readonly keychain?: Keychain | null;
  onFirstLiveBook?(): void;
}

export interface Terminal {
  close(): Promise<void>;
}

const HEALTH_EVERY_MS = 1_000;
const BUDGETS_EVERY_MS = 250;

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { shell, network } = options;
  if (network.kind === 'live' && shell.kind !== 'electron') {
    throw new Error('Expected the Electron shell for a live exchange, found another');
  }
  const now = (): number => Date.now();
  const schedule = (delayMs: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  };
  const log = openLog({ folder: shell.dataFolder, now });
  const onFault = (where: string, error: unknown): void => {
    const known = toBridgeError(error, now);
    const words = known.code === 'BUG' && error instanceof Error ? `${error.name}: ${error.message}` : known.message;
    log.write(known.code === 'BUG' ? 'error' : 'warn', where, words, { code: known.code });
  };

  let onNewExchange = (): void => undefined;
  const source = await openExchangeSource(shell, network, {
    onEnded: (why) => log.write('warn', 'embedded exchange', `It ${why}; it is being started again`),
    onRestarted: () => onNewExchange(),
  });
  const server = folderOf(network, source);
  const folder = path.join(shell.dataFolder, server);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isPaper = network.kind === 'paper';

  const settings = openSettings(shell.dataFolder, now);
  for (const file of settings.setAside)
    log.write('warn', 'settings', 'A settings file could not be read; set aside', { path: file });
  const journal = openJournal(path.join(folder, 'journal.sqlite'));
  const venue = openVenue({
    baseUrl: source.baseUrl,
    wsBaseUrl: source.wsBaseUrl,
    network: network.kind,
    extraHeaders: source.headers,
    now,
    random: Math.random,
    budgetMemory: settings.budgets(server),
  });
  // What was used up must still be used up after a restart; a burst of orders is one write.
  let cancelSave: (() => void) | null = null;
  const saveBudgets = (): void => {
    cancelSave?.();
    cancelSave = null;
    settings.saveBudgets(server, venue.budgetMemory());
  };
  venue.onBudgets(() => {
    cancelSave ??= schedule(BUDGETS_EVERY_MS, saveBudgets);
  });
  const custody = openCustodyMemory(settings, server, (error) => onFault('custody', error));
  const vaultFolder = path.join(folder, 'vault');
  const origin = isPaper ? 'paper:embedded' : source.baseUrl;
  const own = openOwnKeychain(shell);
  const vault = openVault({
    folder: vaultFolder,
    network: network.kind,
    origin,
    now,
    seen: custody.seen,
    keychain: options.keychain === undefined ? own.keychain : options.keychain,
  });
  const locks = openLockController({
    vault,
    clocks: () => ({ wallMs: now(), steadyMs: performance.now() }),
    schedule,
    times: () => {
      const { screenLockMinutes, autoLockMinutes } = settings.preferences();
      return { screenAfterMs: screenLockMinutes * 60_000, keysAfterMs: autoLockMinutes * 60_000 };
    },
  });
  const pins = openVersionedFile({ path: path.join(folder, 'wallet-pins.json'), now, parse: parsePins, empty: {} });
  if (pins.setAside) {
    const { path: file, why } = pins.setAside;
    log.write('warn', 'wallet', `The facts of the wallets could not be read; set aside: ${why}`, { path: file });
  }
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
  const readOnly = (): ReadOnlyReason | null => {
    const signer = findSigner(vault, wallet.view());
    return signer?.kind === 'none' ? signer.reason : null;
  };
  const trading = openTrading({
    gateway: venue,
    signer: vault,
    journal,
    context: {
      market: (id) => market.market(id),
      tick: () => market.catalogue().tick,
      book: (id) => market.book(id),
      vault: () => locks.shown().at,
      safeStatus: () => wallet.view()?.status ?? null,
      owner: () => vault.owner(),
      secondKeys: () => listSecondKeys(vault),
      readOnly,
    },
    clock: { now, exchangeTimeMs: () => venue.exchangeTimeMs() },
    schedule,
    randomSalt: () => (randomBytes(8).readBigUInt64BE() >> 11n) + 1n,
    checkMarketRecord: (record, facts) => wallet.checkMarketRecord(record, facts),
    tellRefusal,
    limits: { maxOrderCost: parseUsd(settings.preferences().maxOrderCost) },
    onFault,
  });
  const session = openSession({ vault, venue, wallet, trading, isPaper, schedule, onFault });
  onNewExchange = session.refresh;

  const viewOfWallet = (): WalletView => {
    const status = vault.status();
    const shown = locks.shown();
    return {
      vault: shown.at,
      owner: status.owner,
      hasApiKey: status.hasApiKey,
      setup: shown.at === 'unlocked' ? wallet.view() : null,
      signer: shown.at === 'unlocked' ? findSigner(vault, wallet.view()) : null,
      backedUp: status.backedUp,
      lockedWhy: shown.why,
      custody: viewCustody({ vault, locks, settings, memory: custody, origin }),
    };
  };
  /** What is the member's is shown only while the vault is open. */
  const viewOfAccount = (): AccountView => {
    const view = trading.view();
    if (locks.shown().at === 'unlocked') return view;
    return {
      ...view,
      at: 'none',
      why: null,
      armed: false,
      balance: null,
      orders: [],
      unreadable: [],
      fills: [],
      positions: [],
      rewards: [],
    };
  };
  const changed = { account: 1, wallet: 1, health: 1 };

  const pump = openFramePump({
    now,
    schedule: (run, afterMs) => schedule(afterMs, run),
    buildCursor: () => ({ market: market.buildCursor(), account: 0, wallet: 0, health: 0 }),
    collect(cursor) {
      const parts: Omit<Frame, 'seq' | 'sentAtMs' | 'clockOffsetMs'> = {
        ...market.collect(cursor.market),
        ...(cursor.account !== changed.account ? { account: viewOfAccount() } : {}),
        ...(cursor.wallet !== changed.wallet ? { wallet: viewOfWallet() } : {}),
        ...(cursor.health !== changed.health
          ? { health: { ...venue.health(), framesSkipped: pump.framesSkipped() } }
          : {}),
      };
      cursor.account = changed.account;
      cursor.wallet = changed.wallet;
      cursor.health = changed.health;
      return Object.keys(parts).length === 0 ? null : parts;
    },
    clockOffsetMs: () => venue.health().clock?.offsetMs ?? null,
    onFault: (error) => onFault('frames', error),
  });
  const touch = (part: keyof typeof changed): void => {
    changed[part] += 1;
    pump.onDirty();
  };
  vault.onChange(() => {
    // The key that signed may be gone.
    if (trading.view().armed && readOnly() !== null) trading.setArmed(false);
    touch('wallet');
    touch('account');
  });
  locks.onChange(() => {
    const { why } = locks.shown();
    if (locks.depth() !== 'open') trading.setArmed(false);
    // What it says of memory behind a locked screen is not true of a former run.
    const [lockedWhy] = why?.split(';') ?? [];
    if (locks.depth() !== 'open' && lockedWhy) custody.note({ lastLock: { atMs: now(), why: lockedWhy } });
    touch('wallet');
    touch('account');
  });
  wallet.onChange(() => touch('wallet'));
  trading.onChange(() => touch('account'));
  market.onDirty(() => pump.onDirty());
  // Health is for people: once a second, which also tells the page that main is alive.
  const heartbeat = setInterval(() => touch('health'), HEALTH_EVERY_MS);
  venue.onPublic((event) => market.onPublic(event));
  venue.onPrivate((event) => trading.applyPrivateEvent(event));
  const stopWaiting = market.onLive(() => {
    stopWaiting();
    options.onFirstLiveBook?.();
  });

  const info: AppInfo = {
    version: options.version,
    network: network.kind,
    shell: shell.kind,
    baseUrl: source.baseUrl,
    platform: process.platform,
  };
  const drills = openDrills({ venue, schedule, onFault: (error) => onFault('drill', error) });
  const handlers = buildHandlers({
    info,
    shell,
    venue,
    vault,
    vaultFolder,
    custody,
    onCustodyChange: () => touch('wallet'),
    locks,
    wallet,
    market,
    trading,
    drills,
    settings,
    log,
    readOnly,
    now,
  });
  const lockView: LockView = {
    depth: () => (vault.status().at === 'absent' ? 'none' : locks.depth()),
    noteAct: locks.noteAct,
  };
  shell.serveInvokes(
    openGate(guardHandlers(handlers, lockView), {
      toBridgeError: (error) => toBridgeError(error, now),
      onFailure: (error, name) => onFault(name, error),
      onRefusal: (why) => log.write('warn', 'gate', `A call was refused: ${why}`),
    }),
  );
  shell.onDataPort((port) => pump.add(port));
  shell.onLockReason((reason) => locks.lock(reason));

  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      clearInterval(heartbeat);
      trading.setArmed(false);
      session.close();
      locks.lock('quit');
      locks.close();
      pump.close();
      drills.close();
      market.close();
      trading.close();
      await venue.close();
      saveBudgets();
      journal.close();
      await own.close();
      await source.close();
    })();
    return closing;
  };
  shell.onQuit(close);
  log.write('info', 'terminal', 'Opened', { network: network.kind, shell: shell.kind, version: options.version });
  venue.measureClock().catch((error: unknown) => onFault('clock', error));
  await shell.openWindow();
  return { close };
}

/** One folder a network and server, so that keys and orders of one are never read for another. */
function folderOf(network: NetworkChoice, source: ExchangeSource): string {
  return network.kind === 'paper'
    ? 'paper'
    : `${network.kind}-${new URL(source.baseUrl).host.replace(/[^a-z0-9.]/gi, '-')}`;
}
