/**
 * Chromium shell: the page in a browser that is driven over a pipe.
 *
 * Invariants  The page loads only what `serve` answers at ORIGIN and never leaves it; nothing listens on a port.
 *             Networks paper and test only: real keys live in the Electron shell.
 * Source      docs/decisions/0002-two-shells.md
 */
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { AssetAnswer } from '../bundle.ts';
import { lockDataFolder } from '../dataFolderLock.ts';
import { makePrivateFolder } from '../folders.ts';
import type { DataPort, InvokeHandler, LockReason, PageRefusal, Shell, WindowHandle, WindowRequest } from '../port.ts';
import type { BrowserChoice } from './browsers.ts';
import { startNodeChild } from './child.ts';
import { openDetachedPage, readPageBounds } from './detachedPage.ts';
import { launchBrowser } from './launch.ts';
import { askForFile, askInOwnPage } from './ownPage.ts';
import { connectPage } from './world.ts';

/** A secure context whose name never resolves. */
export const ORIGIN = 'https://adyton.localhost';

export interface ChromiumShellOptions {
  readonly browser: BrowserChoice;
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
  readonly headless: boolean;
  /** Receives lines for the person who started the program. */
  report(line: string): void;
}

export interface ChromiumShell extends Shell {
  readonly kind: 'chromium';
  /** The page of the main window, or of another one by its id, for pictures and for tests. */
  page(window?: number): Page;
  /** Settles when the shell has quit, whoever asked for it. */
  readonly closed: Promise<void>;
}

async function guardContext(context: BrowserContext, serve: ChromiumShellOptions['serve']): Promise<void> {
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

export async function openChromiumShell(options: ChromiumShellOptions): Promise<ChromiumShell> {
  const dataFolder = await makePrivateFolder(options.dataFolder);
  const unlock = await lockDataFolder(dataFolder);
  const browser = await launchBrowser({ ...options, dataFolder }).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  const { context } = browser;
  await guardContext(context, options.serve);
  if (options.socketUrl !== undefined) await connectSockets(context, options.socketUrl);

  const ownPages = new Set<Page>();
  const portListeners: ((port: DataPort, window: number) => void)[] = [];
  const lockListeners: ((reason: LockReason) => void)[] = [];
  const refusalListeners: ((what: PageRefusal) => void)[] = [];
  const quitListeners: (() => Promise<void>)[] = [];
  let handler: InvokeHandler | null = null;
  /** By the id of the request. */
  const windows = new Map<number, Page>();
  let mainId: number | null = null;
  let requestedPages = 0;
  let quitting: Promise<void> | null = null;
  let settleClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    settleClosed = resolve;
  });

  // Any page that this shell did not request was opened by the terminal's page.
  context.on('page', (page) => {
    if (ownPages.has(page)) return;
    if (requestedPages > 0) {
      requestedPages -= 1;
      ownPages.add(page);
    } else {
      emitRefusal('window');
      void page.close().catch(() => undefined);
    }
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
      await browser.close();
      await unlock();
      settleClosed();
    })();
    return quitting;
  }

  context.on('close', () => void quit());

  const frontPage = (): Page | null => (mainId === null ? null : (windows.get(mainId) ?? null));

  /** The page of a new window: the browser's first one is for the main window. */
  async function createPage({ kind, bounds }: WindowRequest): Promise<Page> {
    const empty = context.pages().find((page) => !ownPages.has(page));
    if (kind === 'main' && empty !== undefined) return empty;
    requestedPages += 1;
    const opener = frontPage();
    return kind === 'detached' && opener !== null
      ? openDetachedPage(context, opener, bounds, options.headless)
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

  return {
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
      return startNodeChild(files[entry], args);
    },
    async confirm(question) {
      requestedPages += 1;
      const answer = await askInOwnPage(context, question);
      frontPage()
        ?.bringToFront()
        .catch(() => undefined);
      return answer;
    },
    async readChosenFile(maxBytes) {
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
    onQuit: (listener) => quitListeners.push(listener),
    quit,
  };
}
