/**
 * The product's shell: the port's words in Electron's, nothing more.
 *
 * Invariants  Call `prepareElectron` before ready and this after. Every page is guarded before it exists.
 * Source      docs/decisions/0002-two-shells.md, docs/security-coverage.md R1 to R12
 */
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { INVOKE_CHANNEL } from '#shared/ipc/names.ts';
import { openBundle } from '../bundle.ts';
import { lockDataFolder } from '../dataFolderLock.ts';
import { makePrivateFolder } from '../folders.ts';
import type { DataPort, InvokeHandler, LockReason, Shell, WindowHandle } from '../port.ts';
import { startUtilityChild } from './child.ts';
import { guardEverything, guardSession, isTrustedSender } from './guards.ts';
import { buildMenuTemplate } from './menu.ts';
import { type ElectronParts, ORIGIN, PARTITION, SCHEME } from './parts.ts';
import { openPreferences } from './preferences.ts';
import { serveDataPorts, showWindow, type WindowFiles } from './window.ts';

/** How often a locked screen is looked for where the system does not tell (Linux), in ms. */
const SCREEN_POLL_MS = 5_000;

export interface ElectronShellOptions {
  readonly electron: ElectronParts;
  readonly dataFolder: string;
  readonly rendererFolder: string;
  readonly files: WindowFiles;
  readonly paperFile: string;
  readonly keychainFile: string;
  readonly platform: NodeJS.Platform;
}

function watchLocks({ electron, platform }: ElectronShellOptions, tell: (reason: LockReason) => void): void {
  const { powerMonitor } = electron;
  powerMonitor.on('suspend', () => tell('suspend'));
  powerMonitor.on('lock-screen', () => tell('lock-screen'));
  powerMonitor.on('user-did-resign-active', () => tell('user switch'));
  if (platform !== 'linux') return;
  let wasLocked = false;
  setInterval(() => {
    const isLocked = powerMonitor.getSystemIdleState(SCREEN_POLL_MS) === 'locked';
    if (isLocked && !wasLocked) tell('lock-screen');
    wasLocked = isLocked;
  }, SCREEN_POLL_MS).unref();
}

export async function openElectronShell(options: ElectronShellOptions): Promise<Shell> {
  const { electron } = options;
  const { app, dialog, ipcMain } = electron;
  guardEverything(electron);
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
  guardSession(session, app.isPackaged);
  guardSession(electron.session.defaultSession, app.isPackaged);
  const template = buildMenuTemplate(options.platform, app.isPackaged);
  electron.Menu.setApplicationMenu(template.length === 0 ? null : electron.Menu.buildFromTemplate(template));

  const windows = new Map<number, BrowserWindow>();
  const knownIds = new Set<number>();
  const portListeners: ((port: DataPort) => void)[] = [];
  const lockListeners: ((reason: LockReason) => void)[] = [];
  const quitListeners: (() => Promise<void>)[] = [];
  const tellLock = (reason: LockReason) => {
    for (const listener of lockListeners) listener(reason);
  };
  let handler: InvokeHandler | null = null;
  let quitting: 'no' | 'asked' | 'done' = 'no';
  let settleQuit: () => void = () => undefined;
  const hasQuit = new Promise<void>((resolve) => {
    settleQuit = resolve;
  });

  ipcMain.handle(INVOKE_CHANNEL, (event, name: string, text: string) => {
    const trusted = isTrustedSender(event, knownIds);
    return handler === null ? '' : handler({ trusted, name, text });
  });
  watchLocks(options, tellLock);

  const frontWindow = () => [...windows.values()][0] ?? null;
  app.on('second-instance', () => {
    const window = frontWindow();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => {
    tellLock('last window closed');
    app.quit();
  });
  app.on('before-quit', (event) => {
    if (quitting === 'done') return;
    event.preventDefault();
    if (quitting === 'asked') return;
    quitting = 'asked';
    void Promise.allSettled(quitListeners.map((listener) => listener()))
      .then(unlock)
      .finally(() => {
        quitting = 'done';
        settleQuit();
        app.quit();
      });
  });

  async function openWindow(): Promise<WindowHandle> {
    const window = await showWindow(electron, options.files, preferences, (made) => {
      // Read once: a destroyed window answers nothing.
      const { id, webContents } = made;
      const contentsId = webContents.id;
      windows.set(id, made);
      knownIds.add(contentsId);
      made.on('closed', () => {
        windows.delete(id);
        knownIds.delete(contentsId);
      });
      webContents.on('render-process-gone', (_event, details) => {
        if (details.reason === 'clean-exit') return;
        tellLock('renderer crash');
        webContents.reload();
      });
      serveDataPorts(electron, webContents, (port) => {
        for (const listener of portListeners) listener(port);
      });
    });
    return {
      id: window.id,
      focus: () => window.focus(),
      close: async () => {
        if (!window.isDestroyed()) window.close();
      },
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
    startChild: (entry, args) =>
      startUtilityChild(electron, entry, { paper: options.paperFile, keychain: options.keychainFile }[entry], args),
    async confirm({ title, facts, confirmLabel }) {
      const question = {
        type: 'question' as const,
        buttons: ['Cancel', confirmLabel],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        title: 'Adyton',
        message: title,
        detail: facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      };
      const window = frontWindow();
      const answer = await (window === null
        ? dialog.showMessageBox(question)
        : dialog.showMessageBox(window, question));
      return answer.response === 1;
    },
    async chooseSavePath(suggestedName) {
      const question = { defaultPath: path.join(app.getPath('documents'), path.basename(suggestedName)) };
      const window = frontWindow();
      const answer = await (window === null
        ? dialog.showSaveDialog(question)
        : dialog.showSaveDialog(window, question));
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
    notify(title, body) {
      if (electron.Notification.isSupported()) new electron.Notification({ title, body }).show();
    },
    onLockReason: (listener) => lockListeners.push(listener),
    onQuit: (listener) => quitListeners.push(listener),
    quit() {
      app.quit();
      return hasQuit;
    },
  };
}
