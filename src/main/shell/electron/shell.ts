/**
 * Electron shell: implements the shell port with Electron.
 *
 * Invariants  Call `prepareElectron` before ready and this after. Every page is guarded before it exists.
 * Source      docs/decisions/0002-two-shells.md, docs/security-coverage.md#r1, #r12
 */

import { open } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserWindow, MenuItemConstructorOptions, Notification } from 'electron';
import { INVOKE_CHANNEL } from '#shared/ipc/channels.ts';
import { openBundle } from '../bundle.ts';
import { lockDataFolder } from '../dataFolderLock.ts';
import { makePrivateFolder } from '../folders.ts';
import type {
  ChosenFile,
  Confirmation,
  DataPort,
  InvokeHandler,
  LockReason,
  PageRefusal,
  Shell,
  WindowHandle,
  WindowRequest,
} from '../port.ts';
import { startUtilityChild } from './child.ts';
import { guardEverything, guardSession, isTrustedSender } from './guards.ts';
import { openLeaveGuard } from './leaveGuard.ts';
import { type ElectronParts, ORIGIN, PARTITION, SCHEME } from './parts.ts';
import { openPreferences } from './preferences.ts';
import { isSealed } from './prepare.ts';
import { openElectronProbe } from './probe.ts';
import { openLockedHint, type ReadLockedHint, watchScreen } from './screenLock.ts';
import { serveDataPorts, showWindow, type WindowFiles } from './window.ts';

