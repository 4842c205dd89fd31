import { describe, expect, it } from 'vitest';
import { type CatalogueOptions, openCatalogue } from '#main/market/catalogue.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openFakeClock, START_MS } from '#test/slice/fakeClock.ts';
import { listingOf, MARKET, makeMarket, makeTrade, OTHER_MARKET } from '#test/slice/makers.ts';
import { explainAsCode } from '#test/slice/tradingBench.ts';

function openBench(listMarkets: () => Promise<Market[]>, change: Partial<CatalogueOptions> = {}) {
  const clock = openFakeClock();
  let reads = 0;
  let counts = 0;
  let listed: readonly Market[] = [];
  let changes = 0;
  const catalogue = openCatalogue({
    ...clock,
    tick: DEFAULT_TICK,
    explainRead: explainAsCode,
    async listMarkets() {
      reads += 1;
      listed = await listMarkets();
      return listingOf(listed);
    },
    async countMarkets() {
      counts += 1;
      return (await listMarkets()).length;
    },
    onChange: () => {
      changes += 1;
    },
    ...change,
  });
  return { clock, catalogue, reads: () => reads, counts: () => counts, changes: () => changes };
}

const tradeAt = (id: string, price: string, exchangeTimeMs: number) =>
  makeTrade(id, { price: parsePrice(price), exchangeTimeMs });

