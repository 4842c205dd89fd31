/**
 * Chromium shell: the page in a browser that is driven over a pipe.
 *
 * Shape       Prepared first, so that children start while the browser does.
 * Invariants  The page loads only what `serve` answers at ORIGIN and never leaves it; nothing listens on a port.
 *             Networks paper and test only: real keys live in the Electron shell.
 * Source      docs/decisions/0002-two-shells.md
 */

import { fork } from 'node:child_process';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Rectangle } from '#shared/base/rectangle.ts';
import type { AssetAnswer } from '../bundle.ts';
import { lockDataFolder } from '../dataFolderLock.ts';
import { buildChildEnvironment } from '../environment.ts';
import { makePrivateFolder } from '../folders.ts';
import {
  type Confirmation,
  type DataPort,
  type InvokeHandler,
  type LockReason,
  type PageRefusal,
  QUIT_WITHIN_MS,
  type Shell,
  type WindowHandle,
  type WindowRequest,
} from '../port.ts';
import type { ShellProbe } from '../probe.ts';
import { fitWindow } from '../windowBounds.ts';
import type { BrowserChoice } from './browsers.ts';
import { startNodeChild } from './child.ts';
import type { LaunchedBrowser } from './launch.ts';
import { askForFile, askInOwnPage } from './ownPage.ts';
import { readScreen, readScreens } from './screens.ts';
import { connectPage } from './world.ts';

/** What a shell needs beside its browser. */
export interface ShellParts {
  readonly dataFolder: string;
  /** Answers the page's requests at ORIGIN. */
  readonly serve: (method: string, url: string) => Promise<AssetAnswer>;
  /** Development only: where a WebSocket of the page at ORIGIN is connected to; without it none is opened. */
  readonly socketUrl?: (url: string) => string;
  readonly preloadFolder: string;
  /** Module that the embedded exchange starts from. */
  readonly paperEntry: string;
  /** Module that a keychain call starts from. */
  readonly keychainEntry: string;
  /** Module that a dry run starts from. */
  readonly dryRunEntry: string;
  /** Receives lines for the person who started the program. */
  report(line: string): void;
}

export interface ChromiumShellOptions extends ShellParts {
  readonly browser: BrowserChoice;
  readonly headless: boolean;
}

export interface ChromiumShell extends Shell {
  readonly kind: 'chromium';
  /** The page of the main window, or of another one by its id, for pictures and for tests. */
  page(window?: number): Page;
  /** Settles when the shell has quit, whoever asked for it. */
  readonly closed: Promise<void>;
}

/** A shell before its browser runs: children start at once, windows open after `launch`. */
export interface PreparedShell {
  readonly shell: ChromiumShell;
  /** Called once; answers true for a browser without a window. When `start` fails, the shell has quit. */
  launch(start: (dataFolder: string) => Promise<LaunchedBrowser>): Promise<boolean>;
}

export async function openChromiumShell(options: ChromiumShellOptions): Promise<ChromiumShell> {
  const { shell, launch } = await prepareChromiumShell(options);
  const { launchBrowser } = await import('./launch.ts');
  await launch((dataFolder) => launchBrowser({ ...options, dataFolder }));
  return shell;
}

