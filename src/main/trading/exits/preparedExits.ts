/**
 * Prepared exits: sends lots that the vault signed ahead, and burns those that the position no longer covers.
 *
 * Invariants  A lot is sent once, and only while chain, contracts, domain, wallet and tokens are those it was signed for.
 *             Checked before the wallet record is read, and again when the body is taken. In the journal before a byte leaves.
 *             The lots that may still be sent are together at most what the position can sell. An unknown outcome is never
 *             resent, and holds up the other lots of its position.
 * Errors      Never throws: every outcome is a receipt.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { Side } from '#shared/market/outcome.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { ExchangeOrder, MarketWalletRecord } from '#shared/order/account/account.ts';
import { isPositionCertain } from '#shared/order/account/unreadableRows.ts';
import { checkIntent } from '#shared/order/check.ts';
import type { RecordedLot } from '#shared/order/consent.ts';
import {
  type ExitPlan,
  isSameAccount,
  isSameMarket,
  NO_SENDING_MS,
  type PackEnd,
  type PreparedLot,
  type StandingSale,
} from '#shared/order/exits/preparedExits.ts';
import { isClockOff } from '#shared/order/expiry.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { SignedEntry } from '#shared/order/journalEntry.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import type { LotDenial, PlaceReceipt } from '#shared/order/receipts.ts';
import { BugError } from '#shared/units/errors.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { buildReceipt, deny } from '../orders/orderReceipt.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { Denied } from '../orders/placerApi.ts';
import { applyPostOutcome } from '../orders/postOutcome.ts';
import type { Gateway, PreparedBodies } from '../ports.ts';
import { buildPreTradeContext, type PreTradeSources } from '../risk/preTradeContext.ts';
import type { Risk } from '../risk/risk.ts';
import type { PlanExits } from './exitPlanner.ts';
import { listLost, listPrepared, listStanding } from './standingSales.ts';

/** Interface of prepared exits: what they are created with, and what they offer. */
export interface PreparedPost {
  readonly lotId: string;
  /** Id of the order's intent; two posts with the same id send one order. */
  readonly intentId: IntentId;
  /** The lot is not sent for less than this. */
  readonly worst: Price;
  /** True once whoever sends it was stopped. */
  readonly isStopped?: () => boolean;
}

export interface PreparedExits {
  /** What would be signed ahead, frozen; nothing is signed yet. */
  plan: PlanExits;
  /** The lots of a position that may be sent, largest first; empty without prepared exits. */
  available(market: MarketId, side: Side): readonly PreparedLot[];
  /** True while a lot of the position is on its way. */
  isBusy(market: MarketId, side: Side): boolean;
  /** Sends one lot. */
  post(how: PreparedPost): Promise<PlaceReceipt>;
  /** Destroys the body of a lot that was not sent, so that it never can be. */
  burn(lotId: string): void;
  /** Prepared exits that were sent in this or an earlier run, until they expire: a cancel does not void a signature. */
  standing(): readonly StandingSale[];
  /**
   * Voids the exits that were not sent, then cancels those that were sent and may still rest, also of earlier runs. The pack is
   * discarded last: behind a lock the cancels need its credentials. Exits that are prepared meanwhile are kept.
   */
  revoke(): Promise<void>;
  /** Discards the pack. */
  discard(reason: PackEnd): void;
  /** Compares the lots with the account, as after every change of it. */
  recheck(): void;
}

interface PreparedExitsOptions extends PreTradeSources {
  readonly gateway: Pick<Gateway, 'postPrepared' | 'fetchMarketWallet' | 'ensureClock'>;
  readonly bodies: PreparedBodies;
  readonly risk: Pick<Risk, 'state' | 'evaluateUse' | 'add'>;
  /** Recorded lots that may have been sent although no order shows it. */
  lostLots(): readonly RecordedLot[];
  /** True while the account's data is current: an open stream, and a complete read since it opened. */
  isLive(): boolean;
  cancel(id: OrderId): Promise<unknown>;
  onAccepted(order: ExchangeOrder): void;
  /** An outcome is lost, so that the exchange is asked. */
  onLost(): void;
  readonly explainRead: ExplainRead;
  onFault(where: string, error: unknown): void;
}

/** Without a vault that prepares exits. */
export const NO_PREPARED_BODIES: PreparedBodies = {
  pack: () => null,
  take() {
    throw new BugError('Expected a prepared exit, found none');
  },
  noteOrder() {},
  settle() {},
  burn() {},
  discard() {},
};

/** Outcome of a post whose body was never taken: nothing was sent. */
const NOT_SENT: PostOutcome = { kind: 'rejected', codes: ['no_credentials'], retryAtMs: null };

