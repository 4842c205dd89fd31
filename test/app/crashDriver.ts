/**
 * Loaded before the program: puts secrets into its vault through its own page, then makes its main process crash.
 *
 * Shape       ADYTON_CRASH names the way; it prints `crashing` just before.
 */
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CANARY_KEY, CANARY_PASSWORD, type CrashWay } from './crashSecrets.ts';

const POLL_MS = 50;

const CRASHES: Readonly<Record<CrashWay, () => void>> = {
  abort: () => process.abort(),
  fault: () => void process.kill(process.pid, 'SIGSEGV'),
  exception: () => void setImmediate(() => JSON.parse(CANARY_PASSWORD)),
  rejection: () => void Promise.reject(new Error(CANARY_PASSWORD)),
};

async function findTerminal(context: BrowserContext): Promise<Page> {
  for (;;) {
    const page = context.pages().find((each) => each.url() === 'https://adyton.localhost/');
    if (page && (await page.evaluate(() => 'adyton' in window).catch(() => false))) return page;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function drive(context: BrowserContext): Promise<void> {
  const page = await findTerminal(context);
  const made = await page.evaluate(
    async ([password, privateKey]) => window.adyton.vault.create({ password, key: { kind: 'hex', privateKey } }),
    [CANARY_PASSWORD, CANARY_KEY] as const,
  );
  const opened = await page.evaluate(
    (password) => window.adyton.account.open({}).then(() => window.adyton.vault.unlock({ password })),
    CANARY_PASSWORD,
  );
  process.stdout.write(made.ok && opened.ok ? 'crashing\n' : 'the vault did not open\n');
  CRASHES[way]();
}

/** Read at once: the start keeps no variable that it does not know. */
const way = process.env.ADYTON_CRASH as CrashWay;

const launch = chromium.launchPersistentContext.bind(chromium);
chromium.launchPersistentContext = async (...args) => {
  const context = await launch(...args);
  void drive(context);
  return context;
};
