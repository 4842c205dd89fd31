import { describe, expect, it } from 'vitest';
import type { Market } from '#shared/market/market.ts';
import { openMarketIndex, type PartRequest, toIndexed } from '#shared/market/marketIndex.ts';
import type { MarketQuery, MarketSort } from '#shared/market/marketList.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { marketOf } from '../../renderer/panes/facts.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const EVERYTHING: MarketQuery = { text: '', category: null, watched: null, sort: 'event' };

function indexOf(markets: readonly Market[]) {
  const index = openMarketIndex();
  for (const [place, market] of markets.entries()) index.set(toIndexed(market, place));
  return index;
}

const request = (part: Partial<MarketQuery> = {}, more: Partial<PartRequest> = {}): PartRequest => ({
  list: 'list',
  query: { ...EVERYTHING, ...part },
  from: 0,
  count: 100,
  at: null,
  keptAs: null,
  headingsId: null,
  exchangeTimeMs: NOW,
  ...more,
});
const rowsOf = (
  index: ReturnType<typeof openMarketIndex>,
  part: Partial<MarketQuery> = {},
  more: Partial<PartRequest> = {},
) => index.listPart(request(part, more)).rows;
const words = (rows: ReturnType<typeof rowsOf>) =>
  rows.map((row) => (row.kind === 'heading' ? `# ${row.text}` : row.market));
const buildRows = (markets: readonly Market[], text: string) => rowsOf(indexOf(markets), { text });
const bitcoin = (id: string, part: Partial<Market> = {}) =>
  marketOf(id, { eventId: 1, eventTitle: 'Bitcoin above', category: 'Crypto', ...part });

describe('market list', () => {
  it('lists the markets of an event under its title, by rank', () => {
    const rows = buildRows([bitcoin('b', { eventRank: 2 }), bitcoin('a', { eventRank: 1 }), bitcoin('c')], '');
    expect(words(rows)).toEqual(['# Bitcoin above', 'a', 'b', 'c']);
  });

  it('orders markets without ranks by probability', () => {
    const rows = buildRows(
      [bitcoin('low', { yesPrice: parsePrice('0.2') }), bitcoin('high', { yesPrice: parsePrice('0.7') })],
      '',
    );
    expect(words(rows)).toEqual(['# Bitcoin above', 'high', 'low']);
  });

  it('lists a single market under its category, not its own title', () => {
    const snow = marketOf('snow', { title: 'Snow', eventId: 3, eventTitle: 'Snow', category: 'Weather' });
    const rain = marketOf('rain', { title: 'Rain', category: 'Weather' });
    expect(words(buildRows([snow, bitcoin('a'), bitcoin('b'), rain], ''))).toEqual([
      '# Weather',
      'rain',
      'snow',
      '# Bitcoin above',
      'a',
      'b',
    ]);
  });

  it('lists trading markets before closed ones', () => {
    const rows = buildRows(
      [
        marketOf('over', { result: 'yes', category: 'Old' }),
        bitcoin('closed', { closeAtMs: NOW - 1, yesPrice: parsePrice('0.9') }),
        bitcoin('open'),
      ],
      '',
    );
    expect(words(rows)).toEqual(['# Bitcoin above', 'open', 'closed', '# Old', 'over']);
  });

  it('keeps its order while it is asked to, also when prices change; new markets follow', () => {
    const index = indexOf([
      bitcoin('a', { yesPrice: parsePrice('0.2') }),
      bitcoin('b', { yesPrice: parsePrice('0.1') }),
    ]);
    expect(words(rowsOf(index))).toEqual(['# Bitcoin above', 'a', 'b']);
    index.set(toIndexed(bitcoin('b', { yesPrice: parsePrice('0.7') }), 1));
    index.set(toIndexed(bitcoin('c', { yesPrice: parsePrice('0.9') }), 2));
    expect(words(rowsOf(index, {}, { keptAs: 'list' }))).toEqual(['# Bitcoin above', 'a', 'b', 'c']);
    expect(words(rowsOf(index))).toEqual(['# Bitcoin above', 'c', 'b', 'a']);
  });

  it('finds each word anywhere in the names and drops empty headings', () => {
    const market = bitcoin('a', { groupItemTitle: '$96,000 or more' });
    expect(buildRows([market], 'BITCOIN 96')).toHaveLength(2);
    expect(buildRows([market], 'bitcoin 97')).toEqual([]);
    expect(buildRows([market], 'harbour')).toEqual([]);
  });
});

