/**
 * Memory of the program's processes, from /proc: which process has it, and as what.
 *
 * Units       Bytes of physical memory. Resident (RSS) counts a page that several processes share in each of them; the
 *             proportional size (PSS) divides it among them, so that the sum over all processes is what the machine spends.
 */
import { readFileSync } from 'node:fs';
import { listTree } from '../idle/processes.ts';

export const PROCESSES = ['main', 'exchange', 'page', 'gpu', 'browser', 'other'] as const;
export type Process = (typeof PROCESSES)[number];

export interface Memory {
  readonly rss: number;
  readonly pss: number;
  /** Code and data of files: shared with every other program that uses them. */
  readonly files: number;
  /** Memory shared with another process: pictures of the screen. */
  readonly shared: number;
  /** What the C library allocated for native code. */
  readonly malloc: number;
  /** Everything else: heaps of JavaScript, compiled code, stacks, native allocators of the browser. */
  readonly anonymous: number;
}

const NONE: Memory = { rss: 0, pss: 0, files: 0, shared: 0, malloc: 0, anonymous: 0 };
const FIELDS = Object.keys(NONE) as (keyof Memory)[];

function nameOf(pid: number, root: number, command: string): Process {
  if (pid === root) return 'main';
  if (command.includes('--type=renderer')) return 'page';
  if (command.includes('--type=gpu-process')) return 'gpu';
  // Network, sound and the processes that new ones are forked from.
  if (command.includes('--type=')) return 'other';
  return /paper\.js|soak\/exchange\.ts/.test(command) ? 'exchange' : 'browser';
}

/** An arena of the C library for another thread than the first: it reserves this much, at an address that is a multiple of it. */
const ARENA_BYTES = 0x400_0000;

interface Mapping {
  readonly start: number;
  readonly end: number;
  readonly access: string;
  readonly file: string;
  rss: number;
  pss: number;
}

/** The text of /proc/PID/smaps. */
export function listMappings(smaps: string): readonly Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of smaps.split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+ *(.*)$/.exec(line);
    if (head) {
      const [, start, end, access, file] = head;
      const address = (text: string | undefined): number => Number.parseInt(text!, 16);
      mappings.push({ start: address(start), end: address(end), access: access!, file: file!, rss: 0, pss: 0 });
      continue;
    }
    const [, name, kilobytes] = /^(Rss|Pss): +(\d+) kB$/.exec(line) ?? [];
    const bytes = Number.parseInt(kilobytes ?? '0', 10) * 1_024;
    if (name === 'Rss') mappings.at(-1)!.rss = bytes;
    else if (name === 'Pss') mappings.at(-1)!.pss = bytes;
  }
  return mappings;
}

function kindOf(
  { start, end, access, file }: Mapping,
  next: Mapping | undefined,
): 'files' | 'shared' | 'malloc' | 'anonymous' {
  if (file === '[heap]') return 'malloc';
  if (access.endsWith('s') || /^\/dev\/(shm|zero)|^\/memfd:/.test(file)) return 'shared';
  if (file.startsWith('/')) return 'files';
  const isArena = start % ARENA_BYTES === 0 && next?.start === end && next.end - start === ARENA_BYTES;
  return isArena ? 'malloc' : 'anonymous';
}

/** Sums of one process; the kinds are parts of the proportional size. */
export function sumMappings(mappings: readonly Mapping[]): Memory {
  const sum: { -readonly [Field in keyof Memory]: number } = { ...NONE };
  for (const [at, mapping] of mappings.entries()) {
    sum.rss += mapping.rss;
    sum.pss += mapping.pss;
    sum[kindOf(mapping, mappings[at + 1])] += mapping.pss;
  }
  return sum;
}

const add = (a: Memory, b: Memory): Memory =>
  Object.fromEntries(FIELDS.map((field) => [field, a[field] + b[field]])) as unknown as Memory;

/** Memory of `root` and of every process below it. */
export function readMemoryByProcess(root: number): Readonly<Record<Process, Memory>> {
  const sums = Object.fromEntries(PROCESSES.map((name) => [name, NONE])) as Record<Process, Memory>;
  for (const { pid, command } of listTree(root)) {
    const name = nameOf(pid, root, command);
    try {
      sums[name] = add(sums[name], sumMappings(listMappings(readFileSync(`/proc/${pid}/smaps`, 'utf8'))));
    } catch {
      // Ended meanwhile.
    }
  }
  return sums;
}

/**
 * Without the files: how much of their shared pages counts here depends on which other programs use them. Where one of two
 * Chromiums on a machine ends, the other one's share grows by 60 to 80 MB.
 */
export const ownOf = ({ shared, malloc, anonymous }: Memory): number => shared + malloc + anonymous;

export const sumProcesses = (memory: Readonly<Record<Process, Memory>>): Memory =>
  PROCESSES.map((name) => memory[name]).reduce(add, NONE);
