import { describe, expect, it } from 'vitest';
import {
  buildRows as build,
  countTrading,
  formatClosing,
  formatResult,
  listCategories,
  type Row,
  type Selection,
  stepMarket,
  updateIntervalOf,
} from '#renderer/panes/markets/model.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { marketOf } from '../facts.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const EVERYTHING: Selection = { query: '', category: null, watched: null, sort: 'event' };
const buildRows = (
  markets: readonly Market[],
  query: string,
  now: number,
  fixed: readonly MarketId[] | null = null,
  part: Partial<Selection> = {},
) => build(markets, { ...EVERYTHING, query, ...part }, now, fixed);
const words = (rows: readonly Row[]) => rows.map((row) => (row.kind === 'heading' ? `# ${row.text}` : row.key));
const bitcoin = (id: string, part: Partial<Market> = {}) =>
  marketOf(id, { eventId: 1, eventTitle: 'Bitcoin above', category: 'Crypto', ...part });

describe('market list', () => {
  it('lists the markets of an event under its title, by rank', () => {
    const rows = buildRows([bitcoin('b', { eventRank: 2 }), bitcoin('a', { eventRank: 1 }), bitcoin('c')], '', NOW);
    expect(words(rows)).toEqual(['# Bitcoin above', 'a', 'b', 'c']);
  });

  it('orders markets without ranks by probability', () => {
    const rows = buildRows(
      [bitcoin('low', { yesPrice: parsePrice('0.2') }), bitcoin('high', { yesPrice: parsePrice('0.7') })],
      '',
      NOW,
    );
    expect(words(rows)).toEqual(['# Bitcoin above', 'high', 'low']);
  });

  it('lists a single market under its category, not its own title', () => {
    const snow = marketOf('snow', { title: 'Snow', eventId: 3, eventTitle: 'Snow', category: 'Weather' });
    const rain = marketOf('rain', { title: 'Rain', category: 'Weather' });
    expect(words(buildRows([snow, bitcoin('a'), bitcoin('b'), rain], '', NOW))).toEqual([
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
      NOW,
    );
    expect(words(rows)).toEqual(['# Bitcoin above', 'open', 'closed', '# Old', 'over']);
  });

  it('keeps a fixed order while prices change', () => {
    const markets = [bitcoin('a', { yesPrice: parsePrice('0.2') }), bitcoin('b', { yesPrice: parsePrice('0.7') })];
    expect(words(buildRows(markets, '', NOW, ['a', 'b'] as MarketId[]))).toEqual(['# Bitcoin above', 'a', 'b']);
    expect(words(buildRows(markets, '', NOW))).toEqual(['# Bitcoin above', 'b', 'a']);
  });

  it('finds each word anywhere in the names and drops empty headings', () => {
    const market = bitcoin('a', { groupItemTitle: '$96,000 or more' });
    expect(buildRows([market], 'BITCOIN 96', NOW)).toHaveLength(2);
    expect(buildRows([market], 'bitcoin 97', NOW)).toEqual([]);
    expect(buildRows([market], 'harbour', NOW)).toEqual([]);
  });
});

describe('arrow keys', () => {
  const rows = buildRows([bitcoin('a', { eventRank: 1 }), bitcoin('b', { eventRank: 2 })], '', NOW);

  it('skip headings and stop at the ends', () => {
    expect(stepMarket(rows, null, 1)).toBe('a');
    expect(stepMarket(rows, null, -1)).toBe('b');
    expect(stepMarket(rows, 'a' as MarketId, 1)).toBe('b');
    expect(stepMarket(rows, 'b' as MarketId, 1)).toBe('b');
    expect(stepMarket(rows, 'a' as MarketId, -1)).toBe('a');
    expect(stepMarket([], null, 1)).toBeNull();
  });
});

describe('market row', () => {
  it('names the outcome that won', () => {
    expect(formatResult(marketOf('m', { result: 'no', outcomeLabels: ['Up', 'Down'] }))).toBe('No (Down) won');
    expect(formatResult(marketOf('m', { result: 'void' }))).toBe('void');
    expect(formatResult(marketOf('m', { result: '' }))).toBeNull();
  });

  it.each([
    [134 * 60_000, 'closes in 2 h 14 m', false],
    [9 * 60_000 + 5_000, 'closes in 9 m 05 s', true],
    [42_000, 'closes in 42 s', true],
    [3 * 24 * HOUR, 'closes in 3 d', false],
    [-1, 'closed', false],
  ])('counts down: %d ms before the close', (left, text, isSoon) => {
    expect(formatClosing(marketOf('m', { closeAtMs: NOW + left }), NOW, false)).toEqual({ text, isSoon });
  });

  it('shows when a market opens, and its result', () => {
    expect(formatClosing(marketOf('m', { openAtMs: NOW + 60_000 }), NOW, false)?.text).toBe('opens in 1 m 00 s');
    expect(formatClosing(marketOf('m', { result: 'yes', closeAtMs: NOW + 1 }), NOW, false)?.text).toBe('Yes won');
    expect(formatClosing(marketOf('m'), NOW, false)).toBeNull();
  });

  it('updates every second only while a close is near', () => {
    expect(updateIntervalOf([marketOf('m', { closeAtMs: NOW + 60_000 })], NOW)).toBe(1_000);
    expect(updateIntervalOf([marketOf('m', { closeAtMs: NOW + 5 * HOUR }), marketOf('n')], NOW)).toBe(15_000);
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
  const rowsBy = (sort: Selection['sort'], fixed: readonly MarketId[] | null = null) =>
    words(buildRows(markets, '', NOW, fixed, { sort }));

  it('have no headings under another order than the event, and what trades comes first', () => {
    expect(rowsBy('price')).toEqual(['snow', 'early', 'late', 'over']);
    expect(rowsBy('volume')).toEqual(['late', 'snow', 'early', 'over']);
    expect(rowsBy('close')).toEqual(['early', 'late', 'snow', 'over']);
  });

  it('name the event of each row that has no heading above it', () => {
    const [row] = buildRows(markets, 'early', NOW, null, { sort: 'close' });
    expect(row).toMatchObject({ kind: 'market', event: 'Bitcoin above' });
    expect(buildRows(markets, 'early', NOW)[1]).toMatchObject({ kind: 'market', event: null });
  });

  it('stay where they are under the pointer in every order', () => {
    const fixed = ['over', 'late', 'snow', 'early'] as MarketId[];
    expect(rowsBy('price', fixed)).toEqual(fixed);
  });

  it('are those of one category or of one watchlist', () => {
    expect(listCategories(markets)).toEqual(['Crypto', 'Weather']);
    const of = (part: Partial<Selection>) => words(buildRows(markets, '', NOW, null, { sort: 'price', ...part }));
    expect(of({ category: 'Weather' })).toEqual(['snow']);
    expect(of({ watched: ['late', 'snow', 'gone'] as MarketId[] })).toEqual(['snow', 'late']);
    expect(of({ watched: [], category: 'Weather' })).toEqual([]);
  });

  it('are built again when one opens or closes', () => {
    expect(countTrading(markets, NOW)).toBe(3);
    expect(countTrading(markets, NOW + HOUR)).toBe(2);
  });

  it('are found among thousands', () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      marketOf(`m${at}`, { eventId: at % 600, eventTitle: `Event ${at % 600}` }),
    );
    expect(buildRows(many, 'event 599', NOW).filter(({ kind }) => kind === 'market')).toHaveLength(5);
  });
});
