/**
 * `npm run bench:recording:click -- [rounds] [orders]`: click to wire with the recorder on and off, in turns of one program.
 *
 * Shape       The order path of the program with its thread that writes recordings, at 1,000 increments a second. A round has so many
 *             orders with the recorder on and as many with it off; which comes first alternates. Journal in memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordReads } from '../../src/main/app/recording/edges.ts';
import { openRecorder } from '../../src/main/storage/recording/recorder.ts';
import { startStoreThread } from '../../src/main/storage/recording/storeThread.ts';
import { DEFAULT_RECORDING } from '../../src/shared/ipc/recording.ts';
import { applyIncrement, applySnapshot, buildBook } from '../../src/shared/market/book.ts';
import type { BookHealth } from '../../src/shared/market/bookHealth.ts';
import { schedule } from '../../test/slice/realTimers.ts';
import { emptySnapshot, MARKET, updateOf } from '../../test/slice/recordingKills.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { nextIntent } from '../order/values.ts';
import { timeToWire, watchWrites } from '../order/wire.ts';

const STEP_MS = 10;
const PER_STEP = 10;
const LIVE: BookHealth = { at: 'live' };

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
const median = (values: readonly number[]): number => percentile(values, 0.5);

async function run(rounds: number, orders: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'adyton-bench-recording-'));
  const exchange = await openBenchExchange();
  watchWrites(exchange.port);
  const book = buildBook();
  const books = new Map([[MARKET, { book, health: LIVE }]]);
  const recorder = openRecorder({
    now: Date.now,
    schedule,
    settings: DEFAULT_RECORDING,
    startStore: startStoreThread,
    onFault: (error) => console.error(error),
  });
  const session = { program: '', runtime: '', platform: '', network: 'test', account: '', settings: {}, limits: null };
  recorder.begin({
    folder,
    session: () => session,
    state: () => ({ books, ticks: new Map(), account: null, clockOffsetMs: 0 }),
  });
  recorder.noteInterest({ books: [MARKET], tapes: [], candles: [], underlyings: [] });
  recorder.notePublic({ kind: 'bookSnapshot', market: MARKET, update: emptySnapshot, receivedAtMs: Date.now() });
  applySnapshot(book, emptySnapshot);
  recorder.noteTrust(MARKET, LIVE);
  let sequence = 1;
  const stream = setInterval(() => {
    for (let count = 0; count < PER_STEP; count += 1) {
      sequence += 1;
      const update = updateOf(sequence);
      recorder.notePublic({ kind: 'bookIncrement', market: MARKET, update, receivedAtMs: Date.now() });
      applyIncrement(book, update);
    }
  }, STEP_MS);
  const adyton = await openAdyton({
    port: exchange.port,
    isOnDisk: false,
    wrap: (gateway) => recordReads(gateway, recorder),
  });
  let number = 0;
  const place = async (): Promise<void> => {
    number += 1;
    recorder.note('command', { number, name: 'order.place', window: 1, fields: { ...nextIntent() } });
    await adyton.place();
    recorder.note('answer', { number, code: null, fields: { outcome: 'accepted' } });
  };
  const measure = async (isOn: boolean): Promise<number[]> => {
    recorder.setSettings({ ...DEFAULT_RECORDING, isOn });
    const times: number[] = [];
    for (let order = 0; order < orders; order += 1) {
      await adyton.prepare();
      times.push(await timeToWire(place));
    }
    return times;
  };
  await measure(true);
  await measure(false);
  const medians: number[] = [];
  const tails: number[] = [];
  const all = { on: [] as number[], off: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const isFirst = round % 2 === 0;
    const first = await measure(isFirst);
    const second = await measure(!isFirst);
    const [on, off] = isFirst ? [first, second] : [second, first];
    medians.push(median(on) / median(off));
    tails.push(percentile(on, 0.99) / percentile(off, 0.99));
    all.on.push(...on);
    all.off.push(...off);
  }
  clearInterval(stream);
  await adyton.close();
  await recorder.end();
  exchange.close();
  rmSync(folder, { recursive: true, force: true });
  const row = (name: string, values: readonly number[]): string =>
    `${name}: 50 % ${Math.round(median(values))} µs, 99 % ${Math.round(percentile(values, 0.99))} µs`;
  console.log(`${rounds} rounds of ${orders} orders, ${recorder.health().records} records`);
  console.log(row('recorder on', all.on));
  console.log(row('recorder off', all.off));
  console.log(`on by off, median of the rounds: 50 % ${median(medians).toFixed(3)}, 99 % ${median(tails).toFixed(3)}`);
}

const [rounds = 20, orders = 1_000] = process.argv.slice(2).map(Number);
await run(rounds, orders);
