import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseTicker } from '#wire/messages/ticker.ts';

const figures = {
  low: '0.5',
  high: '0.7',
  open: '0.55',
  last: '0.61',
  volume: '100',
  amount: '61',
  vol: '100',
  avg_price: '0.6',
  price_change_percent: '+3.19%',
  at: 1767225600,
};

describe('parseTicker', () => {
  it('parses the flat and the wrapped shape into the same ticker', () => {
    const expected = {
      low: 500_000,
      high: 700_000,
      open: 550_000,
      last: 610_000,
      volume: 100_000_000,
      priceChangePercent: '+3.19%',
      exchangeTimeMs: 1767225600000,
    };
    expect(parseTicker(figures)).toEqual(expected);
    const { at, ...rest } = figures;
    expect(parseTicker({ at, ticker: rest })).toEqual(expected);
  });

  it('reads a market that never traded as nulls', () => {
    expect(parseTicker({ last: '0.0', low: '0', volume: '0' })).toMatchObject({ last: null, low: null, volume: 0 });
  });

  it('leaves out an unreadable value, keeps the others and counts it', () => {
    const drift = createSchemaDrift();
    const ticker = parseTicker({ ticker: { last: 'x', low: '0.1' } }, new JsonPath('ticker', null, drift));
    expect([ticker.last, ticker.low]).toEqual([null, 100_000]);
    expect([...drift.drainLeftOut().keys()]).toEqual(['ticker.ticker.last']);
    expect(() => parseTicker([])).toThrow('an object at ticker');
  });
});
