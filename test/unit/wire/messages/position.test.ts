import { describe, expect, it } from 'vitest';
import { parsePosition, parsePositions } from '#wire/messages/position.ts';

const position = {
  market: 'rain-101',
  outcome: 'yes',
  custody: 'self',
  qty: '10',
  locked_qty: '4',
  sellable_qty: '6',
  avg_price: '0.613333333333',
  realized_pnl: '-1.25',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('positions', () => {
  it('reads the stream shape and rounds only display values', () => {
    expect(parsePosition(position)).toEqual({
      market: 'rain-101',
      outcome: 'yes',
      custody: 'self',
      quantity: 10_000_000,
      locked: 4_000_000,
      sellable: 6_000_000,
      averagePrice: 613_333,
      realizedPnl: -1_250_000n,
      exchangeTimeMs: 1767225600000,
    });
  });

  it('computes the sellable quantity when it is absent', () => {
    const { sellable_qty: _, ...rest } = position;
    expect(parsePosition(rest).sellable).toBe(6_000_000);
    expect(parsePosition({ market: 1, side: 'no', quantity: '3' })).toMatchObject({
      outcome: 'no',
      sellable: 3_000_000,
    });
  });

  it('reads an empty position without an average price', () => {
    expect(parsePosition({ ...position, qty: '0', avg_price: '0' })).toMatchObject({ quantity: 0, averagePrice: null });
  });

  it('reads the others beside an unreadable position, and names it by market and outcome', () => {
    const rows = parsePositions([position, { ...position, qty: 1 }, { ...position, outcome: 'no' }]);
    expect(rows).toMatchObject([
      { outcome: 'yes', quantity: 10_000_000 },
      {
        unreadable: { id: null, market: 'rain-101', outcome: 'yes' },
        error: { path: 'positions[1].qty (rain-101 yes)' },
      },
      { outcome: 'no', quantity: 10_000_000 },
    ]);
  });
});
