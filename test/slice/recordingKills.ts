/**
 * Kills a recording program at random instants, and compares what is left with what it had recorded.
 *
 * Shape       `node --experimental-strip-types test/slice/recordingKills.ts [kills] [seed]` prints the worst of so many; the test runs
 *             a few. Every other program begins where the one before was killed.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBlockStore } from '#main/storage/recording/blockStore.ts';
import { openRecordingReader } from '#main/storage/recording/recordingReader.ts';
import { DEFAULT_RECORDING } from '#shared/ipc/recording.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { runAndKill } from './runAndKill.ts';

export const MARKET = parseMarketId('btc-100k');
export const emptySnapshot: BookUpdate = { bids: [], asks: [], sequence: 1 };

/** The increment of a sequence: what is read back is compared with it. */
export function updateOf(sequence: number): BookUpdate {
  const price = toPrice((1 + ((sequence * 37) % 499)) * 1_000);
  return { bids: [{ price, shares: toShares((sequence % 1_000) * 10_000) }], asks: [], sequence };
}

export interface KillSetup {
  readonly folder: string;
  /** File of what was recorded when. */
  readonly notes: string;
  readonly killAfterMs: number;
  /** Increments of 5 ms. */
  readonly perStep: number;
}

export interface KillResult {
  /** Recorded before the kill, and not in the recording: their time from the first to the kill, ms. */
  readonly missingMs: number;
  readonly records: number;
  /** What is wrong with what is there; empty when nothing is. */
  readonly faults: readonly string[];
}

const ENTRY = path.join(import.meta.dirname, 'recordingProcess.ts');

export async function killRecording(killAfterMs: number, perStep: number): Promise<KillResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-killed-recording-'));
  const notes = path.join(folder, 'notes');
  const recordings = path.join(folder, 'recordings');
  try {
    appendFileSync(notes, '');
    await runAndKill(ENTRY, { folder: recordings, notes, killAfterMs, perStep });
    return readLeft(recordings, readFileSync(notes, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readLeft(recordings: string, notes: string): KillResult {
  // As the next start does: the tail becomes a block.
  const store = openBlockStore({ folder: recordings, settings: DEFAULT_RECORDING, now: Date.now });
  const start = { fromMs: Date.now(), hasState: true };
  store.handle({
    kind: 'part',
    run: 1,
    start,
    bytes: new Uint8Array(),
    records: 0,
    untilMs: Date.now(),
    isLast: false,
  });
  store.handle({ kind: 'close' });
  const reader = openRecordingReader(recordings);
  const faults: string[] = [];
  let last = 0;
  const { records, differing } = reader.replay((record) => {
    if (record.kind !== 'market' || record.event.kind !== 'bookIncrement') return;
    const { update } = record.event;
    if (last !== 0 && update.sequence !== last + 1) faults.push(`sequence ${update.sequence} after ${last}`);
    if (JSON.stringify(update) !== JSON.stringify(updateOf(update.sequence))) faults.push(`another ${update.sequence}`);
    last = update.sequence;
  });
  reader.close();
  faults.push(...differing.map((block) => `differs: ${block}`));
  const rows = notes
    .trim()
    .split('\n')
    .map((row) => row.split(' '));
  const killedAtMs = Number(rows.find(([, what]) => what === 'killed')?.[0]);
  const missing = rows.find(([, sequence]) => Number(sequence) > last);
  return { missingMs: missing === undefined ? 0 : killedAtMs - Number(missing[0]), records, faults };
}

/** Instants from a seed, in the first three seconds. */
export function* instantsOf(seed: number): Generator<{ readonly killAfterMs: number; readonly perStep: number }> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The greater rate ends a block every third of a second.
    yield { killAfterMs: 20 + (state % 3_000), perStep: state % 2 === 0 ? 2 : 80 };
  }
}

if (import.meta.main) {
  const [kills = 200, seed = 1] = process.argv.slice(2).map(Number);
  const instants = instantsOf(seed);
  let worst = 0;
  const faults: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const { killAfterMs, perStep } = instants.next().value!;
    const result = await killRecording(killAfterMs, perStep);
    worst = Math.max(worst, result.missingMs);
    faults.push(...result.faults.map((fault) => `killed after ${killAfterMs} ms: ${fault}`));
  }
  console.log(`${kills} kills, seed ${seed}: at most ${worst} ms missing, ${faults.length} faults`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  process.exitCode = faults.length === 0 && worst <= 1_000 ? 0 : 1;
}
