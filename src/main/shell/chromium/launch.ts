/**
 * Starts a browser over a pipe with a profile of its own, sandboxed, unable to resolve any host.
 *
 * Invariants  No port is opened. The profile is made for this start and removed at its end.
 * Source      docs/decisions/0002-two-shells.md
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { makePrivateFolder } from '../folders.ts';
import type { BrowserChoice } from './browsers.ts';

export interface LaunchOptions {
  readonly browser: BrowserChoice;
  readonly dataFolder: string;
  readonly headless: boolean;
  report(line: string): void;
}

export interface LaunchedBrowser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Size of the headless window in CSS pixels. */
export const HEADLESS_SIZE = { width: 1600, height: 1000 } as const;

const SWITCHES = [
  '--lang=en-US',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-domain-reliability',
  '--no-pings',
  '--no-default-browser-check',
];

/** With no language in the environment the page's would be one that charts throw on. */
const LANGUAGE = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US' };

/** An empty window without tabs or an address bar, until our page is in it. */
const APP_WINDOW = ['--app=data:text/html,<title>Adyton</title>', '--window-size=1600,1000'];

/** True where the system lets this user make no sandbox: a container's rules, or AppArmor's. */
function isSandboxMissing(error: unknown): boolean {
  return error instanceof Error && /No usable sandbox|Chromium sandboxing failed/.test(error.message);
}

/** Where there is no sandbox to be had, only our own page is shown without one, and that is said. */
async function launchSandboxed(options: LaunchOptions, profile: string): Promise<BrowserContext> {
  const { browser, headless, report } = options;
  const launch = (chromiumSandbox: boolean) =>
    chromium.launchPersistentContext(profile, {
      executablePath: browser.executable,
      headless,
      chromiumSandbox,
      args: headless ? SWITCHES : [...SWITCHES, ...APP_WINDOW],
      ignoreDefaultArgs: ['--enable-automation'],
      env: { ...definedOnly(process.env), ...LANGUAGE, ...browser.env },
      viewport: headless ? HEADLESS_SIZE : null,
      serviceWorkers: 'block',
      acceptDownloads: false,
      permissions: ['clipboard-write'],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    });
  if (process.getuid?.() === 0) {
    report("Running as root: the browser's own sandbox is off. Start as another user to have it on");
    return launch(false);
  }
  try {
    return await launch(true);
  } catch (error) {
    if (!isSandboxMissing(error)) throw error;
    report("This system lets no program of yours make a sandbox: the browser's own is off");
    return launch(false);
  }
}

export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const profile = path.join(options.dataFolder, 'browser-profile');
  // The caller holds the folder's lock: what is there was left by a start that was cut off.
  await rm(profile, { recursive: true, force: true });
  await makePrivateFolder(profile);
  const clean = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    const context = await launchSandboxed(options, profile);
    return {
      context,
      async close() {
        await context.close().catch(() => undefined);
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw new Error(`Expected ${options.browser.name} to start, found: ${findReason(error)}`);
  }
}

/** The browser's own complaint out of the driver's long report. */
function findReason(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const complaint = lines.findLast((line) => line.includes('[err]') && /error|fatal/i.test(line)) ?? lines[0] ?? '';
  return complaint.replace(/^.*\[err\]\s*/, '').slice(0, 300);
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
