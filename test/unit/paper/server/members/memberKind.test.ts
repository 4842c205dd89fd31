import { p256 } from '@noble/curves/nist.js';
import { encodeAbiParameters, hashTypedData } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { TestMember } from '../member.ts';

const START = 1_763_726_400_000;
const ACCOUNT = '/api/v2/atlas/account';
const ORDERS = `${ACCOUNT}/orders`;
let exchange: PaperExchange;
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
});
afterAll(async () => {
  expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  await exchange.close();
});

const join = (wish: Record<string, unknown> = {}): Promise<TestMember> =>
  new TestMember(exchange, clock.wallMs).join(wish);

/** Replaces the signature of a placement by what `sign` makes of the order's own hash. */
async function resign(
  body: Record<string, unknown>,
  sign: (hash: `0x${string}`) => Promise<string>,
): Promise<Record<string, unknown>> {
  const order = body.signed_order as Record<string, string>;
  const { value: wallet } = await (await join()).call('GET', `${ACCOUNT}/wallet`);
  const names = ['salt', 'tokenId', 'makerAmount', 'takerAmount', 'expiration', 'nonce', 'feeRateBps'] as const;
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const numbers = Object.fromEntries(names.map((name) => [name, BigInt(order[snake(name)]!)]));
  const type = (name: string): string =>
    ['maker', 'signer', 'taker'].includes(name)
      ? 'address'
      : name === 'side' || name === 'signatureType'
        ? 'uint8'
        : 'uint256';
  const fields = ['salt', 'maker', 'signer', 'taker', ...names.slice(1), 'side', 'signatureType'];
  const hash = hashTypedData({
    types: { Order: fields.map((name) => ({ name, type: type(name) })) },
    primaryType: 'Order',
    domain: {
      name: wallet.domain_name,
      version: '1',
      chainId: wallet.chain_id,
      verifyingContract: wallet.exchange_address,
    },
    message: {
      ...numbers,
      maker: order.maker,
      signer: order.signer,
      taker: order.taker,
      side: order.side,
      signatureType: order.signature_type,
    },
  } as unknown as Parameters<typeof hashTypedData>[0]);
  return { ...body, signed_order: { ...order, signature: await sign(hash) } };
}

describe('a passkey’s wallet', () => {
  test('reads, and takes no order as long as no second signing key is added', async () => {
    const member = await join({ kind: 'passkey' });
    const { value: wallet } = await member.call('GET', `${ACCOUNT}/wallet`);
    expect(wallet).toMatchObject({ signature_type: 3, safe_status: 'ready', proxy_address: member.safe });
    expect(wallet.owner_address).not.toBe(member.account.address);
    expect((await member.call('GET', `${ACCOUNT}/balances`)).value[0].balance_safe).toBe('10000');
    const signed = { signatureType: 3, signer: member.safe };
    const { status, value } = await member.place({ market: 'lander-intact', price: '0.20', volume: '10', signed });
    expect([status, value]).toEqual([422, { errors: ['account.custody.order_signature_rejected'] }]);
  });

  test('with a second key takes the signature over the wrapped hash and refuses the one over the raw hash', async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    const member = await join({ kind: 'passkey', signing_key: key.address, ready: true });
    const signed = { signatureType: 3, signer: member.safe };
    const body = await member.placement({ market: 'lander-intact', price: '0.20', volume: '10', signed });
    const raw = await resign(body, (hash) => key.sign({ hash }));
    expect(await member.call('POST', ORDERS, raw)).toMatchObject({
      status: 422,
      value: { errors: ['account.custody.order_signature_rejected'] },
    });
    const wrapped = await resign(body, (hash) =>
      key.signTypedData({
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        domain: { chainId: 31_337, verifyingContract: member.safe as `0x${string}` },
        message: { message: encodeAbiParameters([{ type: 'bytes32' }], [hash]) },
      }),
    );
    expect(await member.call('POST', ORDERS, wrapped)).toMatchObject({ status: 201, value: { state: 'wait' } });
    const wrongType = await member.place({ market: 'lander-intact', price: '0.20', volume: '10' });
    expect(wrongType.value).toEqual({ errors: ['account.custody.order_signature_type_mismatch'] });
  });
});

