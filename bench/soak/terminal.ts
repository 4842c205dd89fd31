/**
 * The built terminal without a window, its embedded exchange at a speed, and what goes wrong in either process.
 *
 * Invariants  Page and main are the product's own: only the exchange's arguments differ.
 */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openBuiltShell } from '../../src/cli/builtShell.ts';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { openTerminal } from '../../src/main/app/terminal.ts';
import type { Shell } from '../../src/main/shell/port.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Under load a step takes longer than a person would wait. */
const STEP_TIMEOUT_MS = 60_000;

export interface OpenedTerminal {
  readonly page: Page;
  close(): Promise<void>;
}

export interface TerminalOptions {
  readonly dataFolder: string;
  readonly seed: number;
  /** Seconds of the market in a real one. */
  readonly speed: number;
  print(line: string): void;
  /** A console error, an exception or a rejection that nobody handled. */
  onError(text: string): void;
}

export async function openAtSpeed(options: TerminalOptions): Promise<OpenedTerminal> {
  const { dataFolder, seed, speed, print, onError } = options;
  await ensureFreshBuild(root, print);
  const { shell } = await openBuiltShell(root, dataFolder, print);
  const atSpeed: Shell = {
    ...shell,
    startChild: (entry, args) =>
      shell.startChild(entry, entry === 'paper' ? [...args, '--speed', String(speed)] : args),
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
    async close() {
      await terminal.close();
      await shell.quit();
    },
  };
}