/** Locks the data folder. */
export async function prepareChromiumShell(options: ShellParts): Promise<PreparedShell> {
  const dataFolder = await makePrivateFolder(options.dataFolder);
  const unlock = await lockDataFolder(dataFolder);
  let starting: Promise<LaunchedBrowser> | null = null;
  const launched = Promise.withResolvers<LaunchedBrowser>();
  // Whoever launches gets the error; a window that waits gets it too.
  launched.promise.catch(() => undefined);

  const ownPages = new Set<Page>();
  const portListeners: ((port: DataPort, window: number) => void)[] = [];
  const lockListeners: ((reason: LockReason) => void)[] = [];
  const refusalListeners: ((what: PageRefusal) => void)[] = [];
  const quitListeners: (() => Promise<void>)[] = [];
  let handler: InvokeHandler | null = null;
  let findQuestion = (): Confirmation | null => null;
  /** By the id of the request. */
  const windows = new Map<number, Page>();
  let mainId: number | null = null;
  let requestedPages = 0;
  let quitting: Promise<void> | null = null;
  let settleClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    settleClosed = resolve;
  });

  const emitLock = (reason: LockReason) => {
    for (const listener of lockListeners) listener(reason);
  };
  const emitRefusal = (what: PageRefusal) => {
    for (const listener of refusalListeners) listener(what);
  };

  function quit(): Promise<void> {
    quitting ??= (async () => {
      await Promise.allSettled(quitListeners.map((listener) => listener()));
      await starting?.then(
        (browser) => browser.close(),
        () => undefined,
      );
      await unlock();
      settleClosed();
    })();
    return quitting;
  }

  /** The window is gone when this shell hears of it: what a person would have been asked is said. */
  function reportLeave(): void {
    const question = quitting === null ? findQuestion() : null;
    if (question === null) return;
    const facts = question.facts.map(({ label, value }) => `${label}: ${value}`);
    options.report(`The window was closed, and Adyton with it. ${facts.join('. ')}.`);
  }

  /** Any page that this shell did not request was opened by the terminal's page. */
  function onPage(page: Page): void {
    if (ownPages.has(page)) return;
    if (requestedPages > 0) {
      requestedPages -= 1;
      ownPages.add(page);
    } else {
      emitRefusal('window');
      void page.close().catch(() => undefined);
    }
  }

  async function launch(start: (dataFolder: string) => Promise<LaunchedBrowser>): Promise<boolean> {
    try {
      starting = start(dataFolder);
      const browser = await starting;
      const { context } = browser;
      await guardContext(context, options.serve);
      if (options.socketUrl !== undefined) await connectSockets(context, options.socketUrl);
      context.on('page', onPage);
      context.on('close', () => {
        reportLeave();
        void quit();
      });
      launched.resolve(browser);
      return browser.headless;
    } catch (error) {
      launched.reject(error);
      await quit();
      throw error;
    }
  }

  const frontPage = (): Page | null => (mainId === null ? null : (windows.get(mainId) ?? null));

  /** The page of a new window: the browser's first one is for the main window. */
  async function createPage({ kind, bounds }: WindowRequest): Promise<Page> {
    const { context, headless } = await launched.promise;
    const empty = context.pages().find((page) => !ownPages.has(page));
    if (kind === 'main' && empty !== undefined) return empty;
    requestedPages += 1;
    const opener = frontPage();
    return kind === 'detached' && opener !== null
      ? openDetachedPage(context, opener, bounds, headless)
      : context.newPage();
  }

  /** Shows the terminal in a page. */
  async function showPage(request: WindowRequest, onClosed: () => void): Promise<Page> {
    const { id, kind } = request;
    const page = await createPage(request);
    ownPages.add(page);
    windows.set(id, page);
    if (kind === 'main') mainId = id;
    page.on('close', () => {
      // A crashed page closes after another one has replaced it.
      if (windows.get(id) !== page) return;
      windows.delete(id);
      if (quitting === null && kind === 'main') {
        reportLeave();
        emitLock('last window closed');
        void quit();
      }
      onClosed();
    });
    await connectPage({
      window: id,
      page,
      preloadFolder: options.preloadFolder,
      origin: ORIGIN,
      onInvoke: async (request) => (handler === null ? '' : handler(request)),
      onPort: (port) => {
        for (const listener of portListeners) listener(port, id);
      },
      onLeave: () => {
        emitRefusal('navigation');
        void page.goto(`${ORIGIN}/`).catch(() => undefined);
      },
      onCrash: () => {
        emitLock('renderer crash');
        void replacePage(page, request, onClosed);
      },
    });
    await page.goto(`${ORIGIN}/`, { waitUntil: 'load' });
    return page;
  }

  /** Replaces a crashed page. */
  async function replacePage(crashed: Page, request: WindowRequest, onClosed: () => void): Promise<void> {
    if (quitting !== null || windows.get(request.id) !== crashed) return;
    await showPage(request, onClosed).catch(() => undefined);
    await crashed.close().catch(() => undefined);
  }

  async function openWindow(request: WindowRequest): Promise<WindowHandle> {
    const { id } = request;
    const closedListeners: (() => void)[] = [];
    await showPage(request, () => {
      for (const listener of closedListeners) listener();
    });
    return {
      id,
      focus: () =>
        void windows
          .get(id)
          ?.bringToFront()
          .catch(() => undefined),
      close: async () => windows.get(id)?.close(),
      bounds: async () => readPageBounds(windows.get(id) ?? null),
      onClosed: (listener) => closedListeners.push(listener),
    };
  }

  const shell: ChromiumShell = {
    kind: 'chromium',
    dataFolder,
    closed,
    page(window = mainId ?? 0) {
      const page = windows.get(window);
      if (page === undefined) throw new Error('Expected an open window, found none');
      return page;
    },
    serveInvokes(next) {
      handler = next;
    },
    onDataPort: (listener) => portListeners.push(listener),
    openWindow,
    startChild(entry, args) {
      const files = { paper: options.paperEntry, keychain: options.keychainEntry, dryRun: options.dryRunEntry };
      return startNodeChild(files[entry], args, QUIT_WITHIN_MS[entry]);
    },
    async confirm(question, withdrawn) {
      const { context } = await launched.promise;
      requestedPages += 1;
      const answer = await askInOwnPage(context, question, withdrawn);
      frontPage()
        ?.bringToFront()
        .catch(() => undefined);
      return answer;
    },
    async readChosenFile(maxBytes) {
      const { context } = await launched.promise;
      requestedPages += 1;
      const answer = await askForFile(context, maxBytes);
      frontPage()
        ?.bringToFront()
        .catch(() => undefined);
      return answer;
    },
    async chooseSavePath(suggestedName) {
      const folder = await makePrivateFolder(path.join(dataFolder, 'backups'));
      return path.join(folder, path.basename(suggestedName));
    },
    notify: (title, body) => options.report(`${title}: ${body}`),
    onLockReason: (listener) => lockListeners.push(listener),
    onPageRefusal: (listener) => refusalListeners.push(listener),
    onLeave(question) {
      findQuestion = question;
    },
    onQuit(listener) {
      // A browser that did not start has ended the shell before the terminal was open.
      if (quitting === null) quitListeners.push(listener);
      else void listener();
    },
    quit,
    probe: openChromiumProbe(() => shell.page()),
  };
  return { shell, launch };
}

