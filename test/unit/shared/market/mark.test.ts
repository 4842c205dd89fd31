import { describe, expect, it } from 'vitest';
import { type BookTop, findMark } from '#shared/market/mark.ts';
import { parsePrice } from '#shared/units/price.ts';
import { marketOf } from '#test/unit/renderer/panes/facts.ts';

function topOf(part: Partial<BookTop> = {}): BookTop {
  return { health: { at: 'live' }, bestBid: 600_000, bestAsk: 630_000, lastPrice: 610_000, ...part };
}

describe('the mark', () => {
  it('is the middle of the book in the terms of the outcome', () => {
    expect(findMark('yes', null, topOf())).toEqual({ value: 615_000, from: 'mid', isOld: false });
    expect(findMark('no', null, topOf())).toEqual({ value: 385_000, from: 'mid', isOld: false });
  });

  it('is the last trade where a side is empty, and the listed price where there is no book', () => {
    expect(findMark('yes', null, topOf({ bestAsk: null }))).toMatchObject({ value: 610_000, from: 'last' });
    const market = marketOf('m', { yesPrice: parsePrice('0.2') });
    expect(findMark('no', market, null)).toEqual({ value: 800_000, from: 'catalogue', isOld: true });
    expect(findMark('yes', marketOf('m', { yesPrice: null, lastPrice: null }), null)).toBeNull();
  });

  it('is marked as old when the book is not live', () => {
    const stale = topOf({ health: { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } });
    expect(findMark('yes', null, stale)?.isOld).toBe(true);
  });

  it('is exactly a dollar or nothing once there is a result', () => {
    const market = marketOf('m', { result: 'no' });
    expect(findMark('yes', market, topOf())).toEqual({ value: 0, from: 'result', isOld: false });
    expect(findMark('no', market, topOf())).toEqual({ value: 1_000_000, from: 'result', isOld: false });
    const voided = marketOf('m', { result: '', status: 'voided' });
    for (const side of ['yes', 'no'] as const) {
      expect(findMark(side, voided, topOf())).toEqual({ value: 500_000, from: 'result', isOld: false });
    }
  });
});
