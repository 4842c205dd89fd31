/** What others send an order with: Polymarket's client with axios, and the same tuned by hand (viem, a cached HMAC key, undici). */
import { createHmac, createSecretKey } from 'node:crypto';
import { ClobClient, Side } from '@polymarket/clob-client';
import { Pool } from 'undici';
import { createWalletClient, http } from 'viem';
import { polygon } from 'viem/chains';
import { ORDER_TYPES } from '../../tools/chain/orderTypes.ts';
import { API_SECRET, account, SHARES, wallet } from './values.ts';

export interface OrderOfPeer {
  readonly salt: bigint;
  readonly expiration: bigint;
  /** Price in hundredths. */
  readonly cents: number;
}

const ZERO = `0x${'0'.repeat(40)}` as const;
const SIZE = 25n;

export function buildMessage({ salt, expiration, cents }: OrderOfPeer) {
  return {
    salt,
    maker: wallet.proxyAddress,
    signer: wallet.ownerAddress,
    taker: ZERO,
    tokenId: BigInt(wallet.yesTokenId),
    makerAmount: BigInt(cents) * SIZE * 10_000n,
    takerAmount: SIZE * 1_000_000n,
    expiration,
    nonce: 0n,
    feeRateBps: 0n,
    side: 0,
    signatureType: 2,
  } as const;
}

/** As viem's users sign; the signer is not recovered. */
export function signByViem(order: OrderOfPeer): Promise<string> {
  return account.signTypedData({
    domain: {
      name: wallet.domainName,
      version: '1',
      chainId: wallet.chainId,
      verifyingContract: wallet.exchangeAddress,
    },
    types: ORDER_TYPES,
    primaryType: 'Order',
    message: buildMessage(order),
  });
}

let salts = 1_000_000n;

export function nextOrder(): OrderOfPeer {
  salts += 1n;
  const expiration = BigInt(Math.floor(Date.now() / 1_000) + 7 * 86_400);
  return { salt: salts, expiration, cents: 10 + Number(salts % 40n) };
}

export interface OrderPeer {
  place(order?: OrderOfPeer): Promise<unknown>;
  close(): Promise<void>;
}

export function openClobClient(port: number): OrderPeer & { readonly sign: (order: OrderOfPeer) => Promise<string> } {
  const signer = createWalletClient({ account, chain: polygon, transport: http('http://127.0.0.1:9') });
  const creds = { key: 'bench', secret: API_SECRET, passphrase: 'bench' };
  const client = new ClobClient(`http://127.0.0.1:${port}`, 137, signer, creds, 2, wallet.proxyAddress);
  const describe = ({ cents, expiration }: OrderOfPeer) => ({
    tokenID: wallet.yesTokenId,
    price: cents / 100,
    size: Number(SHARES),
    side: Side.BUY,
    expiration: Number(expiration),
  });
  const options = { tickSize: '0.01', negRisk: false } as const;
  return {
    async sign(order) {
      // Its salt is random: replaced for this call, so that the signatures can be compared.
      const random = Math.random;
      const now = Date.now;
      Math.random = () => 1;
      Date.now = () => Number(order.salt);
      try {
        return (await client.createOrder(describe(order), options)).signature;
      } finally {
        Math.random = random;
        Date.now = now;
      }
    },
    async place(order = nextOrder()) {
      const answer = await client.createAndPostOrder(describe(order), options);
      if (answer?.success !== true) throw new Error(`Expected an accepted order, found ${JSON.stringify(answer)}`);
    },
    close: async () => {},
  };
}

/** Sends exactly our bytes. `nonce`: of the header, so that a request can be repeated. */
export function openTunedPeer(
  port: number,
): OrderPeer & { place(order?: OrderOfPeer, nonce?: string): Promise<unknown> } {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 4, pipelining: 1 });
  const key = createSecretKey(Buffer.from(API_SECRET, 'utf8'));
  const target = '/api/v2/atlas/account/orders';
  return {
    async place(order = nextOrder(), nonce: string = String(Date.now())) {
      const message = buildMessage(order);
      const signature = await signByViem(order);
      const body = JSON.stringify({
        market: 'btc-100k',
        side: 'yes',
        ord_type: 'limit',
        price: (order.cents / 100).toFixed(2),
        volume: SHARES,
        post_only: true,
        signed_order: {
          salt: message.salt.toString(),
          maker: message.maker,
          signer: message.signer,
          taker: message.taker,
          token_id: message.tokenId.toString(),
          maker_amount: message.makerAmount.toString(),
          taker_amount: message.takerAmount.toString(),
          expiration: message.expiration.toString(),
          nonce: '0',
          fee_rate_bps: '0',
          side: 0,
          signature_type: 2,
          signature,
        },
      });
      const signed = createHmac('sha256', key).update(`${nonce}bench-1POST${target}${body}`).digest('hex');
      const response = await pool.request({
        method: 'POST',
        path: target,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'X-Auth-Apikey': 'bench-1',
          'X-Auth-Nonce': nonce,
          'X-Auth-Signature': signed,
        },
        body,
      });
      const answer = await response.body.json();
      if (response.statusCode !== 201) throw new Error(`Expected an accepted order, found ${JSON.stringify(answer)}`);
    },
    close: () => pool.destroy(),
  };
}
