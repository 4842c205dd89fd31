/**
 * The page of the bench in the browser of the Chromium shell, built with the settings of the program's own page, and what the
 * browser uses of the machine.
 *
 * Invariants  Linux only, as its processor times.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { scaledSizes } from '../../src/cli/dev/scaledSizes.ts';
import { openBundle } from '../../src/main/shell/bundle.ts';
import { launchBrowser } from '../../src/main/shell/chromium/launch.ts';
import { unpackPackagedBrowser } from '../../src/main/shell/chromium/packaged.ts';
import { ORIGIN } from '../../src/main/shell/chromium/shell.ts';
import { chooseCacheFolder } from '../../src/main/shell/folders.ts';
import { listTree } from '../idle/processes.ts';
import type { Bench } from './page/main.ts';

/** Microseconds of processor time so far. */
export interface BrowserCpu {
  /** Of the page's main thread. */
  readonly mainThread: number;
  /** Of all threads of all processes of the browser. */
  readonly all: number;
}

export interface Screen {
  /** Calls a function of the page. */
  call<N extends keyof Bench>(name: N, ...given: Parameters<Bench[N]>): Promise<Awaited<ReturnType<Bench[N]>>>;
  /** What the page uses for each of `count` changes, `everyMs` apart. */
  measure(count: number, everyMs: number): Promise<BrowserCpu>;
  readonly page: Page;
  close(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** As electron.vite.config.ts builds the program's page. */
function buildPage(outDir: string): Promise<unknown> {
  return build({
    configFile: false,
    logLevel: 'error',
    root: path.join(import.meta.dirname, 'page'),
    plugins: [react()],
    css: { postcss: { plugins: [scaledSizes(path.join(root, 'src/renderer'))] } },
    build: { outDir, emptyOutDir: true, target: 'chrome140', minify: true, assetsInlineLimit: 0 },
  });
}

/** Microseconds that a thread has run. */
function readThread(pid: number, thread: string): number {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10) / 1_000;
  } catch {
    // Ended meanwhile.
    return 0;
  }
}

function listThreads(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Of the browser below this process. */
function readBrowserCpu(): BrowserCpu {
  let [mainThread, all] = [0, 0];
  for (const { pid, command } of listTree(process.pid)) {
    if (pid === process.pid) continue;
    for (const thread of listThreads(pid)) all += readThread(pid, thread);
    if (command.includes('--type=renderer')) mainThread += readThread(pid, String(pid));
  }
  return { mainThread, all };
}

/** @param size of the window in CSS pixels. */
export async function openScreen(size: { readonly width: number; readonly height: number }): Promise<Screen> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-screen-'));
  const built = path.join(folder, 'page');
  await buildPage(built);
  const report = (): void => undefined;
  const browser = await unpackPackagedBrowser(chooseCacheFolder(), report);
  const { context, close } = await launchBrowser({ browser, dataFolder: folder, headless: true, report });
  const serve = openBundle(built, ORIGIN);
  await context.route('**', async (route) => {
    const { status, headers, body } = await serve(route.request().method(), route.request().url());
    await route.fulfill({ status, headers: { ...headers }, body: Buffer.from(body) });
  });
  const page = context.pages()[0]!;
  page.on('pageerror', (error) => console.error(`The page of the bench: ${error.message}`));
  await page.setViewportSize(size);
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => 'bench' in window);
  const call: Screen['call'] = (name, ...given) =>
    page.evaluate(
      ([fn, all]) =>
        (window as unknown as Record<'bench', Record<string, (...some: unknown[]) => never>>).bench[fn]!(...all),
      [name, given] as const,
    );
  return {
    page,
    call,
    async measure(count, everyMs) {
      const before = readBrowserCpu();
      await call('play', count, everyMs);
      const after = readBrowserCpu();
      return { mainThread: (after.mainThread - before.mainThread) / count, all: (after.all - before.all) / count };
    },
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
