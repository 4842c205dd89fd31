/**
 * Launches a browser over a pipe: own profile, sandboxed, resolves no host.
 *
 * Invariants  Opens no port. The profile is created at the launch and removed at the end.
 * Source      docs/decisions/0002-two-shells.md
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { buildChildEnvironment } from '../environment.ts';
import { makePrivateFolder } from '../folders.ts';
import { centreWindow, LEAST_SIZE, PREFERRED_SIZE } from '../windowBounds.ts';
import type { BrowserChoice } from './browsers.ts';
import { readScreen } from './screens.ts';

export interface LaunchOptions {
  readonly browser: BrowserChoice;
  readonly dataFolder: string;
  readonly headless: boolean;
  /** Receives lines for the person who started the program. */
  report(line: string): void;
  /** The browser's process exists: what blocks this process now runs beside its start. */
  onProcess?(): void;
}

/** The browser did not start. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

export interface LaunchedBrowser {
  readonly context: BrowserContext;
  readonly headless: boolean;
  close(): Promise<void>;
}

/**
 * `--test-type` removes the bar that Chromium shows above the page about the host rules and, where it is off, the
 * sandbox; `report` states the latter.
 */
const SWITCHES = [
  '--lang=en-US',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-domain-reliability',
  '--no-pings',
  '--no-default-browser-check',
  '--test-type',
];

/** Fixed language: without one, Chromium may report a locale that the chart library rejects. */
const LANGUAGE = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' };

/** An empty window without tabs and address bar; it becomes as large as the screen allows before our page is in it. */
const APP_WINDOW = [
  '--app=data:text/html,<title>Adyton</title><body style="background:%230b0e13">',
  `--window-size=${LEAST_SIZE.width},${LEAST_SIZE.height}`,
  '--window-position=0,0',
];

async function placeWindow(context: BrowserContext): Promise<void> {
  const page = context.pages()[0];
  if (page === undefined) return;
  const { x, y, width, height } = centreWindow(await readScreen(page));
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y, width, height } });
  await session.detach();
}

/** True where the system denies this user a sandbox: by a container's rules or by AppArmor. */
function isSandboxMissing(error: unknown): boolean {
  return error instanceof Error && /No usable sandbox|Chromium sandboxing failed/.test(error.message);
}

/** Calls `onProcess` when the driver creates the browser's process; the answer ends that. */
function followProcess({ browser, onProcess }: LaunchOptions): () => void {
  const onCreated = (message: unknown): void => {
    if ((message as { readonly process: ChildProcess }).process.spawnfile === browser.executable) onProcess?.();
  };
  subscribe('child_process', onCreated);
  return () => void unsubscribe('child_process', onCreated);
}

/** Launches without the browser's sandbox only where the system has none for this user, and reports that. */
async function launchSandboxed(options: LaunchOptions, profile: string): Promise<BrowserContext> {
  const { browser, headless, report } = options;
  const launch = (chromiumSandbox: boolean) =>
    chromium.launchPersistentContext(profile, {
      executablePath: browser.executable,
      headless,
      chromiumSandbox,
      args: headless ? SWITCHES : [...SWITCHES, ...APP_WINDOW],
      ignoreDefaultArgs: ['--enable-automation'],
      env: buildChildEnvironment(process.env, { ...LANGUAGE, ...browser.env }),
      viewport: headless ? PREFERRED_SIZE : null,
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: ['clipboard-write'],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    });
  if (process.getuid?.() === 0) {
    report("Running as root: the browser's own sandbox is off. Start as another user to turn it on");
    return launch(false);
  }
  try {
    return await launch(true);
  } catch (error) {
    if (!isSandboxMissing(error)) throw error;
    report("This system denies programs of this user a sandbox: the browser's own sandbox is off");
    return launch(false);
  }
}

export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const profile = path.join(options.dataFolder, 'browser-profile');
  // The caller has locked the folder, so a profile found here is left over from a killed start.
  await rm(profile, { recursive: true, force: true });
  await makePrivateFolder(profile);
  const clean = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  const stopFollowing = followProcess(options);
  try {
    const context = await launchSandboxed(options, profile);
    if (!options.headless) await placeWindow(context);
    return {
      context,
      headless: options.headless,
      async close() {
        await context.close().catch(() => undefined);
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw new BrowserError(`Expected ${options.browser.name} to start, found: ${findReason(error)}`);
  } finally {
    stopFollowing();
  }
}

/** The browser's own error line from the driver's report. */
function findReason(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const complaint = lines.findLast((line) => line.includes('[err]') && /error|fatal/i.test(line)) ?? lines[0] ?? '';
  return stripVTControlCharacters(complaint)
    .replace(/^.*\[err\]\s*(?:\[[^\]]*\]\s*)?/, '')
    .slice(0, 300);
}
