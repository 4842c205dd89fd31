/**
 * Catalogue of markets: reads the list when it changed and updates last prices from streamed trades.
 *
 * Units       A list of more than 1,000 markets is read whole at most every 20 minutes, by its length, and otherwise by the pages
 *             on which something is expected. Of a shorter one: a new market is found within 5 s (30 s while no window shows
 *             the list), by the number of markets; a close at its time and one second; any other change within a minute (five
 *             while idle). The exchange's caches add their age.
 * Shape       Windows get the markets that they show, hold or may soon need, and parts of the rows of their queries; never the
 *             whole list.
 * Invariants  `view()` is the same object until something changes in it; prices at most once a second, at every size of the list.
 *             A list that cannot be read keeps its last content as `stale`, with the failure. A partial list removes no market.
 * Source      docs/assumptions.md#catalogue-changes
 */
import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import type { CatalogueFailure, CatalogueView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { openMarketIndex, type PartRequest, toIndexed } from '#shared/market/marketIndex.ts';
import type { FoundMarkets, ListPart, ListStep } from '#shared/market/marketList.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price } from '#shared/units/price.ts';
import { MARKET_PAGE_SIZE, type MarketClock, type MarketSources } from './ports.ts';
import { openVisibleMarkets } from './visibleMarkets.ts';

/** Interval of whole reads where nothing else asked for one. */
const RELOAD_EVERY_MS = 60_000;
/** Interval of the counts that find a new market. */
const COUNT_EVERY_MS = 5_000;
/** Both intervals while no window shows the list; trading still needs it. */
const IDLE_RELOAD_EVERY_MS = 300_000;
const IDLE_COUNT_EVERY_MS = 30_000;
/** Interval of whole reads while a result is expected, and of an exchange that states no count. */
const FREQUENT_RELOAD_EVERY_MS = 15_000;
/** Markets of a list that is too long to be read whole for one of them; its pages are read instead. */
const LONG_LIST = 1_000;
/** A whole read of a long list costs this much of the time between two: 100 markets of 4.7 kB in 2.4 s, 50,000 in 20 minutes. */
const WHOLE_MS_PER_PAGE = 2_400;
const MOST_WHOLE_MS = 1_200_000;
/** After a new market that is on neither the first nor the last page. */
const SEARCH_NEW_MS = 300_000;
/** Pages of a long list that are read at once for what is in sight or expected. */
const MOST_PAGES = 5;
/** A result is expected for this long after a close. */
const RESULT_WITHIN_MS = 120_000;
/** Longer than any cache keeps the list. */
const EXPECTED_FOR_MS = 15_000;
/** After a market's opening or close, so that the exchange has changed its status. */
const TURN_DELAY_MS = 1_000;
const PUBLISH_EVERY_MS = 1_000;
/** Windows order their rows again by prices so seldom that it takes this part of the time at most. */
const ORDER_PART = 50;
const MOST_ORDER_MS = 5_000;
/** Markets that windows know from the start: the most traded ones. */
const FIRST_MARKETS = 100;
/** Of one event, beside a market that a window shows. */
const MOST_SIBLINGS = 200;
const FIRST = 'first';
/** Greatest age of a list that came through caches; younger streamed trades have priority over it. */
const CACHE_TOLERANCE_MS = 300_000;

/** Whole list for main's modules, of this run alone. */
export interface Listing {
  /** Changes when a read changed a market or listed another one; 0 before the first. */
  version(): number;
  has(id: MarketId): boolean;
  /** Every underlying of a listed market. */
  symbols(): readonly string[];
  listEvent(eventId: number): readonly MarketId[];
  /** The most traded markets that trade, then others. */
  listMostTraded(limit: number): readonly Market[];
}

/** What one list of a window shows. */
export type ListRequest = Omit<PartRequest, 'exchangeTimeMs' | 'list' | 'keptAs'> & { readonly isKept: boolean };

export interface Catalogue {
  view(): CatalogueView;
  market(id: MarketId): Market | null;
  readonly listing: Listing;
  /** Part of a list's rows; its markets are in the view from then on. */
  showList(list: string, request: ListRequest): Promise<ListPart>;
  step(list: string, request: ListRequest, from: MarketId | null, by: 1 | -1): Promise<ListStep | null>;
  /** Markets that a text finds; they are in the view until the next search of this holder. */
  search(holder: string, text: string, limit: number): Promise<FoundMarkets>;
  /** Markets of the rows that lists of windows show. */
  inSight(): readonly MarketId[];
  /** Ends the lists and searches whose names begin so. */
  hide(start: string): void;
  /** Keeps these markets in the view, with the others of their events; unlisted ones are ignored. */
  keep(holder: string, ids: Iterable<MarketId>): void;
  onTrades(market: MarketId, trades: readonly Trade[], receivedAtMs: number): void;
  /** Something else shows that a market changed: reads the list now, and again until caches must have it. */
  expectChange(): void;
  /** A window shows the list: ends the idle interval. */
  touch(): void;
  close(): void;
}

export interface CatalogueNames {
  set(market: Market): void;
  remove(id: MarketId): void;
  nameOf(id: MarketId): string | null;
}

/** Markets of the last run, without prices; shown until the exchange has listed its own. */
export interface LastRun {
  readonly receivedAtMs: number;
  readonly markets: readonly Market[];
}

export interface CatalogueOptions
  extends MarketClock,
    Pick<MarketSources, 'listMarkets' | 'listMarketPage' | 'countMarkets'> {
  readonly tick: Tick;
  readonly explainRead: ExplainRead;
  readonly lastRun?: LastRun | null | undefined;
  /** Names that no two markets share; absent: markets have none. */
  readonly names?: CatalogueNames | undefined;
  /** A page of a long list could not be read; it is read again. */
  onReadFault?(error: unknown): void;
  /** `isPricesAlone`: last prices of streamed trades, and nothing that was read. */
  onChange(isPricesAlone: boolean): void;
}

interface Quote {
  readonly price: Price;
  readonly exchangeTimeMs: number;
  readonly receivedAtMs: number;
}

export function openCatalogue(options: CatalogueOptions): Catalogue {
  const { now, schedule, tick } = options;
  const lastRun = options.lastRun ?? null;
  const index = openMarketIndex();
  const visible = openVisibleMarkets();
  let state: Pick<CatalogueView, 'at' | 'receivedAtMs' | 'failure'> = {
    at: 'loading',
    receivedAtMs: null,
    failure: null,
  };
  /** As windows get it. */
  const cards = new Map<MarketId, { readonly market: Market; readonly card: Market }>();
  const byId = new Map<MarketId, Market>();
  let isFirstRead = true;
  const stored = new Map((lastRun?.markets ?? []).map((market) => [market.id, market]));
  const symbols = new Set<string>();
  let listVersion = 0;
  let orderVersion = 1;
  let orderedAtMs = Number.NEGATIVE_INFINITY;
  let orderTookMs = 0;
  let isListChanged = true;
  const quotes = new Map<MarketId, Quote>();
  let failures = 0;
  /** Number of markets before the last whole read. */
  let count: number | null = null;
  let readAtMs = 0;
  /** Openings and closes until then are known to the windows. */
  let turnedAtMs = 0;
  let somePagesAtMs = Number.NEGATIVE_INFINITY;
  /** The exchange states another number than was read: a new market may be on any page. */
  let isMarketMissing = false;
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

  const find = (id: MarketId): Market | null => byId.get(id) ?? (isFirstRead ? stored.get(id) : null) ?? null;

  /** The market with its name; the same object until one of both changes. */
  const cardOf = (market: Market): Market => {
    const name = options.names?.nameOf(market.id) ?? null;
    const known = cards.get(market.id);
    if (known && known.market === market && (known.card.name ?? null) === name) return known.card;
    const card = name === null ? market : { ...market, name };
    cards.set(market.id, { market, card });
    return card;
  };

  const placeOf = ({ id }: Market): number => index.get(id)?.place ?? 0;
  const buildView = (): CatalogueView => {
    const markets = [...visible.ids()].flatMap((id) => find(id) ?? []).map(cardOf);
    for (const id of cards.keys()) if (!visible.has(id)) cards.delete(id);
    markets.sort((a, b) => placeOf(a) - placeOf(b));
    const list = {
      version: orderVersion,
      total: index.size,
      categories: index.categories(),
      symbols: [...symbols].sort(),
    };
    const view = { ...state, markets, tick, list };
    if (state.at !== 'loading' || lastRun === null || stored.size === 0) return view;
    const failure = state.failure?.code === 'readFailed' ? state.failure.parameters.failure : null;
    const { receivedAtMs } = lastRun;
    const ageMs = Math.max(0, now() - receivedAtMs);
    return { ...view, at: 'stale', receivedAtMs, failure: { code: 'lastRun', parameters: { ageMs, failure } } };
  };

  const keepFirst = (): void => {
    visible.keep(FIRST, index.listMostTraded(FIRST_MARKETS, options.exchangeTimeMs()));
  };
  const withSiblings = (ids: Iterable<MarketId>): Set<MarketId> => {
    const all = new Set<MarketId>();
    for (const id of ids) {
      const entry = index.get(id);
      if (entry === null) continue;
      all.add(id);
      if (entry.event !== null) for (const one of index.listEvent(entry.event).slice(0, MOST_SIBLINGS)) all.add(one);
    }
    return all;
  };
  const toPart = (list: string, { isKept, ...request }: ListRequest): PartRequest => ({
    ...request,
    list,
    keptAs: isKept ? list : null,
    exchangeTimeMs: options.exchangeTimeMs(),
  });

  /** Lists in sight, as they were asked for and answered. */
  const lists = new Map<string, { readonly request: ListRequest; readonly inSight: readonly MarketId[] }>();
  const marketsOf = (part: ListPart): readonly MarketId[] =>
    part.rows.flatMap((row) => (row.kind === 'market' ? [row.market] : []));
  const readList = (list: string, request: ListRequest): ListPart => {
    const startedAtMs = now();
    const part = index.listPart(toPart(list, request));
    orderTookMs = now() - startedAtMs;
    return part;
  };
  /** True when other markets are in sight than a window has. */
  const isReordered = ([list, { request, inSight }]: readonly [
    string,
    { readonly request: ListRequest; readonly inSight: readonly MarketId[] },
  ]): boolean => marketsOf(readList(list, request)).join(' ') !== inSight.join(' ');
  /** Holders as they asked, so that siblings that are listed later are kept too. */
  const wanted = new Map<string, readonly MarketId[]>();

  for (const [place, market] of [...stored.values()].entries()) {
    index.set(toIndexed(market, place));
    options.names?.set(market);
  }
  keepFirst();
  let view = buildView();

  const publish = (): void => {
    cancelPublish = null;
    publishedAtMs = now();
    const isPricesAlone = !isListChanged;
    isListChanged = false;
    if (!isPricesAlone) {
      keepFirst();
      for (const [holder, ids] of wanted) visible.keep(holder, withSiblings(ids));
    }
    const orderEveryMs = Math.min(MOST_ORDER_MS, orderTookMs * ORDER_PART);
    if (!isPricesAlone || now() - orderedAtMs >= orderEveryMs) {
      orderedAtMs = now();
      if (!isPricesAlone || [...lists].some(isReordered)) orderVersion += 1;
    }
    view = buildView();
    options.onChange(isPricesAlone);
  };

  const publishSoon = (): void => {
    if (cancelPublish || isClosed) return;
    const delayMs = publishedAtMs + PUBLISH_EVERY_MS - now();
    if (delayMs <= 0) publish();
    else cancelPublish = schedule(delayMs, publish);
  };

  /** Windows get at once what they ask for. */
  const show = (): void => {
    view = buildView();
    options.onChange(false);
  };

  const add = (read: Market, place: number, requestedAtMs: number): void => {
    const quote = quotes.get(read.id);
    const isNewer = quote && quote.receivedAtMs > requestedAtMs - CACHE_TOLERANCE_MS;
    const market = isNewer ? applyQuote(read, quote) : read;
    byId.set(market.id, market);
    index.set(toIndexed(market, place));
    options.names?.set(market);
    for (const symbol of symbolsOf(market)) symbols.add(symbol);
  };
  const noteList = (): void => {
    listVersion += 1;
    isListChanged = true;
    publishSoon();
  };

  /** What is read is there at once: a market of the first page does not wait for the last. */
  const addPage = (markets: readonly Market[], page: number, requestedAtMs: number): void => {
    if (isClosed || markets.length === 0) return;
    for (const [at, market] of markets.entries()) add(market, (page - 1) * MARKET_PAGE_SIZE + at, requestedAtMs);
    if (isFirstRead) state = { at: 'live', receivedAtMs: now(), failure: null };
    noteList();
  };

  /** Gives markets their places, and drops those that a whole list no longer has. */
  const finish = (listed: readonly Market[], isWhole: boolean, requestedAtMs: number): void => {
    for (const [place, market] of listed.entries()) {
      const entry = index.get(market.id);
      if (entry === null || !byId.has(market.id)) add(market, place, requestedAtMs);
      else if (entry.place !== place) index.set({ ...entry, place });
    }
    isFirstRead = false;
    if (isWhole && (index.size !== listed.length || byId.size !== listed.length)) {
      const ids = new Set(listed.map(({ id }) => id));
      for (const id of [...byId.keys(), ...stored.keys()]) {
        if (ids.has(id)) continue;
        byId.delete(id);
        quotes.delete(id);
        index.remove(id);
        options.names?.remove(id);
      }
    }
    stored.clear();
    listVersion += 1;
    isListChanged = true;
  };

  const read = async (): Promise<void> => {
    if (isReading || isClosed) return;
    isReading = true;
    isExpectedAtOnce = false;
    const requestedAtMs = now();
    try {
      const pages = new Set<number>();
      const { items, partial, total } = await options.listMarkets((markets, page) => {
        pages.add(page);
        addPage(markets, page, requestedAtMs);
      });
      if (isClosed) return;
      count = total;
      // Without pages as they were read, the markets are new here.
      if (pages.size === 0) for (const [place, market] of items.entries()) add(market, place, requestedAtMs);
      finish(items, partial === null, requestedAtMs);
      failures = 0;
      const failure: CatalogueFailure | null = partial && { code: 'partial', parameters: partial };
      state = { at: 'live', receivedAtMs: now(), failure };
      readAtMs = now();
      turnedAtMs = readAtMs;
      isMarketMissing = false;
    } catch (error) {
      if (isClosed) return;
      noteFailure(error);
    } finally {
      isReading = false;
    }
    publishSoon();
    scheduleNext();
  };

  /** Pages of a long list on which something is expected: a result, a turn, a market that was opened. */
  const readSome = async (pages: readonly number[]): Promise<void> => {
    const { listMarketPage } = options;
    if (listMarketPage === undefined || isReading || isClosed) return;
    isReading = true;
    const requestedAtMs = now();
    somePagesAtMs = now();
    try {
      for (const page of new Set(pages.filter((one) => one > 0))) {
        addPage(await listMarketPage(page), page, requestedAtMs);
        if (isClosed) return;
      }
    } catch (error) {
      if (!isClosed) options.onReadFault?.(error);
    } finally {
      isReading = false;
    }
    scheduleNext();
  };

  const noteFailure = (error: unknown): void => {
    failures += 1;
    const failure: CatalogueFailure = { code: 'readFailed', parameters: { failure: options.explainRead(error) } };
    state = { ...state, at: state.receivedAtMs === null ? 'loading' : 'stale', failure };
    isListChanged = true;
  };

  /** Reads the list again if the number of markets changed or its time has come; else waits for the next count. */
  const check = async (): Promise<void> => {
    if (isReading || isClosed) return;
    if (isLong()) return checkLong();
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

  const isLong = (): boolean => options.listMarketPage !== undefined && byId.size > LONG_LIST;
  const wholeEveryMs = (): number => {
    if (isMarketMissing) return SEARCH_NEW_MS;
    return Math.min(MOST_WHOLE_MS, Math.ceil(byId.size / MARKET_PAGE_SIZE) * WHOLE_MS_PER_PAGE);
  };

  /** Reads some pages where something is expected, and the whole list seldom. */
  const checkLong = async (): Promise<void> => {
    if (now() - readAtMs >= wholeEveryMs()) return read();
    if (now() >= turnAtMs) {
      turnedAtMs = now();
      noteList();
    }
    const isExpected = now() < expectedUntilMs || hasPendingResult(byId.values(), options.exchangeTimeMs());
    if (isExpectedAtOnce || (isExpected && now() - somePagesAtMs >= FREQUENT_RELOAD_EVERY_MS)) {
      isExpectedAtOnce = false;
      return readSome(listPagesOfInterest());
    }
    isReading = true;
    let stated: number | null = count;
    try {
      stated = await options.countMarkets();
    } catch (error) {
      if (!isClosed) options.onReadFault?.(error);
    } finally {
      isReading = false;
    }
    if (isClosed) return;
    if (stated === count || stated === null) return scheduleNext();
    count = stated;
    await readSome([1, Math.ceil(stated / MARKET_PAGE_SIZE), Math.ceil(stated / MARKET_PAGE_SIZE) - 1]);
    isMarketMissing = byId.size < stated;
  };

  /** Pages of markets that await a result, then of those in sight. */
  const listPagesOfInterest = (): readonly number[] => {
    const nowMs = options.exchangeTimeMs();
    const ids = [...listPending(byId.values(), nowMs), ...visible.ids()];
    const pages = ids.map((id) => Math.floor((index.get(id)?.place ?? 0) / MARKET_PAGE_SIZE) + 1);
    return [...new Set(pages)].slice(0, MOST_PAGES);
  };

  const reloadEveryMs = (): number => {
    if (now() < expectedUntilMs) return COUNT_EVERY_MS;
    if (count === null || hasPendingResult(byId.values(), options.exchangeTimeMs())) return FREQUENT_RELOAD_EVERY_MS;
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
    const turnMs = index.nextTurnMs(turnedAtMs + exchangeTimeMs - now()) - exchangeTimeMs + TURN_DELAY_MS;
    turnAtMs = Math.max(now() + turnMs, turnedAtMs + COUNT_EVERY_MS);
    const regularMs = isExpectedAtOnce ? 0 : count === null ? reloadEveryMs() : countMs;
    cancelReload = schedule(Math.min(regularMs, Math.max(0, turnAtMs - now())), () => void check());
  }
  void read();

  return {
    view: () => view,
    market: (id) => byId.get(id) ?? null,
    listing: {
      version: () => listVersion,
      has: (id) => byId.has(id),
      symbols: () => [...symbols],
      listEvent: (eventId) => index.listEvent(`${eventId}`),
      listMostTraded: (limit) =>
        index.listMostTraded(limit, options.exchangeTimeMs()).flatMap((id) => byId.get(id) ?? []),
    },
    async showList(list, request) {
      const part = readList(list, request);
      const inSight = marketsOf(part);
      lists.set(list, { request, inSight });
      if (visible.keep(list, inSight)) show();
      return part;
    },
    step: async (list, request, from, by) => index.step(toPart(list, request), from, by),
    async search(holder, text, limit) {
      const found = index.find(text, limit, options.exchangeTimeMs());
      if (visible.keep(holder, found.markets)) show();
      return found;
    },
    inSight: () => [...new Set([...lists.values()].flatMap(({ inSight }) => inSight))],
    hide(start) {
      for (const holder of visible.holders()) {
        if (!holder.startsWith(start)) continue;
        visible.keep(holder, []);
        lists.delete(holder);
        index.forget(holder);
      }
      view = buildView();
    },
    keep(holder, ids) {
      const list = [...ids];
      wanted.set(holder, list);
      if (visible.keep(holder, withSiblings(list))) show();
    },
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
      const entry = index.get(id);
      if (entry) index.set({ ...entry, yesPrice: quoted.yesPrice, lastPrice: quoted.lastPrice });
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
      if (isLong()) scheduleNext();
      else void read();
    },
    close() {
      isClosed = true;
      cancelReload();
      cancelPublish?.();
    },
  };
}

/** True while a market that closed a moment ago has no result. */
function hasPendingResult(markets: Iterable<Market>, exchangeTimeMs: number): boolean {
  return !listPending(markets, exchangeTimeMs).next().done;
}

function* listPending(markets: Iterable<Market>, exchangeTimeMs: number): Generator<MarketId> {
  for (const { id, closeAtMs, result } of markets) {
    if (closeAtMs === null || (result !== null && result !== '')) continue;
    if (closeAtMs <= exchangeTimeMs && closeAtMs > exchangeTimeMs - RESULT_WITHIN_MS) yield id;
  }
}

function symbolsOf({ terms, priceSettlement }: Market): string[] {
  return [terms?.underlying?.symbol, priceSettlement?.symbol].filter((symbol) => typeof symbol === 'string');
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
