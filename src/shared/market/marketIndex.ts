/**
 * Index of listed markets: rows of a query in its order, and markets by words.
 *
 * Units       Times in ms of the exchange's clock.
 * Shape       The rows of the newest queries are kept until the index or what trades changes.
 * Invariants  By event, events keep the exchange's order, so that prices do not move rows; closed events come last. A market
 *             without the value of an order comes last; markets alike stay in the order of their ids.
 * Source      docs/exchange-interface.md#market: event_rank, else probability descending (compareInEvent).
 */
import { beginsWord, plainText } from '../base/searchWords.ts';
import type { MarketId } from '../units/ids.ts';
import { compareInEvent, isDecided, type Market } from './market.ts';
import type { FoundMarkets, ListPart, ListRow, ListStep, MarketQuery, MarketSort } from './marketList.ts';

/** What the index keeps of a market. */
export interface IndexedMarket
  extends Pick<
    Market,
    | 'id'
    | 'title'
    | 'category'
    | 'eventTitle'
    | 'eventRank'
    | 'yesPrice'
    | 'lastPrice'
    | 'volume24h'
    | 'openAtMs'
    | 'closeAtMs'
  > {
  /** Place in the exchange's list. */
  readonly place: number;
  /** Null for a market of no event. */
  readonly event: string | null;
  readonly isDecided: boolean;
  /** Plain text of its names, after a space. */
  readonly names: string;
}

export function toIndexed(market: Market, place: number): IndexedMarket {
  const { id, title, category, eventTitle, eventRank, yesPrice, lastPrice, volume24h, openAtMs, closeAtMs } = market;
  const { groupItemTitle, outcomeLabels } = market;
  return {
    id,
    title,
    category,
    eventTitle,
    eventRank,
    yesPrice,
    lastPrice,
    volume24h,
    openAtMs,
    closeAtMs,
    place,
    event: eventOf(market),
    isDecided: isDecided(market),
    names: ` ${plainText([title, groupItemTitle, eventTitle, category, ...outcomeLabels].join(' '))}`,
  };
}

function eventOf({ eventId, eventSlug }: Market): string | null {
  return eventId === null ? eventSlug : String(eventId);
}

export interface PartRequest {
  readonly query: MarketQuery;
  readonly from: number;
  readonly count: number;
  /** The market whose row is asked for. */
  readonly at: MarketId | null;
  /** Keeps the order that the list with this name had; new markets follow. Null: the query's own order. */
  readonly keptAs: string | null;
  /** The name under which the order may be kept. */
  readonly list: string;
  /** `headingsId` of the part before; null before the first. */
  readonly headingsId: number | null;
  readonly exchangeTimeMs: number;
}

export interface MarketIndex {
  readonly size: number;
  /** Entries looked at so far, for tests that bound the work. */
  readonly visited: number;
  /** Adds or replaces; a price alone keeps rows whose order does not depend on it. */
  set(market: IndexedMarket): void;
  remove(id: MarketId): void;
  get(id: MarketId): IndexedMarket | null;
  listPart(request: PartRequest): ListPart;
  /** The market before or after `from` among the rows; the last or first one when it is in none. */
  step(request: PartRequest, from: MarketId | null, by: 1 | -1): ListStep | null;
  find(text: string, limit: number, exchangeTimeMs: number): FoundMarkets;
  /** The most traded ones that trade, then others, at most `limit`. */
  listMostTraded(limit: number, exchangeTimeMs: number): readonly MarketId[];
  listEvent(event: string): readonly MarketId[];
  /** Every category, in the order of the alphabet. */
  categories(): readonly string[];
  /** The first opening or close after this time; infinity when there is none. */
  nextTurnMs(exchangeTimeMs: number): number;
  /** Forgets the order that was kept for a list. */
  forget(list: string): void;
}

/** A heading, or a market of the rows. */
type BuiltRow = IndexedMarket | (Extract<ListRow, { readonly kind: 'heading' }> & { readonly id?: undefined });

interface BuiltRows {
  readonly rows: readonly BuiltRow[];
  readonly headings: readonly number[];
}

