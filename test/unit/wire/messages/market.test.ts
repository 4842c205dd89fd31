import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { parseMarket, parseMarketExtras, parseMarkets, readTokenId } from '#wire/messages/market.ts';

const full = {
  id: 101,
  market_id: 'rain-101',
  title: 'Rain tomorrow?',
  description: 'd',
  rules: 'r',
  category: 'weather',
  status: 'open',
  result: '',
  image_url: 'https://example.org/i.png',
  open_at: '2026-01-01T00:00:00Z',
  close_at: '2026-02-01T00:00:00Z',
  determination_at: '2026-02-02T00:00:00Z',
  ctf_yes_token_id: '48275414898105525515523462341352468337957140319107600923100164893098147009385',
  ctf_no_token_id: '7',
  event_id: 9,
  event_slug: 'rain',
  event_title: 'Rain',
  event_rank: 2,
  group_item_title: 'Tomorrow',
  last_price: '0.61',
  yes_price: '0.62',
  no_price: '0.38',
  volume_24h: '1234.5',
  quote_currency: 'usdc',
  outcome_labels: ['Wet', 'Dry'],
  resolution_source: 'Met office',
  kline: [[1767225600, '0.6', '0.62', '0.59', '0.61', '12']],
  order_book: {
    yes_bids: [{ price: '0.6', side: 'yes', volume: '1' }],
    yes_asks: [],
    no_bids: [],
    no_asks: [],
    sequence: 5,
  },
  recent_contracts: [
    {
      id: 1,
      market_id: 'rain-101',
      price: '0.61',
      volume: '2',
      state: 'active',
      taker_side: '',
      created_at: '2026-01-01T00:00:00Z',
    },
  ],
  price_target: null,
  price_settlement: null,
  settlement_panel: null,
  terms: { kind: 'threshold' },
};

describe('parseMarket', () => {
  it('reads every field', () => {
    expect(parseMarket(full)).toEqual({
      id: 'rain-101',
      numericId: 101,
      title: 'Rain tomorrow?',
      description: 'd',
      rules: 'r',
      category: 'weather',
      status: 'open',
      result: null,
      imageUrl: 'https://example.org/i.png',
      openAtMs: 1767225600000,
      closeAtMs: 1769904000000,
      determinationAtMs: 1769990400000,
      yesTokenId: full.ctf_yes_token_id,
      noTokenId: '7',
      eventId: 9,
      eventSlug: 'rain',
      eventTitle: 'Rain',
      eventRank: 2,
      groupItemTitle: 'Tomorrow',
      lastPrice: 610_000,
      yesPrice: 620_000,
      noPrice: 380_000,
      volume24h: 1_234_500_000,
      quoteCurrency: 'usdc',
      labelProblem: null,
      outcomeLabels: ['Wet', 'Dry'],
      resolutionSource: 'Met office',
      priceTarget: null,
      priceSettlement: null,
      settlementPanel: null,
      terms: expect.objectContaining({ kind: 'threshold', measure: null }),
    });
  });

  it('needs only an id, and labels outcomes Yes and No by default', () => {
    expect(parseMarket({ market_id: 7 })).toMatchObject({
      id: '7',
      lastPrice: null,
      eventRank: null,
      quoteCurrency: 'usdc',
      outcomeLabels: ['Yes', 'No'],
    });
  });

  it('refuses outcome labels that are not two', () => {
    expect(() => parseMarket({ market_id: '7', outcome_labels: ['A', 'B', 'C'] })).toThrow('two display names');
  });

  it('reads the book, candles and trades inside a market', () => {
    const extras = parseMarketExtras(full);
    expect(extras.book).toMatchObject({ sequence: 5, bids: [{ price: 600_000, shares: 1_000_000 }] });
    expect(extras.candles).toHaveLength(1);
    expect(extras.trades).toMatchObject([{ id: '1', takerSide: null }]);
    expect(parseMarketExtras({})).toEqual({ book: null, candles: null, trades: null });
  });

  it('reads a token id in decimal or hex', () => {
    expect(readTokenId('0x0f', new JsonPath('t'))).toBe('15');
    expect(readTokenId('15', new JsonPath('t'))).toBe('15');
    expect(() => readTokenId('x', new JsonPath('t'))).toThrow('a token id in decimal digits at t');
  });
});

describe('parseMarkets', () => {
  it('omits an unreadable market and reports its path', () => {
    const list = parseMarkets([
      full,
      { ...full, close_at: 1_795_000_000_000_000_000 },
      { ...full, market_id: 'other' },
    ]);
    expect(list.markets.map((market) => market.id)).toEqual(['rain-101', 'other']);
    expect(list.unreadable.map((error) => error.path)).toEqual(['markets[1].close_at']);
  });

  it('refuses a response that is not a list', () => {
    expect(() => parseMarkets({ data: [] })).toThrow('Expected an array at markets, found an object');
  });
});
