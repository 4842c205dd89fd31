import { describe, expect, it } from 'vitest';
import { cellAt, isSameCell, layoutColumns, ROW_HEIGHT } from '#renderer/panes/ladder/layout.ts';
import type { Tick } from '#shared/market/tickGrid.ts';

const tick = 10_000 as Tick;

describe('ladder columns', () => {
  it('are in order and fill the width', () => {
    for (const width of [180, 240, 300, 331, 480]) {
      const { gain, ownBid, bid, price, ask, ownAsk, traded, right } = layoutColumns(width);
      const edges = [gain, ownBid, bid, price, ask, ownAsk, traded, right];
      expect(edges, `width ${width}`).toEqual([...edges].sort((a, b) => a - b));
      expect(right).toBe(width);
    }
  });

  it('drop gains, then own orders and traded volume, before bid, price and ask', () => {
    expect(layoutColumns(331).ownBid).toBeGreaterThan(0);
    const narrow = layoutColumns(240);
    expect(narrow.ownBid).toBe(0);
    expect(narrow.traded).toBe(240);
    expect(narrow.price).toBeGreaterThan(52);
  });

  it('have the price and the column at a point', () => {
    const columns = layoutColumns(331);
    const y = 3 * ROW_HEIGHT + 4;
    expect(cellAt(columns.price - 5, y, columns, 650_000, tick)).toEqual({ row: 3, price: 620_000, column: 'bid' });
    expect(cellAt(columns.ask + 5, y, columns, 650_000, tick)?.column).toBe('ask');
    expect(cellAt(columns.price + 5, y, columns, 650_000, tick)?.column).toBe('price');
    expect(cellAt(3, y, columns, 650_000, tick)?.column).toBe('other');
  });

  it('have no cell where the market has no price', () => {
    const columns = layoutColumns(331);
    expect(cellAt(100, 2, columns, 1_000_000, tick)).toBeNull();
    expect(cellAt(100, 5 * ROW_HEIGHT + 1, columns, 50_000, tick)).toBeNull();
    expect(cellAt(400, 2, columns, 500_000, tick)).toBeNull();
  });

  it('compare cells by price and column, not by row', () => {
    const cell = { row: 1, price: 5, column: 'bid' as const };
    expect(isSameCell(cell, { ...cell, row: 9 })).toBe(true);
    expect(isSameCell(cell, { ...cell, column: 'ask' })).toBe(false);
    expect(isSameCell(cell, null)).toBe(false);
  });
});
