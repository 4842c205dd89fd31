/**
 * From an intent to a signed order on the wire, once.
 *
 * Invariants  The same intentId twice is one order and one receipt. Checked before the wallet record is fetched and again at the
 *             moment of signing. In the journal before a byte leaves. An unknown outcome is never resent.
 * Errors      Never throws: denied, rejected, accepted and unknown are receipts.
 * Source      docs/life-of-an-order.md
 */
import type { PlaceReceipt } from '#shared/ipc/contract.ts';
import type { MarketWalletRecord } from '#shared/order/account.ts';
import { checkIntent } from '#shared/order/check.ts';
import type { OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { findOrderSigner, type OrderSigner } from '#shared/order/orderSigner.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import { formatReadOnly } from '#shared/text/readOnlyReasons.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { buildDomain, buildFields, tokenOf } from './orderFields.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Gateway, Signer, TellRefusal } from './ports.ts';
import { buildPreTradeContext, type PreTradeSources } from './preTradeContext.ts';
import type { WalletRecords } from './walletRecords.ts';

const MOST_RECEIPTS = 1_000;

export interface PlacerOptions extends PreTradeSources {
  readonly gateway: Pick<Gateway, 'postOrder'>;
  readonly signer: Signer;
  readonly wallets: WalletRecords;
  readonly domainVersion: string;
  readonly tellRefusal: TellRefusal;
  /** A fresh random integer above 0 and below 2^53. */
  randomSalt(): bigint;
  /** An outcome was lost: somebody must ask the exchange. */
  onLost(): void;
}

export type Placer = (intent: OrderIntent) => Promise<PlaceReceipt>;

export function createPlacer(options: PlacerOptions): Placer {
  const { gateway, signer, orders, clock, wallets, tellRefusal } = options;
  const receipts = new Map<IntentId, Promise<PlaceReceipt>>();
  let blockedUntilMs = 0;

  return (intent) => {
    const known = receipts.get(intent.intentId);
    if (known) return known;
    const earlier = orders.byIntent(intent.intentId);
    const receipt = earlier ? Promise.resolve(receiptOf(earlier, tellRefusal)) : place(intent);
    receipts.set(intent.intentId, receipt);
    if (receipts.size > MOST_RECEIPTS) receipts.delete(receipts.keys().next().value!);
    return receipt;
  };

  async function place(intent: OrderIntent): Promise<PlaceReceipt> {
    const early = checkNow(intent);
    if (early) return early;
    let wallet: MarketWalletRecord;
    try {
      wallet = await wallets.fetch(intent.market);
    } catch (error) {
      return deny(
        'no_wallet',
        `The wallet record of this market could not be read, nothing was sent: ${wordsOf(error)}`,
      );
    }
    // The record of this market signs, so it decides by which key.
    const by = findOrderSigner({
      signatureType: wallet.signatureType,
      walletOwner: wallet.ownerAddress,
      ownKey: options.context.owner(),
      secondKeys: options.context.secondKeys(),
    });
    if (by.kind === 'none') return deny('read_only', formatReadOnly(by.reason));
    const refusal = checkWallet(intent, wallet);
    if (refusal) return deny('no_wallet', refusal);
    const late = checkNow(intent);
    if (late) return late;

    const exchangeTimeMs = clock.exchangeTimeMs();
    let signed: SignedOrder;
    try {
      const fields = buildFields(intent, wallet, options.randomSalt(), exchangeTimeMs);
      signed = await sign(by, fields, wallet);
    } catch (error) {
      return deny('signing', `The order was not signed, nothing was sent: ${wordsOf(error)}`);
    }
    // Disarmed, locked or a stale book while the signature was made: it is thrown away unsent.
    const last = checkNow(intent);
    if (last) return last;

    let record: OrderRecord;
    try {
      record = orders.addSigned(toEntry(intent, wallet, signed, exchangeTimeMs));
    } catch (error) {
      return deny('journal', `The journal could not be written, nothing was sent: ${wordsOf(error)}`);
    }
    orders.apply(record, { kind: 'sent', atMs: clock.now() });
    return settle(record, by.kind, await post(intent, signed));
  }

  function sign(
    by: Exclude<OrderSigner, { readonly kind: 'none' }>,
    fields: OrderFields,
    wallet: MarketWalletRecord,
  ): Promise<SignedOrder> {
    const domain = buildDomain(wallet, options.domainVersion);
    if (by.kind === 'own') return signer.signOrder(fields, domain);
    const safe = { chainId: BigInt(wallet.chainId), safe: wallet.proxyAddress };
    return signer.signSecondKeyOrder(by.key, fields, domain, safe);
  }

  async function post(intent: OrderIntent, signed: SignedOrder): Promise<PostOutcome> {
    try {
      return await gateway.postOrder({ intent, signed });
    } catch (error) {
      return { kind: 'unknown', why: wordsOf(error) };
    }
  }

  function checkNow(intent: OrderIntent): PlaceReceipt | null {
    const waitMs = blockedUntilMs - clock.now();
    if (waitMs > 0) {
      return deny('rate_limited', `The exchange takes no orders from here for ${Math.ceil(waitMs / 1000)} s`);
    }
    const reasons = checkIntent(intent, buildPreTradeContext(intent, options));
    if (reasons.length === 0) return null;
    return {
      outcome: 'denied',
      orderId: null,
      codes: reasons.map((reason) => reason.code),
      hint: reasons.map((reason) => reason.hint).join('. '),
    };
  }

  function checkWallet(intent: OrderIntent, wallet: MarketWalletRecord): string | null {
    if (wallet.safeStatus !== 'ready') {
      return 'Finish the wallet setup: an order placed before that rests and then fails to settle';
    }
    return wallets.check(wallet, options.context.market(intent.market));
  }

  function settle(record: OrderRecord, signedBy: 'own' | 'second', outcome: PostOutcome): PlaceReceipt {
    const atMs = clock.now();
    switch (outcome.kind) {
      case 'accepted':
        orders.applyPlacement(record, outcome.order, atMs);
        break;
      case 'rejected':
        if (outcome.retryAtMs !== null) blockedUntilMs = Math.max(blockedUntilMs, outcome.retryAtMs);
        // The refusal may be of the record that signed: chain, exchange and domain can change on the exchange's side.
        else wallets.drop(record.market);
        orders.apply(record, { kind: 'refused', atMs, code: outcome.codes.join(', ') || 'no code' });
        return { outcome: 'rejected', orderId: null, codes: outcome.codes, hint: tellRefusal(outcome.codes, signedBy) };
      case 'unknown':
        orders.apply(record, { kind: 'lost', atMs, why: outcome.why });
        // The stream may have shown it already.
        orders.take([], atMs);
        if (record.life.at === 'unknown') options.onLost();
    }
    return receiptOf(record, tellRefusal);
  }

  function toEntry(
    intent: OrderIntent,
    wallet: MarketWalletRecord,
    signed: SignedOrder,
    exchangeTimeMs: number,
  ): SignedEntry {
    return {
      kind: 'signed',
      intentId: intent.intentId,
      atMs: clock.now(),
      exchangeTimeMs,
      intent,
      maker: wallet.proxyAddress,
      tokenId: tokenOf(intent, wallet),
      salt: signed.order.salt,
      digest: signed.digest,
      expiresAtMs: toNumber(signed.order.expiration) * 1000,
    };
  }
}

function deny(code: string, hint: string): PlaceReceipt {
  return { outcome: 'denied', orderId: null, codes: [code], hint };
}

/** The receipt of an order by what is known of its life now. */
function receiptOf(record: OrderRecord, tellRefusal: TellRefusal): PlaceReceipt {
  const { life, orderId } = record;
  switch (life.at) {
    case 'rejected':
      return { outcome: 'rejected', orderId, codes: [life.code], hint: tellRefusal([life.code]) };
    case 'absent':
      return { outcome: 'rejected', orderId, codes: ['absent'], hint: `It never reached the exchange: ${life.why}` };
    case 'signed':
    case 'sent':
    case 'unknown':
      return {
        outcome: 'unknown',
        orderId,
        codes: [],
        hint: 'The answer was lost, so the order may be live: Adyton asks the exchange and never sends it again',
      };
    default:
      return { outcome: 'accepted', orderId, codes: [], hint: null };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no reason given';
}
