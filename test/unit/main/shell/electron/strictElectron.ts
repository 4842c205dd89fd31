/**
 * Strict fake of Electron: refuses options, events and roles that Electron's declarations do not name.
 *
 * Invariants  Refuses calls before or after ready as Electron does. A closed window answers nothing; the last one that closes
 *             reports so, except during a quit. `kill` ends a child without letting it save. What comes late, or never, is the
 *             test's choice.
 * Source      node_modules/electron/electron.d.ts of the pinned version
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ElectronParts } from '#main/shell/electron/parts.ts';
import { QUIT } from '#shared/base/parentChannel.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const declarations = readFileSync(path.join(folder, 'electron.d.ts'), 'utf8');

const isQuit = (value: unknown): boolean => (value as { kind?: unknown } | null)?.kind === QUIT.kind;

/** Names of the properties of an interface, with those it inherits. */
export function readOptionNames(name: string): ReadonlySet<string> {
  const found = new RegExp(`^  interface ${name}(?: extends ([\\w, ]+))? \\{\\n([\\s\\S]*?)^  \\}`, 'm').exec(
    declarations,
  );
  if (found === null) throw new Error(`Expected Electron to declare ${name}`);
  const own = [...(found[2] ?? '').matchAll(/^ {4}(?:readonly )?(\w+)\??:/gm)].map(([, key]) => key ?? '');
  const inherited = (found[1] ?? '')
    .split(',')
    .map((base) => base.trim())
    .filter(Boolean);
  return new Set([...own, ...inherited.flatMap((base) => [...readOptionNames(base)])]);
}

function checkOptions(name: string, options: object): void {
  const known = readOptionNames(name);
  for (const key of Object.keys(options)) {
    if (!known.has(key)) throw new Error(`Electron's ${name} has no ${key}`);
  }
}

/** Names of the events that a class or interface declares. */
function readEventNames(name: string): ReadonlySet<string> {
  const found = new RegExp(`^  (?:class|interface) ${name} [^\\n]*\\{\\n([\\s\\S]*?)^  \\}`, 'm').exec(declarations);
  if (found === null) throw new Error(`Expected Electron to declare ${name}`);
  return new Set([...(found[1] ?? '').matchAll(/\bon\(event: '([\w-]+)'/g)].map(([, event]) => event ?? ''));
}

class StrictEmitter extends EventEmitter {
  readonly #events: ReadonlySet<string>;

  constructor(name: string) {
    super();
    this.#events = readEventNames(name);
  }

  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    if (typeof event === 'string' && !this.#events.has(event)) throw new Error(`Electron has no event ${event}`);
    return super.on(event, listener as (...args: unknown[]) => void);
  }

  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    if (typeof event === 'string' && !this.#events.has(event)) throw new Error(`Electron has no event ${event}`);
    return super.once(event, listener as (...args: unknown[]) => void);
  }
}

export class FakePort extends StrictEmitter {
  readonly sent: unknown[] = [];
  isStarted = false;
  constructor() {
    super('MessagePortMain');
  }
  start() {
    this.isStarted = true;
  }
  postMessage(value: unknown) {
    this.sent.push(value);
  }
  close() {
    this.emit('close');
  }
}

export class FakeContents extends StrictEmitter {
  static lastId = 0;
  readonly id: number;
  readonly posted: { readonly channel: string; readonly value: unknown; readonly ports: unknown[] }[] = [];
  openHandler: (() => { action: string }) | null = null;
  ipPolicy = '';
  reloads = 0;
  /** Its page answers every `beforeunload`. */
  refusesUnload = false;
  /** Its page never returns from `beforeunload`. */
  neverUnloads = false;
  isGone = false;

  constructor() {
    super('WebContents');
    FakeContents.lastId += 1;
    this.id = FakeContents.lastId;
  }
  isDestroyed() {
    return this.isGone;
  }
  postMessage(channel: string, value: unknown, ports: unknown[]) {
    this.posted.push({ channel, value, ports });
  }
  setWindowOpenHandler(handler: () => { action: string }) {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string) {
    this.ipPolicy = policy;
  }
  closeDevTools() {}
  /** What the page answers to each expression. */
  answer: (expression: string) => unknown = () => undefined;
  preferences: Record<string, unknown> = {};
  async executeJavaScript(expression: string) {
    return this.answer(expression);
  }
  getLastWebPreferences() {
    return this.preferences;
  }
  getOSProcessId() {
    return process.pid;
  }
  reload() {
    this.reloads += 1;
  }
}

class FakeSession extends StrictEmitter {
  beforeRequest: ((details: { url: string }, callback: (answer: { cancel?: boolean }) => void) => void) | null = null;
  requestHandler: ((contents: unknown, permission: string, callback: (granted: boolean) => void) => void) | null = null;
  checkHandler: ((contents: unknown, permission: string) => boolean) | null = null;
  deviceHandler: (() => boolean) | null = null;
  readonly handled = new Map<string, (request: Request) => Promise<Response>>();
  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['beforeRequest']>) => {
      this.beforeRequest = listener;
    },
  };
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
      this.handled.set(scheme, handler);
    },
  };
  constructor() {
    super('Session');
  }
  setPermissionRequestHandler(handler: NonNullable<FakeSession['requestHandler']>) {
    this.requestHandler = handler;
  }
  setPermissionCheckHandler(handler: NonNullable<FakeSession['checkHandler']>) {
    this.checkHandler = handler;
  }
  setDevicePermissionHandler(handler: () => boolean) {
    this.deviceHandler = handler;
  }
  setDisplayMediaRequestHandler() {}
  setUSBProtectedClassesHandler() {}
  setBluetoothPairingHandler() {}
}

