import { expect, it } from 'vitest';
import { createDryRunPlanner } from '#main/trading/conditionals/dryRun/dryRunPlanner.ts';
import type { ConditionalMarkets, WatchedBook } from '#main/trading/conditionals/ports.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openFakeClock, START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket } from '#test/slice/makers.ts';
import { STOP } from '#test/unit/shared/order/conditional/makers.ts';

const BOOK: WatchedBook = {
  health: { at: 'live' },
  version: 1,
  sequence: 1,
  provedAtMs: START_MS,
  bids: [parsePrice('0.42'), parseShares('10')],
  asks: [parsePrice('0.44'), parseShares('10')],
};

function openBench() {
  const clock = openFakeClock();
  const watched: string[] = [];
  const bench = { clock, watched, book: null as WatchedBook | null };
  const markets = {
    watchForDryRun: (books: readonly string[]) => void watched.push(books.join(' ')),
    hasListed: (id: string) => id === MARKET,
    hasUnderlying: () => false,
    market: () => ({ ...makeMarket(), terms: null }),
    grid: () => DEFAULT_TICK,
    book: () => bench.book,
    tick: () => null,
  } as unknown as ConditionalMarkets;
  const planner = createDryRunPlanner({
    markets,
    schedule: clock.schedule,
    now: () => clock.now() + 250,
    isTrading: () => true,
    available: () => null,
  });
  return { bench, planner };
}

it('waits for the book of the market, and begins at a whole second with it', async () => {
  const { bench, planner } = openBench();
  const planned = planner.plan(STOP, 7, null);
  await bench.clock.advance(100);
  bench.book = BOOK;
  await bench.clock.advance(100);
  expect(await planned).toMatchObject({
    outcome: 'request',
    request: { seed: 7, start: { startMs: START_MS, markets: [{ price: parsePrice('0.43'), isGuessed: false }] } },
  });
  expect(bench.watched).toEqual([MARKET, '']);
});

it('looks at nothing for terms that have no dry run, and for a day that is run again', async () => {
  const { bench, planner } = openBench();
  const outcome = { ...STOP.outcome, market: parseMarketId('nowhere') };
  expect(await planner.plan({ ...STOP, outcome }, 7, null)).toMatchObject({ outcome: 'refused' });
  bench.book = BOOK;
  const first = await planner.plan(STOP, 7, null);
  bench.book = null;
  if (first.outcome !== 'request') throw new Error('Expected a plan');
  expect(await planner.plan(STOP, 7, first.request.start)).toEqual(first);
  expect(bench.watched).toEqual([]);
});
