import { expect, it } from 'vitest';
import { DEFAULT_DIRECTION, findDirectionFault, isNoWallet } from '#shared/order/account/custodial.ts';
import { makeWallet } from '#test/slice/makers.ts';

it('tells an answer without a wallet from a wallet', () => {
  expect(isNoWallet({ noWallet: { code: 'empty', parameters: {} } })).toBe(true);
  expect(isNoWallet(makeWallet())).toBe(false);
});

it('takes a free field with two different words as the direction of an order', () => {
  expect(findDirectionFault(DEFAULT_DIRECTION)).toBeNull();
  const find = (change: Partial<typeof DEFAULT_DIRECTION>) => findDirectionFault({ ...DEFAULT_DIRECTION, ...change });
  expect(['', 'Way', '1way', 'a b', 'a"', '__proto__', 'x'.repeat(41)].map((name) => find({ name }))).toEqual(
    Array.from({ length: 7 }, () => 'name'),
  );
  expect(
    ['side', 'market', 'price', 'volume', 'ord_type', 'post_only', 'signed_order'].map((name) => find({ name })),
  ).toEqual(Array.from({ length: 7 }, () => 'taken'));
  expect([find({ buy: '' }), find({ sell: 'a b' }), find({ sell: 'x'.repeat(21) })]).toEqual(['word', 'word', 'word']);
  expect([find({ buy: 'sell' }), find({ sell: 'BUY' })]).toEqual(['same', 'same']);
});
