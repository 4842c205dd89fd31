import { describe, expect, it } from 'vitest';
import {
  buildLastMarketsFile,
  NO_LAST_MARKETS,
  parseLastMarketsFile,
  toMarket,
} from '#main/storage/lastMarketsFile.ts';
import { StoredDataError } from '#main/storage/storedData.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import { makeMarket } from '#test/slice/makers.ts';

const parse = (value: unknown) => {
  const problems: string[] = [];
  return { file: parseLastMarketsFile(value, (problem) => void problems.push(problem)), problems };
};
const store = (markets: readonly Market[]): unknown => JSON.parse(JSON.stringify(buildLastMarketsFile(markets, 5)));
const numbered = (at: number, change: Partial<Market> = {}): Market =>
  makeMarket({ id: `m${at}` as MarketId, volume24h: at as Shares, ...change });

describe('stored markets of the last run', () => {
  it('come back with their names and terms, without prices and volumes', () => {
    const market = makeMarket({
      settlementPanel: {
        id: 1,
        name: 'Panel',
        description: null,
        termsUrl: null,
        inheritedFromSeries: true,
        entries: [{ name: 'A source', tier: null, url: null }],
      },
      terms: {
        kind: 'threshold',
        strikeType: null,
        floorStrike: 1.5,
        capStrike: null,
        underlying: { source: null, symbol: 'BTC-USD' },
        measure: { at: null, windowStart: null, basis: null, granularitySeconds: 60 },
        settlesOn: null,
      },
    });
    const { file, problems } = parse(store([market]));
    expect(problems).toEqual([]);
    expect(file.receivedAtMs).toBe(5);
    const quotes = { lastPrice: null, yesPrice: null, noPrice: null, volume24h: null };
    expect(file.markets.map(toMarket)).toEqual([{ ...market, ...quotes }]);
    expect(JSON.stringify(file)).not.toMatch(/lastPrice|volume24h/);
    expect(parse(NO_LAST_MARKETS).file).toEqual(NO_LAST_MARKETS);
  });

  it('have labels that mislead marked again, whatever the file says', () => {
    const { file } = parse(store([makeMarket({ outcomeLabels: ['No', 'Yes'] })]));
    expect(toMarket(file.markets[0]!).labelProblem).toBe('exchanged');
  });

  it('are the most traded 300, in the order of the list, and a million characters at most', () => {
    const markets = Array.from({ length: 310 }, (_, at) => numbered(at));
    expect(parse(store(markets)).file.markets.map((one) => one.market)).toEqual(markets.slice(10).map((one) => one.id));
    const long = [numbered(1, { rules: 'x'.repeat(600_000) }), numbered(2, { rules: 'x'.repeat(600_000) })];
    expect(parse(store(long)).file.markets.map((one) => one.market)).toEqual(['m2']);
  });

  it('are at most 300 where the file has more', () => {
    const [one] = buildLastMarketsFile([numbered(1)], 5).markets;
    const { file } = parse({ version: 1, receivedAtMs: 5, markets: Array.from({ length: 400 }, () => one) });
    expect(file.markets).toHaveLength(300);
  });

  it('are reported and omitted where one is not readable', () => {
    const { markets } = buildLastMarketsFile([numbered(1), numbered(2)], 5);
    const [first, second] = markets;
    const { file, problems } = parse({
      version: 1,
      receivedAtMs: 5,
      markets: [{ ...first, market: 'a/b' }, second, 7],
    });
    expect(file.markets.map((one) => one.market)).toEqual(['m2']);
    expect(problems).toEqual([0, 2].map((at) => expect.stringContaining(`markets.${at}`)));
  });

  it('are refused in another version', () => {
    expect(() => parse({ version: 2, receivedAtMs: 5, markets: [] })).toThrow(StoredDataError);
  });
});
