/** Signed orders a second over HTTP: orders are signed beforehand, so that the server's work alone is measured. */
import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hashTypedData, hexToBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type Child, call, cpuSecondsOf, startChild } from './child.ts';

const PER_MEMBER = 100;
const CONNECTIONS = 8;
const ZERO = `0x${'0'.repeat(40)}`;
const PATH = '/api/v2/atlas/account/orders';
const FIELDS = 'salt maker signer taker tokenId makerAmount takerAmount expiration nonce feeRateBps side signatureType';
const TYPES: Readonly<Record<string, string>> = {
  maker: 'address',
  signer: 'address',
  taker: 'address',
  side: 'uint8',
  signatureType: 'uint8',
};
const ORDER = FIELDS.split(' ').map((name) => ({ name, type: TYPES[name] ?? 'uint256' }));

export interface HttpFigure {
  readonly ordersPerSecond: number;
  readonly ordersPerCpuSecond: number;
  readonly refused: number;
}

interface Ready {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly body: string;
}

export async function measureHttp(orders: number): Promise<HttpFigure> {
  const child = await startChild(new URL('../../src/paper/main.ts', import.meta.url), ['--embedded']);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const queue: Ready[] = [];
  for (let member = 0; member < Math.ceil(orders / PER_MEMBER); member += 1)
    queue.push(...(await prepare(child, agent)));
  let refused = 0;
  const cpuBefore = cpuSecondsOf(child);
  const before = performance.now();
  const count = queue.length;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const nonce = `${Date.now()}`;
        const message = `${nonce}${next.apiKey}POST${PATH}${next.body}`;
        const { status } = await call(
          child,
          agent,
          'POST',
          PATH,
          {
            'X-Auth-Apikey': next.apiKey,
            'X-Auth-Nonce': nonce,
            'X-Auth-Signature': createHmac('sha256', next.apiSecret).update(message).digest('hex'),
          },
          next.body,
        );
        if (status !== 201) refused += 1;
      }
    }),
  );
  const seconds = (performance.now() - before) / 1_000;
  const cpuSeconds = cpuSecondsOf(child) - cpuBefore;
  agent.destroy();
  child.process.disconnect();
  return { ordersPerSecond: Math.round(count / seconds), ordersPerCpuSecond: Math.round(count / cpuSeconds), refused };
}

async function prepare(child: Child, agent: Agent): Promise<Ready[]> {
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  const opened = await call(
    child,
    agent,
    'POST',
    '/operator/members',
    {},
    JSON.stringify({ owner: address, ready: true }),
  );
  const { api_key: apiKey, api_secret: apiSecret } = JSON.parse(opened.text) as Record<string, string>;
  const path = '/api/v2/atlas/account/wallet/markets/harbour-list';
  const nonce = `${Date.now()}`;
  const signature = createHmac('sha256', apiSecret!).update(`${nonce}${apiKey}GET${path}`).digest('hex');
  const headers = { 'X-Auth-Apikey': apiKey!, 'X-Auth-Nonce': nonce, 'X-Auth-Signature': signature };
  const wallet = JSON.parse((await call(child, agent, 'GET', path, headers)).text) as Record<string, string>;
  const bytes = hexToBytes(key);
  return Array.from({ length: PER_MEMBER }, (_, at) => {
    const message = {
      salt: BigInt(at + 1),
      maker: wallet.proxy_address,
      signer: address,
      taker: ZERO,
      tokenId: BigInt(wallet.yes_token_id!),
      makerAmount: 100_000n,
      takerAmount: 10_000_000n,
      expiration: 0n,
      nonce: 0n,
      feeRateBps: 0n,
      side: 0,
      signatureType: 2,
    };
    const digest = hashTypedData({
      types: { Order: ORDER },
      primaryType: 'Order',
      domain: {
        name: wallet.domain_name,
        version: '1',
        chainId: Number(wallet.chain_id),
        verifyingContract: wallet.exchange_address,
      },
      message,
    } as unknown as Parameters<typeof hashTypedData>[0]);
    const signed = secp256k1.sign(hexToBytes(digest), bytes, { prehash: false, format: 'recovered' });
    const hex = Buffer.from([...signed.subarray(1), 27 + signed[0]!]).toString('hex');
    const signed_order = {
      salt: `${message.salt}`,
      maker: message.maker,
      signer: address,
      taker: ZERO,
      token_id: `${message.tokenId}`,
      maker_amount: '100000',
      taker_amount: '10000000',
      expiration: '0',
      nonce: '0',
      fee_rate_bps: '0',
      side: 0,
      signature_type: 2,
      signature: `0x${hex}`,
    };
    const body = { market: 'harbour-list', side: 'yes', ord_type: 'limit', price: '0.01', volume: '10', signed_order };
    return { apiKey: apiKey!, apiSecret: apiSecret!, body: JSON.stringify(body) };
  });
}
