/** A tiny client of the paper exchange, written against the interface alone: another signing library, its own HMAC. */
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { encodeFunctionData, parseAbi } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { PaperExchange } from '#paper/server/exchange.ts';

/** Exchanges here play minutes and hours: a busy machine needs longer for that than for other tests. */
vi.setConfig({ testTimeout: 60_000 });

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read loosely, as a stranger's script would.
  value: any;
}

/** A request whose every header is the caller's own, Host included. */
export function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('error', reject);
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, value: text && JSON.parse(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export interface OrderWish {
  market: string;
  side?: 'yes' | 'no';
  direction?: 'buy' | 'sell';
  price: string;
  volume: string;
  postOnly?: boolean;
  /** Replaces fields of the signed message. */
  signed?: Record<string, unknown>;
  /** Replaces fields of the body after signing. */
  body?: Record<string, unknown>;
  /** Replaces fields of `signed_order` after signing. */
  after?: Record<string, unknown>;
}

const ORDER_FIELDS = [
  ['salt', 'uint256'],
  ['maker', 'address'],
  ['signer', 'address'],
  ['taker', 'address'],
  ['tokenId', 'uint256'],
  ['makerAmount', 'uint256'],
  ['takerAmount', 'uint256'],
  ['expiration', 'uint256'],
  ['nonce', 'uint256'],
  ['feeRateBps', 'uint256'],
  ['side', 'uint8'],
  ['signatureType', 'uint8'],
].map(([name, type]) => ({ name: name!, type: type! }));

export const SAFE_TX_FIELDS = [
  ['to', 'address'],
  ['value', 'uint256'],
  ['data', 'bytes'],
  ['operation', 'uint8'],
  ['safeTxGas', 'uint256'],
  ['baseGas', 'uint256'],
  ['gasPrice', 'uint256'],
  ['gasToken', 'address'],
  ['refundReceiver', 'address'],
  ['nonce', 'uint256'],
].map(([name, type]) => ({ name: name!, type: type! }));

const ZERO = `0x${'0'.repeat(40)}` as const;
const micros = (text: string): bigint => {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

export class TestMember {
  readonly account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey());
  readonly exchange: PaperExchange;
  readonly now: () => number;
  apiKey = '';
  apiSecret = '';
  safe = '';
  salt = 1;

  constructor(exchange: PaperExchange, now: () => number = Date.now) {
    this.exchange = exchange;
    this.now = now;
  }

  base(): Record<string, string> {
    const { port, token } = this.exchange;
    return { Host: `127.0.0.1:${port}`, ...(token ? { 'X-Adyton-Paper': token } : {}) };
  }

  async join(wish: Record<string, unknown> = {}): Promise<this> {
    const body = JSON.stringify({ owner: this.account.address, ...wish });
    const { value } = await send(this.exchange.port, 'POST', '/operator/members', this.base(), body);
    this.apiKey = value.api_key;
    this.apiSecret = value.api_secret;
    this.safe = value.safe;
    return this;
  }

  headers(method: string, path: string, body = ''): Record<string, string> {
    const nonce = `${this.now()}`;
    const message = nonce + this.apiKey + method + path + body;
    const signature = createHmac('sha256', this.apiSecret).update(message).digest('hex');
    return { ...this.base(), 'X-Auth-Apikey': this.apiKey, 'X-Auth-Nonce': nonce, 'X-Auth-Signature': signature };
  }

  open(path: string): Promise<Answer> {
    return send(this.exchange.port, 'GET', path, this.base());
  }

  call(method: string, path: string, value?: unknown): Promise<Answer> {
    const body = value === undefined ? '' : JSON.stringify(value);
    return send(this.exchange.port, method, path, this.headers(method, path, body), body);
  }

  async relay(call: { to: string; data: string; operation: number; nonce: number }): Promise<Answer> {
    const signature = await this.account.signTypedData({
      types: { SafeTx: SAFE_TX_FIELDS },
      primaryType: 'SafeTx',
      domain: { chainId: 31_337, verifyingContract: this.safe as `0x${string}` },
      message: {
        ...call,
        value: 0n,
        safeTxGas: 0n,
        baseGas: 0n,
        gasPrice: 0n,
        gasToken: ZERO,
        refundReceiver: ZERO,
        nonce: BigInt(call.nonce),
      },
    });
    const { to, data, operation } = call;
    const body = { safe: this.safe, to, value: '0', data, operation, signature };
    return this.call('POST', '/api/v2/atlas/account/wallet/relay', body);
  }

  /** Relays a call at the wallet's next nonce, which is found by trying. */
  async relayNext(to: string, data: string): Promise<Answer> {
    for (let nonce = 0; ; nonce += 1) {
      const answer = await this.relay({ to, data, operation: 0, nonce });
      if (answer.value.errors?.[0] !== 'account.custody.relay_nonce_out_of_order') return answer;
    }
  }

  async redeem(market: string): Promise<Answer> {
    const { value } = await this.call('GET', `/api/v2/atlas/account/wallet/markets/${market}`);
    const abi = parseAbi(['function redeemPositions(address, bytes32, bytes32, uint256[])']);
    const args = [value.usdc_address, `0x${'0'.repeat(64)}`, value.condition_id, [1n, 2n]] as const;
    return this.relayNext(value.conditional_tokens_address, encodeFunctionData({ abi, args }));
  }

  async withdraw(to: string, amount: bigint): Promise<Answer> {
    const { value } = await this.call('GET', '/api/v2/atlas/account/wallet');
    const abi = parseAbi(['function transfer(address, uint256)']);
    const args = [to as `0x${string}`, amount] as const;
    return this.relayNext(value.usdc_address, encodeFunctionData({ abi, args }));
  }

  async setUp(): Promise<this> {
    const { value } = await this.call('GET', '/api/v2/atlas/account/wallet');
    for (const call of value.safe_setup.calls) await this.relay(call);
    return this;
  }

  async placement(wish: OrderWish): Promise<Record<string, unknown>> {
    const { market, side = 'yes', direction = 'buy', price, volume, postOnly = false } = wish;
    const { value: wallet } = await this.call('GET', `/api/v2/atlas/account/wallet/markets/${market}`);
    const tokens = micros(volume);
    const money = (micros(price) * tokens) / 1_000_000n;
    this.salt += 1;
    const message = {
      salt: BigInt(this.salt),
      maker: wallet.proxy_address,
      signer: this.account.address,
      taker: ZERO,
      tokenId: BigInt(side === 'yes' ? wallet.yes_token_id : wallet.no_token_id),
      makerAmount: direction === 'buy' ? money : tokens,
      takerAmount: direction === 'buy' ? tokens : money,
      expiration: 0n,
      nonce: 0n,
      feeRateBps: 0n,
      side: direction === 'buy' ? 0 : 1,
      signatureType: 2,
      ...wish.signed,
    };
    const signature = await this.account.signTypedData({
      types: { Order: ORDER_FIELDS },
      primaryType: 'Order',
      domain: {
        name: wallet.domain_name,
        version: '1',
        chainId: wallet.chain_id,
        verifyingContract: wallet.exchange_address,
      },
      message,
    });
    const signed_order = {
      salt: `${message.salt}`,
      maker: message.maker,
      signer: message.signer,
      taker: message.taker,
      token_id: `${message.tokenId}`,
      maker_amount: `${message.makerAmount}`,
      taker_amount: `${message.takerAmount}`,
      expiration: `${message.expiration}`,
      nonce: `${message.nonce}`,
      fee_rate_bps: `${message.feeRateBps}`,
      side: message.side,
      signature_type: message.signatureType,
      signature,
      ...wish.after,
    };
    return { market, side, ord_type: 'limit', price, volume, post_only: postOnly, signed_order, ...wish.body };
  }

  async place(wish: OrderWish): Promise<Answer> {
    return this.call('POST', '/api/v2/atlas/account/orders', await this.placement(wish));
  }

  listen(path: string): Listening {
    const headers = path.includes('/private') ? this.headers('GET', path) : this.base();
    return new Listening(this.exchange.port, path, headers);
  }
}

/** A socket whose messages can be waited for; one that fails or closes while it is waited for says so at once. */
export class Listening {
  readonly messages: string[] = [];
  readonly socket: WebSocket;
  readonly #refusal: Promise<number>;
  #failure: Error | null = null;
  #wake: (() => void)[] = [];

  constructor(port: number, path: string, headers: Record<string, string>) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    const wakeAll = (): void => {
      for (const wake of this.#wake.splice(0)) wake();
    };
    this.socket.on('message', (data) => {
      this.messages.push(data.toString());
      wakeAll();
    });
    this.socket.on('error', (error) => {
      this.#failure ??= error;
      wakeAll();
    });
    this.socket.on('close', (code) => {
      this.#failure ??= new Error(`Expected an open socket, found that it closed with ${code}`);
      wakeAll();
    });
    this.#refusal = new Promise((resolve, reject) => {
      this.socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        this.socket.terminate();
      });
      this.socket.on('open', () => reject(new Error('The upgrade was not refused')));
      this.socket.on('close', () => reject(this.#failure));
    });
    // Only who asks for it hears of it.
    this.#refusal.catch(() => undefined);
  }

  /** Status of a refused upgrade. */
  refused(): Promise<number> {
    return this.#refusal;
  }

  /** The first messages of a stream, in order, once there are `count`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async until(stream: string, count = 1): Promise<any[]> {
    for (;;) {
      const found = this.messages.flatMap((text) => {
        const value = text.startsWith('{') ? JSON.parse(text) : { [text]: text };
        return stream in value ? [value[stream]] : [];
      });
      if (found.length >= count) return found;
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  close(): void {
    this.socket.terminate();
  }
}
