/**
 * Chromium shell: the page in a browser that is driven over a pipe.
 *
 * Shape       Prepared first, so that children start while the browser does.
 * Invariants  The page loads only what `serve` answers at ORIGIN and never leaves it; nothing listens on a port.
 *             Networks paper and test only: real keys live in the Electron shell.
 * Source      docs/decisions/0002-two-shells.md
 */
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { AssetAnswer } from '../bundle.ts';
import { lockDataFolder } from '../dataFolderLock.ts';
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
import type { BrowserChoice } from './browsers.ts';
import { startNodeChild } from './child.ts';
import { openDetachedPage, readPageBounds } from './detachedPage.ts';
import type { LaunchedBrowser } from './launch.ts';
import { askForFile, askInOwnPage } from './ownPage.ts';
import { connectSockets, guardContext, ORIGIN } from './pageRequests.ts';
import { openChromiumProbe } from './probe.ts';
import { connectPage } from './world.ts';

export { ORIGIN } from './pageRequests.ts';

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