interface Known extends BuiltRows {
  readonly version: number;
  readonly untilMs: number;
  readonly atMs: number;
}

const MOST_KEPT_QUERIES = 8;

export function openMarketIndex(): MarketIndex {
  const markets = new Map<MarketId, IndexedMarket>();
  const events = new Map<string, Set<MarketId>>();
  const known = new Map<string, Known>();
  const orders = new Map<string, ReadonlyMap<MarketId, number>>();
  let ordered: readonly IndexedMarket[] | null = [];
  const headingsOf = new Map<string, { readonly id: number; readonly headings: readonly number[] }>();
  let nextHeadingsId = 1;
  let version = 0;
  let visited = 0;
  let turn: { readonly version: number; readonly fromMs: number; readonly atMs: number } | null = null;
  let categories: readonly string[] | null = null;

  const listAll = (): readonly IndexedMarket[] => {
    ordered ??= [...markets.values()].sort((a, b) => a.place - b.place);
    return ordered;
  };

  const nextTurnMs = (exchangeTimeMs: number): number => {
    if (turn !== null && turn.version === version && exchangeTimeMs >= turn.fromMs && exchangeTimeMs < turn.atMs)
      return turn.atMs;
    let nextMs = Number.POSITIVE_INFINITY;
    visited += markets.size;
    for (const { openAtMs, closeAtMs } of markets.values()) {
      if (openAtMs !== null && openAtMs > exchangeTimeMs && openAtMs < nextMs) nextMs = openAtMs;
      if (closeAtMs !== null && closeAtMs > exchangeTimeMs && closeAtMs < nextMs) nextMs = closeAtMs;
    }
    turn = { version, fromMs: exchangeTimeMs, atMs: nextMs };
    return nextMs;
  };

  /** The markets of a query, in the exchange's order. */
  const select = ({ text, category, watched }: MarketQuery): readonly IndexedMarket[] => {
    const fits = fitter(text);
    if (watched !== null) {
      const found = [...new Set(watched)].flatMap((id) => markets.get(id) ?? []);
      visited += found.length;
      return found.filter(({ names }) => fits(names)).sort((a, b) => a.place - b.place);
    }
    visited += markets.size;
    return listAll().filter((one) => (category === null || one.category === category) && fits(one.names));
  };

  const build = (
    query: MarketQuery,
    order: ReadonlyMap<MarketId, number> | null,
    exchangeTimeMs: number,
  ): BuiltRows => {
    const found = select(query);
    const compare = compareBy(order, exchangeTimeMs);
    if (query.sort !== 'event') return { rows: found.toSorted(compare(COMPARE[query.sort])), headings: [] };
    const rows: BuiltRow[] = [];
    const headings: number[] = [];
    const groups = groupByEvent(found).map((group) => ({
      ...group,
      trades: group.markets.some((one) => trades(one, exchangeTimeMs)),
    }));
    for (const group of [...groups.filter((one) => one.trades), ...groups.filter((one) => !one.trades)]) {
      const anyRanked = group.markets.some(({ eventRank }) => eventRank !== null);
      headings.push(rows.length);
      rows.push({ kind: 'heading', key: group.key, text: group.heading, closeAtMs: commonCloseOf(group.markets) });
      for (const one of group.markets.sort(compare((a, b) => compareInEvent(a, b, anyRanked)))) rows.push(one);
    }
    return { rows, headings };
  };

  const rowsOf = ({ query, keptAs, list, exchangeTimeMs }: PartRequest): BuiltRows => {
    const key = JSON.stringify([query, keptAs]);
    const before = known.get(key);
    if (before && before.version === version && exchangeTimeMs >= before.atMs && exchangeTimeMs < before.untilMs) {
      if (keptAs === null) noteOrder(list, before);
      return before;
    }
    const built = build(query, keptAs === null ? null : orderOf(keptAs), exchangeTimeMs);
    known.delete(key);
    known.set(key, { ...built, version, atMs: exchangeTimeMs, untilMs: nextTurnMs(exchangeTimeMs) });
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KEPT_QUERIES) break;
      known.delete(oldest);
    }
    if (keptAs === null) noteOrder(list, built);
    return built;
  };

  /** Rows are kept as they are, and become an order only when one is asked for. */
  const newest = new Map<string, BuiltRows>();
  const noteOrder = (list: string, built: BuiltRows): void => {
    newest.set(list, built);
    orders.delete(list);
  };
  const orderOf = (list: string): ReadonlyMap<MarketId, number> => {
    const order =
      orders.get(list) ??
      new Map(
        (newest.get(list)?.rows ?? []).flatMap((row, at) => (row.id === undefined ? [] : [[row.id, at] as const])),
      );
    orders.set(list, order);
    return order;
  };

  /** The same id while a list's headings stay where they are. */
  const nameHeadings = (list: string, headings: readonly number[]): number => {
    const before = headingsOf.get(list);
    if (before && isSameArray(before.headings, headings)) return before.id;
    const id = nextHeadingsId;
    nextHeadingsId += 1;
    headingsOf.set(list, { id, headings });
    return id;
  };

  const toRow = (row: BuiltRow, { query, exchangeTimeMs }: PartRequest): ListRow =>
    row.id === undefined
      ? row
      : {
          kind: 'market',
          market: row.id,
          trades: trades(row, exchangeTimeMs),
          event: query.sort === 'event' ? null : (row.eventTitle ?? row.category),
        };

  const remove = (id: MarketId): void => {
    const old = markets.get(id);
    if (!old) return;
    markets.delete(id);
    if (old.event !== null) events.get(old.event)?.delete(id);
    ordered = null;
    categories = null;
    version += 1;
  };

  return {
    get size() {
      return markets.size;
    },
    get visited() {
      return visited;
    },
    set(market) {
      const old = markets.get(market.id);
      if (old && isSame(old, market)) return;
      if (old?.event !== market.event) {
        if (old && old.event !== null) events.get(old.event)?.delete(market.id);
        if (market.event !== null) {
          const members = events.get(market.event) ?? new Set();
          events.set(market.event, members.add(market.id));
        }
      }
      markets.set(market.id, market);
      if (old?.category !== market.category) categories = null;
      ordered = null;
      version += 1;
    },
    remove,
    get: (id) => markets.get(id) ?? null,
    listPart(request) {
      const { rows, headings } = rowsOf(request);
      const { watched } = request.query;
      const from = Math.max(0, Math.min(request.from, rows.length - request.count));
      const at = request.at === null ? -1 : rows.findIndex(({ id }) => id === request.at);
      const headingsId = nameHeadings(request.list, headings);
      return {
        total: rows.length,
        headings: headingsId === request.headingsId ? null : headings,
        headingsId,
        from,
        rows: rows.slice(from, from + request.count).map((row) => toRow(row, request)),
        at: at < 0 ? null : at,
        missing: watched === null ? 0 : watched.filter((id) => !markets.has(id)).length,
      };
    },
    step(request, from, by) {
      const { rows } = rowsOf(request);
      const isMarket = (row: BuiltRow): boolean => row.id !== undefined;
      const start = from === null ? -1 : rows.findIndex(({ id }) => id === from);
      let at = start < 0 ? (by === 1 ? 0 : rows.length - 1) : start + by;
      while (rows[at] !== undefined && !isMarket(rows[at]!)) at += by;
      if (rows[at] === undefined) at = start;
      const market = rows[at]?.id;
      return market === undefined ? null : { market, row: at };
    },
    find(text, limit, exchangeTimeMs) {
      const fits = fitter(text);
      visited += markets.size;
      const found = listAll().filter(({ names }) => fits(names));
      const first = found.filter((one) => trades(one, exchangeTimeMs)).slice(0, limit);
      const rest =
        first.length === limit
          ? []
          : found.filter((one) => !trades(one, exchangeTimeMs)).slice(0, limit - first.length);
      return { total: found.length, markets: [...first, ...rest].map(({ id }) => id) };
    },
    listMostTraded(limit, exchangeTimeMs) {
      visited += markets.size;
      const compare = compareBy(null, exchangeTimeMs)(COMPARE.volume);
      // Sorting all of a long list would take longer than main may be busy.
      let first: IndexedMarket[] = [];
      for (const market of markets.values()) {
        if (first.length >= limit && compare(market, first[limit - 1]!) >= 0) continue;
        first.push(market);
        if (first.length >= 2 * limit) first = first.sort(compare).slice(0, limit);
        else if (first.length === limit) first.sort(compare);
      }
      return first
        .sort(compare)
        .slice(0, limit)
        .map(({ id }) => id);
    },
    listEvent: (event) => [...(events.get(event) ?? [])],
    categories() {
      categories ??= [...new Set([...markets.values()].map(({ category }) => category))]
        .filter((name) => name !== '')
        .sort();
      return categories;
    },
    nextTurnMs,
    forget(list) {
      orders.delete(list);
      newest.delete(list);
      headingsOf.delete(list);
    },
  };
}

