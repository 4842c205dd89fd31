import { describe, expect, it } from 'vitest';
import { BugError, quoteFound, UnitError } from '#shared/units/errors.ts';

describe('errors', () => {
  it('show the expected and the found value, without a period', () => {
    const error = new UnitError('a price', '"x"');
    expect(error).toMatchObject({ name: 'UnitError', message: 'Expected a price, found "x"', expected: 'a price' });
    expect(new BugError('Order went from done to sent').name).toBe('BugError');
  });

  it('quote values, shortened', () => {
    expect(quoteFound(null)).toBe('null');
    expect(quoteFound(undefined)).toBe('undefined');
    expect(quoteFound([1, 2])).toBe('an array of 2');
    expect(quoteFound({ secret: 'x' })).toBe('an object');
    expect(quoteFound('abc')).toBe('"abc"');
    expect(quoteFound('a'.repeat(100))).toBe(`"${'a'.repeat(40)} […]"`);
    expect(quoteFound(12n)).toBe('12');
  });
});
