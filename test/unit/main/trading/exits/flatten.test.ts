import { describe, expect, it } from 'vitest';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, makePosition, OTHER_MARKET } from '#test/slice/makers.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

const leg = (market = MARKET) => {
  const shares = parseShares('1000');
  return { market, side: 'yes', route: 'sell', worst: parsePrice('0.55'), shares, isBookConfirmed: false } as const;
};
const request = (id: string, ...markets: (typeof MARKET)[]) => {
  return { flattenId: parseIntentId(id), legs: markets.map(leg), cancelsOrders: true };
};

describe('flattening', () => {
  it('previews every market of the scope, and watches its books', async () => {
    const bench = openTradingBench();
    const watched: (readonly string[])[] = [];
    bench.context.watchBooks = (markets) => void watched.push(markets);
    bench.exchange.positions = [makePosition('50'), makePosition('10', { market: OTHER_MARKET, outcome: 'no' })];
    await bench.open();
    const { legs } = await bench.trading.previewFlatten({ kind: 'all' }, true);
    expect(legs).toMatchObject([
      { market: MARKET, side: 'yes', toExit: parseShares('50'), route: 'sell' },
      { market: OTHER_MARKET, side: 'no', toExit: parseShares('10') },
    ]);
    expect(watched.at(-1)).toEqual([MARKET, OTHER_MARKET]);
    await bench.clock.advance(120_000);
    expect(watched.at(-1)).toEqual([]);
  });

  it('waits for a book that was not watched, for three seconds at most', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.context.depth = () => null;
    const preview = bench.trading.previewFlatten({ kind: 'all' }, true);
    await bench.clock.advance(5_000);
    expect((await preview).legs).toMatchObject([{ block: 'noBook', sell: null, buyOther: null }]);
  });

  it('runs one flatten per market, and each request once', async () => {
    const bench = openTradingBench();
    await bench.open();
    expect(bench.trading.flatten(request('flatten-0001', MARKET))).toEqual({ outcome: 'started' });
    expect(bench.trading.flatten(request('flatten-0001', MARKET))).toEqual({ outcome: 'started' });
    expect(bench.trading.flatten(request('flatten-0002', MARKET))).toEqual({ outcome: 'running' });
    await bench.clock.advance(100);
    expect(bench.exchange.posted).toHaveLength(1);
  });

  it('checks every leg before the first cancel of any', async () => {
    const bench = openTradingBench();
    bench.exchange.positions = [makePosition('50'), makePosition('10', { market: OTHER_MARKET })];
    await bench.open();
    const steps: string[] = [];
    const { fetchMarketWallet, answerCancel } = bench.exchange;
    bench.exchange.fetchMarketWallet = (market) => {
      steps.push(`check ${market}`);
      return fetchMarketWallet(market);
    };
    bench.exchange.answerCancel = (id, drop) => {
      steps.push('cancel');
      return answerCancel(id, drop);
    };
    bench.trading.flatten(request('flatten-0001', MARKET, OTHER_MARKET));
    await bench.clock.advance(1_000);
    expect(steps.slice(0, 2)).toEqual([`check ${MARKET}`, `check ${OTHER_MARKET}`]);
  });

  it('leaves the view when its report is dismissed, and not before it ended', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.flatten(request('flatten-0001', MARKET));
    await bench.clock.advance(100);
    bench.trading.dismissExit(parseIntentId('flatten-0001'));
    expect(bench.trading.view().exits).toHaveLength(1);
    bench.trading.stopFlatten(parseIntentId('flatten-0001'));
    await bench.clock.advance(5_000);
    bench.trading.dismissExit(parseIntentId('flatten-0001'));
    expect(bench.trading.view().exits).toEqual([]);
  });

  it('is stopped by a cancel of its market', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.flatten(request('flatten-0001', MARKET));
    await bench.clock.advance(100);
    const cancelling = bench.trading.cancelAll(ordersOfMarket(MARKET));
    await bench.clock.advance(10_000);
    await cancelling;
    expect(bench.trading.view().exits).toMatchObject([
      { legs: [{ left: { code: 'stopped', parameters: { by: 'cancelled' } } }] },
    ]);
    expect(bench.exchange.posted).toHaveLength(1);
  });
});
