import { expect, it } from 'vitest';
import { checkSignable, hashSignable, type Signable } from '#main/vault/signing/signing.ts';
import { ORDER_LIFETIME_SECONDS } from '#shared/order/expiry.ts';
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { type Address, parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { hashSafeMessage } from '#wire/eip712/safeMessage.ts';
import { buildRelayedTx, hashSafeTx, type SafeTx } from '#wire/eip712/safeTx.ts';

const address = (digit: string): Address => parseAddress(`0x${digit.repeat(40)}`);
const owner = address('1');
const NOW_MS = 1_900_000_000_000;
const fields: OrderFields = {
  salt: 1n,
  maker: address('2'),
  signer: owner,
  taker: ZERO_ADDRESS,
  tokenId: 5n,
  makerAmount: 35n,
  takerAmount: 100n,
  expiration: BigInt(NOW_MS / 1000 + ORDER_LIFETIME_SECONDS),
  nonce: 0n,
  feeRateBps: 0n,
  side: 0,
  signatureType: 2,
};
const domain: OrderDomain = { name: 'X', version: '1', chainId: 137n, verifyingContract: address('3') };
const order = (change: Partial<OrderFields>, under: Partial<OrderDomain> = {}): Signable => ({
  kind: 'order',
  fields: { ...fields, ...change },
  domain: { ...domain, ...under },
});
const tx = buildRelayedTx({ to: address('4'), data: '0x', operation: 0, nonce: 0 });
const safeDomain = { chainId: 137n, safe: address('2') };

it('signs a consistent order and a relayed transaction, by the digest of their own fields', () => {
  expect(checkSignable(order({}), owner, NOW_MS)).toBeNull();
  expect(checkSignable(order({ side: 1, makerAmount: 100n, takerAmount: 35n }), owner, NOW_MS)).toBeNull();
  expect(hashSignable(order({}))).toEqual(hashOrder(fields, domain));
  const call: Signable = { kind: 'safeTx', tx, domain: safeDomain };
  expect(checkSignable(call, owner, NOW_MS)).toBeNull();
  expect(hashSignable(call)).toEqual(hashSafeTx(tx, safeDomain));
});

it.each<[string, Partial<OrderFields>]>([
  ['another signature type', { signatureType: 3 }],
  ['a plain account order', { signatureType: 0 }],
  ['another signer', { signer: address('9') }],
  ['the own key as maker', { maker: owner }],
  ['no maker', { maker: ZERO_ADDRESS }],
  ['a taker', { taker: address('9') }],
  ['a fee', { feeRateBps: 1n }],
  ['nothing given', { makerAmount: 0n }],
  ['nothing taken', { takerAmount: 0n }],
  ['a buy at a dollar', { makerAmount: 100n }],
  ['a sell at a dollar', { side: 1, makerAmount: 100n, takerAmount: 100n }],
  ['a buy with swapped amounts', { makerAmount: 100n, takerAmount: 35n }],
  ['no token', { tokenId: 0n }],
  ['an absurd expiration', { expiration: 2n ** 64n }],
  ['an expiration in the year 10000', { expiration: 253_402_300_800n }],
  ['an expiration two minutes beyond seven days', { expiration: BigInt(NOW_MS / 1000 + ORDER_LIFETIME_SECONDS + 120) }],
  ['no expiration', { expiration: 0n }],
  ['an expiration that is over', { expiration: BigInt(NOW_MS / 1000) }],
])('does not sign an order with %s', (_title, change) => {
  expect(checkSignable(order(change), owner, NOW_MS)).toMatch(/^Expected/);
});

it.each<[string, Partial<OrderDomain>]>([
  ['no name', { name: '' }],
  ['a name without end', { name: 'x'.repeat(257) }],
  ['no version', { version: '' }],
  ['no chain', { chainId: 0n }],
  ['no contract', { verifyingContract: ZERO_ADDRESS }],
  ['the wallet as contract', { verifyingContract: fields.maker }],
])('does not sign under a domain with %s', (_title, change) => {
  expect(checkSignable(order({}, change), owner, NOW_MS)).toMatch(/^Expected/);
});

it.each<[string, Partial<SafeTx>]>([
  ['gas of its own', { safeTxGas: 1n }],
  ['base gas', { baseGas: 1n }],
  ['a gas price', { gasPrice: 1n }],
  ['a gas token', { gasToken: address('9') }],
  ['a refund receiver', { refundReceiver: address('9') }],
])('does not sign a transaction with %s', (_title, change) => {
  expect(checkSignable({ kind: 'safeTx', tx: { ...tx, ...change }, domain: safeDomain }, owner, NOW_MS)).toContain(
    'gas refund',
  );
});

it('does not sign without a wallet or a chain', () => {
  expect(checkSignable({ kind: 'safeTx', tx, domain: { ...safeDomain, safe: ZERO_ADDRESS } }, owner, NOW_MS)).toContain(
    'wallet',
  );
  expect(checkSignable({ kind: 'safeTx', tx, domain: { ...safeDomain, chainId: 0n } }, owner, NOW_MS)).toContain(
    'chain id',
  );
});

it('signs for a passkey wallet the Safe message with the order’s hash, on the same chain and for that wallet only', () => {
  const wallet = { chainId: 137n, safe: address('2') };
  const key = address('5');
  const given = { ...fields, signer: wallet.safe, signatureType: 3 };
  const second = (change: object): Signable => ({
    kind: 'secondKeyOrder',
    key,
    fields: given,
    domain,
    wallet,
    ...change,
  });
  expect(checkSignable(second({}), owner, NOW_MS)).toBeNull();
  expect(hashSignable(second({}))).toEqual(hashSafeMessage(hashOrder(given, domain), wallet));
  expect(checkSignable(second({ key: owner }), owner, NOW_MS)).toContain('second signing key');
  expect(checkSignable(second({ wallet: { ...wallet, safe: address('6') } }), owner, NOW_MS)).toContain(
    'maker and signer',
  );
  expect(checkSignable(second({ wallet: { ...wallet, chainId: 1n } }), owner, NOW_MS)).toContain('same chain');
  expect(checkSignable(second({ fields }), owner, NOW_MS)).toContain('signature type 3');
  expect(checkSignable(second({ fields: { ...given, taker: address('9') } }), owner, NOW_MS)).toContain(
    'without a taker',
  );
});
