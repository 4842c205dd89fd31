/**
 * The matching engine: takes orders, matches by price and time, settles, and tells what happened.
 *
 * Units       Ticks of one cent; shares and collateral in millionths; times in ms, given by the caller.
 * Invariants  See invariants.ts. An accepted order is told before its first fill.
 * Errors      Refusals are values; nothing throws on what a member sends.
 * Source      exchange-interface, States and transitions; docs/assumptions.md#matching, #fee-reserve.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import { type Account, available, buildAccount, holdingOf, removeShares } from './account.ts';
import { MAX_ORDER_SHARES, stakeOf, TICKS, takerFee } from './fees.ts';
import type { Fill, Order, Trade } from './order.ts';
import { type BookMarket, buildBookMarket, counterparty, dequeue, enqueue, shrink } from './orderBook.ts';
import { type House, settle } from './settle.ts';

export type OrderChange = 'created' | 'filled' | 'cancelled' | 'rejected';

/** Told synchronously, in the order things happen; house accounts are left out of all but trades. */
export interface EngineListener {
  onOrder(order: Order, change: OrderChange): void;
  onFill(fill: Fill): void;
  onBalance(account: Account): void;
  onPosition(account: Account, market: BookMarket, side: Side): void;
  onTrade(market: BookMarket, trade: Trade): void;
}

export interface OrderRequest {
  readonly account: Account;
  readonly market: BookMarket;
  readonly side: Side;
  readonly direction: Direction;
  readonly ticks: number;
  readonly shares: number;
  readonly postOnly: boolean;
  /** What does not match at once is cancelled. */
  readonly immediate?: boolean;
  readonly expiresAtMs?: number | null;
}

export type PlaceRefusal = 'closed' | 'bounds' | 'insufficient' | 'post_only';
export type PlaceResult =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly why: PlaceRefusal };

export interface Engine {
  readonly house: House;
  readonly accounts: readonly Account[];
  readonly markets: readonly BookMarket[];
  /** Orders of members, open or terminal, by id. */
  readonly orders: ReadonlyMap<number, Order>;
  /** Collateral that ever came in, the exchange's float included. */
  deposited(): number;
  openAccount(isHouse: boolean, canSettle: boolean): Account;
  openMarket(lastTicks: number): BookMarket;
  deposit(account: Account, amount: number, atMs: number): void;
  /** `onAccepted` sees the order as it was taken: waiting, whole reserve locked, nothing matched yet. */
  place(request: OrderRequest, atMs: number, onAccepted?: (order: Order) => void): PlaceResult;
  cancel(order: Order, atMs: number): boolean;
  /** Turns pairs of YES and NO back into collateral. */
  mergeSets(account: Account, market: BookMarket, atMs: number): void;
  /** Stops trading: every open order of the market is cancelled. */
  closeMarket(market: BookMarket, atMs: number): void;
}

/** A dollar of the exchange's own, so that a fraction of a millionth never makes anyone negative. */
const FLOAT = 1_000_000;

