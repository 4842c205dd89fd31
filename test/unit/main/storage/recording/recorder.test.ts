import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LEAST_FREE_BYTES } from '#main/storage/recording/blockStore.ts';
import { openRecordingReader } from '#main/storage/recording/recordingReader.ts';
import { DEFAULT_RECORDING } from '#shared/ipc/recording.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import type { RecordedEvent } from '#shared/recording/record.ts';
import { type FakeClock, START_MS } from '#test/slice/fakeClock.ts';
import { levels, MARKET, makeBook, OTHER_MARKET } from '#test/slice/makers.ts';
import { openRecorderBench, type RecorderBench, removeFolders } from './openBench.ts';

afterEach(removeFolders);

const snapshot = (bench: RecorderBench, sequence = 1, market = MARKET): void =>
  bench.emit({ kind: 'bookSnapshot', market, update: makeBook(sequence), receivedAtMs: bench.clock.now() });
const increment = (bench: RecorderBench, sequence: number): void => {
  const price = `0.${String(10 + (sequence % 49))}`;
  const update = { bids: levels([price, String(1 + (sequence % 7))]), asks: [], sequence };
  const event: PublicEvent = { kind: 'bookIncrement', market: MARKET, update, receivedAtMs: bench.clock.now() };
  bench.emit(event);
};

function openLive(options: Parameters<typeof openRecorderBench>[0] = {}, clock?: FakeClock): RecorderBench {
  const bench = openRecorderBench(options, clock);
  bench.begin();
  bench.watch([MARKET]);
  snapshot(bench);
  bench.trust(MARKET, { at: 'live' });
  return bench;
}

/** A hundred increments in each of so many tenths of a second. */
async function run(bench: RecorderBench, tenths: number, from = 2): Promise<number> {
  let sequence = from;
  for (let tenth = 0; tenth < tenths; tenth += 1) {
    for (let count = 0; count < 100; count += 1) {
      increment(bench, sequence);
      sequence += 1;
    }
    await bench.clock.advance(100);
  }
  return sequence;
}

function read(folder: string) {
  const reader = openRecordingReader(folder);
  const records: RecordedEvent[] = [];
  const result = reader.replay((record) => void records.push(record));
  return { reader, records, result };
}

