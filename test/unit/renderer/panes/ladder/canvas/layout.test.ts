import { describe, expect, it } from 'vitest';
import {
  cellAt,
  DEFAULT_METRICS,
  isSameCell,
  joinLengths,
  type Lengths,
  layoutColumns,
} from '#renderer/panes/ladder/canvas/layout.ts';
import type { Tick } from '#shared/market/tickGrid.ts';

const tick = 10_000 as Tick;
const ROW = DEFAULT_METRICS.rowHeight;
const small: Lengths = {
  full: { gain: 6, own: 4, size: 6, traded: 6 },
  compact: { gain: 6, own: 4, size: 5, traded: 5 },
  price: 4,
  chance: 4,
};
/** Seven digits everywhere: '1,234,567'. */
const large: Lengths = {
  full: { gain: 10, own: 9, size: 9, traded: 9 },
  compact: { gain: 6, own: 5, size: 5, traded: 5 },
  price: 4,
  chance: 4,
};
const layout = (width: number, lengths = small) => layoutColumns(width, lengths, DEFAULT_METRICS);

describe('ladder columns', () => {
  it('are in order and fill the width', () => {
    for (const lengths of [small, large]) {
      for (const width of [180, 240, 300, 331, 480]) {
        const { gain, ownBid, bid, price, ask, ownAsk, traded, right } = layout(width, lengths);
        const edges = [gain, ownBid, bid, price, ask, ownAsk, traded, right];
        expect(edges, `width ${width}`).toEqual([...edges].sort((a, b) => a - b));
        expect(right).toBe(width);
      }
    }
  });

  it('hold their longest texts, with seven digits too', () => {
    for (const width of [300, 360, 420, 480, 560, 640]) {
      const { ownBid, bid, price, ask, askText, ownAsk, traded, right, isCompact } = layout(width, large);
      const characters = isCompact ? large.compact : large.full;
      const textWidth = (count: number): number => count * DEFAULT_METRICS.characterWidth;
      expect(ownBid, `P&L at ${width}`).toBeGreaterThanOrEqual(textWidth(characters.gain));
      expect(bid - ownBid, `own at ${width}`).toBeGreaterThanOrEqual(textWidth(characters.own));
      expect(price - bid, `bid at ${width}`).toBeGreaterThanOrEqual(textWidth(characters.size));
      expect(askText - ask, `ask at ${width}`).toBeGreaterThanOrEqual(textWidth(characters.size));
      expect(ownAsk, `ask text ends before the own column at ${width}`).toBeGreaterThanOrEqual(askText);
      expect(traded - ownAsk, `own ask at ${width}`).toBeGreaterThanOrEqual(textWidth(characters.own));
      if (traded < right) expect(right - traded).toBeGreaterThanOrEqual(textWidth(characters.traded));
    }
  });

  it('give up the traded volume first, then full sizes, then the gains, then a place for own orders', () => {
    const shown = (width: number) => {
      const { ownBid, bid, traded, right, isCompact } = layout(width, large);
      return { vol: traded < right, full: !isCompact, gains: ownBid > 0, own: bid > ownBid };
    };
    expect(shown(560)).toEqual({ vol: true, full: true, gains: true, own: true });
    expect(shown(470)).toEqual({ vol: false, full: true, gains: true, own: true });
    expect(shown(300)).toEqual({ vol: false, full: false, gains: true, own: true });
    expect(shown(240)).toEqual({ vol: false, full: false, gains: false, own: true });
    expect(shown(160)).toEqual({ vol: false, full: false, gains: false, own: false });
  });

  it('show the probability where it is chosen and has room, and nothing that is hidden', () => {
    const shown = (width: number, hidden: readonly string[]) => {
      const { chance, ownBid, bid, traded, right } = layoutColumns(width, large, DEFAULT_METRICS, hidden);
      const own = bid > ownBid;
      return { gain: chance > 0, chance: ownBid - chance, own, vol: traded < right };
    };
    const width = 4 * DEFAULT_METRICS.characterWidth + 12;
    expect(shown(620, [])).toEqual({ gain: true, chance: Math.ceil(width), own: true, vol: true });
    expect(shown(340, [])).toEqual({ gain: true, chance: Math.ceil(width), own: true, vol: false });
    expect(shown(300, [])).toEqual({ gain: true, chance: Math.ceil(width), own: false, vol: false });
    expect(shown(200, []).chance).toBe(0);
    expect(shown(620, ['gain', 'chance', 'own', 'traded'])).toEqual({ gain: false, chance: 0, own: false, vol: false });
    expect(shown(620, ['gain'])).toEqual({ gain: false, chance: Math.ceil(width), own: true, vol: true });
    expect(shown(470, ['gain', 'chance']).vol).toBe(true);
  });

  it('keep room for the longer of two texts', () => {
    expect(joinLengths(small, large)).toEqual(large);
    expect(joinLengths(large, small)).toEqual(large);
  });

  it('have the price and the column at a point', () => {
    const columns = layout(360);
    const y = 3 * ROW + 4;
    const at = (x: number) => cellAt(x, y, columns, 20, 650_000, tick);
    expect(at(columns.price - 5)).toEqual({ row: 3, price: 620_000, column: 'bid' });
    expect(at(columns.ask + 5)?.column).toBe('ask');
    expect(at(columns.price + 5)?.column).toBe('price');
    expect(at(3)?.column).toBe('gain');
  });

  it('have no cell where the market has no price, nor below the last whole row', () => {
    const columns = layout(331);
    expect(cellAt(100, 2, columns, 20, 1_000_000, tick)).toBeNull();
    expect(cellAt(100, 5 * ROW + 1, columns, 20, 50_000, tick)).toBeNull();
    expect(cellAt(400, 2, columns, 20, 500_000, tick)).toBeNull();
    expect(cellAt(100, 20 * ROW + 2, columns, 20, 650_000, tick)).toBeNull();
  });

  it('compare cells by price and column, not by row', () => {
    const cell = { row: 1, price: 5, column: 'bid' as const };
    expect(isSameCell(cell, { ...cell, row: 9 })).toBe(true);
    expect(isSameCell(cell, { ...cell, column: 'ask' })).toBe(false);
    expect(isSameCell(cell, null)).toBe(false);
  });
});
