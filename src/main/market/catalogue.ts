/**
 * The list of markets: read again and again, and kept fresh between reads by the trades that stream.
 *
 * Invariants  `view()` is one value until something changed, and changes at most once a second (slower for very long lists).
 *             A list that can't be read keeps its last content as `stale`, with why.
 */
import type { CatalogueView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import type { MarketClock, MarketSources } from './ports.ts';
import { pauseAfter, reasonOf } from './retry.ts';

export const RELOAD_EVERY_MS = 5_000;
/** Nobody looks: the list still moves on, for the trading's sake. */
export const IDLE_RELOAD_EVERY_MS = 30_000;
const PUBLISH_EVERY_MS = 1_000;
/** A served list may come from caches this old (ours and the exchange's), so younger trades of the stream win over it. */
const CACHE_TOLERANCE_MS = 300_000;

export interface Catalogue {
  view(): CatalogueView;
  market(id: MarketId): Market | null;
  /** Rises with every new view. */
  version(): number;
  onTrades(market: MarketId, trades: readonly Trade[], receivedAtMs: number): void;
  /** Somebody looks now. */
  touch(): void;
  close(): void;
}

export interface CatalogueOptions extends MarketClock, Pick<MarketSources, 'listMarkets'> {
  readonly tick: Tick;
  onChange(): void;
}

interface Quote {
  readonly price: Price;
  readonly exchangeTimeMs: number;
  readonly receivedAtMs: number;
}

export function openCatalogue(options: CatalogueOptions): Catalogue {
  const { now, schedule } = options;
  let view: CatalogueView = { at: 'loading', markets: [], tick: options.tick, receivedAtMs: null, why: null };
  let next = view;
  let version = 1;
  let byId = new Map<MarketId, Market>();
  const quotes = new Map<MarketId, Quote>();
  let failures = 0;
  let touchedAtMs = now();
  let publishedAtMs = Number.NEGATIVE_INFINITY;
  let cancelPublish: (() => void) | null = null;
  let cancelReload = (): void => {};
  let isReading = false;
  let isClosed = false;
  let isIdle = false;

  const publish = (): void => {
    cancelPublish = null;
    publishedAtMs = now();
    view = { ...next, markets: next.markets.map((market) => byId.get(market.market) ?? market) };
    next = view;
    version += 1;
    options.onChange();
  };

  const publishSoon = (): void => {
    if (cancelPublish || isClosed) return;
    const pause = Math.max(PUBLISH_EVERY_MS, next.markets.length * 5);
    const wait = publishedAtMs + pause - now();
    if (wait <= 0) publish();
    else cancelPublish = schedule(wait, publish);
  };

  const show = (quote: Quote, market: Market): Market =>
    market.lastPrice === quote.price
      ? market
      : { ...market, lastPrice: quote.price, yesPrice: quote.price, noPrice: mirrorPrice(quote.price) };

  const read = async (): Promise<void> => {
    if (isReading || isClosed) return;
    isReading = true;
    const askedAtMs = now();
    try {
      const served = await options.listMarkets();
      if (isClosed) return;
      const markets = served.map((market) => {
        const quote = quotes.get(market.market);
        return quote && quote.receivedAtMs > askedAtMs - CACHE_TOLERANCE_MS ? show(quote, market) : market;
      });
      byId = new Map(markets.map((market) => [market.market, market]));
      for (const id of quotes.keys()) if (!byId.has(id)) quotes.delete(id);
      failures = 0;
      next = { at: 'live', markets, tick: options.tick, receivedAtMs: now(), why: null };
    } catch (error) {
      if (isClosed) return;
      failures += 1;
      next = { ...next, at: next.receivedAtMs === null ? 'loading' : 'stale', why: reasonOf(error) };
    } finally {
      isReading = false;
    }
    publishSoon();
    isIdle = now() - touchedAtMs > IDLE_RELOAD_EVERY_MS;
    const pause = failures > 0 ? pauseAfter(failures) : isIdle ? IDLE_RELOAD_EVERY_MS : RELOAD_EVERY_MS;
    cancelReload = schedule(pause, () => void read());
  };
  void read();

  return {
    view: () => view,
    market: (id) => byId.get(id) ?? null,
    version: () => version,
    onTrades(id, trades, receivedAtMs) {
      const market = byId.get(id);
      const known = quotes.get(id);
      let newest: Trade | null = null;
      for (const trade of trades) {
        if (trade.exchangeTimeMs < (newest ?? known ?? trade).exchangeTimeMs) continue;
        newest = trade;
      }
      if (!newest) return;
      const quote = { price: newest.price, exchangeTimeMs: newest.exchangeTimeMs, receivedAtMs };
      quotes.set(id, quote);
      if (!market) return;
      const shown = show(quote, market);
      if (shown === market) return;
      byId.set(id, shown);
      publishSoon();
    },
    touch() {
      touchedAtMs = now();
      if (!isIdle || isReading) return;
      isIdle = false;
      cancelReload();
      void read();
    },
    close() {
      isClosed = true;
      cancelReload();
      cancelPublish?.();
    },
  };
}
