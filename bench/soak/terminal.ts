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
import type { Shell } from '../../src/main/shell/port.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Under load a step takes longer than a person would wait. */
const STEP_TIMEOUT_MS = 60_000;

export interface OpenedTerminal {
  readonly page: Page;
  /** Increments that the load has made so far, over all markets; 0 without a rate. */
  published(): number;
  close(): Promise<void>;
}

export interface TerminalOptions {
  readonly dataFolder: string;
  readonly seed: number;
  /** Seconds of the market in a real one. */
  readonly speed: number;
  /** Increments a second over all markets, beside those that the market makes; absent: none. */
  readonly rate?: number;
  print(line: string): void;
  /** A console error, an exception or a rejection that nobody handled. */
  onError(text: string): void;
}

export async function openAtSpeed(options: TerminalOptions): Promise<OpenedTerminal> {
  const { dataFolder, seed, speed, rate, print, onError } = options;
  await ensureFreshBuild(root, print);
  const { shell } = await openBuiltShell(root, dataFolder, print);
  let published = 0;
  const atSpeed: Shell = {
    ...shell,
    async startChild(entry, args) {
      if (entry !== 'paper') return shell.startChild(entry, args);
      const atSpeed = [...args, '--speed', String(speed)];
      if (rate === undefined) return shell.startChild(entry, atSpeed);
      const child = await startNodeChild(path.join(import.meta.dirname, 'exchange.ts'), [String(rate), ...atSpeed]);
      child.onMessage((message) => {
        const { kind, published: count } = message as { readonly kind?: unknown; readonly published?: unknown };
        if (kind === 'increments' && typeof count === 'number') published = count;
      });
      return child;
    },
  };
  const terminal = await openTerminal({ shell: atSpeed, network: { kind: 'paper', seed }, version: 'soak' });
  const page = shell.page();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  page.on('console', (message) => {
    if (message.type() === 'error') onError(`page, console: ${message.text()}`);
  });
  page.on('pageerror', (error) => onError(`page: ${error.message}`));
  await page.setViewportSize({ width: 1440, height: 900 });
  return {
    page,
    published: () => published,
    async close() {
      await terminal.close();
      await shell.quit();
    },
  };
}
