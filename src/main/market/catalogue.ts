/**
 * Catalogue of markets: reads the list periodically and updates last prices from streamed trades.
 *
 * Invariants  `view()` is the same object until something changes, at most once a second (less often for long lists).
 *             A list that cannot be read keeps its last content as `stale`, with the failure.
 */
import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import { describeError } from '#shared/base/describeError.ts';
import type { CatalogueFailure, CatalogueView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import type { MarketClock, MarketSources } from './ports.ts';

export const RELOAD_EVERY_MS = 5_000;
/** Interval while no window shows the list; trading still needs it. */
export const IDLE_RELOAD_EVERY_MS = 30_000;
const PUBLISH_EVERY_MS = 1_000;
const PUBLISH_MS_PER_MARKET = 5;
/** Greatest age of a list that came through caches; younger streamed trades have priority over it. */
const CACHE_TOLERANCE_MS = 300_000;

export interface Catalogue {
  view(): CatalogueView;
  market(id: MarketId): Market | null;
  /** Rises with each new view. */
  version(): number;
  onTrades(market: MarketId, trades: readonly Trade[], receivedAtMs: number): void;
  /** A window shows the list: ends the idle interval. */
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
  let view: CatalogueView = { at: 'loading', markets: [], tick: options.tick, receivedAtMs: null, failure: null };
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
    const intervalMs = Math.max(PUBLISH_EVERY_MS, next.markets.length * PUBLISH_MS_PER_MARKET);
    const delayMs = publishedAtMs + intervalMs - now();
    if (delayMs <= 0) publish();
    else cancelPublish = schedule(delayMs, publish);
  };

  const read = async (): Promise<void> => {
    if (isReading || isClosed) return;
    isReading = true;
    const requestedAtMs = now();
    try {
      const listed = await options.listMarkets();
      if (isClosed) return;
      const markets = listed.map((market) => {
        const quote = quotes.get(market.market);
        const isNewer = quote && quote.receivedAtMs > requestedAtMs - CACHE_TOLERANCE_MS;
        return isNewer ? applyQuote(market, quote) : market;
      });
      byId = new Map(markets.map((market) => [market.market, market]));
      for (const id of quotes.keys()) if (!byId.has(id)) quotes.delete(id);
      failures = 0;
      next = { at: 'live', markets, tick: options.tick, receivedAtMs: now(), failure: null };
    } catch (error) {
      if (isClosed) return;
      failures += 1;
      const failure: CatalogueFailure = { code: 'readFailed', parameters: { error: describeError(error) } };
      next = { ...next, at: next.receivedAtMs === null ? 'loading' : 'stale', failure };
    } finally {
      isReading = false;
    }
    publishSoon();
    isIdle = now() - touchedAtMs > IDLE_RELOAD_EVERY_MS;
    const intervalMs = isIdle ? IDLE_RELOAD_EVERY_MS : RELOAD_EVERY_MS;
    cancelReload = schedule(failures > 0 ? backoffMs(EXCHANGE_BACKOFF, failures - 1) : intervalMs, () => void read());
  };
  void read();

  return {
    view: () => view,
    market: (id) => byId.get(id) ?? null,
    version: () => version,
    onTrades(id, trades, receivedAtMs) {
      const newest = newestSince(trades, quotes.get(id) ?? null);
      if (!newest) return;
      const quote = { price: newest.price, exchangeTimeMs: newest.exchangeTimeMs, receivedAtMs };
      quotes.set(id, quote);
      const market = byId.get(id);
      if (!market) return;
      const quoted = applyQuote(market, quote);
      if (quoted === market) return;
      byId.set(id, quoted);
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

/** The market with the quote as its last price; the same object when nothing changes. */
function applyQuote(market: Market, { price }: Quote): Market {
  if (market.lastPrice === price) return market;
  return { ...market, lastPrice: price, yesPrice: price, noPrice: mirrorPrice(price) };
}

/** The newest trade that is not older than the quote; of equal times the last one. */
function newestSince(trades: readonly Trade[], quote: Quote | null): Trade | null {
  let newest: Trade | null = null;
  for (const trade of trades) {
    const atLeastMs = (newest ?? quote ?? trade).exchangeTimeMs;
    if (trade.exchangeTimeMs >= atLeastMs) newest = trade;
  }
  return newest;
}
