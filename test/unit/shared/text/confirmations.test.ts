import { expect, it } from 'vitest';
import { type ConfirmationQuestion, formatConfirmation } from '#shared/text/confirmations.ts';

const QUESTIONS: readonly ConfirmationQuestion[] = [
  { code: 'exportKey', parameters: {} },
  { code: 'saveVaultCopy', parameters: {} },
  { code: 'changePassword', parameters: {} },
  { code: 'setLockTimes', parameters: { screen: { before: 10, after: 5 }, keys: { before: 30, after: 30 } } },
  { code: 'acceptOlderVault', parameters: { found: 3, seen: 7 } },
  { code: 'enableKeychain', parameters: {} },
  { code: 'disableKeychain', parameters: {} },
  { code: 'addSecondKey', parameters: { address: '0xab' } },
  { code: 'removeKey', parameters: { name: 'Second signing key', publicKey: '0xab' } },
  { code: 'setOrderLimit', parameters: { limit: { before: '5000.00', after: '10.00' } } },
  { code: 'connectAccount', parameters: { apiKey: 'ak', before: null } },
  { code: 'signWalletCalls', parameters: { wallet: '0xab', chainId: 137, calls: [{ nonce: 4, effects: ['A', 'B'] }] } },
  { code: 'acceptWalletChanges', parameters: { changes: ['chain was 137 and is now 1'] } },
];

it.each(QUESTIONS)('asks about $code: a question, facts with labels, a button that names the act', (question) => {
  const { title, facts, confirmLabel } = formatConfirmation(question.code, question.parameters);
  expect(title).toMatch(/^[A-Z].*\?$/);
  for (const fact of facts.flat()) expect(fact).not.toBe('');
  expect(confirmLabel).toMatch(/^[A-Z]/);
});

it('shows a change as the new value and the one before', () => {
  const times = { screen: { before: 10, after: 5 }, keys: { before: 30, after: 20 } };
  expect(formatConfirmation('setLockTimes', times).facts).toEqual([
    ['Screen', '5 min, was 10 min'],
    ['Keys', '20 min, was 30 min'],
  ]);
});

it('shows every effect of every call that it asks to sign', () => {
  const calls = [
    { nonce: 4, effects: ['Approves USDC', 'Approves shares'] },
    { nonce: 5, effects: ['Adds an owner'] },
  ];
  const { facts, confirmLabel } = formatConfirmation('signWalletCalls', { wallet: '0xab', chainId: 137, calls });
  expect(facts.slice(2)).toEqual([
    ['Call 4', 'Approves USDC'],
    ['Call 4', 'Approves shares'],
    ['Call 5', 'Adds an owner'],
  ]);
  expect(confirmLabel).toBe('Sign 2');
});