export interface FakeOptions {
  readonly isPackaged?: boolean;
  readonly hasLock?: boolean;
  /** As Electron rejects a page that does not load. */
  readonly loadError?: Error;
  /** When a child reports that it runs; what it sends may come before. */
  readonly spawn?: 'soon' | 'late' | 'never';
  /** A child that is asked to quit does so. */
  readonly childrenQuit?: boolean;
  readonly notifications?: boolean;
}

/** Calls that Electron refuses, or that have no effect, before or after it is ready. */
function createReadiness() {
  let isReady = false;
  return {
    become: () => {
      isReady = true;
    },
    needReady(what: string): void {
      if (!isReady) throw new Error(`${what} before app is ready`);
    },
    needEarly(what: string): void {
      if (isReady) throw new Error(`${what} after app is ready`);
    },
  };
}

/** The parts of Electron that the shell uses; calls are logged. */
export function makeFakeElectron(options: FakeOptions = {}) {
  const { isPackaged = false, hasLock = true, loadError, spawn = 'soon', childrenQuit = true } = options;
  const log: string[] = [];
  const readiness = createReadiness();
  let isQuitting = false;
  let hasSignal = false;
  const app = Object.assign(new StrictEmitter('App'), {
    isPackaged,
    commandLine: {
      appendSwitch: (name: string, value?: string) => {
        readiness.needEarly('A switch appended');
        log.push(`switch ${name}=${value ?? ''}`);
      },
    },
    enableSandbox: () => {
      readiness.needEarly('app.enableSandbox() called');
      log.push('sandbox');
    },
    exit: (code: number) => log.push(`exit ${code}`),
    /** As Electron: asks its listeners, then closes each window, then ends. */
    quit() {
      let isPrevented = false;
      app.emit('before-quit', {
        preventDefault: () => {
          isPrevented = true;
        },
      });
      if (isPrevented) return;
      isQuitting = true;
      for (const window of windows) if (!window.isDestroyed()) window.close();
      app.emit('will-quit', { preventDefault: () => undefined });
      log.push('quit');
    },
    /** A signal of the system: the first one quits, the next one ends the process where it is. */
    signal() {
      if (hasSignal) log.push('killed');
      else {
        hasSignal = true;
        app.quit();
      }
    },
    getPath: (name: string) => `/paths/${name}`,
    setPath: (name: string, value: string) => log.push(`path ${name}=${value}`),
    setAppUserModelId: (id: string) => log.push(`app id ${id}`),
    requestSingleInstanceLock: () => {
      log.push('lock');
      return hasLock;
    },
    hasSingleInstanceLock: () => hasLock,
    getAppMetrics: () => [{ pid: process.pid, type: 'Tab', sandboxed: true }],
    whenReady: async () => {
      readiness.become();
      log.push('ready');
    },
  });
  const windows: FakeWindow[] = [];
  const focus: { window: FakeWindow | null } = { window: null };

  class FakeWindow extends StrictEmitter {
    static getFocusedWindow = () => focus.window;
    static getAllWindows = () => windows.filter((window) => !window.isDestroyed());
    readonly id: number;
    readonly webContents = new FakeContents();
    readonly loaded: string[] = [];
    readonly options: Record<string, unknown> & { readonly webPreferences: Record<string, unknown> };
    isShown = false;
    shows = 0;
    isFull = false;
    isSmall = false;
    #isGone = false;
    constructor(options: FakeWindow['options']) {
      super('BrowserWindow');
      readiness.needReady('Cannot create BrowserWindow');
      checkOptions('BrowserWindowConstructorOptions', options);
      checkOptions('WebPreferences', options.webPreferences);
      this.options = options;
      this.webContents.preferences = options.webPreferences;
      this.id = windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    #needAlive() {
      if (this.#isGone) throw new TypeError('Object has been destroyed');
    }
    async loadURL(url: string) {
      this.#needAlive();
      this.loaded.push(url);
      if (loadError !== undefined) throw loadError;
    }
    /** Whether `ready-to-show` comes is the test's choice: on Wayland it may not. */
    show() {
      this.#needAlive();
      this.isShown = true;
      this.shows += 1;
    }
    hide() {
      this.#needAlive();
      this.isShown = false;
    }
    isVisible() {
      this.#needAlive();
      return this.isShown;
    }
    focus() {
      this.#needAlive();
      focus.window = this;
    }
    restore() {
      this.#needAlive();
      this.isSmall = false;
    }
    isMinimized() {
      this.#needAlive();
      return this.isSmall;
    }
    isDestroyed = () => this.#isGone;
    maximize() {
      this.#needAlive();
      this.isFull = true;
    }
    isMaximized() {
      this.#needAlive();
      return this.isFull;
    }
    getNormalBounds() {
      this.#needAlive();
      const { x, y, width, height } = this.options;
      return { x, y, width, height };
    }
    close() {
      this.#needAlive();
      let isPrevented = false;
      this.emit('close', { preventDefault: () => (isPrevented = true) });
      if (isPrevented || this.webContents.neverUnloads) return;
      let leaves = !this.webContents.refusesUnload;
      if (!leaves) this.webContents.emit('will-prevent-unload', { preventDefault: () => (leaves = true) });
      if (leaves) this.destroy();
    }
    /** Without `close`; a destroyed window answers nothing. */
    destroy() {
      if (this.#isGone) return;
      this.#isGone = true;
      this.webContents.isGone = true;
      if (focus.window === this) focus.window = null;
      this.emit('closed');
      if (isQuitting || windows.some((window) => !window.isDestroyed())) return;
      // Electron ends a program that does not listen.
      if (!app.emit('window-all-closed')) app.quit();
    }
  }

  const displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }];
  /** Contents of the fake store, by file name. */
  const stored = new Map<string, unknown>();
  const ipcListeners = new Map<string, () => void>();
  class FakeStore {
    readonly #name: string;
    constructor({ name }: { readonly name: string }) {
      this.#name = name;
      // As the real one does: test/security/electronStore.test.ts checks that with the package.
      ipcListeners.set('electron-store-get-data', () => undefined);
    }
    get store(): unknown {
      return stored.get(this.#name) ?? {};
    }
    set store(value: unknown) {
      stored.set(this.#name, value);
    }
  }

  const channels: { readonly port1: FakePort; readonly port2: FakePort }[] = [];
  class FakeChannel {
    readonly port1 = new FakePort();
    readonly port2 = new FakePort();
    constructor() {
      channels.push(this);
    }
  }

  class FakeChild extends StrictEmitter {
    readonly sent: unknown[] = [];
    kills = 0;
    #hasEnded = false;
    constructor() {
      super('UtilityProcess');
    }
    postMessage(value: unknown) {
      if (this.#hasEnded) return;
      this.sent.push(value);
      if (childrenQuit && isQuit(value)) queueMicrotask(() => this.end(0));
    }
    /** Ends the process at once, whatever it was doing; the exit is reported later. */
    kill() {
      this.kills += 1;
      queueMicrotask(() => this.end(15));
      return true;
    }
    /** A fatal error of V8: the event, then the exit. */
    fail(location: string, report = '{}') {
      this.emit('error', 'FatalError', location, report);
      this.end(6);
    }
    end(code: number) {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      this.emit('exit', code);
    }
  }
  const children: { readonly file: string; readonly args: string[]; readonly child: FakeChild }[] = [];
  class FakeNotification extends StrictEmitter {
    static isSupported = () => options.notifications ?? false;
    isShown = false;
    readonly options: { readonly title: string; readonly body: string };
    constructor(given: { readonly title: string; readonly body: string }) {
      super('Notification');
      readiness.needReady('Cannot create Notification');
      checkOptions('NotificationConstructorOptions', given);
      this.options = given;
      notifications.push(this);
    }
    show() {
      this.isShown = true;
    }
    close() {
      this.emit('close');
    }
  }
  const notifications: FakeNotification[] = [];
  const handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  const sessions = { own: new FakeSession(), default: new FakeSession() };
  const asked: Record<string, unknown>[] = [];
  /** The window that each question was attached to. */
  const askedAt: (FakeWindow | null)[] = [];
  /** Questions that were closed by their signal. */
  const withdrawn: Record<string, unknown>[] = [];
  type BoxAnswer = { readonly response: number; readonly checkboxChecked: boolean };
  const answers = {
    box: { response: 0, checkboxChecked: false } as BoxAnswer | Promise<BoxAnswer>,
    save: { canceled: true, filePath: '' },
    open: { canceled: true, filePaths: [] as string[] },
  };
  const ask =
    <T>(name: string, answer: () => T) =>
    async (...args: Record<string, unknown>[]): Promise<Awaited<T>> => {
      readiness.needReady('dialog module used');
      const question = args.at(-1) ?? {};
      checkOptions(name, question);
      asked.push(question);
      askedAt.push(args.length > 1 ? (args[0] as unknown as FakeWindow) : null);
      const { signal } = question as { readonly signal?: AbortSignal };
      signal?.addEventListener('abort', () => withdrawn.push(question));
      return await answer();
    };
  const idle = { state: 'active', afterS: [] as number[] };
  const powerMonitor = Object.assign(new StrictEmitter('PowerMonitor'), {
    getSystemIdleState(afterS: number) {
      idle.afterS.push(afterS);
      return idle.state;
    },
  });

  const electron = {
    app,
    BrowserWindow: FakeWindow,
    MessageChannelMain: FakeChannel,
    powerMonitor,
    dialog: {
      showMessageBox: ask('MessageBoxOptions', () => answers.box),
      showSaveDialog: ask('SaveDialogOptions', () => answers.save),
      showOpenDialog: ask('OpenDialogOptions', () => answers.open),
    },
    ipcMain: {
      handle: (channel: string, handler: (event: unknown) => unknown) => handlers.set(channel, handler),
      removeAllListeners: (channel: string) => ipcListeners.delete(channel),
    },
    screen: {
      getPrimaryDisplay: () => {
        readiness.needReady('screen used');
        return displays[0];
      },
      getAllDisplays: () => displays,
    },
    Store: FakeStore,
    Menu: {
      buildFromTemplate: (template: object[]) => {
        for (const item of template) checkOptions('MenuItemConstructorOptions', item);
        return template;
      },
      setApplicationMenu: (menu: unknown) => log.push(`menu ${menu === null ? 'none' : 'set'}`),
    },
    Notification: FakeNotification,
    protocol: {
      registerSchemesAsPrivileged: (schemes: { privileges: object }[]) => {
        readiness.needEarly('protocol.registerSchemesAsPrivileged called');
        for (const { privileges } of schemes) checkOptions('Privileges', privileges);
        log.push(`schemes ${JSON.stringify(schemes)}`);
      },
    },
    session: {
      fromPartition: (name: string, options: object) => {
        readiness.needReady('Session received');
        checkOptions('FromPartitionOptions', options);
        if (name.startsWith('persist:')) throw new Error('Expected a partition in memory');
        return sessions.own;
      },
      get defaultSession() {
        readiness.needReady('Session received');
        return sessions.default;
      },
    },
    utilityProcess: {
      fork: (file: string, args: string[] = [], options: object = {}) => {
        readiness.needReady('utilityProcess cannot be created');
        checkOptions('ForkOptions', options);
        const child = new FakeChild();
        children.push({ file, args, child });
        if (spawn === 'soon') queueMicrotask(() => child.emit('spawn'));
        if (spawn === 'late') setImmediate(() => child.emit('spawn'));
        return child;
      },
    },
  };
  return {
    // The fake has what the shell uses of Electron, not all of it.
    electron: electron as unknown as ElectronParts,
    displays,
    stored,
    ipcListeners,
    app,
    log,
    windows,
    channels,
    children,
    handlers,
    sessions,
    asked,
    askedAt,
    withdrawn,
    notifications,
    focus,
    answers,
    powerMonitor,
    idle,
  };
}