describe('a custodial member', () => {
  test('has no wallet, orders with a direction and no signature, and holds money in the pool’s words', async () => {
    const member = await join({ kind: 'custodial' });
    for (const path of ['wallet', 'wallet/markets/lander-intact']) {
      const { status, value } = await member.call('GET', `${ACCOUNT}/${path}`);
      expect([status, value]).toEqual([422, { errors: ['account.custody.no_wallet'] }]);
    }
    expect((await member.call('GET', `${ACCOUNT}/balances`)).value).toEqual([
      { currency: 'usdc', balance: '10000', locked: '0' },
    ]);
    const order = { market: 'lander-intact', side: 'yes', ord_type: 'limit', price: '0.95', volume: '10' };
    expect((await member.call('POST', ORDERS, order)).value).toEqual({ errors: ['market.order.missing_direction'] });
    expect((await member.call('POST', ORDERS, { ...order, direction: 'both' })).value).toEqual({
      errors: ['market.order.invalid_direction'],
    });
    const bought = await member.call('POST', ORDERS, { ...order, direction: 'buy' });
    expect(bought).toMatchObject({ status: 201, value: { direction: 'buy', state: 'wait' } });
    const { value: positions } = await member.call('GET', `${ACCOUNT}/positions`);
    expect(positions).toMatchObject([{ market: 'lander-intact', qty: '10', custody: 'custodial' }]);
    const sold = await member.call('POST', ORDERS, { ...order, direction: 'sell', price: '0.02' });
    expect(sold.status).toBe(201);
    expect((await member.call('GET', `${ACCOUNT}/contracts`)).headers).toMatchObject({ total: '2' });
  });

  test('is paid for winning shares at the result, because it has no wallet that could redeem', async () => {
    const member = await join({ kind: 'custodial' });
    const order = { market: 'regatta-tern', side: 'yes', ord_type: 'limit', price: '0.95', volume: '10' };
    await member.call('POST', ORDERS, { ...order, direction: 'buy' });
    const balance = async () => Number((await member.call('GET', `${ACCOUNT}/balances`)).value[0].balance);
    const before = await balance();
    expect(exchange.world.decide(exchange.world.find('regatta-tern')!, 'yes')).toBe(true);
    expect(await balance()).toBeCloseTo(before + 10, 6);
    expect(
      (await member.call('GET', `${ACCOUNT}/positions`)).value.filter(({ qty }: { qty: string }) => qty !== '0'),
    ).toEqual([]);
    expect(listBrokenInvariants(exchange.world.engine)).toEqual([]);
  });
});

describe('the wallet', () => {
  test('asks for its set-up as one batch when the operator says so, and is ready after it', async () => {
    const member = await join({ setup: 'multisend' });
    const { value } = await member.call('GET', `${ACCOUNT}/wallet`);
    expect(value.safe_setup.calls).toHaveLength(1);
    const [call] = value.safe_setup.calls;
    expect(call).toMatchObject({ operation: 1, nonce: 0 });
    expect((await member.relay({ ...call, operation: 0 })).value.errors).toEqual([
      'account.custody.relay_call_reverted',
    ]);
    expect((await member.relay(call)).status).toBe(200);
    expect((await member.call('GET', `${ACCOUNT}/wallet`)).value).toMatchObject({
      safe_status: 'ready',
      safe_setup: { ready: true, calls: [] },
    });
    expect((await member.relay(call)).value.errors).toEqual(['account.custody.relay_nonce_out_of_order']);
  });

  test('sends collateral away, but nothing that orders hold', async () => {
    const member = await (await join()).setUp();
    await member.place({ market: 'lander-intact', price: '0.10', volume: '90000' });
    const to = `0x${'12'.repeat(20)}`;
    expect((await member.withdraw(to, 1_000_000_001n)).value.errors).toEqual(['account.custody.relay_call_reverted']);
    const streams = member.listen('/api/v2/websocket/private?stream=balance');
    await streams.until('success');
    expect((await member.withdraw(to, 1_000_000_000n)).status).toBe(200);
    expect((await streams.until('balance'))[0]).toMatchObject({ balance: '9000', available: '0' });
    streams.close();
  });

  test('prepares a session key: clamps its expiry, installs the handler once, refuses what is no point', async () => {
    const member = await (await join()).setUp();
    const path = `${ACCOUNT}/wallet/session-key`;
    const { publicKey } = p256.keygen();
    const hex = Buffer.from(p256.Point.fromBytes(publicKey).toBytes(false)).toString('hex');
    const [x, y] = [`0x${hex.slice(2, 66)}`, `0x${hex.slice(66)}`];
    const now = START / 1_000;
    const { status, value } = await member.call('POST', path, { x, y, expires_at: now + 900_000_000 });
    expect(status).toBe(200);
    expect(value).toMatchObject({ safe: member.safe, handler_installed: false, expires_at: now + 7 * 86_400 });
    expect(value.calls.map(({ nonce }: { nonce: number }) => nonce)).toEqual([3, 4]);
    for (const call of value.calls) expect((await member.relay(call)).status).toBe(200);
    const again = await member.call('POST', path, { x, y, expires_at: now + 600 });
    expect(again.value).toMatchObject({ handler_installed: true, expires_at: now + 600 });
    expect(again.value.calls).toHaveLength(1);
    for (const body of [{ x }, { x, y: x }, { x, y, expires_at: now - 1 }]) {
      expect((await member.call('POST', path, body)).status).toBe(400);
    }
    const { status: limited, value: refused } = await member.call('POST', path, { x, y });
    expect([limited, refused]).toEqual([429, { errors: ['account.custody.too_many_requests'] }]);
  });
});
