import { describe, expect, it } from 'vitest';
import { toProblem, unexpectedValue, WireError } from '#wire/messages/wireError.ts';

describe('WireError', () => {
  it('shows the expected value, the path and the found value', () => {
    const error = new WireError('markets[3].yes_price', 'a price between 0 and 1', '"1.2"');
    expect(error.message).toBe('Expected a price between 0 and 1 at markets[3].yes_price, found "1.2"');
    expect(error).toMatchObject({ name: 'WireError', path: 'markets[3].yes_price', found: '"1.2"' });
  });

  it('is plain data for other processes', () => {
    const problem = { path: 'a', expected: 'b', found: 'c' };
    expect({ ...toProblem(new WireError('a', 'b', 'c')) }).toEqual(problem);
  });

  it('quotes the value, shortened, and shows an absent field as nothing', () => {
    expect(unexpectedValue('x', 'text', 'a'.repeat(100)).found).toBe(`"${'a'.repeat(40)} […]"`);
    expect(unexpectedValue('x', 'text', undefined).found).toBe('nothing');
    expect(unexpectedValue('x', 'text', [1, 2]).found).toBe('an array of 2');
  });
});
