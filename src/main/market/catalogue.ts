/**
 * Catalogue of markets: reads the list when it changed and updates last prices from streamed trades.
 *
 * Units       A new market is found within 5 s (30 s while no window shows the list), by the number of markets; a close at its
 *             time and one second; any other change within a minute (five while idle). The exchange's caches add their age.
 * Invariants  `view()` is the same object until something changes, at most once a second (less often for long lists).
 *             A list that cannot be read keeps its last content as `stale`, with the failure. A partial list removes no market.
 * Source      docs/assumptions.md#catalogue-changes
 */
import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import type { CatalogueFailure, CatalogueView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import type { MarketClock, MarketSources } from './ports.ts';

/** Interval of whole reads where nothing else asked for one. */
const RELOAD_EVERY_MS = 60_000;
/** Interval of the counts that find a new market. */
const COUNT_EVERY_MS = 5_000;
/** Both intervals while no window shows the list; trading still needs it. */
const IDLE_RELOAD_EVERY_MS = 300_000;
const IDLE_COUNT_EVERY_MS = 30_000;
/** Interval of whole reads while a result is expected, and of an exchange that states no count. */
const FREQUENT_RELOAD_EVERY_MS = 15_000;
/** A result is expected for this long after a close. */
const RESULT_WITHIN_MS = 120_000;
/** Longer than any cache keeps the list. */
const EXPECTED_FOR_MS = 15_000;
/** After a market's opening or close, so that the exchange has changed its status. */
const TURN_DELAY_MS = 1_000;
const PUBLISH_EVERY_MS = 1_000;
const PUBLISH_MS_PER_MARKET = 5;
/** Greatest age of a list that came through caches; younger streamed trades have priority over it. */
const CACHE_TOLERANCE_MS = 300_000;

export interface Catalogue {
  view(): CatalogueView;
  market(id: MarketId): Market | null;
  onTrades(market: MarketId, trades: readonly Trade[], receivedAtMs: number): void;
  /** Something else shows that a market changed: reads the list now, and again until caches must have it. */
  expectChange(): void;
  /** A window shows the list: ends the idle interval. */
  touch(): void;
  close(): void;
}

export interface CatalogueOptions extends MarketClock, Pick<MarketSources, 'listMarkets' | 'countMarkets'> {
  readonly tick: Tick;
  readonly explainRead: ExplainRead;
  /** `isPricesAlone`: last prices of streamed trades, and nothing that was read. */
  onChange(isPricesAlone: boolean): void;
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
  let byId = new Map<MarketId, Market>();
  const quotes = new Map<MarketId, Quote>();
  let failures = 0;
  /** Number of markets before the last whole read. */
  let count: number | null = null;
  let readAtMs = 0;
  /** When the next market opens or closes, by this machine's clock. */
  let turnAtMs = Number.POSITIVE_INFINITY;
  /** Until then a change is expected, and the list is read as often as its caches allow. */
  let expectedUntilMs = Number.NEGATIVE_INFINITY;
  let isExpectedAtOnce = false;
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
    const isPricesAlone = next === view;
    view = { ...next, markets: next.markets.map((market) => byId.get(market.id) ?? market) };
    next = view;
    options.onChange(isPricesAlone);
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
    isExpectedAtOnce = false;
    const requestedAtMs = now();
    try {
      const { items, partial, total } = await options.listMarkets();
      if (isClosed) return;
      count = total;
      const listed = partial === null ? items : addOmitted(items, byId.values());
      const markets = listed.map((market) => {
        const quote = quotes.get(market.id);
        const isNewer = quote && quote.receivedAtMs > requestedAtMs - CACHE_TOLERANCE_MS;
        return isNewer ? applyQuote(market, quote) : market;
      });
      byId = new Map(markets.map((market) => [market.id, market]));
      for (const id of quotes.keys()) if (!byId.has(id)) quotes.delete(id);
      failures = 0;
      const failure: CatalogueFailure | null = partial && { code: 'partial', parameters: partial };
      next = { at: 'live', markets, tick: options.tick, receivedAtMs: now(), failure };
      readAtMs = now();
    } catch (error) {
      if (isClosed) return;
      noteFailure(error);
    } finally {
      isReading = false;
    }
    publishSoon();
    scheduleNext();
  };

  const noteFailure = (error: unknown): void => {
    failures += 1;
    const failure: CatalogueFailure = { code: 'readFailed', parameters: { failure: options.explainRead(error) } };
    next = { ...next, at: next.receivedAtMs === null ? 'loading' : 'stale', failure };
  };

  /** Reads the list again if the number of markets changed or its time has come; else waits for the next count. */
  const check = async (): Promise<void> => {
    if (isReading || isClosed) return;
    if (count === null || isExpectedAtOnce || now() - readAtMs >= reloadEveryMs() || now() >= turnAtMs) return read();
    isReading = true;
    let isChanged = false;
    try {
      isChanged = (await options.countMarkets()) !== count;
    } catch (error) {
      if (isClosed) return;
      noteFailure(error);
      publishSoon();
    } finally {
      isReading = false;
    }
    if (isClosed) return;
    if (isChanged) await read();
    else scheduleNext();
  };

  const reloadEveryMs = (): number => {
    if (now() < expectedUntilMs) return COUNT_EVERY_MS;
    if (count === null || hasPendingResult(next.markets, options.exchangeTimeMs())) return FREQUENT_RELOAD_EVERY_MS;
    return isIdle ? IDLE_RELOAD_EVERY_MS : RELOAD_EVERY_MS;
  };

  function scheduleNext(): void {
    if (failures > 0) {
      cancelReload = schedule(backoffMs(EXCHANGE_BACKOFF, failures - 1), () => void read());
      return;
    }
    isIdle = now() - touchedAtMs > IDLE_COUNT_EVERY_MS;
    const countMs = isIdle ? IDLE_COUNT_EVERY_MS : COUNT_EVERY_MS;
    const exchangeTimeMs = options.exchangeTimeMs();
    const turnMs = findTurnAfterMs(next.markets, readAtMs + exchangeTimeMs - now()) - exchangeTimeMs + TURN_DELAY_MS;
    turnAtMs = Math.max(now() + turnMs, readAtMs + COUNT_EVERY_MS);
    const regularMs = isExpectedAtOnce ? 0 : count === null ? reloadEveryMs() : countMs;
    cancelReload = schedule(Math.min(regularMs, Math.max(0, turnAtMs - now())), () => void check());
  }
  void read();

  return {
    view: () => view,
    market: (id) => byId.get(id) ?? null,
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
    expectChange() {
      expectedUntilMs = now() + EXPECTED_FOR_MS;
      isExpectedAtOnce = now() - readAtMs >= COUNT_EVERY_MS;
      if (isReading || isClosed) return;
      cancelReload();
      scheduleNext();
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

/** The listed markets, and the known ones that a partial list left out. */
function addOmitted(listed: readonly Market[], known: Iterable<Market>): readonly Market[] {
  const ids = new Set(listed.map((market) => market.id));
  return [...listed, ...[...known].filter((market) => !ids.has(market.id))];
}

/** The first opening or close of a listed market after a time of the exchange; infinity when there is none. */
function findTurnAfterMs(markets: readonly Market[], exchangeTimeMs: number): number {
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { openAtMs, closeAtMs } of markets) {
    for (const atMs of [openAtMs, closeAtMs])
      if (atMs !== null && atMs > exchangeTimeMs && atMs < nextMs) nextMs = atMs;
  }
  return nextMs;
}

/** True while a market that closed a moment ago has no result. */
function hasPendingResult(markets: readonly Market[], exchangeTimeMs: number): boolean {
  return markets.some(({ closeAtMs, result }) => {
    const isPending = result === null || result === '';
    return (
      isPending && closeAtMs !== null && closeAtMs <= exchangeTimeMs && closeAtMs > exchangeTimeMs - RESULT_WITHIN_MS
    );
  });
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
