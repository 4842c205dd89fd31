/**
 * Makers: quote several levels around their own fair value, requote when it moves, widen on news.
 *
 * Units       Probabilities in millionths; ticks of one cent; shares in millionths.
 */
import type { Side } from '#shared/market/outcome.ts';
import { available, holdingOf } from '../engine/account.ts';
import type { Engine } from '../engine/engine.ts';
import { stakeOf, TICKS, takerFee } from '../engine/fees.ts';
import type { Account, BookMarket, Order } from '../engine/state.ts';
import type { Random } from './random.ts';

export interface MakerProfile {
  /** Number of levels quoted on each side. */
  readonly depth: number;
  /** Typical size of a level near the touch, in whole shares. */
  readonly size: number;
  /** Half of the quoted spread, in millionths. */
  readonly halfSpread: number;
  /** Deviation of its fair value from the true one, in millionths. */
  readonly error: number;
  /** Probability that a level is quoted, in millionths. */
  readonly density: number;
}

export interface Maker {
  /** Updates the quotes once: cancels wrong ones, adds missing ones, sometimes changes a size. */
  act(fair: number, isNews: boolean, nowMs: number): void;
  /** Quotes all levels at once, at the opening. */
  open(fair: number, nowMs: number): void;
  /** Cancels every quote. */
  leave(nowMs: number): void;
}

const SHARE = 1_000_000;
const MORE_COLLATERAL = 1_000_000 * SHARE;
/** Highest number of new levels per update. */
const ADDS_PER_LOOK = 2;

export function buildMaker(
  engine: Engine,
  account: Account,
  market: BookMarket,
  profile: MakerProfile,
  random: Random,
): Maker {
  /** Own orders by column and tick. */
  const quotes = { bid: new Map<number, Order>(), ask: new Map<number, Order>() };
  let lean = random.bell(profile.error);

  const sizeAt = (distance: number, ticks: number): number => {
    const round = ticks % 10 === 0 ? 3 : ticks % 5 === 0 ? 2 : 1;
    const body = (profile.size * (40 + random.below(120)) * (10 + 3 * distance) * round) / 1_000;
    const lot = body > 400 ? 50 : body > 100 ? 10 : body > 30 ? 5 : 1;
    return Math.max(1, Math.round(body / lot)) * lot * SHARE;
  };

  const quote = (column: 'bid' | 'ask', ticks: number, distance: number, nowMs: number): void => {
    const shares = sizeAt(distance, ticks);
    const order = offer(engine, account, market, column, ticks, shares, true, false, nowMs);
    if (order) quotes[column].set(ticks, order);
  };

  const look = (fair: number, isNews: boolean, adds: number, nowMs: number): void => {
    const holding = holdingOf(account, market.id, 'yes').quantity - holdingOf(account, market.id, 'no').quantity;
    const skew = Math.max(-12_000, Math.min(12_000, Math.round((holding / SHARE / profile.size) * 150)));
    const centre = fair + lean - skew;
    const half = profile.halfSpread * (isNews ? 4 : 1);
    const bid = Math.floor((centre - half) / 10_000);
    const ask = Math.max(Math.ceil((centre + half) / 10_000), bid + 1);
    prune(quotes.bid, (ticks) => ticks > bid || ticks < bid - profile.depth - 4, nowMs);
    prune(quotes.ask, (ticks) => ticks < ask || ticks > ask + profile.depth + 4, nowMs);
    let left = adds;
    for (let distance = 0; distance < profile.depth && left > 0; distance += 1) {
      for (const column of ['bid', 'ask'] as const) {
        const ticks = column === 'bid' ? bid - distance : ask + distance;
        if (ticks < 1 || ticks >= TICKS || quotes[column].has(ticks)) continue;
        if (distance > 0 && !random.chance(profile.density)) continue;
        quote(column, ticks, distance, nowMs);
        left -= 1;
      }
    }
  };

  const prune = (own: Map<number, Order>, isWrong: (ticks: number) => boolean, nowMs: number): void => {
    for (const [ticks, order] of own) {
      if (order.state === 'wait' && isWrong(ticks)) engine.cancel(order, nowMs);
      if (order.state !== 'wait') own.delete(ticks);
    }
  };

  const changeOne = (nowMs: number): void => {
    const column = random.chance(500_000) ? 'bid' : 'ask';
    const own = [...quotes[column].keys()];
    const ticks = own[random.below(own.length)];
    if (ticks === undefined) return;
    engine.cancel(quotes[column].get(ticks)!, nowMs);
    quotes[column].delete(ticks);
    const best = column === 'bid' ? market.bestBid : market.bestAsk;
    if (random.chance(850_000)) quote(column, ticks, Math.abs(best - ticks), nowMs);
  };

  return {
    act(fair, isNews, nowMs) {
      if (random.chance(120_000)) lean = random.bell(profile.error);
      look(fair, isNews, ADDS_PER_LOOK, nowMs);
      if (random.chance(600_000)) changeOne(nowMs);
    },
    open(fair, nowMs) {
      look(fair, false, 2 * profile.depth, nowMs);
    },
    leave(nowMs) {
      prune(quotes.bid, () => true, nowMs);
      prune(quotes.ask, () => true, nowMs);
    },
  };
}

/**
 * Buys or sells in YES terms: sells the account's own shares first, otherwise buys the other leg.
 * Returns the order when it rests, else null.
 */
export function offer(
  engine: Engine,
  account: Account,
  market: BookMarket,
  column: 'bid' | 'ask',
  yesTicks: number,
  shares: number,
  postOnly: boolean,
  immediate: boolean,
  nowMs: number,
): Order | null {
  const sold: Side = column === 'bid' ? 'no' : 'yes';
  const holding = holdingOf(account, market.id, sold);
  const sells = holding.quantity - holding.locked >= shares;
  const side: Side = sells ? sold : column === 'bid' ? 'yes' : 'no';
  const ticks = side === 'yes' ? yesTicks : TICKS - yesTicks;
  if (!sells && available(account) < stakeOf(ticks, shares) + takerFee(ticks, shares)) {
    engine.deposit(account, MORE_COLLATERAL, nowMs);
  }
  const direction = sells ? 'sell' : 'buy';
  const result = engine.place({ account, market, side, direction, ticks, shares, postOnly, immediate }, nowMs);
  return result.ok && result.order.state === 'wait' ? result.order : null;
}
