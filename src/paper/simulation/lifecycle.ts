/**
 * Life cycle of markets: close, settlement, next edition, removal from the list.
 *
 * Units       Times in ms; prices in cents.
 * Source      docs/exchange-interface.md#settlement, #market: ticks → candle → settlement → contracts settle.
 */
import type { Engine } from '../engine/engine.ts';
import { capOf } from './catalogue.ts';
import type { Edition } from './editions.ts';
import type { Listing, Trading } from './listing.ts';
import { decidingCandle, type PaperMarket } from './paperMarket.ts';
import type { Underlyings } from './underlyings.ts';

/** Time that a decided event stays listed; markets with members' holdings stay reachable for longer. */
const SHOWN_MS = 40 * 60_000;
/** Windows of its own length during which a decided window stays listed. */
export const SHOWN_WINDOWS = 3;

export interface LifecycleParts {
  readonly engine: Engine;
  readonly listings: readonly Listing[];
  readonly underlyings: Underlyings;
  nowMs(): number;
  flush(market: PaperMarket): void;
  openNext(edition: Edition): void;
  retire(listing: Listing, isTouched: boolean): void;
  priceAt(symbol: string, atMs: number): number;
}

export interface Lifecycle {
  /** Called every second. */
  step(): void;
  decide(market: PaperMarket, result: 'yes' | 'no' | 'void'): boolean;
}

export function buildLifecycle(parts: LifecycleParts): Lifecycle {
  const { engine } = parts;

  const close = ({ market, makers, crowd }: Trading, nowMs: number): void => {
    engine.closeMarket(market.book, nowMs);
    // They do not trade again: what they keep of their orders would stay until the market leaves the list.
    for (const maker of makers) maker.leave(nowMs);
    crowd.leave(nowMs);
    parts.flush(market);
  };

  const noteCandle = (market: PaperMarket, nowMs: number): void => {
    const { driver } = market.plan;
    if (driver.kind !== 'strike' && driver.kind !== 'updown') return;
    const { startMs, seconds } = decidingCandle(market.edition);
    if (market.candleOpenCents === 0 && nowMs >= startMs) {
      market.candleOpenCents = driver.kind === 'updown' ? market.targetCents : parts.priceAt(driver.symbol, startMs);
    }
    if (market.settlement !== null || nowMs < market.closeAtMs) return;
    market.settlement = {
      candleStartMs: startMs,
      granularitySeconds: seconds,
      openCents: market.candleOpenCents,
      closeCents: parts.priceAt(driver.symbol, market.closeAtMs),
      symbol: driver.symbol,
    };
  };

  const resultOf = (listing: Listing, at: number): 'yes' | 'no' | 'void' => {
    const { market } = listing.trading[at]!;
    const { edition } = listing;
    if (market.settlement) {
      const { closeCents } = market.settlement;
      const cap = capOf(market.plan.driver, market.targetCents);
      return closeCents >= market.targetCents && (cap === null || closeCents < cap) ? 'yes' : 'no';
    }
    if (edition.isVoid) return 'void';
    return edition.winner === at ? 'yes' : 'no';
  };

  const resolve = (trading: Trading, result: 'yes' | 'no' | 'void', nowMs: number): void => {
    const { market } = trading;
    if (market.book.isOpen) close(trading, nowMs);
    engine.resolveMarket(market.book, result, nowMs);
    if (result !== 'void') market.book.lastTicks = result === 'yes' ? 99 : 1;
  };

  const isTouched = (listing: Listing): boolean => {
    const ids = new Set(listing.trading.map(({ market }) => market.book.id));
    for (const account of engine.accounts) {
      if (!account.isHouse) for (const id of account.holdings.keys()) if (ids.has(id)) return true;
    }
    return false;
  };

  return {
    step() {
      const nowMs = parts.nowMs();
      for (const listing of [...parts.listings]) {
        const { edition, trading } = listing;
        for (const one of trading) {
          const { at, market } = one;
          noteCandle(market, nowMs);
          if (nowMs < market.closeAtMs) continue;
          if (market.book.isOpen) close(one, nowMs);
          if (nowMs >= edition.decidedAtMs) resolve(one, resultOf(listing, at), nowMs);
        }
        // The next window opens at the close, any other edition after the decision.
        const isWindow = edition.event.everyMinutes !== undefined;
        if (nowMs >= (isWindow ? edition.closeAtMs : edition.decidedAtMs)) parts.openNext(edition);
        const shownMs = isWindow ? SHOWN_WINDOWS * edition.event.everyMinutes! * 60_000 : SHOWN_MS;
        if (nowMs >= edition.decidedAtMs + Math.max(SHOWN_MS, shownMs)) parts.retire(listing, isTouched(listing));
      }
    },

    decide(market, result) {
      const trading = parts.listings.flatMap((listing) => listing.trading).find((one) => one.market === market);
      if (trading === undefined || market.book.result !== '') return false;
      resolve(trading, result, parts.nowMs());
      return true;
    },
  };
}

/** Cancels members' orders whose signed expiry has passed. */
export function expireOrders(engine: Engine, nowMs: number): void {
  for (const account of engine.accounts) {
    if (account.isHouse) continue;
    for (const order of [...account.open.values()]) {
      if (order.expiresAtMs !== null && order.expiresAtMs <= nowMs) engine.cancel(order, nowMs);
    }
  }
}