const TINY_HEAP = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--max-old-space-size=64'];

function openChromiumProbe(page: () => Page): ShellProbe {
  return {
    platform: process.platform,
    arch: process.arch,
    env: process.env,
    userId: process.getuid?.(),
    get versions() {
      return { ...process.versions, chrome: page().context().browser()?.version() };
    },
    evaluate: (expression) => page().evaluate(expression),
    countPages: () => page().context().pages().length,
    async echo(bytes) {
      const text = await page().evaluate((sent) => sent, Buffer.from(bytes).toString('base64'));
      return new Uint8Array(Buffer.from(text, 'base64'));
    },
    failChild: (file) =>
      new Promise((resolve, reject) => {
        // What V8 prints of a fatal error would look like a fault of this program.
        const child = fork(file, [], {
          env: buildChildEnvironment(process.env),
          execArgv: TINY_HEAP,
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        });
        child.once('error', reject);
        child.once('exit', (exitCode, signal) => resolve({ error: signal, exitCode }));
      }),
    electron: null,
  };
}

/** Opens an empty page in a new browser window: at the saved bounds as far as the present screens allow, else where the browser likes. */
async function openDetachedPage(
  context: BrowserContext,
  opener: Page,
  saved: Rectangle | null,
  headless: boolean,
): Promise<Page> {
  const session = await context.newCDPSession(opener);
  try {
    // Without a display the browser has no screens: the page's own one is as large as its window.
    const areas = headless ? [await readScreen(opener)] : await readScreens(session, opener);
    const { x, y, width, height } = fitWindow(saved, areas, 'detached');
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      session.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width,
        height,
        ...(saved === null ? {} : { left: x, top: y }),
      }),
    ]);
    // Without a display the browser's windows have no size of their own.
    if (headless) await page.setViewportSize({ width, height });
    return page;
  } finally {
    await session.detach().catch(() => undefined);
  }
}

/** Null where the page is gone, or its window has no place. */
async function readPageBounds(page: Page | null): Promise<Rectangle | null> {
  if (page === null || page.isClosed()) return null;
  try {
    const session = await page.context().newCDPSession(page);
    const { bounds } = await session.send('Browser.getWindowForTarget');
    await session.detach();
    const { left, top, width, height } = bounds;
    if (left === undefined || top === undefined || !width || !height) return null;
    const size = page.viewportSize();
    return { x: left, y: top, width: size?.width ?? width, height: size?.height ?? height };
  } catch {
    return null;
  }
}

/**
 * A secure context whose name never resolves.
 *
 * Invariants  The page loads only what `serve` answers at ORIGIN and never leaves it.
 * Source      docs/decisions/0002-two-shells.md
 */
export const ORIGIN = 'https://adyton.localhost';

/** Answers the page's requests at ORIGIN, refuses every other one and every navigation, and closes its dialogs. */
async function guardContext(
  context: BrowserContext,
  serve: (method: string, url: string) => Promise<AssetAnswer>,
): Promise<void> {
  // A page that asks before it unloads would hold up the closing of its window: the answer is to leave.
  context.on('dialog', (dialog) => {
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    answer.catch(() => undefined);
  });
  await context.route('**', async (route) => {
    const request = route.request();
    const isOurs = request.url().startsWith(`${ORIGIN}/`);
    if (request.isNavigationRequest() && request.url() !== `${ORIGIN}/`) return route.abort('aborted');
    if (!isOurs) return route.abort('blockedbyclient');
    const { status, headers, body } = await serve(request.method(), request.url());
    return route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
  });
}

/** Connects the page's sockets at ORIGIN through this process: the browser itself reaches nothing. */
async function connectSockets(context: BrowserContext, socketUrl: (url: string) => string): Promise<void> {
  const own = ORIGIN.replace('https:', 'wss:');
  await context.routeWebSocket(
    (url) => url.origin === own,
    (route) => {
      const server = new WebSocket(socketUrl(route.url()), ['vite-hmr']);
      const early: string[] = [];
      server.onopen = () => {
        for (const text of early.splice(0)) server.send(text);
      };
      server.onmessage = ({ data }) => route.send(String(data));
      server.onclose = () => void route.close();
      route.onMessage((text) => {
        if (server.readyState === WebSocket.OPEN) server.send(String(text));
        else early.push(String(text));
      });
      route.onClose(() => server.close());
    },
  );
}
