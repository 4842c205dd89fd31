import { expect, it } from 'vitest';
import { WalletError } from '#main/wallet/walletError.ts';

it('has its own hint, or its message as the hint', () => {
  expect(new WalletError('Expected a, found b').hint).toBe('Expected a, found b');
  expect(new WalletError('Expected a, found b', 'Do c')).toMatchObject({ name: 'WalletError', hint: 'Do c' });
});
