import { describe, expect, it } from 'vitest';
import { parseLeg, parseSteps, writeLeg, writeSteps } from '#renderer/domain/conditionals/typedLegs.ts';
import { marketWords } from '#renderer/domain/markets/marketWords.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, makeMarket, OTHER_MARKET } from '#test/slice/makers.ts';

const markets = marketWords([
  makeMarket({ groupItemTitle: 'Rain' }),
  makeMarket({ id: OTHER_MARKET, groupItemTitle: 'Snow', title: 'Snow by Sunday' }),
]);
const facts = { own: MARKET, tick: DEFAULT_TICK, markets };
const LEG = {
  outcome: { market: OTHER_MARKET, side: 'no' },
  shares: parseShares('50'),
  price: parsePrice('0.30'),
} as const;
const formatPrice = () => '0.30';

describe('a typed leg', () => {
  it('names market, outcome, size and price; its own market where none is named', () => {
    expect(parseLeg('snow no 50 @ 0.30', facts)).toEqual({ ok: true, value: LEG });
    expect(parseLeg('Snow NO 50 at 0.3', facts)).toEqual({ ok: true, value: LEG });
    expect(parseLeg('sunday snow no 50 @ 0.3', facts)).toEqual({ ok: true, value: LEG });
    expect(parseLeg('no 50 @0.30', facts)).toMatchObject({ value: { outcome: { market: MARKET } } });
  });

  it('is written as it is typed', () => {
    expect(writeLeg(LEG, MARKET, markets, formatPrice)).toBe('snow no 50 @ 0.30');
    expect(writeLeg(LEG, OTHER_MARKET, markets, formatPrice)).toBe('no 50 @ 0.30');
  });

  it('says what was expected', () => {
    const hint = (text: string) => {
      const typed = parseLeg(text, facts);
      return typed.ok ? null : typed.hint;
    };
    expect(hint('')).toBeNull();
    for (const text of ['snow', 'snow 50 @ 0.30', 'snow no 50 @', 'snow no 50 0.30']) {
      expect(hint(text)).toContain('Expected a leg such as');
    }
    expect(hint('hail no 50 @ 0.30')).toContain('Expected a market');
    expect(hint('hail storm no 50 @ 0.30')).toContain('Expected a market');
    expect(hint('snow no many @ 0.30')).toContain('Expected contracts');
    expect(hint('snow no 50 @ 0.301')).toContain('Price must be');
  });
});

it('reads steps in ticks, one or several', () => {
  expect(parseSteps('2t, 4t,6t', 6)).toEqual({ ok: true, value: [2, 4, 6] });
  expect(writeSteps([2, 4, 6])).toBe('2t,4t,6t');
  for (const text of ['2%', '2', '1t,2t,3t,4t,5t,6t,7t']) expect(parseSteps(text, 6).ok).toBe(false);
});
