import { expect, it } from 'vitest';
import { payoutOf } from '#shared/order/wallet/walletAction.ts';

it('pays a dollar a winning share, and half a dollar a share of either outcome after a void, rounded down', () => {
  const shares = { yes: 5_000_001n, no: 3n };
  expect(payoutOf('yes', shares)).toBe(5_000_001n);
  expect(payoutOf('no', shares)).toBe(3n);
  expect(payoutOf('void', shares)).toBe(2_500_000n + 1n);
});
