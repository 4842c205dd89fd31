/**
 * The terminal: the headless trader of the selected account, its exchange and its windows.
 *
 * Invariants  The window opens while the exchange starts, and its calls wait for it. While the trader is replaced, and for
 *             commands that were started before, the answer is LOCKED. `close` leaves nothing running.
 * Errors      Rejects when the embedded exchange, the order journal or the window cannot be opened.
 * Source      docs/map.md
 */
import { randomBytes } from 'node:crypto';
import type { Scheduler } from '#shared/base/clock.ts';
import { describeError } from '#shared/base/describeError.ts';
import type { AppInfo, Handlers } from '#shared/ipc/contract.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { openGate } from '../ipc/gate.ts';
import { guardHandlers, type LockView } from '../ipc/lockRules.ts';
import { limitWrites } from '../ipc/writeBudget.ts';
import type { BuildCheck } from '../shell/buildManifest.ts';
import type { Shell } from '../shell/port.ts';
import { openLog } from '../storage/log.ts';
import { startStoreThread } from '../storage/recording/storeThread.ts';
import { countRepeats } from '../storage/repeatCounter.ts';
import { upgradeJournals } from '../storage/upgrade/upgradeThread.ts';
import type { Keychain } from '../vault/vault.ts';
import { openAccountSwitch } from './account/accountSwitch.ts';
import { toBridgeError } from './bridgeError.ts';
import { limitChoosers } from './choosers.ts';
import { buildHandlers } from './commands/commands.ts';
import { serveCurrent } from './commands/serveCurrent.ts';
import { openDryRuns } from './conditionals/dryRuns.ts';
import { openConfirmations } from './confirmations.ts';
import { openBuildConsent } from './custody/buildConsent.ts';
import { openSystemKeychain } from './custody/systemKeychain.ts';
import { openDrills } from './drills.ts';
import { createFaultLog } from './faultLog.ts';
import { openFrames } from './frames.ts';
import { buildLeaveQuestion } from './leaveQuestion.ts';
import type { NetworkChoice } from './markets/exchangeSource.ts';
import { listsOf } from './markets/windowLists.ts';
import { createNotifier } from './notifications.ts';
import { openPageReports } from './pageReports.ts';
import { recordCommands } from './recording/edges.ts';
import { openSecurityLog } from './securityLog.ts';
import { type EarlyParts, openEarlyParts } from './startEarly.ts';
import { listJournals } from './stores.ts';
import { openWorkspaces } from './workspaces/workspaces.ts';

export interface TerminalOptions {
  readonly shell: Shell;
  readonly network: NetworkChoice;
  readonly version: string;
  /** Where the caller has opened them, before it read this module. */
  readonly first?: EarlyParts;
  /** What the program's files are; absent or null: not checked, as in development. */
  readonly build?: (() => Promise<BuildCheck>) | null;
  /** For the vault's keychain unlock; absent: the system's, null: none. */
  readonly keychain?: Keychain | null;
  onFirstLiveBook?(): void;
}

export interface Terminal {
  close(): Promise<void>;
}

