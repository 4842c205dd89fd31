import { describe, expect, it } from 'vitest';
import { type Catalogue, openCatalogue } from '#main/market/catalogue.ts';
import { buildCursor, collectCatalogue } from '#main/market/frames.ts';
import type { MarketQuery } from '#shared/market/marketList.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { listingOf, makeMarket, makeTrade } from '#test/slice/makers.ts';
import { explainAsCode } from '#test/slice/tradingBench.ts';

const idOf = (at: number) => parseMarketId(`market-${at}`);
const EVERYTHING: MarketQuery = { text: '', category: null, watched: null, sort: 'volume' };
const request = (from: number, query = EVERYTHING) => ({
  query,
  from,
  count: 40,
  at: null,
  isKept: false,
  headingsId: null,
});

async function openBench(count: number) {
  const clock = openFakeClock();
  const markets = Array.from({ length: count }, (_, at) =>
    makeMarket({ id: idOf(at), title: `Market number ${at}`, eventId: Math.floor(at / 5), rules: 'r'.repeat(1_000) }),
  );
  const catalogue = openCatalogue({
    ...clock,
    tick: DEFAULT_TICK,
    explainRead: explainAsCode,
    listMarkets: async () => listingOf(markets),
    countMarkets: async () => count,
    onChange: () => undefined,
  });
  await clock.settle();
  return { clock, catalogue, cursor: buildCursor() };
}

const bytesOf = (parts: unknown): number => JSON.stringify(parts).length;
const collect = (catalogue: Catalogue, cursor: ReturnType<typeof buildCursor>) =>
  collectCatalogue(cursor, catalogue.view());

describe.each([1_000, 20_000])('a list of %d markets', (count) => {
  it('costs a new window at most the most traded markets', async () => {
    const { catalogue, cursor } = await openBench(count);
    const parts = collect(catalogue, cursor);
    expect(parts.catalogue?.markets).toHaveLength(100);
    expect(parts.catalogue?.list?.total).toBe(count);
    expect(bytesOf(parts)).toBeLessThan(300_000);
  });

  it('costs a part of its rows the markets of these rows, once', async () => {
    const { catalogue, cursor } = await openBench(count);
    collect(catalogue, cursor);
    const part = await catalogue.showList('list', request(count / 2));
    expect(part.rows).toHaveLength(40);
    const parts = collect(catalogue, cursor);
    expect(parts.changedMarkets?.length).toBeLessThanOrEqual(40);
    expect(bytesOf(parts)).toBeLessThan(100_000);
    await catalogue.showList('list', request(count / 2));
    expect(collect(catalogue, cursor).changedMarkets).toBeUndefined();
  });

  it('makes a window forget what it scrolled past, beyond a bound', async () => {
    const { catalogue, cursor } = await openBench(count);
    collect(catalogue, cursor);
    let forgotten = 0;
    for (let from = 0; from < 960; from += 40) {
      await catalogue.showList('list', request(from));
      forgotten += collect(catalogue, cursor).forgottenMarkets?.length ?? 0;
      expect(cursor.markets.size).toBeLessThanOrEqual(700);
    }
    expect(forgotten).toBeGreaterThan(0);
  });

  it('sends a price of a market in sight within a second, and nothing of one that nobody looks at', async () => {
    const { clock, catalogue, cursor } = await openBench(count);
    await catalogue.showList('list', request(200));
    const trade = () => makeTrade('1', { price: parsePrice('0.33'), exchangeTimeMs: clock.now() });
    collect(catalogue, cursor);
    const inSight = catalogue.inSight()[0]!;
    catalogue.onTrades(inSight, [trade()], clock.now());
    await clock.advance(1_000);
    expect(collect(catalogue, cursor).changedMarkets).toMatchObject([{ id: inSight, lastPrice: 330_000 }]);
    catalogue.onTrades(idOf(count - 1), [trade()], clock.now());
    await clock.advance(1_000);
    expect(collect(catalogue, cursor).changedMarkets).toBeUndefined();
  });

  it('keeps markets that a holder names, with those of their events, until it names others', async () => {
    const { catalogue } = await openBench(count);
    const before = catalogue.view().markets.length;
    catalogue.keep('account', [idOf(count - 1), parseMarketId('unlisted')]);
    expect(catalogue.view().markets.map(({ id }) => id)).toContain(idOf(count - 5));
    catalogue.keep('account', []);
    expect(catalogue.view().markets).toHaveLength(before);
  });

  it('finds markets by words, and gives the window those that it finds', async () => {
    const { catalogue } = await openBench(count);
    const found = await catalogue.search('window 1 palette', 'number 777', 40);
    expect(found).toEqual({ total: count > 1_000 ? 11 : 1, markets: expect.arrayContaining([idOf(777)]) });
    expect(catalogue.view().markets.map(({ id }) => id)).toContain(idOf(777));
    catalogue.hide('window 1 ');
    expect(catalogue.view().markets.map(({ id }) => id)).not.toContain(idOf(777));
  });
});

describe('the last run', () => {
  it('is listed, searched and shown as stale until the exchange has listed its own, and is nothing that main decides by', async () => {
    const clock = openFakeClock();
    let isDown = true;
    const stored = makeMarket({ id: idOf(1), title: 'Old market', lastPrice: null, yesPrice: null });
    const catalogue = openCatalogue({
      ...clock,
      tick: DEFAULT_TICK,
      explainRead: explainAsCode,
      lastRun: { receivedAtMs: clock.now() - 60_000, markets: [stored] },
      async listMarkets() {
        if (isDown) throw new Error('down');
        return listingOf([makeMarket({ id: idOf(2), title: 'New market' })]);
      },
      countMarkets: async () => 1,
      onChange: () => undefined,
    });
    expect(catalogue.view()).toMatchObject({
      at: 'stale',
      markets: [{ id: idOf(1) }],
      receivedAtMs: clock.now() - 60_000,
      failure: { code: 'lastRun', parameters: { ageMs: 60_000, failure: null } },
    });
    expect([catalogue.market(idOf(1)), catalogue.listing.has(idOf(1))]).toEqual([null, false]);
    expect((await catalogue.showList('list', request(0))).rows).toMatchObject([{ market: idOf(1) }]);
    await clock.settle();
    expect(catalogue.view().failure).toMatchObject({
      code: 'lastRun',
      parameters: { failure: explainAsCode(new Error('down')) },
    });
    isDown = false;
    await clock.advance(60_000);
    expect(catalogue.view()).toMatchObject({ at: 'live', markets: [{ id: idOf(2) }], failure: null });
    expect((await catalogue.showList('list', request(0))).rows).toMatchObject([{ market: idOf(2) }]);
  });
});
