import { expect, it } from 'vitest';
import { WALLET_QUESTIONS } from '#shared/text/wallet/walletQuestions.ts';

const spender = { role: 'exchange', address: '0xab' } as const;
const APPROVE = { effect: { code: 'approveUsdc', parameters: { spender, limit: null } }, valueWei: 0n } as const;
const REVOKE = { effect: { code: 'revokeUsdc', parameters: { spender } }, valueWei: 7n } as const;

it('shows how far the exchange shortened a session key, and that a new handler decides about signatures', () => {
  const parameters = { wallet: '0xab', chainId: 137, key: '0xef', grantedUntil: '1970-01-01T01:00:00.000Z', calls: [] };
  const shortened = { ...parameters, requestedUntil: '1970-01-01T02:00:00.000Z', changesHandler: true };
  const { facts } = WALLET_QUESTIONS.authoriseSessionKey(shortened);
  expect(facts).toContainEqual(['Until', '1970-01-01T01:00:00.000Z, requested 1970-01-01T02:00:00.000Z']);
  expect(facts.at(-1)?.[1]).toContain('new handler');
  const asked = { ...parameters, requestedUntil: null, changesHandler: false };
  expect(WALLET_QUESTIONS.authoriseSessionKey(asked).facts).toContainEqual(['Until', '1970-01-01T01:00:00.000Z']);
});

it('shows every effect of every call that it asks to sign', () => {
  const calls = [
    { nonce: 4, effects: [APPROVE, REVOKE] },
    { nonce: 5, effects: [APPROVE] },
  ];
  const { facts, confirmLabel } = WALLET_QUESTIONS.signWalletCalls({ wallet: '0xab', chainId: 137, calls });
  expect(facts.slice(2)).toEqual([
    ['Call 4', 'Allows the exchange 0xab to spend your USDC without limit'],
    ['Call 4', 'Revokes the permission of the exchange 0xab to spend your USDC, and sends 7 wei'],
    ['Call 5', 'Allows the exchange 0xab to spend your USDC without limit'],
  ]);
  expect(confirmLabel).toBe('Sign 2');
});
