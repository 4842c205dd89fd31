/** Runs the checks of a shell and writes their report, line by line: what is written stays where a check ends the program. */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CheckAnswer } from '#shared/ipc/shellChecks.ts';
import { type CheckLineOf as CheckLine, listChecks } from '#shared/text/electronChecks.ts';
import type { Shell } from '../shell/port.ts';
import type { CheckBench } from './bench.ts';
import { createRedaction, type Redact, runChecks } from './runChecks.ts';
import { RUNTIME } from './runtime.ts';

/** The report of one run: nothing of it is secret, and nothing is sent. */
export interface CheckReport {
  readonly atMs: number;
  readonly shell: Shell['kind'];
  /** False while the checks run, and for ever where one of them ended the program. */
  readonly isComplete: boolean;
  readonly lines: readonly CheckLine[];
}

/** This file is in out/main, or in src/main/check. */
const main = import.meta.url.endsWith('.ts')
  ? path.resolve(import.meta.dirname, '../../../out/main')
  : import.meta.dirname;

export function redactThisMachine(dataFolder: string): Redact {
  const { username } = os.userInfo();
  return createRedaction({ [dataFolder]: 'DATA', [os.homedir()]: '~', [os.hostname()]: 'HOST', [username]: 'USER' });
}

async function readPinnedElectron(): Promise<string | null> {
  const text = await readFile(path.resolve(main, '../../package.json'), 'utf8').catch(() => '{}');
  const { devDependencies } = JSON.parse(text) as { readonly devDependencies?: Readonly<Record<string, string>> };
  return devDependencies?.electron ?? null;
}

export async function buildBench(shell: Shell): Promise<CheckBench> {
  if (shell.probe === undefined) throw new Error('Expected a shell that can be checked, found a stand-in');
  return {
    shell,
    probe: shell.probe,
    runtime: RUNTIME,
    pinnedElectron: await readPinnedElectron(),
    outOfMemoryFile: path.join(main, 'outOfMemory.js'),
    system: `${os.type()} ${os.release()}`,
  };
}

export async function checkShell(shell: Shell, file: string): Promise<void> {
  const atMs = Date.now();
  const lines: CheckLine[] = [];
  const write = (isComplete: boolean): void => {
    const report: CheckReport = { atMs, shell: shell.kind, isComplete, lines };
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  };
  write(false);
  await runChecks(await buildBench(shell), {
    ids: listChecks(shell.kind),
    redact: redactThisMachine(shell.dataFolder),
    onLine(line) {
      lines.push(line);
      write(false);
    },
  });
  write(true);
}

/** Runs what can be checked in a program that is in use. Only Electron answers for the system around it. */
export async function checkRunning(shell: Shell): Promise<CheckAnswer> {
  const bench = await buildBench(shell);
  const ids = listChecks('health').filter((id) => bench.probe.electron !== null || listChecks('chromium').includes(id));
  return { atMs: Date.now(), lines: await runChecks(bench, { ids, redact: redactThisMachine(shell.dataFolder) }) };
}
