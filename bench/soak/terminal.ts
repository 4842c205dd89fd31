/**
 * The built terminal without a window, its embedded exchange at a speed, and what goes wrong in either process.
 *
 * Invariants  Page and main are the product's own: only the exchange's arguments differ, and its entry where a rate is wanted.
 */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openBuiltShell } from '../../src/cli/builtShell.ts';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { openTerminal } from '../../src/main/app/terminal.ts';
import { startNodeChild } from '../../src/main/shell/chromium/child.ts';
import type { ChildHandle, Shell } from '../../src/main/shell/port.ts';
import type { ExchangeKept } from './inspect.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Under load a step takes longer than a person would wait. */
const STEP_TIMEOUT_MS = 60_000;

export interface OpenedTerminal {
  readonly page: Page;
  /** Increments that the load has made so far, over all markets; 0 without a rate. */
  published(): number;
  /** What the exchange keeps after a collection of garbage; with a rate. */
  readExchange(): Promise<ExchangeKept>;
  close(): Promise<void>;
}

export interface TerminalOptions {
  readonly dataFolder: string;
  readonly seed: number;
  /** Seconds of the market in a real one. */
  readonly speed: number;
  /** Increments a second over all markets, beside those that the market makes; absent: none. */
  readonly rate?: number;
  /** Replaces the shell, to watch what passes it. */
  readonly wrap?: (shell: Shell) => Shell;
  print(line: string): void;
  /** A console error, an exception or a rejection that nobody handled. */
  onError(text: string): void;
}

/** What `exchange.ts` sends, beside the address of the embedded exchange. */
type ExchangeMessage =
  | { readonly kind: 'listening' }
  | { readonly kind: 'increments'; readonly published: number }
  | { readonly kind: 'kept'; readonly kept: ExchangeKept };

export async function openAtSpeed(options: TerminalOptions): Promise<OpenedTerminal> {
  const { dataFolder, seed, speed, rate, wrap = (same) => same, print, onError } = options;
  await ensureFreshBuild(root, print);
  const { shell } = await openBuiltShell(root, dataFolder, print);
  let published = 0;
  let exchange: ChildHandle | null = null;
  const waiting: ((kept: ExchangeKept) => void)[] = [];
  const atSpeed: Shell = {
    ...shell,
    async startChild(entry, args) {
      if (entry !== 'paper') return shell.startChild(entry, args);
      const atSpeed = [...args, '--speed', String(speed)];
      if (rate === undefined) return shell.startChild(entry, atSpeed);
      const child = await startNodeChild(path.join(import.meta.dirname, 'exchange.ts'), [String(rate), ...atSpeed]);
      child.onMessage((message) => {
        const told = message as ExchangeMessage;
        if (told.kind === 'increments') published = told.published;
        else if (told.kind === 'kept') waiting.shift()?.(told.kept);
      });
      exchange = child;
      return child;
    },
  };
  const terminal = await openTerminal({ shell: wrap(atSpeed), network: { kind: 'paper', seed }, version: 'soak' });
  const page = shell.page();
  // Of every window.
  const context = page.context();
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  context.on('console', (message) => {
    if (message.type() === 'error') onError(`page, console: ${message.text()}`);
  });
  context.on('weberror', (error) => onError(`page: ${error.error().stack ?? error.error().message}`));
  await page.setViewportSize({ width: 1440, height: 900 });
  return {
    page,
    published: () => published,
    readExchange: () =>
      new Promise((resolve, reject) => {
        if (exchange === null) return reject(new Error('Expected an exchange with a rate, found none'));
        waiting.push(resolve);
        exchange.send('read');
      }),
    async close() {
      await terminal.close();
      await shell.quit();
    },
  };
}
