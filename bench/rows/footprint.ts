/**
 * *Footprint*: memory of all processes of the terminal with twenty markets or more watched, at rest and at the end of a minute
 * with 5,000 changes a second.
 *
 * Units       Megabytes. RSS counts what several processes share in each of them, PSS counts it once. The peer is the floor: the
 *             same programs with nothing in them, in the same run.
 * Invariants  Linux only. Main runs from its sources, whose compiler takes memory that `npm start` does not need.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMemory } from '../idle/processes.ts';
import { pass } from '../measure.ts';
import { readEmptyPrograms } from '../memory/empty.ts';
import { buildPairs, type Measured } from '../row.ts';
import { sumProcesses } from '../soak/memory.ts';
import type { Size } from './size.ts';

const MEGABYTE = 1_048_576;
const CASES = [
  { name: 'at rest', rate: 0 },
  { name: 'after a minute of 5,000 changes a second', rate: 5_000 },
] as const;

interface Reading {
  readonly rss: number;
  readonly pss: number;
}

async function read(rate: number, afterMs: number): Promise<Reading> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-footprint-'));
  const child = fork(new URL('../footprint/host.ts', import.meta.url), [folder, String(rate)], { cwd: folder });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`Expected the terminal to open, found exit code ${code}`)));
    });
    await pass(afterMs);
    const { rss, pss } = readMemory(child.pid!);
    return { rss: rss / MEGABYTE, pss: pss / MEGABYTE };
  } finally {
    if (child.connected) child.disconnect();
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readFloor(): Promise<Reading> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-empty-'));
  try {
    const { rss, pss } = sumProcesses(await readEmptyPrograms(folder, () => undefined));
    return { rss: rss / MEGABYTE, pss: pss / MEGABYTE };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function measureFootprint({ footprint: { afterMs } }: Size): Promise<Measured[]> {
  const rows: Measured[] = [];
  const floor = await readFloor();
  for (const { name, rate } of CASES) {
    const { rss, pss } = await read(rate, afterMs);
    const about = `memory with 20 markets, ${name}`;
    rows.push(
      buildPairs(`${about}, RSS: empty programs`, 'MB', [{ ours: rss, peer: floor.rss }]),
      buildPairs(`${about}, PSS: empty programs`, 'MB', [{ ours: pss, peer: floor.pss }]),
    );
  }
  return rows;
}
