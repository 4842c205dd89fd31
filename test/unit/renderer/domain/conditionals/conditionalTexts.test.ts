import { describe, expect, it } from 'vitest';
import {
  type PriceStart,
  parseCount,
  parseDistance,
  parseDuration,
  parsePriceText,
  resolvePriceText,
  writeDuration,
} from '#renderer/domain/conditionals/conditionalTexts.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { Price } from '#shared/units/price.ts';

const STARTS: Readonly<Record<PriceStart, Price | null>> = {
  bid: 610_000 as Price,
  ask: 630_000 as Price,
  last: null,
  average: 455_000 as Price,
  trigger: 310_000 as Price,
};

function priceOf(text: string): number | string | null {
  const typed = parsePriceText(text, DEFAULT_TICK);
  if (!typed.ok) return typed.hint;
  const price = resolvePriceText(typed.value, STARTS, DEFAULT_TICK);
  return price.ok ? price.value : price.hint;
}

describe('a typed price', () => {
  it.each([
    ['0.31', 310_000],
    ['.31', 310_000],
    ['bid', 610_000],
    ['bid-3t', 580_000],
    ['ASK+1t', 640_000],
    ['-2t', 290_000],
    ['trigger-2t', 290_000],
    // 10 % of 0.455 is 0.0455: the next tick further away, then the nearest one.
    ['avg-10%', 410_000],
    ['average+10%', 510_000],
    // No price leaves the market's range.
    ['bid-90t', 10_000],
    ['ask+90t', 990_000],
  ])('%s is %d', (text, price) => {
    expect(priceOf(text)).toBe(price);
  });

  it.each([
    ['', null],
    ['0.315', 'Price must be a multiple of 0.01 from 0.01 to 0.99, found “0.315”'],
    ['bid-3', 'Price must be a multiple of 0.01 from 0.01 to 0.99, found “bid-3”'],
    ['bid-0t', 'Price must be a multiple of 0.01 from 0.01 to 0.99, found “bid-0t”'],
    ['bid-1001t', 'Price must be a multiple of 0.01 from 0.01 to 0.99, found “bid-1001t”'],
    ['last-1t', 'The last price is not known now: type a price'],
  ])('%s is refused', (text, hint) => {
    expect(priceOf(text)).toBe(hint);
  });
});

describe('a typed distance', () => {
  it('is in ticks or in basis points', () => {
    expect(parseDistance('3t')).toEqual({ ok: true, value: { kind: 'ticks', ticks: 3 } });
    expect(parseDistance('2.5%')).toEqual({ ok: true, value: { kind: 'bps', bps: 250 } });
    expect(parseDistance('0.05%')).toEqual({ ok: true, value: { kind: 'bps', bps: 5 } });
  });

  it.each(['0t', '0%', '3', '100%', '2.555%', 't'])('%s is refused', (text) => {
    expect(parseDistance(text)).toMatchObject({ ok: false });
  });
});

describe('a typed duration', () => {
  it.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text, 1_000, 172_800_000)).toEqual({ ok: true, value: ms });
    expect(parseDuration(writeDuration(ms), 1_000, 172_800_000)).toEqual({ ok: true, value: ms });
  });

  it('names its bounds and its form', () => {
    expect(parseDuration('5s', 30_000, 3_600_000)).toEqual({
      ok: false,
      hint: 'Time must be from 30s to 1h, found “5s”',
    });
    expect(parseDuration('ten', 30_000, 3_600_000)).toEqual({
      ok: false,
      hint: 'Time must be such as 30s, 10m or 1h30m, found “ten”',
    });
    expect(parseDuration('', 30_000, 3_600_000)).toEqual({ ok: false, hint: null });
  });
});

describe('a typed count', () => {
  it('is whole and within its bounds', () => {
    expect(parseCount('5', 2, 20)).toEqual({ ok: true, value: 5 });
    expect(parseCount('5.5', 2, 20)).toMatchObject({ ok: false });
    expect(parseCount('21', 2, 20)).toEqual({
      ok: false,
      hint: 'Expected a whole number from 2 to 20, found “21”',
    });
  });
});