describe('catalogue', () => {
  it('is loading, then live, and reads the whole list once a minute where nothing changed', async () => {
    const { clock, catalogue, reads, counts } = openBench(async () => [makeMarket()]);
    expect(catalogue.view().at).toBe('loading');
    await clock.settle();
    expect(catalogue.view()).toMatchObject({ at: 'live', receivedAtMs: clock.now() });
    expect(catalogue.market(MARKET)?.title).toBe('Bitcoin above 100,000');
    for (let minute = 0; minute < 10; minute += 1) {
      catalogue.touch();
      await clock.advance(30_000);
      catalogue.touch();
      await clock.advance(30_000);
    }
    expect(reads()).toBe(11);
    expect(counts()).toBe(110);
  });

  it('finds a new market at the next count, within five seconds', async () => {
    const markets = [makeMarket()];
    const { clock, catalogue } = openBench(async () => markets);
    await clock.advance(20_000);
    markets.push(makeMarket({ id: OTHER_MARKET }));
    await clock.advance(5_000);
    expect(catalogue.market(OTHER_MARKET)).not.toBeNull();
  });

  it('reads after the close of a market, until its result is known', async () => {
    let result: string | null = null;
    const closeAtMs = START_MS + 10_000;
    const { clock, catalogue, reads } = openBench(async () => [makeMarket({ closeAtMs, result })]);
    await clock.advance(10_000);
    expect(reads()).toBe(1);
    await clock.advance(1_000);
    expect(reads()).toBe(2);
    result = 'yes';
    await clock.advance(20_000);
    expect(catalogue.market(MARKET)?.result).toBe('yes');
    const before = reads();
    await clock.advance(30_000);
    expect(reads()).toBe(before);
  });

  it('reads at once where a change is expected, and again while caches may not have it', async () => {
    let result: string | null = null;
    const { clock, catalogue, reads } = openBench(async () => [makeMarket({ result })]);
    await clock.advance(7_000);
    expect(reads()).toBe(1);
    catalogue.expectChange();
    await clock.settle();
    expect(reads()).toBe(2);
    result = 'yes';
    await clock.advance(5_000);
    expect(catalogue.market(MARKET)?.result).toBe('yes');
    await clock.advance(60_000);
    expect(reads()).toBeLessThanOrEqual(6);
  });

  it('reads no oftener than every five seconds, however often a change is expected', async () => {
    const { clock, catalogue, reads } = openBench(async () => [makeMarket()]);
    for (let second = 0; second < 20; second += 1) {
      await clock.advance(1_000);
      catalogue.expectChange();
    }
    expect(reads()).toBeLessThanOrEqual(5);
  });

  it('reads the whole list every 15 s on an exchange that states no count', async () => {
    const bench = openBench(async () => [makeMarket()], {
      listMarkets: async () => ({ ...listingOf([makeMarket()]), total: null }),
    });
    await bench.clock.advance(60_000);
    expect(bench.counts()).toBe(0);
    expect(bench.catalogue.view()).toMatchObject({ at: 'live', receivedAtMs: START_MS + 60_000 });
  });

  it('keeps a market that a partial list omits, and says that the list is partial', async () => {
    const partial = { bound: 'rows', limit: 1, rows: 1 } as const;
    let isPartial = false;
    const both = [makeMarket(), makeMarket({ id: OTHER_MARKET })];
    const { clock, catalogue } = openBench(async () => both, {
      listMarkets: async () =>
        isPartial ? { items: both.slice(0, 1), partial, total: 3 } : { ...listingOf(both), total: 9 },
    });
    await clock.settle();
    isPartial = true;
    await clock.advance(5_000);
    expect(catalogue.view()).toMatchObject({ at: 'live', failure: { code: 'partial', parameters: partial } });
    expect(catalogue.market(OTHER_MARKET)).not.toBeNull();
  });

  it('slows down while no window shows it and reads at once when one does', async () => {
    const { clock, catalogue, reads, counts } = openBench(async () => [makeMarket()]);
    await clock.advance(120_000);
    const before = { reads: reads(), counts: counts() };
    await clock.advance(90_000);
    expect(reads()).toBe(before.reads);
    expect(counts() - before.counts).toBe(3);
    catalogue.touch();
    await clock.settle();
    expect(reads()).toBe(before.reads + 1);
    await clock.advance(5_000);
    expect(counts() - before.counts).toBe(4);
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
      failure: { code: 'readFailed', parameters: { failure: explainAsCode(new Error('connection refused')) } },
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
      failure: { code: 'readFailed', parameters: { failure: explainAsCode(new Error('connection refused')) } },
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

  describe('of a long list', () => {
    const COUNT = 4_000;
    const idOf = (at: number) => parseMarketId(`market-${at}`);

    function openLong() {
      const state = { stated: COUNT, result: null as string | null, pages: [] as number[], wholes: 0 };
      const closeAtMs = START_MS + 30_000;
      const at = (index: number): Market =>
        makeMarket({ id: idOf(index), ...(index === 750 ? { closeAtMs, result: state.result } : {}) });
      const page = (number: number) => Array.from({ length: 100 }, (_, row) => at((number - 1) * 100 + row));
      const gates = Promise.withResolvers<void>();
      const bench = openBench(async () => [], {
        async listMarkets(onPage) {
          state.wholes += 1;
          await Promise.resolve();
          onPage?.(page(1), 1);
          await gates.promise;
          for (let number = 2; number <= COUNT / 100; number += 1) onPage?.(page(number), number);
          const items = Array.from({ length: COUNT }, (_, index) => at(index));
          return { items, partial: null, total: COUNT };
        },
        async listMarketPage(number) {
          state.pages.push(number);
          return page(number);
        },
        countMarkets: async () => state.stated,
      });
      return { ...bench, state, release: gates.resolve };
    }

    it('has the markets of the first page before the last one is read', async () => {
      const { clock, catalogue, release } = openLong();
      await clock.settle();
      expect(catalogue.view().at).toBe('live');
      expect([catalogue.market(idOf(7)), catalogue.market(idOf(750))].map((one) => one?.id)).toEqual([
        idOf(7),
        undefined,
      ]);
      release();
      await clock.advance(1_000);
      expect(catalogue.market(idOf(750))?.id).toBe(idOf(750));
      expect(catalogue.view().list?.total).toBe(COUNT);
    });

    it('reads the page of a market that closed until it has a result, and the whole list by its length', async () => {
      const { clock, catalogue, state, release } = openLong();
      release();
      await clock.advance(20_000);
      expect(state).toMatchObject({ wholes: 1, pages: [] });
      catalogue.touch();
      await clock.advance(12_000);
      state.result = 'yes';
      await clock.advance(20_000);
      expect(catalogue.market(idOf(750))?.result).toBe('yes');
      expect(state.pages).toContain(8);
      expect(state.pages.length).toBeLessThanOrEqual(10);
      expect(state.wholes).toBe(1);
      await clock.advance(60_000);
      expect(state.wholes).toBe(2);
    });

    it('looks for a new market on the first and the last pages', async () => {
      const { clock, state, release } = openLong();
      release();
      await clock.advance(2_000);
      state.stated += 1;
      await clock.advance(5_000);
      expect(state.pages).toEqual([1, 41, 40]);
      expect(state.wholes).toBe(1);
    });
  });
});
