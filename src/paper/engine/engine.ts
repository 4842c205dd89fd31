/**
 * Matching engine: places, matches, cancels and settles the orders of every account.
 *
 * Units       Ticks of one cent; shares and collateral in millionths; times in ms.
 * Invariants  Deterministic: times come in as arguments, and there is no randomness. The listener runs within the call that
 *             caused the change. Matching is by price, then by time.
 */
import { addShares, available, buildAccount, holdingOf, removeShares } from './account.ts';
import type { Engine, EngineListener, OrderChange } from './engineTypes.ts';
import { MAX_ORDER_SHARES, stakeOf, TICKS, takerFee } from './fees.ts';
import { buildBookMarket, counterparty, dequeue, emptyBook, enqueue, shrink } from './orderBook.ts';
import { buildRestore } from './restore.ts';
import { type House, settle } from './settle.ts';
import type { Account, BookMarket, Fill, Order } from './state.ts';

export type { Engine, EngineListener, OrderRequest, PlaceRefusal } from './engineTypes.ts';

/** One dollar of the exchange's own money: absorbs fractions of a millionth, so that no balance goes negative. */
const FLOAT = 1_000_000;

export function buildEngine(listener: EngineListener, firstOrderId = 1, firstTradeId = 1): Engine {
  const house: House = { fees: FLOAT };
  const accounts: Account[] = [];
  const markets = new Map<number, BookMarket>();
  const orders = new Map<number, Order>();
  let deposited = FLOAT;
  let nextOrderId = firstOrderId;
  let nextTradeId = firstTradeId;
  let nextMarketId = 1;

  const emitOrder = (order: Order, change: OrderChange): void => {
    if (!order.account.isHouse) listener.onOrder(order, change);
  };
  const emitBalance = (account: Account): void => {
    if (!account.isHouse) listener.onBalance(account);
  };
  const emitPosition = (order: Order): void => {
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

  const endAndEmit = (order: Order, state: 'cancel' | 'reject', atMs: number): void => {
    end(order, state, atMs);
    emitOrder(order, state === 'cancel' ? 'cancelled' : 'rejected');
    emitBalance(order.account);
    if (order.direction === 'sell') emitPosition(order);
  };

  const convert = (
    act: typeof splitSets,
    account: Account,
    market: BookMarket,
    sets: number,
    atMs: number,
  ): boolean => {
    if (!act(account, market, sets, atMs)) return false;
    emitBalance(account);
    for (const side of ['yes', 'no'] as const) if (!account.isHouse) listener.onPosition(account, market, side);
    return true;
  };

  const emitFill = (order: Order, fill: Fill): void => {
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
    emitFill(maker, { id, order: maker, ticks: maker.ticks, shares, value: makerValue, fee: 0, takerSide, atMs });
    emitFill(taker, { id, order: taker, ticks: takerTicks, shares, value: takerValue, fee, takerSide, atMs });
  };

  const matchAll = (taker: Order, atMs: number): void => {
    while (taker.remaining > 0) {
      const maker = counterparty(taker.market, taker.isBid, taker.yesTicks);
      if (!maker) return;
      if (failsToSettle(maker.account)) {
        dequeue(maker);
        endAndEmit(maker, 'reject', atMs);
      } else if (failsToSettle(taker.account)) {
        endAndEmit(taker, 'reject', atMs);
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
    if (order.locked !== before) emitBalance(order.account);
  };

  const matchAndRest = (order: Order, immediate: boolean, atMs: number): void => {
    matchAll(order, atMs);
    if (order.state !== 'wait') return;
    if (immediate) endAndEmit(order, 'cancel', atMs);
    else rest(order, atMs);
  };

  const cancel = (order: Order, atMs: number): boolean => {
    if (order.state !== 'wait' && order.state !== 'pending') return false;
    if (order.state === 'wait') dequeue(order);
    endAndEmit(order, 'cancel', atMs);
    return true;
  };

  return {
    house,
    accounts,
    markets,
    orders,
    nextOrderId: () => nextOrderId,
    deposited: () => deposited,

    openAccount(isHouse, canSettle) {
      const account = buildAccount(accounts.length + 1, isHouse, canSettle);
      accounts.push(account);
      return account;
    },

    openMarket(lastTicks) {
      const market = buildBookMarket(nextMarketId, lastTicks);
      nextMarketId += 1;
      markets.set(market.id, market);
      return market;
    },

    deposit(account, amount, atMs) {
      account.balance += amount;
      account.updatedAtMs = atMs;
      deposited += amount;
      emitBalance(account);
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
        state: request.pending ? 'pending' : 'wait',
        fills: 0,
        turn: 0,
        createdAtMs: atMs,
        updatedAtMs: atMs,
        expiresAtMs: request.expiresAtMs ?? null,
      };
      nextOrderId += 1;
      account.open.set(order.id, order);
      if (!account.isHouse) orders.set(order.id, order);
      onAccepted?.(order);
      emitOrder(order, 'created');
      if (direction === 'buy') emitBalance(account);
      else emitPosition(order);
      if (!request.pending) matchAndRest(order, request.immediate === true, atMs);
      return { ok: true, order };
    },

    activate(order, atMs) {
      if (order.state !== 'pending') return;
      order.state = 'wait';
      order.updatedAtMs = atMs;
      emitOrder(order, 'created');
      matchAndRest(order, false, atMs);
    },

    cancel,

    split: (account, market, sets, atMs) => convert(splitSets, account, market, sets, atMs),
    merge: (account, market, sets, atMs) => convert(mergeSets, account, market, sets, atMs),
    mergeAll(account, market, atMs) {
      mergeSets(account, market, countSets(account, market), atMs);
    },

    closeMarket(market, atMs) {
      market.isOpen = false;
      for (const side of [market.bids, market.asks]) {
        for (const level of side) for (const order of [...level.orders]) cancel(order, atMs);
      }
      for (const account of accounts) {
        for (const order of account.open.values()) if (order.market === market) cancel(order, atMs);
      }
    },

    resolveMarket(market, result, atMs) {
      if (market.result !== '') return;
      market.result = result;
      for (const account of accounts) {
        const pair = account.holdings.get(market.id);
        if (!pair) continue;
        const sides = (['yes', 'no'] as const).filter((side) => pair[side].quantity > 0);
        // The exchange redeems for the accounts whose funds it holds.
        const isPaid = account.isHouse || account.isCustodial;
        if (isPaid) redeemShares(house, account, market, atMs);
        if (account.isHouse) account.holdings.delete(market.id);
        else for (const side of sides) listener.onPosition(account, market, side);
        if ((isPaid || result === 'void') && sides.length > 0) emitBalance(account);
      }
    },

    redeem(account, market, atMs) {
      const pair = account.holdings.get(market.id);
      const sides = (['yes', 'no'] as const).filter((side) => (pair?.[side].quantity ?? 0) > 0);
      const paid = redeemShares(house, account, market, atMs);
      if (sides.length > 0 && market.result !== '') {
        for (const side of sides) if (!account.isHouse) listener.onPosition(account, market, side);
        emitBalance(account);
      }
      return paid;
    },

    withdraw(account, amount, atMs) {
      if (amount > available(account)) return false;
      account.balance -= amount;
      account.updatedAtMs = atMs;
      deposited -= amount;
      emitBalance(account);
      return true;
    },

    retireMarket(market, forget) {
      emptyBook(market);
      if (!forget) return;
      markets.delete(market.id);
      for (const account of accounts) account.holdings.delete(market.id);
    },

    forgetOrder(id) {
      if (orders.get(id)?.account.open.has(id) === false) orders.delete(id);
    },

    restore: buildRestore({
      accounts,
      markets,
      orders,
      addDeposit(amount) {
        deposited += amount;
      },
      reserveId(id) {
        nextOrderId = Math.max(nextOrderId, id + 1);
      },
    }),
  };
}

/** True when a match of this account fails to settle now; consumes one injected failure. */
function failsToSettle(account: Account): boolean {
  if (!account.canSettle) return true;
  if (account.failures === 0) return false;
  account.failures -= 1;
  return true;
}

/**
 * False when the collateral is not available.
 *
 * Units       Millionths, safe integers; a set of one million is one dollar.
 * Invariants  The escrow of the market follows by exactly the sets; locked collateral and shares are not touched.
 */
function splitSets(account: Account, market: BookMarket, sets: number, atMs: number): boolean {
  if (sets <= 0 || sets > available(account)) return false;
  const half = Math.floor(sets / 2);
  account.balance -= sets;
  account.updatedAtMs = atMs;
  market.escrow += sets;
  addShares(holdingOf(account, market.id, 'yes'), sets, half, atMs);
  addShares(holdingOf(account, market.id, 'no'), sets, sets - half, atMs);
  return true;
}

/** False when the account has fewer unlocked sets. */
function mergeSets(account: Account, market: BookMarket, sets: number, atMs: number): boolean {
  if (sets <= 0 || sets > countSets(account, market)) return false;
  const half = Math.floor(sets / 2);
  removeShares(holdingOf(account, market.id, 'yes'), sets, half, atMs);
  removeShares(holdingOf(account, market.id, 'no'), sets, sets - half, atMs);
  market.escrow -= sets;
  account.balance += sets;
  account.updatedAtMs = atMs;
  return true;
}

/** Sets of which no share is locked. */
function countSets(account: Account, market: BookMarket): number {
  const pair = account.holdings.get(market.id);
  if (!pair) return 0;
  return Math.min(pair.yes.quantity - pair.yes.locked, pair.no.quantity - pair.no.locked);
}

/**
 * Redeems all shares of an account in a resolved market; returns the collateral received.
 *
 * Units       Millionths, safe integers.
 * Invariants  After a result or a void the escrow equals the value of the shares that are not redeemed, rounded up.
 * Source      docs/exchange-interface.md#settlement; docs/assumptions.md#contract-states; docs/assumptions.md#void-pays-half.
 */
function redeemShares(house: House, account: Account, market: BookMarket, atMs: number): number {
  const pair = account.holdings.get(market.id);
  if (!pair || market.result === '') return 0;
  const { yes, no } = pair;
  if (yes.quantity === 0 && no.quantity === 0) return 0;
  let paid = 0;
  if (market.result === 'void') {
    // Half a dollar per share; the half millionth of an odd holding stays with the exchange.
    const yesPaid = Math.floor(yes.quantity / 2);
    const noPaid = Math.floor(no.quantity / 2);
    const released = yes.quantity + no.quantity;
    paid = yesPaid + noPaid;
    removeShares(yes, yes.quantity, yesPaid, atMs);
    removeShares(no, no.quantity, noPaid, atMs);
    market.voidedHalves += released;
    const whole = Math.floor(market.voidedHalves / 2);
    market.voidedHalves -= 2 * whole;
    market.escrow -= whole;
    house.fees += whole - paid;
  } else {
    const won = market.result === 'yes' ? yes : no;
    const lost = market.result === 'yes' ? no : yes;
    paid = won.quantity;
    removeShares(won, won.quantity, paid, atMs);
    if (lost.quantity > 0) removeShares(lost, lost.quantity, 0, atMs);
    market.escrow -= paid;
  }
  account.balance += paid;
  account.updatedAtMs = atMs;
  return paid;
}
