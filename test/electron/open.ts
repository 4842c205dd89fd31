/**
 * Opens the built program in the real Electron, with a data folder and a temporary folder of its own.
 *
 * Invariants  Written to the declarations and documentation named below. What of it runs without Electron's binary is in
 *             test/security/electronSpecifications.test.ts; the rest has not run until it ran on such a machine.
 * Source      Playwright's class Electron and class ElectronApplication
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { joinUrlArguments } from '../../src/cli/electronRun.ts';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface OpenElectron {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Holds `data`, and `temp` for all else that the program writes. */
  readonly folder: string;
  readonly dataFolder: string;
  /** Everything that main and its children wrote to their terminal so far. */
  printed(): string;
  /** Settles with the main process: its code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Arguments of the program. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

export async function openElectron({ args = [], env = {} }: OpenOptions = {}): Promise<OpenElectron> {
  await ensureFreshBuild(root, (line) => void process.stdout.write(`${line}\n`));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-electron-'));
  const temp = path.join(folder, 'temp');
  const dataFolder = path.join(folder, 'data');
  await mkdir(temp);
  // On macOS the path of the single-instance socket, which is made there, would grow too long.
  const temporary = process.platform === 'darwin' ? {} : { TMPDIR: temp, TEMP: temp, TMP: temp };
  const app = await _electron.launch({
    args: [root, '--data-dir', dataFolder, ...joinUrlArguments(args)],
    cwd: temp,
    env: { ...definedOnly(process.env), ...temporary, ...env },
    // Without this the driver itself turns the sandbox off on Linux.
    chromiumSandbox: true,
  });
  const child = app.process();
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const page = await app.firstWindow();
  return {
    app,
    page,
    folder,
    dataFolder,
    printed: () => printed,
    ended,
    async close() {
      // A program that ended by itself has nothing left to close.
      if (child.exitCode === null && child.signalCode === null) await app.close();
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