function trades({ isDecided: isOver, openAtMs, closeAtMs }: IndexedMarket, exchangeTimeMs: number): boolean {
  if (isOver || (closeAtMs !== null && exchangeTimeMs >= closeAtMs)) return false;
  return openAtMs === null || exchangeTimeMs >= openAtMs;
}

type Compare = (a: IndexedMarket, b: IndexedMarket) => number;

/** What was ordered before first, then what trades, then the order that is asked for. */
function compareBy(order: ReadonlyMap<MarketId, number> | null, exchangeTimeMs: number): (by: Compare) => Compare {
  const placeOf = ({ id }: IndexedMarket): number => order?.get(id) ?? Number.MAX_SAFE_INTEGER;
  return (by) => (a, b) => {
    if (order !== null) {
      const difference = placeOf(a) - placeOf(b);
      if (difference !== 0) return difference;
    }
    const isTrading = trades(a, exchangeTimeMs);
    return isTrading === trades(b, exchangeTimeMs) ? by(a, b) : isTrading ? -1 : 1;
  };
}

const compareIds: Compare = (a, b) => (a.id < b.id ? -1 : 1);

const COMPARE: Readonly<Record<Exclude<MarketSort, 'event'>, Compare>> = {
  price: (a, b) => (b.yesPrice ?? b.lastPrice ?? -1) - (a.yesPrice ?? a.lastPrice ?? -1) || compareIds(a, b),
  volume: (a, b) => (b.volume24h ?? -1) - (a.volume24h ?? -1) || compareIds(a, b),
  close: (a, b) => (a.closeAtMs ?? Number.MAX_VALUE) - (b.closeAtMs ?? Number.MAX_VALUE) || compareIds(a, b),
};