export function buildEngine(listener: EngineListener, firstOrderId = 1, firstTradeId = 1): Engine {
  const house: House = { fees: FLOAT };
  const accounts: Account[] = [];
  const markets: BookMarket[] = [];
  const orders = new Map<number, Order>();
  let deposited = FLOAT;
  let nextOrderId = firstOrderId;
  let nextTradeId = firstTradeId;

  const tellOrder = (order: Order, change: OrderChange): void => {
    if (!order.account.isHouse) listener.onOrder(order, change);
  };
  const tellBalance = (account: Account): void => {
    if (!account.isHouse) listener.onBalance(account);
  };
  const tellPosition = (order: Order): void => {
    if (!order.account.isHouse) listener.onPosition(order.account, order.market, order.side);
  };

  const releaseLock = (order: Order, keep: number, atMs: number): void => {
    order.account.locked -= order.locked - keep;
    order.locked = keep;
    order.account.updatedAtMs = atMs;
  };

  const end = (order: Order, state: 'done' | 'cancel' | 'reject', atMs: number): void => {
    order.state = state;
    order.updatedAtMs = atMs;
    if (order.direction === 'sell') {
      const holding = holdingOf(order.account, order.market.id, order.side);
      holding.locked -= order.remaining;
      holding.updatedAtMs = atMs;
    }
    releaseLock(order, 0, atMs);
    order.account.open.delete(order.id);
  };

  const endAndTell = (order: Order, state: 'cancel' | 'reject', atMs: number): void => {
    end(order, state, atMs);
    tellOrder(order, state === 'cancel' ? 'cancelled' : 'rejected');
    tellBalance(order.account);
    if (order.direction === 'sell') tellPosition(order);
  };

  const tellParty = (order: Order, fill: Fill): void => {
    if (order.account.isHouse) return;
    listener.onOrder(order, 'filled');
    listener.onFill(fill);
    listener.onPosition(order.account, order.market, order.side);
    listener.onBalance(order.account);
  };

  const match = (taker: Order, maker: Order, atMs: number): void => {
    const shares = Math.min(taker.remaining, maker.remaining);
    shrink(maker, shares);
    const { makerValue, takerValue, fee, takerSide } = settle(house, taker, maker, shares, atMs);
    if (maker.remaining === 0) {
      dequeue(maker);
      end(maker, 'done', atMs);
    }
    if (taker.remaining === 0) end(taker, 'done', atMs);
    const id = nextTradeId;
    nextTradeId += 1;
    listener.onTrade(taker.market, { id, ticks: maker.yesTicks, shares, takerSide, atMs });
    const takerTicks = taker.side === 'yes' ? maker.yesTicks : TICKS - maker.yesTicks;
    tellParty(maker, { id, order: maker, ticks: maker.ticks, shares, value: makerValue, fee: 0, takerSide, atMs });
    tellParty(taker, { id, order: taker, ticks: takerTicks, shares, value: takerValue, fee, takerSide, atMs });
  };

  const matchAll = (taker: Order, atMs: number): void => {
    while (taker.remaining > 0) {
      const maker = counterparty(taker.market, taker.isBid, taker.yesTicks);
      if (!maker) return;
      if (!maker.account.canSettle) {
        dequeue(maker);
        endAndTell(maker, 'reject', atMs);
      } else if (!taker.account.canSettle) {
        endAndTell(taker, 'reject', atMs);
        return;
      } else {
        match(taker, maker, atMs);
      }
    }
  };

  const rest = (order: Order, atMs: number): void => {
    const before = order.locked;
    if (order.direction === 'buy') releaseLock(order, stakeOf(order.ticks, order.remaining), atMs);
    enqueue(order);
    if (order.locked !== before) tellBalance(order.account);
  };

  const cancel = (order: Order, atMs: number): boolean => {
    if (order.state !== 'wait') return false;
    dequeue(order);
    endAndTell(order, 'cancel', atMs);
    return true;
  };

  return {
    house,
    accounts,
    markets,
    orders,
    deposited: () => deposited,

    openAccount(isHouse, canSettle) {
      const account = buildAccount(accounts.length + 1, isHouse, canSettle);
      accounts.push(account);
      return account;
    },

    openMarket(lastTicks) {
      const market = buildBookMarket(markets.length + 1, lastTicks);
      markets.push(market);
      return market;
    },

    deposit(account, amount, atMs) {
      account.balance += amount;
      account.updatedAtMs = atMs;
      deposited += amount;
      tellBalance(account);
    },

    place(request, atMs, onAccepted) {
      const { account, market, side, direction, ticks, shares } = request;
      if (!market.isOpen) return { ok: false, why: 'closed' };
      const inBounds = Number.isInteger(ticks) && ticks >= 1 && ticks < TICKS;
      if (!inBounds || !Number.isInteger(shares) || shares < 1 || shares > MAX_ORDER_SHARES) {
        return { ok: false, why: 'bounds' };
      }
      const isBid = (side === 'yes') === (direction === 'buy');
      const yesTicks = side === 'yes' ? ticks : TICKS - ticks;
      if (request.postOnly && counterparty(market, isBid, yesTicks)) return { ok: false, why: 'post_only' };
      const lock = direction === 'buy' ? stakeOf(ticks, shares) + takerFee(ticks, shares) : 0;
      const holding = holdingOf(account, market.id, side);
      const enough = direction === 'buy' ? lock <= available(account) : shares <= holding.quantity - holding.locked;
      if (!enough) return { ok: false, why: 'insufficient' };
      account.locked += lock;
      account.updatedAtMs = atMs;
      if (direction === 'sell') {
        holding.locked += shares;
        holding.updatedAtMs = atMs;
      }
      const order: Order = {
        id: nextOrderId,
        account,
        market,
        side,
        direction,
        ticks,
        yesTicks,
        isBid,
        shares,
        remaining: shares,
        locked: lock,
        state: 'wait',
        fills: 0,
        createdAtMs: atMs,
        updatedAtMs: atMs,
        expiresAtMs: request.expiresAtMs ?? null,
      };
      nextOrderId += 1;
      account.open.set(order.id, order);
      if (!account.isHouse) orders.set(order.id, order);
      onAccepted?.(order);
      tellOrder(order, 'created');
      if (direction === 'buy') tellBalance(account);
      else tellPosition(order);
      matchAll(order, atMs);
      if (order.state === 'wait') {
        if (request.immediate) endAndTell(order, 'cancel', atMs);
        else rest(order, atMs);
      }
      return { ok: true, order };
    },

    cancel,

    mergeSets(account, market, atMs) {
      const yes = holdingOf(account, market.id, 'yes');
      const no = holdingOf(account, market.id, 'no');
      const shares = Math.min(yes.quantity - yes.locked, no.quantity - no.locked);
      if (shares <= 0) return;
      const half = Math.floor(shares / 2);
      removeShares(yes, shares, half, atMs);
      removeShares(no, shares, shares - half, atMs);
      market.escrow -= shares;
      account.balance += shares;
    },

    closeMarket(market, atMs) {
      market.isOpen = false;
      for (const side of [market.bids, market.asks]) {
        for (const level of side) for (const order of [...level.orders]) cancel(order, atMs);
      }
    },
  };
}
