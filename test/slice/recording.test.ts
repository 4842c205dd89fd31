import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openRecordingReader } from '#main/storage/recording/recordingReader.ts';
import { startStoreThread } from '#main/storage/recording/storeThread.ts';
import type { RecordedEvent } from '#shared/recording/record.ts';
import { intend, openTraderBench, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function openRecorded(seed?: number): Promise<TraderBench> {
  const bench = await openTraderBench(
    { startStore: startStoreThread, version: '0.1.0' },
    seed === undefined ? {} : { seed },
  );
  closers.push(bench.close);
  return bench;
}

function read(bench: TraderBench) {
  const reader = openRecordingReader(join(bench.dataFolder, 'paper', 'recordings'));
  const records: RecordedEvent[] = [];
  const fills = new Set<string>();
  const result = reader.replay((record, { account }) => {
    records.push(record);
    for (const { id } of account?.fills ?? []) fills.add(id);
  });
  reader.close();
  return { records, result, fills };
}

describe('a recording of the trader on the embedded exchange', () => {
  it.each([7, 19, 23])(
    'replays to what was live at every block, with orders, locks and restarts (seed %i)',
    async (seed) => {
      const bench = await openRecorded(seed);
      await bench.setUp();
      const { id, bid, ask } = await bench.watchBusyMarket();
      const { trading } = bench.trader;
      trading.setArmed(true);
      const resting = await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE }));
      await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: ask }));
      await until(() => expect(trading.view().fills.length).toBeGreaterThan(0));
      expect(bid).toBeLessThan(ask);
      const ids = trading.view().fills.map((fill) => fill.id);
      await trading.cancelAll({ market: id, eventId: null, side: null, column: null, yesPrice: null });
      expect(resting.outcome).toBe('accepted');
      await until(() => expect(bench.trader.recorder!.health().records).toBeGreaterThan(150));
      bench.trader.locks.lock('manual');
      await until(() => expect(bench.trader.recorder!.health().writtenAtMs).not.toBeNull());
      await bench.reopen();
      await bench.watchBusyMarket();
      await bench.trader.close();

      const { records, result, fills: replayed } = read(bench);
      expect(result.differing).toEqual([]);
      expect(result.compared).toBeGreaterThanOrEqual(2);
      expect(result.gaps.map(({ reason }) => reason.code)).toEqual(['notRunning']);
      const kinds = new Set(records.map(({ kind }) => kind));
      const needed = 'session state market trust interest private read accountChange clock limits'.split(' ');
      expect(needed.filter((kind) => !kinds.has(kind as never))).toEqual([]);
      expect(ids.filter((fill) => !replayed.has(fill))).toEqual([]);
    },
  );
});
