import { expect, it } from 'vitest';
import { createDryRunWatch } from '#main/trading/conditionals/dryRun/dryRunWatch.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET } from '#test/slice/makers.ts';

const LIVE = { health: { at: 'live' } } as WatchedBook;

function openBench() {
  const clock = openFakeClock();
  const watched: string[] = [];
  const bench = { clock, watched, book: null as WatchedBook | null, ended: 0 };
  const watch = createDryRunWatch({
    schedule: clock.schedule,
    markets: {
      watchForDryRun: (books, underlyings) => void watched.push([...books, ...underlyings].join(' ')),
      book: () => bench.book,
      tick: () => null,
    },
  });
  const look = (underlyings: readonly string[] = []): void => {
    void watch.look([MARKET], underlyings).then(() => {
      bench.ended += 1;
    });
  };
  return { bench, watch, look };
}

it('watches until the books are live, and then no longer', async () => {
  const { bench, look } = openBench();
  look();
  await bench.clock.advance(200);
  expect([bench.ended, bench.watched]).toEqual([0, [MARKET]]);
  bench.book = LIVE;
  await bench.clock.advance(100);
  expect([bench.ended, bench.watched, bench.clock.pending()]).toEqual([1, [MARKET, ''], 0]);
});

it('watches nothing when everything is there, and goes on without what does not come', async () => {
  const { bench, look } = openBench();
  bench.book = LIVE;
  look();
  await bench.clock.settle();
  expect([bench.ended, bench.watched]).toEqual([1, []]);
  look(['BTC-USD']);
  await bench.clock.advance(2_900);
  expect(bench.ended).toBe(1);
  await bench.clock.advance(200);
  expect([bench.ended, bench.watched.at(-1)]).toEqual([2, '']);
});

it('ends the one before, and at close', async () => {
  const { bench, watch, look } = openBench();
  look();
  look();
  await bench.clock.settle();
  expect([bench.ended, bench.watched]).toEqual([1, [MARKET, '', MARKET]]);
  watch.close();
  await bench.clock.settle();
  expect([bench.ended, bench.watched.at(-1), bench.clock.pending()]).toEqual([2, '', 0]);
});
