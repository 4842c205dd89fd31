import { expect, it } from 'vitest';
import { WalletError } from '#main/wallet/walletError.ts';

it('has a hint of its own, or speaks its message', () => {
  expect(new WalletError('Expected a, found b').hint).toBe('Expected a, found b');
  expect(new WalletError('Expected a, found b', 'Do c')).toMatchObject({ name: 'WalletError', hint: 'Do c' });
});
