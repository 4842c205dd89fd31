/** Paper exchange with the client and a member whose wallet is ready to trade. */
import { createHmac, randomBytes } from 'node:crypto';
import { addressOf, signDigestHex } from '#main/vault/signing/secp256k1.ts';
import { openVenue, type Venue } from '#main/venue/venue.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import { isNoWallet } from '#shared/order/account/custodial.ts';
import { buildAmounts } from '#shared/order/amounts.ts';
import type { OrderFields } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { Placement } from '#shared/order/placement.ts';
import { ZERO_ADDRESS } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/eip712/safeTx.ts';

export interface PaperSetup {
  readonly exchange: PaperExchange;
  readonly venue: Venue;
  readonly privateKey: Uint8Array;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly urls: { readonly baseUrl: string; readonly wsBaseUrl: string };
  sign(intent: OrderIntent, wallet: MarketWalletRecord): Placement;
  close(): Promise<void>;
}

export async function openPaperSetup(): Promise<PaperSetup> {
  const exchange = await openExchange({ seed: 11 });
  const urls = { baseUrl: `http://127.0.0.1:${exchange.port}`, wsBaseUrl: `ws://127.0.0.1:${exchange.port}` };
  const venue = openVenue({
    ...urls,
    network: 'paper',
    extraHeaders: { 'X-Adyton-Paper': exchange.token ?? '' },
    now: Date.now,
    random: Math.random,
  });
  const privateKey = Uint8Array.from(randomBytes(32));
  const owner = addressOf(privateKey);
  const { apiKey, apiSecret } = await venue.openPaperMember(owner);
  venue.setCredentials({
    apiKey,
    sign: (message) => createHmac('sha256', apiSecret).update(message, 'utf8').digest('hex'),
  });
  return {
    exchange,
    venue,
    privateKey,
    apiKey,
    apiSecret,
    urls,
    sign(intent, wallet) {
      const order: OrderFields = {
        salt: BigInt(`0x${randomBytes(6).toString('hex')}`),
        maker: wallet.proxyAddress,
        signer: owner,
        taker: ZERO_ADDRESS,
        tokenId: BigInt(intent.side === 'yes' ? wallet.yesTokenId : wallet.noTokenId),
        ...buildAmounts(intent.direction, intent.price, intent.shares),
        expiration: 0n,
        nonce: 0n,
        feeRateBps: 0n,
        side: intent.direction === 'buy' ? 0 : 1,
        signatureType: 2,
      };
      const digest = hashOrder(order, {
        name: wallet.domainName,
        version: '1',
        chainId: BigInt(wallet.chainId),
        verifyingContract: wallet.exchangeAddress,
      });
      return {
        intent,
        signed: { order, digest: encodeHex32(digest), signature: signDigestHex(privateKey, digest, owner) },
      };
    },
    async close() {
      await venue.close();
      await exchange.close();
    },
  };
}

/** The wallet of an account that has one. */
export async function fetchWalletRecord(venue: Pick<Venue, 'fetchWallet'>): Promise<WalletRecord> {
  const answer = await venue.fetchWallet();
  if (isNoWallet(answer)) throw new Error(`Expected a wallet, found ${JSON.stringify(answer.noWallet)}`);
  return answer;
}

/** Signs and relays the served calls in nonce order. */
export async function setUpWallet({ venue, privateKey }: PaperSetup): Promise<void> {
  const wallet = await fetchWalletRecord(venue);
  for (const call of wallet.setupCalls) {
    const digest = hashSafeTx(buildRelayedTx(call), { chainId: BigInt(wallet.chainId), safe: wallet.proxyAddress });
    if (encodeHex32(digest) !== call.hash) throw new Error('Expected the served hash to be the one recomputed');
    await venue.relay({
      safe: wallet.proxyAddress,
      to: call.to,
      value: 0n,
      data: call.data,
      operation: call.operation,
      signature: signDigestHex(privateKey, digest, wallet.ownerAddress),
    });
  }
}