describe('openRecorder', () => {
  it('records what a replay needs to be what was live, at every block', async () => {
    const bench = openLive();
    await run(bench, 900);
    await bench.recorder.end();
    const { result, reader } = read(bench.folder);
    expect(result.differing).toEqual([]);
    expect(result.compared).toBe(result.blocks);
    expect(result.blocks).toBeGreaterThan(16);
    const end = reader.seek(Number.MAX_SAFE_INTEGER)!;
    expect(end.state.books.get(MARKET)!.book).toEqual(bench.books.get(MARKET)!.book);
    reader.close();
    expect(bench.faults).toEqual([]);
  });

  it('finds a replay that differs from what was live', async () => {
    const bench = openLive();
    await run(bench, 10);
    // A change that no record has.
    bench.books.get(MARKET)!.book.bids[7] = 1;
    bench.books.get(MARKET)!.book.bidCount += 1;
    await bench.recorder.end();
    expect(read(bench.folder).result.differing).toHaveLength(1);
  });

  it('reads the state at a time from the newest state before it, and few blocks', async () => {
    const bench = openLive();
    const sequences: number[] = [];
    let sequence = 2;
    for (let second = 0; second < 60; second += 1) {
      sequence = await run(bench, 10, sequence);
      sequences.push(sequence - 1);
    }
    await bench.recorder.end();
    const { reader } = read(bench.folder);
    for (const second of [0, 1, 17, 42, 59]) {
      const found = reader.seek(START_MS + (second + 1) * 1_000 - 1)!;
      expect(found.state.books.get(MARKET)!.book.sequence).toBe(sequences[second]);
      expect(found.blocks).toBeLessThanOrEqual(17);
    }
    expect(reader.seek(START_MS - 1)).toBeNull();
    reader.close();
  });

  it('marks the first record of each turn', async () => {
    const bench = openLive();
    await bench.clock.advance(10);
    increment(bench, 2);
    increment(bench, 3);
    await bench.clock.advance(10);
    increment(bench, 4);
    await bench.recorder.end();
    const { records } = read(bench.folder);
    const market = records.filter(({ kind }) => kind === 'market').slice(1);
    expect(market.map(({ beginsBatch }) => beginsBatch)).toEqual([true, false, true]);
  });

  it('records a timer before what it decided, and none that decided nothing', async () => {
    const bench = openLive();
    bench.recorder.runTimer('market', () => {});
    bench.recorder.runTimer('market', () =>
      bench.trust(MARKET, { at: 'quiet', sinceMs: 1, reason: { code: 'inconclusive', parameters: {} } }),
    );
    await bench.recorder.end();
    const kinds = read(bench.folder).records.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'timer')).toHaveLength(1);
    expect(kinds[kinds.indexOf('timer') + 1]).toBe('trust');
  });

  it('begins a block with the state after a reconnect', async () => {
    const bench = openLive();
    await bench.clock.advance(20_000);
    const reason = { code: 'closedByTerminal', parameters: {} } as const;
    bench.emit({ kind: 'disconnected', markets: [MARKET], atMs: bench.clock.now(), reason });
    snapshot(bench, 9);
    await bench.clock.advance(10);
    increment(bench, 10);
    await bench.recorder.end();
    const { records, result } = read(bench.folder);
    expect(records.filter(({ kind }) => kind === 'state')).toHaveLength(2);
    expect(result.differing).toEqual([]);
  });

  it('begins a file of its own, with the state, on each day', async () => {
    const bench = openLive();
    await run(bench, 3);
    await bench.clock.advance(86_400_000);
    await run(bench, 3, 302);
    await bench.recorder.end();
    const names = readdirSync(bench.folder).filter((name) => name.endsWith('.sqlite'));
    expect(names).toEqual(['2023-11-14.sqlite', '2023-11-15.sqlite']);
    const { records, result } = read(bench.folder);
    expect(records.filter(({ kind }) => kind === 'state')).toHaveLength(2);
    expect(result.differing).toEqual([]);
  });

  it('follows the account and the clock of each turn, in parts', async () => {
    const bench = openLive();
    const account = { at: 'live', orders: [], fills: [], positions: [] } as never;
    bench.account = account;
    bench.clockOffsetMs = 3;
    bench.recorder.noteAccount();
    await bench.clock.advance(600);
    bench.account = { ...(account as object), armed: true } as never;
    bench.clockOffsetMs = 5;
    bench.recorder.noteAccount();
    await bench.recorder.end();
    const { records, result, reader } = read(bench.folder);
    expect(records.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['account', 'accountChange', 'clock']));
    expect(result.differing).toEqual([]);
    expect(reader.seek(Number.MAX_SAFE_INTEGER)!.state).toMatchObject({ account: { armed: true }, clockOffsetMs: 5 });
    reader.close();
  });

  it('writes files for this user alone', async () => {
    const bench = openLive();
    await run(bench, 6);
    const files = readdirSync(bench.folder);
    expect(files).toEqual(expect.arrayContaining(['2023-11-14.sqlite', '2023-11-14.tail']));
    for (const name of files) expect(statSync(path.join(bench.folder, name)).mode & 0o777).toBe(0o600);
    await bench.recorder.end();
  });

  it('records nothing while it is off, and the gap afterwards', async () => {
    const bench = openLive();
    bench.recorder.setSettings({ ...DEFAULT_RECORDING, isOn: false });
    expect(bench.recorder.health().at).toBe('off');
    increment(bench, 2);
    await bench.clock.advance(5_000);
    bench.recorder.setSettings(DEFAULT_RECORDING);
    await bench.recorder.end();
    const { result } = read(bench.folder);
    expect(result.gaps).toEqual([
      { fromMs: START_MS, untilMs: START_MS + 5_000, reason: { code: 'turnedOff', parameters: {} } },
    ]);
    expect(result.differing).toEqual([]);
  });

  it('says so on a disk that is almost full, and records again once it is not', async () => {
    let free = LEAST_FREE_BYTES - 1;
    const bench = openLive({ store: { freeBytes: () => free } });
    await bench.clock.advance(600);
    expect(bench.recorder.health()).toMatchObject({
      at: 'stopped',
      stop: { code: 'noSpace', parameters: { freeBytes: free } },
    });
    increment(bench, 2);
    free = LEAST_FREE_BYTES;
    await bench.clock.advance(31_000);
    expect(bench.recorder.health()).toMatchObject({ at: 'recording', stop: null });
    await run(bench, 1, 3);
    await bench.recorder.end();
    const { result } = read(bench.folder);
    expect(result.gaps).toMatchObject([{ reason: { code: 'noSpace' } }]);
    expect(result.differing).toEqual([]);
  });

  it('stops while the disk is too slow, and keeps no more than it has to', async () => {
    const bench = openLive({ answerOf: null });
    let sequence = 2;
    while (bench.recorder.isRecording() && sequence < 4_000_000) sequence = await run(bench, 50, sequence);
    expect(bench.recorder.health()).toMatchObject({ at: 'stopped', stop: { code: 'slow' } });
  });

  it('counts what it uses', async () => {
    const bench = openLive();
    await run(bench, 60);
    const { bytes, todayBytes, days, writtenAtMs, records } = bench.recorder.health();
    expect(bytes).toBeGreaterThan(4_096);
    expect(todayBytes).toBe(bytes);
    expect(days).toBe(1);
    expect(bench.clock.now() - writtenAtMs!).toBeLessThanOrEqual(500);
    expect(records).toBeGreaterThan(5_000);
    await bench.recorder.end();
  });

  it('lists and deletes days, today too', async () => {
    const bench = openLive();
    await run(bench, 6);
    expect(await bench.recorder.listDays()).toMatchObject([{ day: '2023-11-14' }]);
    expect(await bench.recorder.deleteDay('2023-11-13')).toBe('notThere');
    expect(await bench.recorder.deleteDay('2023-11-14')).toBe('none');
    await run(bench, 6, 602);
    await bench.recorder.end();
    const { result } = read(bench.folder);
    expect(result.gaps).toMatchObject([{ reason: { code: 'deleted' } }]);
    expect(result.records).toBeLessThan(620);
    expect(result.differing).toEqual([]);
  });

  it('records another account in another folder', async () => {
    const bench = openLive();
    await run(bench, 1);
    await bench.recorder.end();
    const other = path.join(bench.folder, 'other');
    bench.begin(other);
    snapshot(bench, 200, OTHER_MARKET);
    await bench.recorder.end();
    expect(readdirSync(other)).toContain('2023-11-14.sqlite');
    expect(
      read(other).records.some((one) => one.kind === 'market' && 'market' in one.event && one.event.market === MARKET),
    ).toBe(false);
  });
});