export function createPreparedExits(options: PreparedExitsOptions): Omit<PreparedExits, 'plan'> {
  const { gateway, bodies, orders, clock, portfolio, pins } = options;
  const receipts = new Map<IntentId, Promise<PlaceReceipt>>();
  /** Orders of lots that are on their way. */
  const sent = new Map<IntentId, string>();

  orders.onClosed(({ signed }) => {
    const lotId = signed === null ? undefined : sent.get(signed.intentId);
    if (lotId === undefined) return;
    sent.delete(signed!.intentId);
    bodies.settle(lotId);
  });

  const lots = (): readonly PreparedLot[] => bodies.pack()?.lots ?? [];
  const find = (id: string): PreparedLot | null => lots().find((lot) => lot.id === id) ?? null;
  /** True while the lot may be sent, by the later of the two clocks. */
  const isInTime = ({ expiresAtMs }: PreparedLot): boolean =>
    expiresAtMs - Math.max(clock.now(), clock.exchangeTimeMs()) > NO_SENDING_MS;

  const isOf = (lot: PreparedLot, market: MarketId, side: Side): boolean => lot.market === market && lot.side === side;
  const isBusy = (market: MarketId, side: Side): boolean =>
    lots().some((lot) => isOf(lot, market, side) && (lot.at === 'taken' || lot.at === 'sent'));

  async function post(request: PreparedPost): Promise<PlaceReceipt> {
    const plan = bodies.pack()?.plan;
    const lot = find(request.lotId);
    if (lot === null || plan === undefined) return refuse('gone');
    const intent = buildIntent(lot, request.intentId);
    const early = checkNow(lot.id, intent, request);
    if (early) return early;
    let record: MarketWalletRecord;
    try {
      await gateway.ensureClock();
      record = await gateway.fetchMarketWallet(lot.market);
    } catch (error) {
      return deny({ code: 'walletUnreadable', parameters: { failure: options.explainRead(error) } });
    }
    const change = findChange(plan, lot, record);
    if (change !== null) {
      // A plan that was replaced meanwhile is not the one that this record contradicts.
      if (bodies.pack()?.plan === plan) bodies.discard(change);
      return refuse(change === 'walletChanged' ? 'wallet' : 'tokens');
    }
    if (record.safeStatus !== 'ready') return deny({ code: 'walletNotReady', parameters: {} });
    const late = checkNow(lot.id, intent, request);
    if (late) return late;
    return send(lot, intent, plan);
  }

  /** Journals and sends a checked lot; nothing awaits in between, so that the check still holds. */
  async function send(lot: PreparedLot, intent: OrderIntent, plan: ExitPlan): Promise<PlaceReceipt> {
    let record: OrderRecord;
    try {
      record = orders.addSigned(buildEntry(lot, intent, plan));
      options.risk.add(record);
    } catch (error) {
      options.onFault('journal', error);
      return deny({ code: 'journalFailed', parameters: {} });
    }
    sent.set(intent.intentId, lot.id);
    const outcome = await request(record, intent, lot.id);
    if (outcome.kind === 'accepted') bodies.noteOrder(lot.id, outcome.order.id);
    return applyPostOutcome(record, outcome, null, clock.now(), options);
  }

  async function request(record: OrderRecord, intent: OrderIntent, lotId: string): Promise<PostOutcome> {
    let isTaken = false;
    // Taken only once the budget of requests allows it: a lot that waits stays ready.
    const takeBody = (): string => {
      const body = bodies.take(lotId);
      isTaken = true;
      orders.apply(record, { kind: 'sent', atMs: clock.now() });
      return body;
    };
    try {
      const outcome = await gateway.postPrepared(intent, takeBody);
      return outcome.kind === 'unknown' && !isTaken ? NOT_SENT : outcome;
    } catch (error) {
      options.onFault('prepared exit', error);
      return isTaken ? { kind: 'unknown', cause: { code: 'other', parameters: {} } } : NOT_SENT;
    }
  }

  function checkNow(lotId: string, intent: OrderIntent, { worst, isStopped }: PreparedPost): Denied | null {
    if (isStopped?.()) return deny({ code: 'stopped', parameters: {} });
    const lot = find(lotId);
    if (lot === null || lot.at !== 'ready') return refuse('gone');
    if (!isInTime(lot)) return refuse('expired');
    if (isBusy(lot.market, lot.side)) return refuse('inFlight');
    if (lot.price < worst) return refuse('price');
    if (!options.isLive()) return refuse('accountNotLive');
    const offsetMs = clock.exchangeTimeMs() - clock.now();
    if (isClockOff(offsetMs)) return deny({ code: 'clockOffset', parameters: { offsetMs } });
    const before = buildPreTradeContext(intent, options, false);
    // A person permitted the exit when it was prepared: it needs no unlocked keys, and as an exit no armed trading.
    const readiness =
      before.readiness.code === 'locked' ? ({ code: 'disarmed', parameters: {} } as const) : before.readiness;
    const denials = checkIntent(intent, { ...before, readiness, isExitAgreed: true });
    return denials.length === 0 ? null : { outcome: 'denied', orderId: null, denials };
  }

  function buildEntry(lot: PreparedLot, intent: OrderIntent, { account }: ExitPlan): SignedEntry {
    const { notional, givenAway } = options.risk.evaluateUse(intent);
    return {
      kind: 'signed',
      intentId: intent.intentId,
      atMs: clock.now(),
      exchangeTimeMs: clock.exchangeTimeMs(),
      intent,
      maker: account.proxyAddress,
      tokenId: lot.tokenId,
      salt: lot.salt,
      digest: lot.digest,
      expiresAtMs: Math.floor(lot.expiresAtMs / 1000) * 1000,
      isPrepared: true,
      risk: { notional, givenAway },
    };
  }

  function noteOrders(): void {
    for (const [intentId, lotId] of sent) {
      const orderId = orders.byIntent(intentId)?.orderId ?? null;
      if (orderId !== null && find(lotId)?.orderId !== orderId) bodies.noteOrder(lotId, orderId);
    }
  }

  /** Burns the lots that the position does not cover, when the position is certain. */
  function burnSurplus(market: MarketId, side: Side): void {
    const position = portfolio.position(market, side);
    const isCertain =
      isPositionCertain(portfolio.unreadableRows(), { market, outcome: side }, position !== null) &&
      (position !== null || options.isPositionsKnown());
    if (!isCertain) return;
    const settled = position === null ? 0 : Math.min(position.quantity, position.sellable);
    const ready = lots().filter((lot) => isOf(lot, market, side) && lot.at === 'ready');
    let sum = ready.reduce((total, { shares }) => total + shares, 0);
    for (const { id, shares } of ready.toReversed()) {
      if (sum <= settled) return;
      sum -= shares;
      bodies.burn(id);
    }
  }

  async function revoke(): Promise<void> {
    const plan = bodies.pack()?.plan;
    for (const { id, at } of lots()) if (at === 'ready') bodies.burn(id);
    const records = listPrepared(orders.all());
    const cancelOpen = (): Promise<unknown> =>
      Promise.allSettled(
        records
          .filter(({ life, orderId }) => orderId !== null && !isTerminal(life))
          .map(({ orderId }) => options.cancel(orderId!)),
      );
    // A post under way has an order id only once it is answered, so the open orders are cancelled again after the answers.
    const answers = records.map(({ signed }) => receipts.get(signed!.intentId));
    await Promise.all([cancelOpen(), Promise.allSettled(answers).then(cancelOpen)]);
    if (plan !== undefined && bodies.pack()?.plan === plan) bodies.discard('revoked');
  }

  return {
    available: (market, side) =>
      lots()
        .filter((lot) => isOf(lot, market, side) && lot.at === 'ready' && isInTime(lot))
        .toSorted((a, b) => b.shares - a.shares),
    isBusy,
    post(request) {
      const known = receipts.get(request.intentId);
      if (known) return known;
      const earlier = orders.byIntent(request.intentId);
      const receipt = earlier ? Promise.resolve(buildReceipt(earlier)) : post(request);
      receipts.set(request.intentId, receipt);
      // A denial sent nothing: the same intent may be tried again.
      void receipt.then(({ outcome }) => {
        if (outcome === 'denied') receipts.delete(request.intentId);
      });
      return receipt;
    },
    burn: (lotId) => bodies.burn(lotId),
    standing() {
      const nowMs = Math.min(clock.now(), clock.exchangeTimeMs());
      return [...listStanding(orders.all(), nowMs), ...listLost(options.lostLots(), orders.all(), nowMs)];
    },
    revoke,
    discard: (reason) => bodies.discard(reason),
    recheck() {
      const pack = bodies.pack();
      if (pack === null) return;
      noteOrders();
      if (pack.plan.positions.some(({ market }) => pins.findChange(market) !== null)) {
        bodies.discard('marketChanged');
        return;
      }
      if (!options.isLive()) return;
      for (const { market, side } of pack.plan.positions) burnSurplus(market, side);
    },
  };
}

function buildIntent(lot: PreparedLot, intentId: IntentId): OrderIntent {
  const { market, side, price, shares } = lot;
  return { intentId, market, side, direction: 'sell', price, shares, postOnly: false, bookVersion: null };
}

function findChange(
  plan: ExitPlan,
  lot: PreparedLot,
  record: MarketWalletRecord,
): 'walletChanged' | 'marketChanged' | null {
  if (!isSameAccount(plan.account, record)) return 'walletChanged';
  const position = plan.positions.find(({ market, side }) => market === lot.market && side === lot.side);
  return position !== undefined && isSameMarket(position, record) ? null : 'marketChanged';
}

function refuse(reason: LotDenial): Denied {
  return deny({ code: 'lotRefused', parameters: { reason } });
}
