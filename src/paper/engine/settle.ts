/**
 * Moves collateral and shares for one match: complementary, mint or merge.
 *
 * Units       Millionths, safe integers.
 * Invariants  The sum of members' collateral, escrow, fees and rewards stays constant.
 *             The taker pays a fraction of a millionth; beyond its reserve the exchange's own dollar does.
 * Source      docs/assumptions.md#matching.
 */
import { otherSide, type Side } from '#shared/market/outcome.ts';
import { addShares, holdingOf, removeShares } from './account.ts';
import { makerRebate, proceedsOf, stakeOf, takerFee } from './fees.ts';
import type { Order } from './state.ts';

/** The exchange's own collateral. */
export interface House {
  fees: number;
}

export interface Settlement {
  readonly makerValue: number;
  readonly takerValue: number;
  readonly fee: number;
  readonly takerSide: Side;
}

/** Settles `shares` between a taker and a resting order at the resting order's price. */
export function settle(house: House, taker: Order, maker: Order, shares: number, atMs: number): Settlement {
  const { market } = maker;
  const makerValue = settleMaker(maker, shares, atMs);
  const sameLeg = taker.side === maker.side;
  const takerValue = sameLeg ? makerValue : shares - makerValue;
  const nominal = takerFee(maker.yesTicks, shares);
  const fee = settleTaker(taker, shares, takerValue, nominal, atMs);
  if (!sameLeg) market.escrow += taker.direction === 'buy' ? shares : -shares;
  const rebate = makerRebate(Math.max(fee, 0));
  maker.account.rewards += rebate;
  house.fees += fee - rebate;
  for (const order of [maker, taker]) {
    order.remaining -= shares;
    order.fills += 1;
    order.updatedAtMs = atMs;
  }
  market.lastTicks = maker.yesTicks;
  const takerSide = taker.direction === 'buy' ? taker.side : otherSide(taker.side);
  return { makerValue, takerValue, fee, takerSide };
}

function settleMaker(maker: Order, shares: number, atMs: number): number {
  const { account } = maker;
  const holding = holdingOf(account, maker.market.id, maker.side);
  account.updatedAtMs = atMs;
  if (maker.direction === 'buy') {
    const value = maker.locked - stakeOf(maker.ticks, maker.remaining - shares);
    maker.locked -= value;
    account.locked -= value;
    account.balance -= value;
    addShares(holding, shares, value, atMs);
    return value;
  }
  const filled = maker.shares - maker.remaining;
  const value = proceedsOf(maker.ticks, filled + shares) - proceedsOf(maker.ticks, filled);
  holding.locked -= shares;
  removeShares(holding, shares, value, atMs);
  account.balance += value;
  return value;
}

function settleTaker(taker: Order, shares: number, value: number, nominalFee: number, atMs: number): number {
  const { account } = taker;
  const holding = holdingOf(account, taker.market.id, taker.side);
  account.updatedAtMs = atMs;
  if (taker.direction === 'buy') {
    const most = taker.locked - stakeOf(taker.ticks, taker.remaining - shares);
    const paid = Math.min(value + nominalFee, most);
    taker.locked -= paid;
    account.locked -= paid;
    account.balance -= paid;
    addShares(holding, shares, value, atMs);
    return paid - value;
  }
  const fee = Math.min(nominalFee, value);
  holding.locked -= shares;
  removeShares(holding, shares, value, atMs);
  account.balance += value - fee;
  return fee;
}
