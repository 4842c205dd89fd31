import { expect, it } from 'vitest';
import type { MarketIds } from '#shared/order/wallet/pins.ts';
import { type ConfirmationQuestion, formatConfirmation } from '#shared/text/confirmations.ts';
import type { Hex32, MarketId, TokenId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';

const spender = { role: 'exchange', address: '0xab' } as const;
const APPROVE = { effect: { code: 'approveUsdc', parameters: { spender, limit: null } }, valueWei: 0n } as const;
const REVOKE = { effect: { code: 'revokeUsdc', parameters: { spender } }, valueWei: 7n } as const;

const IDS: MarketIds = {
  conditionId: `0x${'c'.repeat(64)}` as Hex32,
  yesTokenId: '1' as TokenId,
  noTokenId: '2' as TokenId,
};

const QUESTIONS: readonly ConfirmationQuestion[] = [
  { code: 'exportKey', parameters: {} },
  { code: 'saveVaultCopy', parameters: {} },
  { code: 'acceptBuild', parameters: { build: 'ab'.repeat(8), before: null } },
  { code: 'changePassword', parameters: {} },
  { code: 'setLockTimes', parameters: { screen: { before: 10, after: 5 }, keys: { before: 30, after: 30 } } },
  { code: 'acceptOlderVault', parameters: { found: 3, seen: 7 } },
  { code: 'acceptConsentLosses', parameters: { losses: [{ store: 'orders', reason: 'missing', count: 0 }] } },
  { code: 'enableKeychain', parameters: {} },
  { code: 'disableKeychain', parameters: {} },
  { code: 'importOwnKey', parameters: { address: '0xab', origin: 'imported' } },
  { code: 'addSecondKey', parameters: { address: '0xab', origin: 'generated' } },
  { code: 'removeKey', parameters: { name: 'Second signing key', publicKey: '0xab' } },
  { code: 'setLimits', parameters: { changes: [{ limit: 'orderCost', before: 5_000_000_000n, after: 10_000_000n }] } },
  { code: 'markExclusive', parameters: { eventId: 7 } },
  { code: 'restartDay', parameters: { loss: 12_000_000n as Usd } },
  { code: 'restartDay', parameters: { loss: null } },
  {
    code: 'exitOnOldBook',
    parameters: {
      orders: [
        { title: 'Rain', side: 'yes', direction: 'sell', price: parsePrice('0.6'), shares: parseShares('50') },
        { title: 'Snow', side: 'no', direction: 'buy', price: parsePrice('0.6'), shares: parseShares('5') },
      ],
      cancelsOrders: true,
    },
  },
  { code: 'connectAccount', parameters: { apiKey: 'ak', before: null } },
  {
    code: 'signWalletCalls',
    parameters: { wallet: '0xab', chainId: 137, calls: [{ nonce: 4, effects: [APPROVE, REVOKE] }] },
  },
  {
    code: 'acceptMarket',
    parameters: { title: 'Rain', change: { market: 'rain' as MarketId, before: IDS, now: IDS } },
  },
  { code: 'prepareSessionKey', parameters: { hours: 24, key: null } },
  { code: 'prepareSessionKey', parameters: { hours: 24, key: '0xef' } },
  { code: 'confirmSessionHandler', parameters: { wallet: '0xab', handler: '0xcd', verifier: null } },
  {
    code: 'authoriseSessionKey',
    parameters: {
      wallet: '0xab',
      chainId: 137,
      key: '0xef',
      requestedUntil: '1970-01-01T02:00:00.000Z',
      grantedUntil: '1970-01-01T01:00:00.000Z',
      changesHandler: true,
      calls: [{ nonce: 4, effects: [APPROVE] }],
    },
  },
  { code: 'acceptWalletChanges', parameters: { changes: [{ code: 'chain', parameters: { before: 137, now: 1 } }] } },
];

it.each(QUESTIONS)('asks about $code: a question, facts with labels, a button that names the act', (question) => {
  const { title, facts, confirmLabel } = formatConfirmation(question.code, question.parameters);
  expect(title).toMatch(/^[A-Z].*\?$/);
  for (const fact of facts.flat()) expect(fact).not.toBe('');
  expect(confirmLabel).toMatch(/^[A-Z]/);
});
