/**
 * `npm run bench:recording -- [hours] [seed]`: what the recorder costs on a played market: bytes and processor time of an
 * increment, with compression and disk, the share of a core at 1,000 increments a second, and the time of a seek.
 *
 * Shape       Recorder, block store and reader of the program, in one thread, so that nothing of the worker is left out.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBlockStore } from '../../src/main/storage/recording/blockStore.ts';
import { openRecorder } from '../../src/main/storage/recording/recorder.ts';
import { openRecordingReader } from '../../src/main/storage/recording/recordingReader.ts';
import { DEFAULT_RECORDING } from '../../src/shared/ipc/recording.ts';
import { applyIncrement, applySnapshot, buildBook } from '../../src/shared/market/book.ts';
import type { BookHealth } from '../../src/shared/market/bookHealth.ts';
import type { PublicEvent } from '../../src/shared/market/events.ts';
import { createBlockEncoder } from '../../src/shared/recording/block.ts';
import type { TerminalState } from '../../src/shared/recording/replayState.ts';
import type { MarketId } from '../../src/shared/units/ids.ts';
import { playMarket, START_MS } from './mix.ts';

const SEEKS = 500;
const RATE = 1_000;
const LIVE: BookHealth = { at: 'live' };

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Encodes every event into blocks and drops them: what the main thread does for an increment. */
function measureEncoding(events: readonly PublicEvent[]): number {
  const block = createBlockEncoder();
  block.begin(START_MS);
  const before = cpuMs();
  for (const event of events) {
    block.market(event, false);
    if (block.length() > 32_768) block.begin(START_MS);
  }
  return ((cpuMs() - before) * 1e6) / events.length;
}

async function run(hours: number, seed: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-bench-recording-'));
  const events: PublicEvent[] = [];
  playMarket(seed, hours, (event) => events.push(event));
  const increments = events.filter(({ kind }) => kind === 'bookIncrement');
  console.log(`${events.length} events of ${hours} h, ${increments.length} of them increments, seed ${seed}`);
  measureEncoding(increments);
  console.log(`encode an increment: ${Math.round(measureEncoding(increments))} ns of processor time`);

  let nowMs = START_MS;
  const timers = new Map<number, { readonly dueMs: number; readonly run: () => void }>();
  let timerId = 0;
  const books = new Map<MarketId, { readonly book: ReturnType<typeof buildBook>; readonly health: BookHealth }>();
  const state = (): TerminalState => ({ books, ticks: new Map(), account: null, clockOffsetMs: 0 });
  const recorder = openRecorder({
    now: () => nowMs,
    schedule(delayMs, work) {
      timerId += 1;
      const id = timerId;
      timers.set(id, { dueMs: nowMs + delayMs, run: work });
      return () => void timers.delete(id);
    },
    settings: DEFAULT_RECORDING,
    startStore({ folder: at, settings, onAnswer }) {
      const store = openBlockStore({ folder: at, settings, now: () => nowMs });
      return {
        post(message) {
          const answer = store.handle(message);
          if (answer !== null) onAnswer(answer);
        },
        close: async () => void store.handle({ kind: 'close' }),
      };
    },
    onFault: (error) => console.error(error),
  });
  const session = {
    program: 'bench',
    runtime: '',
    platform: '',
    network: 'paper',
    account: '',
    settings: {},
    limits: null,
  };
  recorder.begin({ folder, session: () => session, state });
  let inBooksMs = 0;
  const started = cpuMs();
  for (const event of events) {
    const atMs = 'receivedAtMs' in event ? event.receivedAtMs : event.atMs;
    if (atMs !== nowMs) {
      // The turn of main ends.
      await null;
      nowMs = atMs;
      for (const [id, { dueMs, run: work }] of timers) {
        if (dueMs > nowMs) continue;
        timers.delete(id);
        work();
      }
    }
    if (event.kind === 'bookSnapshot' && !books.has(event.market)) {
      books.set(event.market, { book: buildBook(), health: LIVE });
      recorder.noteInterest({ books: [...books.keys()], tapes: [], candles: [], underlyings: [] });
      recorder.noteTrust(event.market, LIVE);
    }
    recorder.notePublic(event);
    if (event.kind !== 'bookSnapshot' && event.kind !== 'bookIncrement') continue;
    const before = performance.now();
    const { book } = books.get(event.market)!;
    if (event.kind === 'bookSnapshot') applySnapshot(book, event.update);
    else applyIncrement(book, event.update);
    inBooksMs += performance.now() - before;
  }
  await recorder.end();
  const used = cpuMs() - started - inBooksMs;
  const { records } = recorder.health();
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  const each = (used * 1_000) / increments.length;
  console.log(`on disk: ${bytes} bytes, ${(bytes / increments.length).toFixed(2)} an increment with everything else`);
  console.log(`record, compress and write: ${each.toFixed(2)} µs of processor time an increment, all threads`);
  console.log(`at ${RATE} increments a second: ${((each * RATE) / 10_000).toFixed(2)} % of a core`);

  const reader = openRecordingReader(folder);
  const before = cpuMs();
  const { compared, differing, blocks } = reader.replay();
  const replayMs = cpuMs() - before;
  const speed = (hours * 3_600_000) / replayMs;
  console.log(`replay: ${records} records in ${blocks} blocks, ${compared} compared, ${differing.length} differ`);
  console.log(`replay: ${Math.round(replayMs)} ms of processor time, ${Math.round(speed)} times as fast as live`);
  const times: number[] = [];
  for (let at = 0; at < SEEKS; at += 1) {
    // Spread evenly, and in no order that a cache could follow.
    const atMs = START_MS + ((at * 7_919) % SEEKS) * ((hours * 3_600_000) / SEEKS);
    const startedMs = performance.now();
    reader.seek(atMs);
    times.push(performance.now() - startedMs);
  }
  reader.close();
  times.sort((a, b) => a - b);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
  console.log(`seek: ${SEEKS} times, 50 % ${p50} ms, 95 % ${p95} ms, 99 % ${p99} ms`);
  rmSync(folder, { recursive: true, force: true });
}

const [hours = 1, seed = 7] = process.argv.slice(2).map(Number);
await run(hours, seed);
