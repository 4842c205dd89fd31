/**
 * Shares of one core that contenders use at rest, each a tree of processes of its own.
 *
 * Invariants  All of them are measured in the same seconds, so that one load of the machine counts for all.
 * Units       Percent of one core.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PARTS, readSeconds, type Seconds } from './processes.ts';

export interface Contender {
  readonly name: string;
  /** A module that says `ready` when it rests, and ends with the channel to its parent. */
  readonly module: string;
  readonly root: string;
  readonly given?: readonly string[];
}

export interface Shares extends Seconds {
  readonly name: string;
  /** Of all parts. */
  readonly all: number;
}

/** The terminal of a checkout. */
export const terminalOf = (name: string, root: string): Contender => ({
  name,
  root,
  module: path.join(root, 'bench/idle/host.ts'),
});

const floorOf = (name: string, what: string): Contender => ({
  name,
  root: path.resolve(import.meta.dirname, '../..'),
  module: path.join(import.meta.dirname, 'floor.ts'),
  given: [what],
});

/** What the browser, and Node with a WebSocket, use for changes as frequent as those of the terminal. */
export const FLOORS = [floorOf('Floor, one text', 'text'), floorOf('Floor, one canvas', 'canvas')] as const;

interface Opened {
  readonly child: ChildProcess;
  close(): Promise<void>;
}

async function open({ module, root, given = [] }: Contender): Promise<Opened> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-idle-'));
  const child = fork(module, [root, folder, ...given], {
    cwd: root,
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`Expected ${module} to be ready, found exit code ${code}`)));
  });
  return {
    child,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface RestPlan {
  readonly settleMs: number;
  /** Of one round. */
  readonly seconds: number;
  readonly rounds?: number;
}

/** Shares of all contenders in each round. `after` is called with each contender's process at the end, while it runs. */
export async function measureRest(
  contenders: readonly Contender[],
  { settleMs, seconds, rounds = 1 }: RestPlan,
  after: (name: string, child: ChildProcess) => Promise<void> = async () => undefined,
): Promise<readonly (readonly Shares[])[]> {
  const opened: Opened[] = [];
  for (const contender of contenders) opened.push(await open(contender));
  try {
    await pass(settleMs);
    const measured: (readonly Shares[])[] = [];
    while (measured.length < rounds) measured.push(await measureRound());
    for (const [at, { name }] of contenders.entries()) await after(name, opened[at]!.child);
    return measured;
  } finally {
    for (const { close } of opened) await close();
  }

  async function measureRound(): Promise<readonly Shares[]> {
    const before = opened.map(({ child }) => readSeconds(child.pid!));
    const startedMs = performance.now();
    await pass(seconds * 1_000);
    const used = opened.map(({ child }) => readSeconds(child.pid!));
    const passed = (performance.now() - startedMs) / 1_000;
    return contenders.map(({ name }, at) => {
      const share = (part: (typeof PARTS)[number]): number => ((used[at]![part] - before[at]![part]) * 100) / passed;
      const shares = Object.fromEntries(PARTS.map((part) => [part, share(part)])) as Seconds;
      return { name, ...shares, all: PARTS.reduce((sum, part) => sum + shares[part], 0) };
    });
  }
}
