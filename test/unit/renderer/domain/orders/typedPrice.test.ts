import { afterEach, describe, expect, it } from 'vitest';
import { formatTypedPrice, parseTypedPrice } from '#renderer/domain/orders/typedPrice.ts';
import { NUMBER_FORMATS } from '#shared/ipc/preferences.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import { setNumberFormat } from '#shared/text/numbers.ts';
import { toPrice } from '#shared/units/price.ts';

afterEach(() => setNumberFormat('1,234.56'));

describe('a typed price', () => {
  it('accepts a multiple of the tick, with or without the leading zero', () => {
    expect(parseTypedPrice('0.61', DEFAULT_TICK)).toEqual({ ok: true, value: 610_000 });
    expect(parseTypedPrice(' .5 ', DEFAULT_TICK)).toEqual({ ok: true, value: 500_000 });
  });

  it.each(['0.615', '0', '1', '1.2', '0,61', 'abc', '1e-1', '-0.2'])('says what it expects instead of %s', (text) => {
    expect(parseTypedPrice(text, DEFAULT_TICK)).toEqual({
      ok: false,
      hint: `Price must be a multiple of 0.01 from 0.01 to 0.99, found “${text}”`,
    });
  });

  it('accepts finer prices for a finer tick', () => {
    expect(parseTypedPrice('0.615', 1_000 as Tick)).toEqual({ ok: true, value: 615_000 });
  });

  it.each(NUMBER_FORMATS)('is read back from its own text where numbers are shown as %s', (format) => {
    setNumberFormat(format);
    const price = toPrice(615_000);
    expect(parseTypedPrice(formatTypedPrice(price, 1_000 as Tick), 1_000 as Tick)).toEqual({ ok: true, value: price });
  });

  it('has no hint while it is empty', () => {
    expect(parseTypedPrice('', DEFAULT_TICK)).toEqual({ ok: false, hint: null });
  });
});
