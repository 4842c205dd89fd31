/**
 * Placement of an order: check, sign (but for a custodial account), journal, post, once per intent.
 *
 * Invariants  Two calls with the same intentId place one order and get one receipt. From the last check to the request nothing
 *             waits, so what was checked holds when the bytes leave: whatever had to be waited for (wallet record, clock, signature)
 *             is followed by the whole check again. In the journal before a byte leaves. An unknown outcome is never resent.
 * Errors      Never throws: every outcome is a receipt.
 * Source      docs/life-of-an-order.md
 */
import { describeError } from '#shared/base/describeError.ts';
import type { ExchangeOrder, MarketWalletRecord } from '#shared/order/account.ts';
import { checkIntent } from '#shared/order/check.ts';
import type { SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { findOrderSigner, type OrderSigner } from '#shared/order/orderSigner.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import type { PlaceDenial, PlaceReceipt } from '#shared/order/receipts.ts';
import type { CustodialId, IntentId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { MarketPins } from './marketPins.ts';
import { buildFields, tokenOf } from './orderFields.ts';
import { buildReceipt } from './orderReceipt.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Gateway, Signer } from './ports.ts';
import { buildPreTradeContext, type PreTradeSources } from './preTradeContext.ts';
import type { Risk } from './risk.ts';
import type { WalletRecords } from './walletRecords.ts';

const MAX_RECEIPTS = 1_000;
/** Signatures of one intent, each under a newer wallet configuration; none of them but the last is sent. */
const MAX_SIGNATURES = 3;

export interface PlacerOptions extends PreTradeSources {
  readonly gateway: Pick<Gateway, 'postOrder' | 'ensureClock'>;
  readonly signer: Signer;
  readonly wallets: WalletRecords;
  readonly pins: MarketPins;
  readonly risk: Pick<Risk, 'state' | 'evaluateUse' | 'add'>;
  readonly domainVersion: string;
  /** A fresh random integer above 0 and below 2^53. */
  randomSalt(): bigint;
  /** Called with the order that the exchange accepted. */
  onAccepted(order: ExchangeOrder): void;
  /** Called when an outcome is lost, so that the exchange is asked. */
  onLost(): void;
}

export interface PlaceOptions {
  /** Orders that a move or flatten has cancelled or will cancel: everything is checked as if they were gone. */
  readonly without?: readonly OrderRecord[];
  /** An exit that a person confirmed: it needs no armed trading, and no live book if that was confirmed too. */
  readonly exit?: { readonly isBookConfirmed: boolean };
  /** A person agreed, outside the page, to an exit on a book that is not live. */
  readonly isConfirmed?: boolean;
  /** An order of a conditional order that a person armed: it needs no armed trading, and goes on behind the locked screen. */
  readonly isUnattended?: true;
  /** The signed order is void from then on, by the exchange's clock; null or absent: after the usual lifetime. */
  readonly expiresAtMs?: number | null;
  /** True once whoever places it was stopped: the order is then discarded unsent. */
  readonly isStopped?: () => boolean;
}

/** What signs an order that passed every check. */
interface Signing {
  readonly kind: 'signed';
  readonly wallet: MarketWalletRecord;
  readonly by: Exclude<OrderSigner, { readonly kind: 'none' | 'custodial' }>;
}

/** An order of a custodial account: nothing signs it, and no wallet record concerns it. */
interface Unsigned {
  readonly kind: 'custodial';
  readonly account: CustodialId;
}

type Authority = Signing | Unsigned;

type Denied = Extract<PlaceReceipt, { readonly outcome: 'denied' }>;

export interface Placer {
  place(intent: OrderIntent, options?: PlaceOptions): Promise<PlaceReceipt>;
  /** Every check of `place`, without a signature; null when the order would be signed. */
  check(intent: OrderIntent, options?: PlaceOptions): Promise<Denied | null>;
  /** Discards every order that was not sent yet. */
  stopUnsent(): void;
  /** The exchange refuses placements until then, by this machine's clock; a time that is over: it does not. */
  blockedUntilMs(): number;
}

export function createPlacer(options: PlacerOptions): Placer {
  const { gateway, signer, orders, clock, wallets, pins, context } = options;
  const receipts = new Map<IntentId, Promise<PlaceReceipt>>();
  let blockedUntilMs = 0;
  /** Generation counter: discards the orders from before `stopUnsent`. */
  let generation = 0;

  return {
    place(intent, how = {}) {
      const known = receipts.get(intent.intentId);
      if (known) return known;
      const earlier = orders.byIntent(intent.intentId);
      const receipt = earlier ? Promise.resolve(buildReceipt(earlier)) : place(intent, how, generation);
      receipts.set(intent.intentId, receipt);
      if (receipts.size > MAX_RECEIPTS) receipts.delete(receipts.keys().next().value!);
      return receipt;
    },
    async check(intent, how = {}) {
      const checked = await checkAll(intent, how);
      return 'outcome' in checked ? checked : null;
    },
    stopUnsent() {
      generation += 1;
    },
    blockedUntilMs: () => blockedUntilMs,
  };

  /**
   * Checks the intent; for a wallet, finds the market's wallet record and chooses the key that signs. A promise when the record has to
   * be read first.
   */
  function checkAll(intent: OrderIntent, how: PlaceOptions): Denied | Authority | Promise<Denied | Authority> {
    const early = checkNow(intent, how);
    if (early) return early;
    const account = context.custodialAccount();
    if (account !== null) return { kind: 'custodial', account };
    const known = wallets.find(intent.market);
    return known === null ? readAndCheck(intent, how) : checkWallet(intent, how, known);
  }

  async function readAndCheck(intent: OrderIntent, how: PlaceOptions): Promise<Denied | Authority> {
    let wallet: MarketWalletRecord;
    try {
      wallet = await wallets.fetch(intent.market);
    } catch (error) {
      return deny({ code: 'walletUnreadable', parameters: { error: describeError(error) } });
    }
    const checked = checkWallet(intent, how, wallet);
    return 'outcome' in checked ? checked : (checkNow(intent, how) ?? checked);
  }

  function checkWallet(intent: OrderIntent, how: PlaceOptions, wallet: MarketWalletRecord): Denied | Authority {
    // The order names this market's wallet, so this record decides which key signs.
    const by = findOrderSigner({
      signatureType: wallet.signatureType,
      walletOwner: wallet.ownerAddress,
      ownKey: context.owner(),
      secondKeys: context.secondKeys(),
    });
    if (by.kind === 'none') return deny({ code: 'readOnly', parameters: { reason: by.reason } });
    if (wallet.safeStatus !== 'ready') return deny({ code: 'walletNotReady', parameters: {} });
    const market = context.market(intent.market);
    const refusal = wallets.check(wallet, market);
    if (refusal !== null) return deny({ code: 'walletMismatch', parameters: { refusal } });
    if (market !== null) pins.note(wallet, market);
    try {
      pins.savePinned();
    } catch (error) {
      return deny({ code: 'pinNotSaved', parameters: { error: describeError(error) } });
    }
    const authority: Signing = { kind: 'signed', wallet, by };
    // The record may have just shown that the market's ids are not those that were pinned.
    return pins.findChange(intent.market) === null ? authority : (checkNow(intent, how) ?? authority);
  }

  async function place(intent: OrderIntent, how: PlaceOptions, own: number, signatures = 1): Promise<PlaceReceipt> {
    // Without an `await` nothing else runs, and nothing that was checked can change.
    const checking = checkAll(intent, how);
    let hasWaited = checking instanceof Promise;
    const checked = checking instanceof Promise ? await checking : checking;
    if ('outcome' in checked) return checked;
    // A lost order is found by its time: after a jump of this machine's clock it would be looked for at another one.
    const measuring = gateway.ensureClock();
    if (measuring !== null) {
      hasWaited = true;
      try {
        await measuring;
      } catch (error) {
        return deny({ code: 'clockNotMeasured', parameters: { error: describeError(error) } });
      }
    }
    if (own !== generation || how.isStopped?.()) return deny({ code: 'stopped', parameters: {} });
    const exchangeTimeMs = clock.exchangeTimeMs();
    let signed: SignedOrder | null;
    try {
      const signing =
        checked.kind === 'custodial' ? null : sign(intent, checked, exchangeTimeMs, how.expiresAtMs ?? null);
      if (signing instanceof Promise) hasWaited = true;
      signed = signing instanceof Promise ? await signing : signing;
    } catch (error) {
      return deny({ code: 'signingFailed', parameters: { error: describeError(error) } });
    }
    if (hasWaited) {
      // Meanwhile trading may have been disarmed, locked, or the book gone stale: the order is discarded unsent.
      const beforeSending = checkNow(intent, how);
      if (beforeSending) return beforeSending;
    }
    if (own !== generation || how.isStopped?.()) return deny({ code: 'stopped', parameters: {} });
    if (checked.kind === 'custodial') {
      // Another account may have been connected while the clock was measured.
      if (context.custodialAccount() !== checked.account) return deny({ code: 'stopped', parameters: {} });
    } else if (!wallets.isCurrent(checked.wallet)) {
      if (signatures < MAX_SIGNATURES) return place(intent, how, own, signatures + 1);
      const error = `Expected one wallet configuration, found another at each of ${MAX_SIGNATURES} signatures`;
      return deny({ code: 'walletUnreadable', parameters: { error } });
    }

    let record: OrderRecord;
    try {
      record = orders.addSigned(buildEntry(intent, checked, signed, exchangeTimeMs));
      options.risk.add(record);
    } catch (error) {
      return deny({ code: 'journalFailed', parameters: { error: describeError(error) } });
    }
    // The request is written before `post` answers its promise; what shows the order comes after it.
    const atMs = clock.now();
    const posting = post(intent, signed);
    orders.apply(record, { kind: 'sent', atMs });
    return applyOutcome(record, checked.kind === 'custodial' ? null : checked.by.kind, await posting);
  }

  function sign(
    intent: OrderIntent,
    { by, wallet }: Signing,
    exchangeTimeMs: number,
    expiresAtMs: number | null,
  ): SignedOrder | Promise<SignedOrder> {
    const times = { nowMs: clock.now(), exchangeTimeMs, expiresAtMs };
    const fields = buildFields(intent, wallet, options.randomSalt(), times);
    const domain = buildOrderDomain(wallet, options.domainVersion);
    if (by.kind === 'own') return signer.signOrder(fields, domain);
    const safe = { chainId: BigInt(wallet.chainId), safe: wallet.proxyAddress };
    return signer.signSecondKeyOrder(by.key, fields, domain, safe);
  }

  async function post(intent: OrderIntent, signed: SignedOrder | null): Promise<PostOutcome> {
    try {
      return await gateway.postOrder({ intent, signed });
    } catch (error) {
      return { kind: 'unknown', why: describeError(error) };
    }
  }

  function checkNow(intent: OrderIntent, how: PlaceOptions): Denied | null {
    const { without, exit, isConfirmed } = how;
    const waitMs = blockedUntilMs - clock.now();
    if (waitMs > 0) return deny({ code: 'rateLimited', parameters: { waitMs } });
    const isAgreed = isConfirmed === true || exit?.isBookConfirmed === true;
    const context = buildPreTradeContext(intent, options, isAgreed, without, how.isUnattended);
    const denials = checkIntent(intent, context).filter(({ code }) => {
      if (code === 'disarmed') return exit === undefined;
      // A confirmed exit shows its price in the confirmation.
      return code !== 'priceNotTyped' || exit?.isBookConfirmed !== true;
    });
    return denials.length === 0 ? null : { outcome: 'denied', orderId: null, denials };
  }

  function applyOutcome(record: OrderRecord, signedBy: 'own' | 'second' | null, outcome: PostOutcome): PlaceReceipt {
    const atMs = clock.now();
    switch (outcome.kind) {
      case 'accepted':
        orders.applyPlacement(record, outcome.order, atMs);
        options.onAccepted(outcome.order);
        break;
      case 'rejected': {
        const { codes, retryAtMs } = outcome;
        if (retryAtMs !== null) blockedUntilMs = Math.max(blockedUntilMs, retryAtMs);
        // The exchange may have changed its chain, contract or domain: no market signs with a record read before.
        else wallets.clear();
        orders.apply(record, { kind: 'refused', atMs, codes });
        return { outcome: 'rejected', orderId: null, refusal: { codes, signedBy } };
      }
      case 'unknown':
        orders.apply(record, {
          kind: 'lost',
          atMs,
          reason: { code: 'noAnswer', parameters: { error: outcome.why } },
        });
        // The order may have arrived on the stream already.
        orders.applyExchangeOrders([], atMs);
        if (record.life.at === 'unknown') options.onLost();
    }
    return buildReceipt(record);
  }

  function buildEntry(
    intent: OrderIntent,
    authority: Authority,
    signed: SignedOrder | null,
    exchangeTimeMs: number,
  ): SignedEntry {
    const { notional, givenAway } = options.risk.evaluateUse(intent);
    return {
      kind: 'signed',
      intentId: intent.intentId,
      atMs: clock.now(),
      exchangeTimeMs,
      intent,
      maker: authority.kind === 'custodial' ? authority.account : authority.wallet.proxyAddress,
      tokenId: authority.kind === 'custodial' ? null : tokenOf(intent, authority.wallet),
      salt: signed?.order.salt ?? null,
      digest: signed?.digest ?? null,
      expiresAtMs: signed === null ? null : toNumber(signed.order.expiration) * 1000,
      risk: { notional, givenAway },
    };
  }
}

function deny(denial: PlaceDenial): Denied {
  return { outcome: 'denied', orderId: null, denials: [denial] };
}
