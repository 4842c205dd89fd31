import { describe, expect, it } from 'vitest';
import {
  formatCellGain,
  formatCellPrice,
  formatChance,
  formatOwnSize,
  formatSize,
  measureLadder,
} from '#renderer/panes/ladder/canvas/texts.ts';
import { buildLadder, type LadderInput } from '#renderer/panes/ladder/model.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

const M = 1_000_000;

describe('ladder cell texts', () => {
  it('state a price as a probability with the digits of the tick', () => {
    expect(formatChance(440_000, 2)).toBe('44 %');
    expect(formatChance(440_000, 3)).toBe('44.0 %');
    expect(formatChance(5_500, 4)).toBe('0.55 %');
  });

  it('have every digit of whole contracts', () => {
    expect(formatSize(655 * M, false)).toBe('655');
    expect(formatSize(2.5 * M, false)).toBe('2');
    expect(formatSize(0.4 * M, false)).toBe('<1');
    expect(formatOwnSize(2.5 * M, false)).toBe('2.50');
    expect(formatSize(12_345.6 * M, false)).toBe('12,345');
    expect(formatSize(1_182_400 * M, false)).toBe('1,182,400');
    expect(formatOwnSize(1_182_400 * M, false)).toBe('1,182,400');
  });

  it('are abbreviated to three digits, rounded down, only from 10,000 on', () => {
    expect(formatSize(9_999 * M, true)).toBe('9,999');
    expect(formatSize(12_590 * M, true)).toBe('12.5k');
    expect(formatSize(999_999 * M, true)).toBe('999k');
    expect(formatSize(1_239_999 * M, true)).toBe('1.23m');
    expect(formatOwnSize(90_000 * M, true)).toBe('90.0k');
  });

  it("have a sign for gains and the tick's decimals for prices", () => {
    expect(formatCellGain(48 * M, true, false)).toBe('+48');
    expect(formatCellGain(-1_250 * M, true, false)).toBe('−1,250');
    expect(formatCellGain(12_400 * M, true, false)).toBe('+12,400');
    expect(formatCellGain(12_400 * M, true, true)).toBe('+12.4k');
    expect(formatCellGain(-12_400 * M, true, true)).toBe('−12.4k');
    expect(formatCellGain(-3.5 * M, false, false)).toBe('−3.50');
    expect(formatCellPrice(610_000, 2)).toBe('0.61');
    expect(formatCellPrice(610_000, 3)).toBe('0.610');
  });
});

describe('longest texts of a ladder', () => {
  const input: LadderInput = {
    side: 'yes',
    tick: DEFAULT_TICK,
    top: 650_000,
    rows: 7,
    book: {
      bids: Float64Array.of(610_000, 1_234_567 * M),
      asks: Float64Array.of(620_000, 795 * M),
      lastPrice: null,
    } as unknown as BookFrame,
    orders: [],
    holding: null,
    gains: null,
    traded: Float64Array.of(610_000, 90_000_000 * M),
    queue: { atLeast: () => null, atMost: () => null },
  };

  it('count the digits of levels, volume and own orders, and the mark of an unknown one', () => {
    expect(measureLadder(buildLadder(input), 2, []).full).toMatchObject({ size: 9, traded: 10, own: 4 });
    const life = { at: 'unknown', sinceMs: 0, reason: { code: 'notListed', parameters: {} } };
    const order = {
      side: 'yes',
      direction: 'buy',
      price: 610_000,
      remaining: 12_500 * M,
      life,
    } as unknown as OrderView;
    expect(measureLadder(buildLadder({ ...input, orders: [order] }), 2, []).full.own).toBe('12,500?'.length);
  });

  it('have room for an order of the size in the ticket before it is placed', () => {
    expect(measureLadder(buildLadder(input), 2, [1_234_567 * M]).full.own).toBe(9);
  });
});
