import { describe, expect, it } from 'vitest';
import { openCatalogue } from '#main/market/catalogue.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeMarket, makeTrade } from '#test/slice/makers.ts';

function openBench(listMarkets: () => Promise<Market[]>) {
  const clock = openFakeClock();
  let reads = 0;
  let changes = 0;
  const catalogue = openCatalogue({
    ...clock,
    tick: DEFAULT_TICK,
    listMarkets: () => {
      reads += 1;
      return listMarkets();
    },
    onChange: () => {
      changes += 1;
    },
  });
  return { clock, catalogue, reads: () => reads, changes: () => changes };
}

const tradeAt = (id: string, price: string, exchangeTimeMs: number) =>
  makeTrade(id, { price: parsePrice(price), exchangeTimeMs });

describe('catalogue', () => {
  it('is loading, then live, and reads again every five seconds while a window shows it', async () => {
    const { clock, catalogue, reads } = openBench(async () => [makeMarket()]);
    expect(catalogue.view().at).toBe('loading');
    await clock.settle();
    expect(catalogue.view()).toMatchObject({ at: 'live', receivedAtMs: clock.now() });
    expect(catalogue.market(MARKET)?.title).toBe('Bitcoin above 100,000');
    await clock.advance(10_000);
    expect(reads()).toBe(3);
  });

  it('slows down while no window shows it and resumes at once', async () => {
    const { clock, catalogue, reads } = openBench(async () => [makeMarket()]);
    await clock.advance(60_000);
    const before = reads();
    await clock.advance(25_000);
    expect(reads() - before).toBeLessThanOrEqual(1);
    catalogue.touch();
    await clock.settle();
    const resumed = reads();
    await clock.advance(5_000);
    expect(reads()).toBe(resumed + 1);
  });

  it('keeps its last content as stale with the failure, and backs off', async () => {
    let isDown = false;
    const { clock, catalogue, reads } = openBench(async () => {
      if (isDown) throw new Error('connection refused');
      return [makeMarket()];
    });
    await clock.settle();
    isDown = true;
    await clock.advance(5_000);
    expect(catalogue.view()).toMatchObject({
      at: 'stale',
      failure: { code: 'readFailed', parameters: { error: 'connection refused' } },
    });
    expect(catalogue.view().markets).toHaveLength(1);
    const before = reads();
    await clock.advance(3_000);
    expect(reads() - before).toBe(2);
    isDown = false;
    await clock.advance(60_000);
    expect(catalogue.view()).toMatchObject({ at: 'live', failure: null });
  });

  it('has the failure of the first read while loading', async () => {
    const { clock, catalogue } = openBench(() => Promise.reject(new Error('connection refused')));
    await clock.settle();
    expect(catalogue.view()).toMatchObject({
      at: 'loading',
      failure: { code: 'readFailed', parameters: { error: 'connection refused' } },
    });
  });

  it('publishes streamed last prices at once and then once a second', async () => {
    const { clock, catalogue, changes } = openBench(async () => [makeMarket()]);
    await clock.advance(1_500);
    const before = changes();
    for (let turn = 0; turn < 20; turn += 1) {
      catalogue.onTrades(MARKET, [tradeAt(`${turn}`, `0.${70 + turn}`, clock.now())], clock.now());
      await clock.advance(10);
    }
    expect(changes() - before).toBe(1);
    await clock.advance(1_000);
    expect(changes() - before).toBe(2);
    expect(catalogue.view().markets[0]).toMatchObject({ lastPrice: 890_000, yesPrice: 890_000, noPrice: 110_000 });
  });

  it('prefers a recent trade over a list that may come from a cache, but not an old trade', async () => {
    const { clock, catalogue } = openBench(async () => [makeMarket()]);
    await clock.advance(4_000);
    catalogue.onTrades(MARKET, [tradeAt('1', '0.80', clock.now())], clock.now());
    await clock.advance(2_000);
    expect(catalogue.view().markets[0]?.lastPrice).toBe(800_000);
    await clock.advance(310_000);
    expect(catalogue.view().markets[0]?.lastPrice).toBe(610_000);
  });

  it('keeps a newer trade when an older one arrives', async () => {
    const { clock, catalogue } = openBench(async () => [makeMarket()]);
    await clock.advance(1_500);
    catalogue.onTrades(MARKET, [tradeAt('2', '0.80', clock.now())], clock.now());
    catalogue.onTrades(MARKET, [tradeAt('1', '0.70', clock.now() - 5)], clock.now());
    await clock.advance(1_000);
    expect(catalogue.view().markets[0]?.lastPrice).toBe(800_000);
  });

  it('stops when closed', async () => {
    const { clock, catalogue, reads } = openBench(async () => [makeMarket()]);
    await clock.settle();
    catalogue.close();
    await clock.advance(60_000);
    expect(reads()).toBe(1);
    expect(clock.pending()).toBe(0);
  });
});