interface Group {
  readonly key: string;
  readonly heading: string;
  readonly markets: IndexedMarket[];
}

/** Groups markets by event, and single markets by category. */
function groupByEvent(markets: readonly IndexedMarket[]): Group[] {
  const sizes = new Map<string, number>();
  for (const { event } of markets) if (event !== null) sizes.set(event, (sizes.get(event) ?? 0) + 1);
  const groups = new Map<string, Group>();
  for (const market of markets) {
    const { event, category } = market;
    const title = market.eventTitle ?? '';
    const isEvent = event !== null && title !== '' && ((sizes.get(event) ?? 0) > 1 || title !== market.title);
    const key = isEvent ? `event:${event}` : `category:${category}`;
    const group = groups.get(key) ?? { key, heading: isEvent ? title : category || 'Other', markets: [] };
    groups.set(key, group);
    group.markets.push(market);
  }
  return [...groups.values()];
}

/** The closing time that all markets share, or null. */
function commonCloseOf(markets: readonly IndexedMarket[]): number | null {
  const first = markets[0]?.closeAtMs ?? null;
  return first !== null && markets.length > 1 && markets.every((market) => market.closeAtMs === first) ? first : null;
}

/** Whether every word of the text begins a word of the names. */
function fitter(text: string): (names: string) => boolean {
  const words = plainText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (names) => words.every((word) => beginsWord(names, word));
}

function isSameArray(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

function isSame(a: IndexedMarket, b: IndexedMarket): boolean {
  return (Object.keys(a) as (keyof IndexedMarket)[]).every((name) => a[name] === b[name]);
}
