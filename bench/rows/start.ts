/**
 * *Start*: `npm start` of the built program without a window, from the start of its process to the loaded page and to the first
 * live book. The peer launches the same browser with an empty page, below which nobody can be: a ratio below 1 is expected.
 *
 * Units       Ms.
 * Shape       A first start has an empty data folder; a second one finds what the first one left.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildPairs, type Measured } from '../row.ts';
import type { Size } from './size.ts';

const root = path.resolve(import.meta.dirname, '../..');
const NODE = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
/** Printed when the page has loaded, and when a book is live. */
const MARKS = { loaded: 'Writing ', live: 'First live book' } as const;
const PEER_MARKS = { loaded: 'Loaded' } as const;

/** Runs a program until it has printed every mark; answers when it did, in ms since its start. */
function time<M extends string>(
  args: readonly string[],
  marks: Readonly<Record<M, string>>,
  cwd: string,
): Promise<Record<M, number>> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...NODE, ...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const times = new Map<M, number>();
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      for (const name of Object.keys(marks) as M[])
        if (!times.has(name) && text.includes(marks[name])) times.set(name, performance.now() - startedMs);
      if (times.size === Object.keys(marks).length) child.kill('SIGINT');
    });
    child.on('error', reject);
    child.on('close', () => {
      if (times.size === Object.keys(marks).length) resolve(Object.fromEntries(times) as Record<M, number>);
      else reject(new Error(`Expected the program to start, found: ${text}`));
    });
  });
}

type Round = Readonly<Record<'first' | 'second', Record<'loaded' | 'live', number>>> & { readonly browser: number };

async function measureRound(isPeerFirst: boolean): Promise<Round> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-start-'));
  const peer = async (): Promise<number> =>
    (await time([path.join(root, 'bench/start/browser.ts')], PEER_MARKS, folder)).loaded;
  const ours = (): Promise<Record<'loaded' | 'live', number>> =>
    time([path.join(root, 'src/cli/launch.js'), '--headless', '--data-dir', folder], MARKS, folder);
  const before = isPeerFirst ? await peer() : null;
  const [first, second] = [await ours(), await ours()];
  const browser = before ?? (await peer());
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { first, second, browser };
}

export async function measureStart({ starts }: Size, turn: number): Promise<Measured[]> {
  // Builds what is stale and fills the cache of compiled modules.
  if (turn === 0) await measureRound(true);
  const rounds: Round[] = [];
  for (let at = 0; at < starts; at += 1) rounds.push(await measureRound(at % 2 === 0));
  const row = (name: string, read: (round: Round) => number): Measured =>
    buildPairs(
      `${name}: browser with an empty page`,
      'ms',
      rounds.map((round) => ({ ours: read(round), peer: round.browser })),
    );
  return [
    row('first start, page loaded', ({ first }) => first.loaded),
    row('first start, first live book', ({ first }) => first.live),
    row('second start, page loaded', ({ second }) => second.loaded),
    row('second start, first live book', ({ second }) => second.live),
  ];
}
