import { expect, it } from 'vitest';
import { isNoWallet } from '#shared/order/custodial.ts';
import { makeWallet } from '#test/slice/makers.ts';

it('tells an answer without a wallet from a wallet', () => {
  expect(isNoWallet({ noWallet: { code: 'empty', parameters: {} } })).toBe(true);
  expect(isNoWallet(makeWallet())).toBe(false);
});
