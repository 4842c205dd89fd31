/**
 * One leg of a flatten: cancels what locks the shares, then places, watches and re-quotes until nothing is left.
 *
 * Invariants  Every check runs before the first cancel. One working order at a time; nothing is placed while a cancel or an
 *             order of the leg is not proved. Never orders more than is left of what was asked for, nor more than is held now,
 *             nor beyond the worst price.
 * Errors      Never throws: ends with what is left and why.
 * Source      docs/exits.md#flatten
 */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import { isTrusted } from '#shared/market/bookHealth.ts';
import { otherSide } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { sellableShares } from '#shared/order/commitments.ts';
import { findExcess, listLiquidity, type MarketDepth, matchesOwnOrder } from '#shared/order/exits/flattenPlan.ts';
import type { LeftReason, LegRequest, LegView } from '#shared/order/exits/progress.ts';
import { floorToLot, mirrorLevels, quoteExit } from '#shared/order/exits/quote.ts';
import type { StopReason } from '#shared/order/exits/stop.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { CancelReceipt, PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { Portfolio } from '../account/portfolio.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import type { Orders } from '../orders/orders.ts';
import type { Placer } from '../orders/place.ts';
import type { StoredLeg } from './interruptedExits.ts';

/** A flatten ends after this long, with what is left. */
export const FLATTEN_TIMEOUT_MS = 120_000;
/** An order that rests this long is placed again where the book is now, within the worst price. */
export const REQUOTE_MS = 2_000;
const PROOF_TIMEOUT_MS = 15_000;
/** Reads of the account while the released shares or collateral do not show yet. */
const MAX_READS = 5;
const READ_PAUSE_MS = 500;

export interface FlattenSources {
  readonly orders: Orders;
  readonly portfolio: Pick<Portfolio, 'positions' | 'position'>;
  readonly placer: Pick<Placer, 'place' | 'check'>;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  tick(): Tick;
  readonly feeRateMicros: () => number;
  depth(market: MarketId): MarketDepth | null;
  cancel(id: OrderId): Promise<CancelReceipt>;
  /** Reads balance and positions again; never rejects. */
  readAccount(): Promise<void>;
  /** A fresh id for the intent of one order. */
  newIntentId(): IntentId;
}

export interface FlattenLegRun {
  view(): LegView;
  /** The leg's orders, as a report after a restart needs them. */
  stored(): StoredLeg;
  /** Null when the first order would pass every check. Nothing is cancelled before. */
  check(): Promise<LeftReason | null>;
  run(): Promise<void>;
  stop(by: StopReason): void;
  end(left: LeftReason): void;
}

export interface LegOptions extends FlattenSources {
  readonly request: LegRequest;
  readonly cancelsOrders: boolean;
  /** A cancel or an order of the leg is about to be requested. */
  onRequest(): void;
  /** The first order of the leg is about to be placed; the program places later ones, to follow the book. */
  onFirstOrder(order: IntentId): void;
  onChange(): void;
}

