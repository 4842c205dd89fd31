/**
 * Processor time of a tree of processes by their part in the program, and their memory, from /proc.
 *
 * Units       Seconds of one core; bytes.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export const PARTS = ['page', 'gpu', 'browser', 'main', 'exchange'] as const;
export type Part = (typeof PARTS)[number];
export type Seconds = Record<Part, number>;

const TICKS_PER_SECOND = Number.parseInt(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }), 10);

interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
  readonly command: string;
}

function readProcess(pid: number): Found | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, can have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number.parseInt(fields[11]!, 10) + Number.parseInt(fields[12]!, 10);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number.parseInt(fields[1]!, 10), seconds: ticks / TICKS_PER_SECOND, command };
  } catch {
    return null;
  }
}

function partOf({ pid, command }: Found, root: number): Part {
  if (pid === root) return 'main';
  if (command.includes('--type=renderer')) return 'page';
  if (command.includes('--type=gpu-process')) return 'gpu';
  return /paper\.js|soak\/exchange\.ts/.test(command) ? 'exchange' : 'browser';
}

/** `root` and every process below it. */
export function listTree(root: number): readonly Found[] {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number.parseInt(name, 10)) ?? []) : [],
  );
  const below = new Set([root]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => below.has(pid));
}

/** What `root` and every process below it have used since they started. */
export function readSeconds(root: number): Seconds {
  const sums: Seconds = { page: 0, gpu: 0, browser: 0, main: 0, exchange: 0 };
  for (const found of listTree(root)) sums[partOf(found, root)] += found.seconds;
  return sums;
}

/** Memory of all of them: `pss` counts what several share once. */
export function readMemory(root: number): { readonly rss: number; readonly pss: number } {
  let [rss, pss] = [0, 0];
  for (const { pid } of listTree(root)) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const read = (name: string): number => Number.parseInt(text.split(`\n${name}:`)[1] ?? '0', 10) * 1_024;
      rss += read('Rss');
      pss += read('Pss');
    } catch {
      // Ended meanwhile.
    }
  }
  return { rss, pss };
}
