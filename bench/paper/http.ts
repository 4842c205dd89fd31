/**
 * Signed orders over HTTP, signed beforehand, so that the server's work alone is measured: by the clock, and by the processor
 * time of the server's own process, which other work on the machine disturbs less.
 *
 * Shape       One server, one round to warm it up, then rounds that count; the figures are their medians.
 */
import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import { signRecoverable } from 'tiny-secp256k1';
import { hashTypedData, hexToBytes } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type Child, call, cpuSecondsOf, startChild } from './child.ts';
import { openLine } from './line.ts';

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
  /** Of the slowest and the fastest round. */
  readonly range: readonly [number, number];
  readonly refused: number;
  /** Orders per processor second of each round. */
  readonly rounds: readonly number[];
}

interface Round {
  readonly ordersPerSecond: number;
  readonly ordersPerCpuSecond: number;
  readonly refused: number;
}

interface Ready {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly body: string;
}

export async function measureHttp(rounds: number, ordersEach: number): Promise<HttpFigure> {
  const child = await startChild(new URL('../../src/paper/main.ts', import.meta.url), ['--embedded']);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const queues: Ready[][] = [];
  while (queues.length <= rounds) {
    const queue: Ready[] = [];
    while (queue.length < ordersEach) queue.push(...(await prepare(child, agent)));
    queues.push(queue);
  }
  const figures: Round[] = [];
  for (const queue of queues) figures.push(await playRound(child, queue));
  agent.destroy();
  child.process.disconnect();
  const counted = figures.slice(1);
  const perRound = counted.map((figure) => figure.ordersPerCpuSecond);
  const perCpu = [...perRound].sort((a, b) => a - b);
  const perSecond = counted.map((figure) => figure.ordersPerSecond).sort((a, b) => a - b);
  return {
    ordersPerSecond: middleOf(perSecond),
    ordersPerCpuSecond: middleOf(perCpu),
    range: [perCpu[0]!, perCpu.at(-1)!],
    refused: figures.reduce((sum, { refused }) => sum + refused, 0),
    rounds: perRound,
  };
}

function middleOf(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)]!;
}

async function playRound(child: Child, queue: Ready[]): Promise<Round> {
  const count = queue.length;
  const common = Object.entries(child.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `POST ${PATH} HTTP/1.1\r\n${common.join('')}`;
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(child.port)));
  let refused = 0;
  const cpuBefore = cpuSecondsOf(child);
  const before = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const headers = Object.entries(signHeaders(next, 'POST', PATH, next.body));
        const own = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const request = `${start}${own}Content-Length: ${next.body.length}\r\n\r\n${next.body}`;
        if ((await line.ask(request)) !== 201) refused += 1;
      }
    }),
  );
  const seconds = (performance.now() - before) / 1_000;
  const cpuSeconds = cpuSecondsOf(child) - cpuBefore;
  for (const line of lines) line.close();
  return { ordersPerSecond: Math.round(count / seconds), ordersPerCpuSecond: Math.round(count / cpuSeconds), refused };
}

function signHeaders(key: Omit<Ready, 'body'>, method: string, path: string, body: string): Record<string, string> {
  const nonce = `${Date.now()}`;
  const signature = createHmac('sha256', key.apiSecret)
    .update(nonce + key.apiKey + method + path + body)
    .digest('hex');
  return { 'X-Auth-Apikey': key.apiKey, 'X-Auth-Nonce': nonce, 'X-Auth-Signature': signature };
}

async function prepare(child: Child, agent: Agent): Promise<Ready[]> {
  const owner = generatePrivateKey();
  const { address } = privateKeyToAccount(owner);
  const opened = await call(
    child,
    agent,
    'POST',
    '/operator/members',
    {},
    JSON.stringify({ owner: address, ready: true }),
  );
  const { api_key, api_secret } = JSON.parse(opened.text) as { api_key: string; api_secret: string };
  const key = { apiKey: api_key, apiSecret: api_secret };
  const path = '/api/v2/atlas/account/wallet/markets/harbour-list';
  const headers = signHeaders(key, 'GET', path, '');
  const wallet = JSON.parse((await call(child, agent, 'GET', path, headers)).text) as Record<string, string>;
  const bytes = hexToBytes(owner);
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
    const { signature, recoveryId } = signRecoverable(hexToBytes(digest), bytes);
    const hex = Buffer.from([...signature, 27 + recoveryId]).toString('hex');
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
    return { ...key, body: JSON.stringify(body) };
  });
}
