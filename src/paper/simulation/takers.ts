/**
 * Takers: mostly uninformed, some informed, a few that rest inside the spread.
 *
 * Units       Probabilities in millionths; ticks of one cent; shares in millionths.
 * Shape       Arrivals are clustered: a trade raises the arrival rate for some seconds.
 */

import type { Engine } from '../engine/engine.ts';
import { TICKS } from '../engine/fees.ts';
import type { Account, BookMarket, Order } from '../engine/state.ts';
import { offer } from './makers.ts';
import type { Random } from './random.ts';

export interface TakerProfile {
  /** Arrivals per thousand seconds without clustering. */
  readonly arrivals: number;
  /** Factor of every size, in hundredths. */
  readonly scale: number;
}

export interface Crowd {
  /** Called every tenth of a second. */
  act(fair: number, nowMs: number): void;
  /** Cancels every resting order. */
  leave(nowMs: number): void;
}

const SHARE = 1_000_000;
/** Excitation that a trade adds, and the share that remains after a tenth of a second, in thousandths. */
const HEAT_OF_TRADE = 900;
const HEAT_KEPT = 955;
const PATIENCE_MS = 45_000;
const INFORMED_SHARE = 260_000;
const WAITING_SHARE = 140_000;

export function buildCrowd(
  engine: Engine,
  accounts: readonly Account[],
  market: BookMarket,
  profile: TakerProfile,
  random: Random,
): Crowd {
  const waiting: { readonly order: Order; readonly untilMs: number }[] = [];
  /** In thousandths: 1000 doubles the arrival rate. */
  let heat = 0;
  /** Bias of uninformed takers, −1000 … 1000. */
  let mood = 0;

  const sizeOf = (): number => {
    const dice = random.below(1_000);
    let shares: number;
    if (dice < 520) shares = 1 + random.below(25);
    else if (dice < 820) shares = 5 * (5 + random.below(20));
    else if (dice < 965) shares = 10 * (12 + random.below(40));
    else shares = 50 * (10 + random.below(30));
    const scaled = Math.max(1, Math.round((shares * profile.scale) / 100));
    // Some sizes are in dollars and give odd numbers of shares.
    return random.chance(120_000) ? scaled * SHARE + 10_000 * random.below(100) : scaled * SHARE;
  };

  const hit = (isBuy: boolean, shares: number, nowMs: number): void => {
    const best = isBuy ? market.bestAsk : market.bestBid;
    if (best <= 0 || best >= TICKS) return;
    const slip = random.below(shares > 400 * SHARE ? 4 : 2);
    const ticks = Math.min(TICKS - 1, Math.max(1, isBuy ? best + slip : best - slip));
    const account = accounts[random.below(accounts.length)]!;
    offer(engine, account, market, isBuy ? 'bid' : 'ask', ticks, shares, false, true, nowMs);
    heat += HEAT_OF_TRADE;
  };

  const wait = (isBuy: boolean, shares: number, nowMs: number): void => {
    const spread = market.bestAsk - market.bestBid;
    const into = random.below(Math.max(1, Math.min(spread, 3)));
    const ticks = isBuy ? market.bestBid + into : market.bestAsk - into;
    if (ticks < 1 || ticks >= TICKS) return;
    const account = accounts[random.below(accounts.length)]!;
    const order = offer(engine, account, market, isBuy ? 'bid' : 'ask', ticks, shares, true, false, nowMs);
    if (order) waiting.push({ order, untilMs: nowMs + PATIENCE_MS / 3 + random.below(PATIENCE_MS) });
  };

  const arrive = (fair: number, nowMs: number): void => {
    if (random.chance(INFORMED_SHARE)) {
      const edge = 3_000;
      if (fair > market.bestAsk * 10_000 + edge) hit(true, 2 * sizeOf(), nowMs);
      else if (fair < market.bestBid * 10_000 - edge) hit(false, 2 * sizeOf(), nowMs);
      return;
    }
    mood = Math.max(-700, Math.min(700, mood + random.bell(120) - Math.trunc(mood / 12)));
    const isBuy = random.below(2_000) < 1_000 + mood;
    if (random.chance(WAITING_SHARE)) wait(isBuy, sizeOf(), nowMs);
    else hit(isBuy, sizeOf(), nowMs);
  };

  return {
    leave(nowMs) {
      for (const { order } of waiting.splice(0)) engine.cancel(order, nowMs);
      heat = 0;
    },
    act(fair, nowMs) {
      heat = Math.trunc((heat * HEAT_KEPT) / 1_000);
      while (waiting.length > 0 && (waiting[0]!.untilMs <= nowMs || waiting[0]!.order.state !== 'wait')) {
        engine.cancel(waiting.shift()!.order, nowMs);
      }
      // Arrivals per 1000 s × 100 = probability per 100 ms in millionths.
      if (random.chance(Math.round((profile.arrivals * 100 * (1_000 + heat)) / 1_000))) arrive(fair, nowMs);
    },
  };
}