const schedule: Scheduler = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { shell, network, version } = options;
  if (network.kind === 'live' && shell.kind !== 'electron') {
    throw new Error('Expected the Electron shell for a live exchange, found another');
  }
  const now = (): number => Date.now();
  const log = openLog({ folder: shell.dataFolder, now });
  const security = openSecurityLog(shell.dataFolder, now);
  const { exchange, window: firstWindow } = options.first ?? openEarlyParts(shell, network);
  firstWindow.onPageRefusal(security.notePage);
  const source = await exchange;
  source.onEnded((reason) => log.write('warn', 'embedded exchange', `The process ended and is restarted: ${reason}`));
  const systemKeychain = openSystemKeychain(shell);
  const address = { ...source, network: network.kind };
  await upgradeJournals({
    paths: listJournals({ dataFolder: shell.dataFolder, exchange: address }),
    onProgress: firstWindow.show,
    onFault: (error) => log.write('error', 'storage', `An order journal was not upgraded: ${describeError(error)}`),
  });
  const accounts = openAccountSwitch({
    dataFolder: shell.dataFolder,
    exchange: address,
    log,
    now,
    steadyMs: () => performance.now(),
    schedule,
    random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    keychain: options.keychain === undefined ? systemKeychain.keychain : options.keychain,
    startStore: startStoreThread,
    version,
  });
  const { vault, market, venue, interest, recorder, onFault, stores } = accounts.base;
  const { trader } = accounts;
  source.onRestarted(() => trader().session.refresh());

  const info: AppInfo = {
    version,
    network: network.kind,
    shell: shell.kind,
    baseUrl: source.baseUrl,
    platform: process.platform,
  };
  const notifier = createNotifier({
    shell,
    now,
    preference: () => stores.settings.preferences().notifications,
    isLocked: () => trader().locks.status().at === 'locked',
    titleOf: (id) => market.market(id as MarketId)?.title ?? null,
  });
  const workspaces = openWorkspaces({
    store: stores.settings,
    shell: firstWindow,
    // Its ladders may show other markets; a page that is closed with its workspace cannot say so.
    onSwitch: () => void trader().trading.setArmed(false),
    onGone(window) {
      interest.forget(window);
      market.hide(listsOf(window));
    },
    onFault,
  });
  const frames = openFrames({
    accounts,
    workspaces,
    schedule,
    preciseNow: () => performance.timeOrigin + performance.now(),
  });
  const drills = openDrills({ venue, schedule, onFault: (error) => onFault('drill', error) });
  const dryRuns = openDryRuns({ shell, schedule, onFault: (error) => onFault('dry run', error) });
  const reports = openPageReports(openLog({ folder: shell.dataFolder, now, name: 'page' }), schedule);
  const confirmations = openConfirmations({
    shell,
    vault,
    exchange: accounts.base.options.exchange,
    now,
    schedule,
    onOutcome: security.noteQuestion,
  });
  const choosers = limitChoosers(shell);
  const buildConsent = openBuildConsent({
    check: options.build ?? null,
    settings: () => trader().protectedSettings,
    confirmations,
  });
  const lockView: LockView = {
    depth() {
      if (vault.status().at === 'absent') return 'none';
      return accounts.isSwitching() || buildConsent.isPending() ? 'keys' : trader().locks.depth();
    },
    noteAct: () => trader().locks.noteActivity(),
  };
  const build = (): Handlers =>
    buildHandlers({
      trader: trader(),
      accounts,
      info,
      shell: choosers,
      checkedShell: shell,
      drills,
      dryRuns,
      confirmations,
      buildConsent,
      reports,
      workspaces,
    });
  function follow(): Handlers {
    const { alerts, locks, trading } = trader();
    alerts.onFired(notifier.noteAlert);
    trading.conditionals.onNotice(notifier.noteConditional);
    locks.onChange(() => security.noteLock(locks));
    return build();
  }
  let current = follow();
  accounts.onSwitched(() => {
    current = follow();
  });
  const handlers = serveCurrent(() => current);
  // A page can repeat a failing command: its failures are counted.
  const onFailure = createFaultLog(countRepeats(log, now));
  const guarded = guardHandlers(limitWrites(handlers, { now, hasSpace: stores.reserve.hasSpace }), lockView);
  const gate = openGate(security.watch(recorder === null ? guarded : recordCommands(guarded, recorder, now)), {
    toBridgeError: (error) => toBridgeError(error, now),
    onFailure: (error, name) => onFailure(name, error),
    onRefusal: security.noteRefusal,
  });
  shell.onLockReason((reason) => trader().locks.lock(reason));
  shell.onLeave(() => (accounts.isSwitching() ? null : buildLeaveQuestion(trader())));
  const stopWaiting = market.onLive(() => {
    stopWaiting();
    options.onFirstLiveBook?.();
  });

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    await workspaces.close();
    frames.close();
    drills.close();
    await dryRuns.close();
    reports.close();
    await accounts.close();
    await systemKeychain.close();
    await source.close();
  }
  const closeOnce = (): Promise<void> => {
    closing ??= close();
    return closing;
  };
  shell.onQuit(closeOnce);
  log.write('info', 'terminal', 'Opened', { network: network.kind, shell: shell.kind, version });
  const opened = workspaces.open();
  // From here on the workspaces know the window that calls.
  firstWindow.serve(gate, (port) => frames.add(port));
  await opened;
  return { close: closeOnce };
}
