/**
 * Placement of an order: check, sign (but for a custodial account), journal, post, once per intent.
 *
 * Invariants  Two calls with the same intentId place one order and get one receipt. Nothing awaits between the last check
 *             and the request; after every await (wallet record, clock, signature) the whole check runs again. The order is
 *             in the journal before a byte leaves. An unknown outcome is never resent. Of several orders in one turn, those
 *             after the first share one wait for the disk.
 * Errors      Never throws: every outcome is a receipt.
 * Source      docs/life-of-an-order.md
 */
import { checkIntent } from '#shared/order/check.ts';
import type { SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { buildPreTradeContext } from '../risk/preTradeContext.ts';
import { createAuthorityFinder, type OrderAuthority, type WalletAuthority } from './orderAuthority.ts';
import { buildFields, tokenOf } from './orderFields.ts';
import { buildReceipt, deny } from './orderReceipt.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Denied, PlaceOptions, Placer, PlacerOptions } from './placerApi.ts';
import { applyPostOutcome } from './postOutcome.ts';

const MAX_RECEIPTS = 1_000;
/** Signatures of one intent, each under a newer wallet configuration; none of them but the last is sent. */
const MAX_SIGNATURES = 3;

export type { PlaceOptions, Placer } from './placerApi.ts';

/** A signed order that is not sent yet. */
interface Unsent {
  readonly intent: OrderIntent;
  readonly options: PlaceOptions;
  readonly startedInGeneration: number;
  readonly authority: OrderAuthority;
  readonly signed: SignedOrder | null;
  readonly exchangeTimeMs: number;
  /** Signatures of the intent so far. */
  readonly signatures: number;
}

export function createPlacer(sources: PlacerOptions): Placer {
  const { gateway, signer, orders, clock, wallets, context } = sources;
  const findAuthority = createAuthorityFinder({
    context,
    wallets,
    pins: sources.pins,
    checkNow,
    explainRead: sources.explainRead,
    onFault: sources.onFault,
  });
  const receipts = new Map<IntentId, Promise<PlaceReceipt>>();
  let blockedUntilMs = 0;
  /** Generation counter: discards the orders from before `stopUnsent`. */
  let generation = 0;
  /** An order of this turn has waited for the disk. */
  let hasSynced = false;
  /** Orders of this turn that wait for the disk together. */
  let group: { readonly order: Unsent; resolve(receipt: PlaceReceipt | Promise<PlaceReceipt>): void }[] = [];

  return {
    place(intent, options = {}) {
      const known = receipts.get(intent.intentId);
      if (known) return known;
      const earlier = orders.byIntent(intent.intentId);
      const receipt = earlier ? Promise.resolve(buildReceipt(earlier)) : place(intent, options, generation);
      receipts.set(intent.intentId, receipt);
      if (receipts.size > MAX_RECEIPTS) receipts.delete(receipts.keys().next().value!);
      return receipt;
    },
    async check(intent, options = {}) {
      const found = await findAuthority(intent, options);
      return 'outcome' in found ? found : null;
    },
    stopUnsent() {
      generation += 1;
    },
    blockedUntilMs: () => blockedUntilMs,
  };

  async function place(
    intent: OrderIntent,
    options: PlaceOptions,
    startedInGeneration: number,
    signatures = 1,
  ): Promise<PlaceReceipt> {
    // Without an `await` nothing else runs, and nothing that was checked can change.
    const finding = findAuthority(intent, options);
    let hasWaited = finding instanceof Promise;
    const authority = finding instanceof Promise ? await finding : finding;
    if ('outcome' in authority) return authority;
    // A lost order is matched by its creation time, which would be wrong after a jump of this machine's clock.
    const measuring = gateway.ensureClock();
    if (measuring !== null) {
      hasWaited = true;
      try {
        await measuring;
      } catch (error) {
        return deny({ code: 'clockNotMeasured', parameters: { failure: sources.explainRead(error) } });
      }
    }
    if (startedInGeneration !== generation || options.isStopped?.()) return deny({ code: 'stopped', parameters: {} });
    const exchangeTimeMs = clock.exchangeTimeMs();
    let signed: SignedOrder | null;
    try {
      const signing =
        authority.kind === 'custodial' ? null : sign(intent, authority, exchangeTimeMs, options.expiresAtMs ?? null);
      if (signing instanceof Promise) hasWaited = true;
      signed = signing instanceof Promise ? await signing : signing;
    } catch (error) {
      sources.onFault('signing', error);
      return deny({ code: 'signingFailed', parameters: {} });
    }
    if (hasWaited) {
      // Meanwhile trading may have been disarmed, locked, or the book gone stale: the order is discarded unsent.
      const beforeSending = checkNow(intent, options);
      if (beforeSending) return beforeSending;
    }
    const order: Unsent = { intent, options, startedInGeneration, authority, signed, exchangeTimeMs, signatures };
    if (hasSynced) return joinGroup(order);
    const refused = findRefusal(order);
    if (refused !== null) return refused;
    hasSynced = true;
    void Promise.resolve().then(sendGroup);
    const record = recordOrder(order, 'now');
    return 'outcome' in record ? record : request(order, record);
  }

  /** Waits for the other orders of this turn. */
  function joinGroup(order: Unsent): Promise<PlaceReceipt> {
    return new Promise((resolve) => void group.push({ order, resolve }));
  }

  /** Checks the orders that waited once more, each with those before it, and sends them after one wait for the disk. */
  function sendGroup(): void {
    hasSynced = false;
    const waiting = group;
    // An order that must be signed again may join the next group.
    group = [];
    const sending = waiting.map(({ order, resolve }) => {
      const record = checkNow(order.intent, order.options) ?? findRefusal(order) ?? recordOrder(order, 'later');
      return { order, resolve, record };
    });
    if (sending.length === 0) return;
    let isStored = true;
    try {
      sources.syncJournal();
    } catch (error) {
      isStored = false;
      sources.onFault('journal', error);
    }
    for (const { order, resolve, record } of sending) {
      if (record instanceof Promise || 'outcome' in record) resolve(record);
      else if (isStored) resolve(request(order, record));
      else {
        // It is in the journal, perhaps not on disk, and was not sent: reads will show its absence.
        orders.apply(record, {
          kind: 'lost',
          atMs: clock.now(),
          reason: { code: 'noAnswer', parameters: { cause: { code: 'notJournalled', parameters: {} } } },
        });
        resolve(deny({ code: 'journalFailed', parameters: {} }));
      }
    }
    if (!isStored) sources.onLost();
  }

  /** Why the order must not be sent as it is signed: a denial, or a promise of the order signed again; null when it may be sent. */
  function findRefusal({
    intent,
    options,
    startedInGeneration,
    authority,
    signatures,
  }: Unsent): Denied | Promise<PlaceReceipt> | null {
    if (startedInGeneration !== generation || options.isStopped?.()) return deny({ code: 'stopped', parameters: {} });
    if (authority.kind === 'custodial') {
      // Another account may have been connected meanwhile.
      return context.custodialAccount() === authority.account ? null : deny({ code: 'stopped', parameters: {} });
    }
    if (wallets.isCurrent(authority.wallet)) return null;
    if (signatures < MAX_SIGNATURES) return place(intent, options, startedInGeneration, signatures + 1);
    return deny({ code: 'walletUnsettled', parameters: {} });
  }

  function recordOrder(
    { intent, authority, signed, exchangeTimeMs }: Unsent,
    sync: 'now' | 'later',
  ): OrderRecord | Denied {
    try {
      const record = orders.addSigned(buildEntry(intent, authority, signed, exchangeTimeMs), sync);
      sources.risk.add(record);
      return record;
    } catch (error) {
      sources.onFault('journal', error);
      return deny({ code: 'journalFailed', parameters: {} });
    }
  }

  async function request({ intent, authority, signed }: Unsent, record: OrderRecord): Promise<PlaceReceipt> {
    // `post` writes the request before it returns its promise, so showing the order does not delay the request.
    const atMs = clock.now();
    const posting = post(intent, signed);
    orders.apply(record, { kind: 'sent', atMs });
    const outcome = await posting;
    if (outcome.kind === 'rejected') noteRejection(outcome.retryAtMs);
    const signedBy = authority.kind === 'custodial' ? null : authority.by.kind;
    return applyPostOutcome(record, outcome, signedBy, clock.now(), sources);
  }

  function sign(
    intent: OrderIntent,
    { by, wallet }: WalletAuthority,
    exchangeTimeMs: number,
    expiresAtMs: number | null,
  ): SignedOrder | Promise<SignedOrder> {
    const times = { nowMs: clock.now(), exchangeTimeMs, expiresAtMs };
    const fields = buildFields(intent, wallet, sources.randomSalt(), times);
    const domain = buildOrderDomain(wallet, sources.domainVersion);
    if (by.kind === 'own') return signer.signOrder(fields, domain);
    const safe = { chainId: BigInt(wallet.chainId), safe: wallet.proxyAddress };
    return signer.signSecondKeyOrder(by.key, fields, domain, safe);
  }

  async function post(intent: OrderIntent, signed: SignedOrder | null): Promise<PostOutcome> {
    try {
      return await gateway.postOrder({ intent, signed }, context.direction?.());
    } catch (error) {
      sources.onFault('place', error);
      return { kind: 'unknown', cause: { code: 'other', parameters: {} } };
    }
  }

  function checkNow(intent: OrderIntent, options: PlaceOptions): Denied | null {
    const { without, exit, isConfirmed, unattended } = options;
    const waitMs = blockedUntilMs - clock.now();
    if (waitMs > 0) return deny({ code: 'rateLimited', parameters: { waitMs } });
    const isAgreed = isConfirmed === true || exit?.isBookConfirmed === true;
    const context = buildPreTradeContext(intent, sources, isAgreed, without, unattended);
    const denials = checkIntent(intent, { ...context, isExitAgreed: exit !== undefined }).filter(
      // A confirmed exit shows its price in the confirmation.
      ({ code }) => code !== 'priceNotTyped' || exit?.isBookConfirmed !== true,
    );
    return denials.length === 0 ? null : { outcome: 'denied', orderId: null, denials };
  }

  function noteRejection(retryAtMs: number | null): void {
    if (retryAtMs !== null) blockedUntilMs = Math.max(blockedUntilMs, retryAtMs);
    // The exchange may have changed its chain, contract or domain: no market signs with a record read before.
    else wallets.clear();
  }

  function buildEntry(
    intent: OrderIntent,
    authority: OrderAuthority,
    signed: SignedOrder | null,
    exchangeTimeMs: number,
  ): SignedEntry {
    const { notional, givenAway } = sources.risk.evaluateUse(intent);
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