describe('sorted, filtered and watched markets', () => {
  const markets = [
    bitcoin('early', { closeAtMs: NOW + HOUR, volume24h: null, yesPrice: parsePrice('0.2') }),
    bitcoin('over', { closeAtMs: NOW - 1, volume24h: parseShares('9000'), yesPrice: parsePrice('0.99') }),
    marketOf('snow', {
      category: 'Weather',
      closeAtMs: null,
      volume24h: parseShares('7'),
      yesPrice: parsePrice('0.8'),
    }),
    bitcoin('late', { closeAtMs: NOW + 2 * HOUR, volume24h: parseShares('500'), yesPrice: null, lastPrice: null }),
  ];
  const index = indexOf(markets);
  const rowsBy = (sort: MarketSort) => words(rowsOf(index, { sort }));

  it('have no headings under another order than the event, and what trades comes first', () => {
    expect(rowsBy('price')).toEqual(['snow', 'early', 'late', 'over']);
    expect(rowsBy('volume')).toEqual(['late', 'snow', 'early', 'over']);
    expect(rowsBy('close')).toEqual(['early', 'late', 'snow', 'over']);
  });

  it('name the event of each row that has no heading above it', () => {
    const [row] = rowsOf(index, { text: 'early', sort: 'close' });
    expect(row).toMatchObject({ kind: 'market', event: 'Bitcoin above' });
    expect(rowsOf(index, { text: 'early' })[1]).toMatchObject({ kind: 'market', event: null });
  });

  it('are those of one category or of one watchlist', () => {
    expect(index.categories()).toEqual(['Crypto', 'Weather']);
    const of = (part: Partial<MarketQuery>) => words(rowsOf(index, { sort: 'price', ...part }));
    expect(of({ category: 'Weather' })).toEqual(['snow']);
    expect(of({ watched: ['late', 'snow', 'gone'] as MarketId[] })).toEqual(['snow', 'late']);
    expect(of({ watched: [], category: 'Weather' })).toEqual([]);
  });

  it('say how many of a watchlist are not listed', () => {
    const watched = ['late', 'snow', 'gone'] as MarketId[];
    expect(index.listPart(request({ watched })).missing).toBe(1);
  });

  it('are ordered again when one opens or closes', () => {
    const before = rowsOf(index, { sort: 'close' });
    expect(before.map((row) => row.kind === 'market' && row.trades)).toEqual([true, true, true, false]);
    const after = rowsOf(index, { sort: 'close' }, { exchangeTimeMs: NOW + HOUR });
    expect(words(after)).toEqual(['late', 'snow', 'over', 'early']);
    expect(index.nextTurnMs(NOW)).toBe(NOW + HOUR);
  });

  it('are stepped through by market, over headings, to the ends', () => {
    const step = (from: string | null, by: 1 | -1) => index.step(request(), from as MarketId | null, by);
    expect(step(null, 1)).toEqual({ market: 'early', row: 1 });
    expect(step(null, -1)).toEqual({ market: 'snow', row: 5 });
    expect(step('over', 1)).toEqual({ market: 'snow', row: 5 });
    expect(step('snow', 1)).toEqual({ market: 'snow', row: 5 });
    expect(openMarketIndex().step(request(), null, 1)).toBeNull();
  });
});

const listOf = (count: number) =>
  indexOf(
    Array.from({ length: count }, (_, at) =>
      marketOf(`m${at}`, { eventId: at % 600, eventTitle: `Event ${at % 600}` }),
    ),
  );

describe('a long list', () => {
  it.each([1_000, 20_000])('of %d markets answers with the rows that are asked for', (count) => {
    const index = listOf(count);
    const part = index.listPart(request({}, { from: count / 2, count: 40, at: 'm17' as MarketId }));
    expect(part.rows).toHaveLength(40);
    expect(part.total).toBe(count + 600);
    expect(part.headings).toHaveLength(600);
    expect(index.listPart(request({}, { headingsId: part.headingsId })).headings).toBeNull();
    expect(rowsOf(index, {}, { from: part.at!, count: 1 })).toMatchObject([{ market: 'm17' }]);
    expect(rowsOf(index, { text: 'event 599' }).filter(({ kind }) => kind === 'market')).toHaveLength(
      Math.min(99, Math.floor(count / 600)),
    );
    expect(index.find('event 7', 40, NOW).markets).toHaveLength(Math.min(40, index.find('event 7', 40, NOW).total));
  });

  it.each([1_000, 20_000])('of %d markets is looked through once for a query, until something changes', (count) => {
    const index = listOf(count);
    const ask = (from: number) => index.listPart(request({ text: 'event' }, { from, count: 40 }));
    ask(0);
    const before = index.visited;
    for (let from = 0; from < 400; from += 40) ask(from);
    expect(index.visited).toBe(before);
    index.set(toIndexed(marketOf('m1', { eventId: 1, eventTitle: 'Event one' }), 1));
    ask(0);
    expect(index.visited - before).toBeLessThanOrEqual(2 * count);
    const watched = index.visited;
    index.listPart(request({ watched: ['m1', 'm2'] as MarketId[] }));
    expect(index.visited - watched).toBe(2);
  });
});