export function createFlattenLeg(options: LegOptions): FlattenLegRun {
  const { request, orders, portfolio, placer, clock, schedule } = options;
  const { shares: asked, ...leg } = request;
  const { market, side, route, worst } = leg;
  const exit = { isBookConfirmed: request.isBookConfirmed };
  const heldAtStart = excessNow();
  /** What was asked for, however much more is held by now. */
  const target = floorToLot(Math.min(asked, heldAtStart), options.tick());
  const notAskedFor = floorToLot(heldAtStart - asked, options.tick());
  const deadlineMs = clock.now() + FLATTEN_TIMEOUT_MS;
  let exitedBefore = 0;
  let working: OrderRecord | null = null;
  let at: LegView['at'] = 'checking';
  let left: LeftReason | null = null;
  let stoppedBy: StopReason | null = null;
  const cancels = new Set<OrderId>();
  const placed: IntentId[] = [];
  let wake = (): void => {};

  function excessNow(): Shares {
    const excess = findExcess(portfolio.positions(), market);
    return excess?.side === side ? excess.shares : ZERO_SHARES;
  }

  function openOrders(): OrderRecord[] {
    return [...orders.ofMarket(market)].filter((record) => !isTerminal(record.life));
  }

  const exited = (): Shares => toShares(exitedBefore + (working?.filled ?? 0));

  function enter(next: LegView['at']): void {
    at = next;
    options.onChange();
  }

  function end(reason: LeftReason | null): void {
    if (at === 'ended') return;
    left = reason;
    enter('ended');
  }

  /** Waits until the time, the end of any order, or a stop. */
  function wait(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stopListening();
        cancelTimer();
        wake = () => {};
        resolve();
      };
      const stopListening = orders.onClosed(done);
      const cancelTimer = schedule(maxMs, done);
      wake = done;
    });
  }

  function buildIntent(shares: Shares, price: Price): OrderIntent {
    const ordered = route === 'sell' ? side : otherSide(side);
    const direction = route === 'sell' ? 'sell' : 'buy';
    const intentId = options.newIntentId();
    return { intentId, market, side: ordered, direction, price, shares, postOnly: false, bookVersion: null };
  }

  /** What is left of the target and still held, in whole lots. */
  function wanted(): Shares {
    const rest = floorToLot(Math.min(target - exited(), excessNow()), options.tick());
    if (route === 'buyOther') return rest;
    const position = portfolio.position(market, side);
    return floorToLot(Math.min(rest, sellableShares(position, orders.all(), market, side)), options.tick());
  }

  /** The price that the rest needs on the book now, within the worst price; null while the book cannot be trusted. */
  function priceNow(shares: Shares): Price | null {
    const depth = options.depth(market);
    if (depth === null || !isTrusted(depth.health)) return request.isBookConfirmed ? worst : null;
    const levels = listLiquidity(depth, side, openOrders());
    const terms = { tick: options.tick(), feeRateMicros: options.feeRateMicros(), worst };
    const quote = quoteExit(route, shares, route === 'sell' ? levels : mirrorLevels(levels), terms);
    return quote !== null && quote.shares >= shares ? quote.limit : worst;
  }

  async function check(): Promise<LeftReason | null> {
    if (target === 0) return { code: excessNow() > 0 ? 'dust' : 'nothingHeld', parameters: {} };
    const without = options.cancelsOrders ? openOrders() : [];
    const position = portfolio.position(market, side);
    const kept = [...orders.all()].filter((record) => !without.includes(record));
    const free = options.cancelsOrders ? (position?.quantity ?? 0) : sellableShares(position, kept, market, side);
    const shares = route === 'sell' ? floorToLot(Math.min(target, free), options.tick()) : target;
    if (shares === 0) return { code: 'locked', parameters: {} };
    const price = priceNow(shares) ?? worst;
    if (!options.cancelsOrders && matchesOwnOrder(route, price, side, openOrders())) return describeOwnOrders();
    const denied = await placer.check(buildIntent(shares, price), { exit, without });
    return denied ? { code: 'denied', parameters: { denials: denied.denials } } : null;
  }

  /** Cancels these orders; returns the ids whose end is not proved in time. */
  async function cancelAndProve(records: readonly OrderRecord[]): Promise<OrderId[]> {
    const ids = records.map(({ orderId }) => orderId).filter((id) => id !== null);
    for (const id of ids) cancels.add(id);
    if (ids.length > 0) options.onRequest();
    await Promise.all(ids.map((id) => options.cancel(id)));
    const untilMs = clock.now() + PROOF_TIMEOUT_MS;
    const isOpen = (record: OrderRecord): boolean => !isTerminal(record.life);
    while (records.some(isOpen) && clock.now() < untilMs && stoppedBy === null) await wait(untilMs - clock.now());
    return records.filter(isOpen).map(({ orderId, signed }) => orderId ?? (signed!.intentId as string as OrderId));
  }

  async function run(): Promise<void> {
    if (options.cancelsOrders) {
      enter('cancelling');
      // A lost order cannot be cancelled and must not hold up the exit: what it may lock is not sold.
      const open = await cancelAndProve(openOrders().filter(({ life }) => life.at !== 'unknown'));
      if (open.length > 0 && stoppedBy === null)
        return end({ code: 'cancelNotProved', parameters: { orderIds: open } });
    }
    await options.readAccount();
    let reason: LeftReason | null = null;
    while (reason === null && stoppedBy === null && clock.now() < deadlineMs && !isFlat()) reason = await exitOnce();
    end(await settle(reason));
  }

  function isFlat(): boolean {
    return floorToLot(Math.min(target - exited(), excessNow()), options.tick()) === 0;
  }

  /** Places one order and follows it to its end; returns why the leg cannot continue, or null. */
  async function exitOnce(): Promise<LeftReason | null> {
    let shares = wanted();
    for (let reads = 0; shares === 0 && reads < MAX_READS && stoppedBy === null && !isFlat(); reads += 1) {
      enter('waiting');
      await wait(READ_PAUSE_MS);
      await options.readAccount();
      shares = wanted();
    }
    if (shares === 0) return isFlat() || stoppedBy !== null ? null : { code: 'locked', parameters: {} };
    const price = priceNow(shares);
    if (price === null) {
      enter('waiting');
      await wait(READ_PAUSE_MS);
      return null;
    }
    if (matchesOwnOrder(route, price, side, openOrders())) return describeOwnOrders();
    enter('placing');
    const intent = buildIntent(shares, price);
    if (placed.length === 0) options.onFirstOrder(intent.intentId);
    placed.push(intent.intentId);
    options.onRequest();
    const receipt = await placer.place(intent, { exit, isStopped: () => stoppedBy !== null });
    const refused = describeRefused(receipt);
    if (refused !== null) return refused;
    working = orders.byIntent(intent.intentId) ?? null;
    if (working !== null) await follow(working, price);
    return closeWorking();
  }

  function describeOwnOrders(): LeftReason {
    const orderIds = openOrders().flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
    return { code: 'matchesOwnOrder', parameters: { orderIds } };
  }

  /** Waits until the order ended, another price is better, or the time is over. */
  async function follow(order: OrderRecord, price: Price): Promise<void> {
    enter('working');
    while (!isTerminal(order.life) && stoppedBy === null && clock.now() < deadlineMs) {
      await wait(Math.min(REQUOTE_MS, Math.max(1, deadlineMs - clock.now())));
      options.onChange();
      if (isTerminal(order.life) || order.life.at === 'unknown' || order.life.at === 'sent') continue;
      const next = priceNow(order.remaining);
      // A resting sell that was kept may fill meanwhile: then fewer sets are left to complete.
      if ((next !== null && next !== price) || order.remaining > excessNow()) return;
    }
  }

  /** Ends the working order: adds what it filled once its end is proved. */
  async function closeWorking(): Promise<LeftReason | null> {
    const order = working;
    if (order === null) return null;
    if (!isTerminal(order.life)) {
      if (order.orderId === null) return { code: 'orderUnknown', parameters: {} };
      const open = await cancelAndProve([order]);
      if (open.length > 0) return { code: 'cancelNotProved', parameters: { orderIds: open } };
    }
    exitedBefore += order.filled;
    working = null;
    await options.readAccount();
    return null;
  }

  /** Why shares are left at the end, null where none are. Without a reason yet, the working order is cancelled first. */
  async function settle(reason: LeftReason | null): Promise<LeftReason | null> {
    if (reason !== null) return reason;
    const open = await closeWorking();
    if (open !== null) return open;
    if (isFlat()) {
      if (notAskedFor > 0) return { code: 'moreHeld', parameters: { shares: notAskedFor } };
      return excessNow() > 0 && target > exited() ? { code: 'dust', parameters: {} } : null;
    }
    if (stoppedBy !== null) return { code: 'stopped', parameters: { by: stoppedBy } };
    return { code: 'noTakers', parameters: { worst } };
  }

  return {
    view: () => ({ ...leg, toExit: target, exited: exited(), at, left }),
    stored: () => ({ ...leg, toExit: target, cancels: [...cancels], placed }),
    check,
    run,
    stop(by) {
      stoppedBy ??= by;
      wake();
    },
    end,
  };
}

function describeRefused(receipt: PlaceReceipt): LeftReason | null {
  switch (receipt.outcome) {
    case 'denied':
      return { code: 'denied', parameters: { denials: receipt.denials } };
    case 'rejected':
      return { code: 'rejected', parameters: { refusal: receipt.refusal } };
    default:
      return null;
  }
}