/** Application menu: on macOS copy, paste and quit need one; other systems have none. */
function buildMenuTemplate(platform: NodeJS.Platform, isSealed: boolean): MenuItemConstructorOptions[] {
  const template: MenuItemConstructorOptions[] = [];
  if (platform === 'darwin') template.push({ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' });
  if (!isSealed) template.push({ label: 'View', submenu: [{ role: 'reload' }, { role: 'toggleDevTools' }] });
  return template;
}

/** A page that stays open for this long after a reload has recovered. */
const RECOVERED_MS = 60_000;
const MOST_RELOADS = 3;
/** Notifications whose end nobody has reported yet; some systems report none. */
const MOST_NOTIFICATIONS = 20;
/** A window whose page has not unloaded this long after a quit is closed without it, in ms. */
const CLOSING_MS = 2_000;

export interface ElectronShellOptions {
  readonly electron: ElectronParts;
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly files: WindowFiles;
  readonly paperFile: string;
  readonly keychainFile: string;
  readonly dryRunFile: string;
  readonly platform: NodeJS.Platform;
  /** The start is for a live exchange: developer tools stay closed, packaged or not. */
  readonly isLive: boolean;
  /** Receives lines for the person who started the program. */
  report(line: string): void;
  /** Linux: whether the screen is locked; logind's hint by default. */
  readonly readLockedHint?: ReadLockedHint;
}

function watchLocks(options: ElectronShellOptions, emit: (reason: LockReason) => void): void {
  const { powerMonitor } = options.electron;
  powerMonitor.on('suspend', () => emit('suspend'));
  powerMonitor.on('lock-screen', () => emit('lock-screen'));
  powerMonitor.on('user-did-resign-active', () => emit('user switch'));
  if (options.platform !== 'linux') return;
  watchScreen(powerMonitor, options.readLockedHint ?? openLockedHint(), () => emit('lock-screen'));
}

export async function openElectronShell(options: ElectronShellOptions): Promise<Shell> {
  const { electron } = options;
  const { app, dialog, ipcMain } = electron;
  const sealed = isSealed(app, options.isLive);
  guardEverything(electron, sealed);
  await app.whenReady();
  const dataFolder = await makePrivateFolder(options.dataFolder);
  const unlock = await lockDataFolder(dataFolder);
  const preferences = openPreferences(electron, dataFolder);

  const serve = openBundle(options.rendererFolder, ORIGIN);
  const session = electron.session.fromPartition(PARTITION, { cache: false });
  session.protocol.handle(SCHEME, async (request) => {
    const { status, headers, body } = await serve(request.method, request.url);
    return new Response(body, { status, headers: { ...headers } });
  });
  guardSession(session, sealed);
  guardSession(electron.session.defaultSession, sealed);
  const template = buildMenuTemplate(options.platform, sealed);
  electron.Menu.setApplicationMenu(template.length === 0 ? null : electron.Menu.buildFromTemplate(template));

  /** By the id of the request; the main window first. */
  const windows = new Map<number, BrowserWindow>();
  /** Ids of our windows by the id of their contents. */
  const idsByContents = new Map<number, number>();
  const portListeners: ((port: DataPort, window: number) => void)[] = [];
  const lockListeners: ((reason: LockReason) => void)[] = [];
  const refusalListeners: ((what: PageRefusal) => void)[] = [];
  const quitListeners: (() => Promise<void>)[] = [];
  const emitLock = (reason: LockReason) => {
    for (const listener of lockListeners) listener(reason);
  };
  const emitRefusal = (what: PageRefusal) => {
    for (const listener of refusalListeners) listener(what);
  };
  let handler: InvokeHandler | null = null;
  let quitting: 'no' | 'asked' | 'done' = 'no';
  let settleQuit: () => void = () => undefined;
  const hasQuit = new Promise<void>((resolve) => {
    settleQuit = resolve;
  });

  ipcMain.handle(INVOKE_CHANNEL, (event, name: string, text: string) => {
    const trusted = isTrustedSender(event, idsByContents);
    const window = idsByContents.get(event.sender.id) ?? 0;
    return handler === null ? '' : handler({ trusted, window, name, text });
  });
  watchLocks(options, emitLock);

  const frontWindow = () => [...windows.values()][0] ?? null;
  /** Where a question attaches: the own window that a person uses, else the main one, in sight. */
  const questionWindow = (): BrowserWindow | null => {
    const focused = electron.BrowserWindow.getFocusedWindow();
    const window = [...windows.values()].find((one) => one === focused) ?? frontWindow();
    if (window?.isMinimized()) window.restore();
    return window;
  };
  async function confirm({ title, facts, confirmLabel }: Confirmation, withdrawn?: AbortSignal): Promise<boolean> {
    const question = {
      type: 'question' as const,
      buttons: ['Cancel', confirmLabel],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      title: 'Adyton',
      message: title,
      detail: facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      ...(withdrawn === undefined ? {} : { signal: withdrawn }),
    };
    const window = questionWindow();
    const answer = await (window === null ? dialog.showMessageBox(question) : dialog.showMessageBox(window, question));
    return answer.response === 1;
  }
  const leaveGuard = openLeaveGuard(confirm);
  /** Quits without a question. */
  const quitNow = () => {
    leaveGuard.open();
    app.quit();
  };
  let wasReadyToShow = false;
  /** Without a reference a notification could be collected before it reports its failure. */
  const notifications = new Set<Notification>();
  /** The system ends the session, and gives no time to wait for the steps of a quit: the keys go first. */
  const endWithSession = () => {
    emitLock('quit');
    quitNow();
  };
  // Preventing it asks the system to wait for the quit; Electron's declarations leave the event out.
  electron.powerMonitor.on('shutdown', ((event?: { preventDefault(): void }) => {
    event?.preventDefault();
    endWithSession();
  }) as () => void);
  app.on('second-instance', () => {
    const window = frontWindow();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => {
    emitLock('last window closed');
    quitNow();
  });
  app.on('before-quit', (event) => {
    if (quitting === 'done') return;
    event.preventDefault();
    if (quitting === 'asked') return;
    // Elsewhere a person quits by closing the window, and this is a signal, which waits for nobody.
    if (options.platform === 'darwin' && leaveGuard.holds(quitNow)) return;
    quitting = 'asked';
    void Promise.allSettled(quitListeners.map((listener) => listener()))
      .then(unlock)
      .finally(() => {
        quitting = 'done';
        settleQuit();
        app.quit();
        // A page that never returns from `beforeunload` would keep its window.
        setTimeout(() => {
          for (const window of windows.values()) window.destroy();
        }, CLOSING_MS).unref();
      });
  });

  let reloads = 0;
  /** Reloads a crashed page; after MOST_RELOADS in a row a person decides, because the next reload would crash too. */
  async function reloadAfterCrash(window: BrowserWindow): Promise<void> {
    if (reloads === MOST_RELOADS) {
      const { response } = await dialog.showMessageBox({
        type: 'error',
        buttons: ['Quit', 'Reload'],
        defaultId: 1,
        cancelId: 0,
        noLink: true,
        title: 'Adyton',
        message: `The window crashed ${MOST_RELOADS + 1} times in a row`,
        detail: 'Trading is disarmed and the screen is locked. Open orders stay at the exchange.',
      });
      if (response === 0) {
        quitNow();
        return;
      }
      reloads = 0;
    }
    reloads += 1;
    if (!window.isDestroyed()) window.webContents.reload();
  }

  async function openWindow(request: WindowRequest): Promise<WindowHandle> {
    const { id, kind } = request;
    const closedListeners: (() => void)[] = [];
    const window = await showWindow(electron, options.files, preferences, sealed, request, (made) => {
      // Read once: a destroyed window answers nothing.
      const { webContents } = made;
      const contentsId = webContents.id;
      windows.set(id, made);
      idsByContents.set(contentsId, id);
      if (kind === 'main') {
        made.on('close', (event) => {
          if (quitting === 'no' && leaveGuard.holds(() => made.close())) event.preventDefault();
        });
      }
      made.on('closed', () => {
        windows.delete(id);
        idsByContents.delete(contentsId);
        // Detached windows have no place to return their panes to: they close with the main one.
        if (kind === 'main' && windows.size > 0) {
          emitLock('last window closed');
          quitNow();
        }
        for (const listener of closedListeners) listener();
      });
      // Windows sends no `before-quit` when the person signs out.
      made.on('session-end', endWithSession);
      if (kind === 'main')
        made.once('ready-to-show', () => {
          wasReadyToShow = true;
        });
      // The guards stop navigation; this reports it.
      webContents.setWindowOpenHandler(() => {
        emitRefusal('window');
        return { action: 'deny' };
      });
      webContents.on('will-navigate', () => emitRefusal('navigation'));
      webContents.on('will-frame-navigate', () => emitRefusal('navigation'));
      webContents.on('render-process-gone', (_event, details) => {
        if (details.reason === 'clean-exit') return;
        emitLock('renderer crash');
        void reloadAfterCrash(made);
      });
      let recovered: NodeJS.Timeout | undefined;
      webContents.on('did-finish-load', () => {
        clearTimeout(recovered);
        recovered = setTimeout(() => {
          reloads = 0;
        }, RECOVERED_MS);
        recovered.unref();
      });
      webContents.on('render-process-gone', () => clearTimeout(recovered));
      serveDataPorts(electron, webContents, (port) => {
        for (const listener of portListeners) listener(port, id);
      });
    });
    return {
      id,
      focus() {
        // A closed window answers nothing.
        if (window.isDestroyed()) return;
        if (window.isMinimized()) window.restore();
        window.focus();
      },
      close: async () => {
        if (!window.isDestroyed()) window.close();
      },
      bounds: async () => (window.isDestroyed() ? null : window.getNormalBounds()),
      onClosed: (listener) => closedListeners.push(listener),
    };
  }

  return {
    kind: 'electron',
    dataFolder,
    serveInvokes(next) {
      handler = next;
    },
    onDataPort: (listener) => portListeners.push(listener),
    openWindow,
    startChild(entry, args) {
      const files = { paper: options.paperFile, keychain: options.keychainFile, dryRun: options.dryRunFile };
      return startUtilityChild(electron, { entry, file: files[entry], args, report: options.report });
    },
    confirm,
    async readChosenFile(maxBytes) {
      const question = {
        properties: ['openFile' as const],
        filters: [{ name: 'Workspace', extensions: ['json'] }],
      };
      const window = questionWindow();
      const answer = await (window === null
        ? dialog.showOpenDialog(question)
        : dialog.showOpenDialog(window, question));
      const [file] = answer.filePaths;
      return answer.canceled || file === undefined ? null : readChosenFile(file, maxBytes);
    },
    async chooseSavePath(suggestedName) {
      const question = { defaultPath: path.join(app.getPath('documents'), path.basename(suggestedName)) };
      const window = questionWindow();
      const answer = await (window === null
        ? dialog.showSaveDialog(question)
        : dialog.showSaveDialog(window, question));
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
    notify(title, body) {
      if (!electron.Notification.isSupported()) return;
      const notification = new electron.Notification({ title, body });
      const forget = () => void notifications.delete(notification);
      notification.once('close', forget);
      notification.once('failed', (_event, error) => {
        forget();
        options.report(`A notification was not shown: ${error}`);
      });
      notifications.add(notification);
      const [oldest] = notifications;
      if (notifications.size > MOST_NOTIFICATIONS && oldest !== undefined) notifications.delete(oldest);
      notification.show();
    },
    onLockReason: (listener) => lockListeners.push(listener),
    onPageRefusal: (listener) => refusalListeners.push(listener),
    onLeave: leaveGuard.ask,
    onQuit: (listener) => quitListeners.push(listener),
    quit() {
      quitNow();
      return hasQuit;
    },
    probe: openElectronProbe({
      electron,
      files: options.files,
      process,
      mainWindow: frontWindow,
      wasReadyToShow: () => wasReadyToShow,
    }),
  };
}

/** Never rejects: a folder, a device, a missing file and bytes that are no UTF-8 are unreadable. */
async function readChosenFile(file: string, maxBytes: number): Promise<ChosenFile> {
  try {
    const handle = await open(file, 'r');
    try {
      const state = await handle.stat();
      if (!state.isFile()) return { kind: 'unreadable' };
      if (state.size > maxBytes) return { kind: 'tooLarge' };
      // One byte more than allowed: the file may grow after its size was read.
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
      if (bytesRead > maxBytes) return { kind: 'tooLarge' };
      return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead)) };
    } finally {
      await handle.close();
    }
  } catch {
    return { kind: 'unreadable' };
  }
}
