/** Markets pane: searched, filtered and ordered list; a click or an arrow key selects a market for the link group. */

import type React from 'react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListStep, MarketQuery } from '#shared/market/marketList.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import type { Watchlist } from '#shared/market/watchlists.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/markets/catalogueFailures.ts';
import { MARKETS_PANE_LABELS } from '#shared/text/markets/marketsPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { findByKey } from '../../domain/keys/hotkeys.ts';
import { readKey } from '../../domain/keys/keys.ts';
import { stepInList, useMarketList } from '../../domain/markets/marketList.ts';
import { byId, marketName, NO_MARKETS } from '../../domain/markets/markets.ts';
import { starredList, useWatchlistLoading, useWatchlists } from '../../domain/markets/watchlists.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneId, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useLook } from '../../ui/look.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Empty } from '../../ui/parts.tsx';
import { TableFoot } from '../../ui/table/TableFoot.tsx';
import { STAR_ID, star } from './actions.ts';
import { Line } from './Line.tsx';
import './markets.css';
import { onKeys } from '../../ui/keys.ts';
import { layOutRows, stepLoaded, toRow } from './model.ts';
import { categorySetting, cursorMarket, listSetting, searchText, sortSetting } from './state.ts';
import { Toolbar } from './Toolbar.tsx';

const HEADING_PX = 27;
const MARKET_PX = 44;
/** Delay of an arrow key's selection, so that a repeating key does not subscribe to each market. */
const FOLLOW_AFTER_MS = 120;

export function View() {
  const paneId = usePaneId();
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const [text] = usePaneValue(searchText);
  const [cursor, setCursor] = usePaneValue(cursorMarket);
  const [sort] = usePaneValue(sortSetting);
  const [category] = usePaneValue(categorySetting);
  const [chosenList] = usePaneValue(listSetting);
  useWatchlistLoading();
  const { lists, isLoaded } = useWatchlists();
  const selected = usePaneMarket();
  const [isKept, setKept] = useState(false);
  const list = lists.find(({ name }) => name === chosenList) ?? null;
  const query: MarketQuery = {
    text,
    category: list === null ? category : null,
    watched: list?.markets ?? null,
    sort,
  };
  const { scale } = useLook();
  const active = cursor ?? selected;
  const [wanted, setWanted] = useState({ from: 0, count: FIRST_ROWS });
  const wish = { list: paneId, query, ...wanted, at: active, isKept };
  const part = useMarketList(wish);
  const categories = useSame(catalogue?.list?.categories ?? NO_LISTS);
  const decimals = catalogue ? tickDecimals(catalogue.tick) : 2;
  const box = useRef<HTMLDivElement>(null);
  const layout = useMemo(
    () => layOutRows(part?.total ?? 0, part?.headings ?? [], HEADING_PX * scale, MARKET_PX * scale),
    [part?.total, part?.headings, scale],
  );
  const look = useStable(() => {
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 0 };
    const next = chooseRows(layout.rowAt(scrollTop), layout.rowAt(scrollTop + clientHeight));
    if (next.from !== wanted.from || next.count !== wanted.count) setWanted(next);
  });
  useEffect(() => {
    if (layout.height >= 0) look();
  }, [layout, look]);
  useResize(box, look, part !== null && part.total > 0);
  const reveal = (row: number): void => {
    if (!box.current) return;
    const [top, bottom] = [layout.topOf(row), layout.topOf(row) + layout.heightOf(row)];
    if (top < box.current.scrollTop) box.current.scrollTop = top;
    else if (bottom > box.current.scrollTop + box.current.clientHeight)
      box.current.scrollTop = bottom - box.current.clientHeight;
  };

  const isLoading = !catalogue || (catalogue.at === 'loading' && (catalogue.list?.total ?? 0) === 0) || part === null;
  const isCurrent = part !== null && JSON.stringify(part.query) === JSON.stringify(query);
  const follow = useFollow();
  /** What keys ask of main, one after the other; null: nothing is under way. */
  const pending = useRef<Promise<void> | null>(null);
  const afterPending = (run: () => void | Promise<void>): void => {
    if (pending.current === null) return void run();
    enqueue(run);
  };
  const enqueue = (run: () => void | Promise<void>): void => {
    const next = (pending.current ?? Promise.resolve()).then(run).then(() => {
      if (pending.current === next) pending.current = null;
    });
    pending.current = next;
  };
  /** Where the arrow keys are, before it is rendered. */
  const reached = useRef(active);
  reached.current = active;
  const step = useStable((by: 1 | -1) => {
    const isHere = part !== null && isCurrent && pending.current === null;
    const here = isHere ? stepLoaded(part.rows, part.from, part.total, reached.current, by) : null;
    const take = (next: ListStep | null): void => {
      if (next === null) return;
      reached.current = next.market;
      setCursor(next.market);
      reveal(next.row);
      follow(next.market, FOLLOW_AFTER_MS);
    };
    if (here !== null) return take(here);
    enqueue(async () => take(await stepInList({ ...wish, at: reached.current }, by)));
  });
  const chooseFirst = async (): Promise<void> => {
    const next = await stepInList({ ...wish, at: null }, 1);
    if (next === null) return;
    reached.current = next.market;
    follow(next.market, 0);
  };
  // The search for which Enter was pressed before there was a list.
  const [awaited, setAwaited] = useState<string | null>(null);
  const choose = useStable(() => {
    if (pending.current !== null) return enqueue(() => void (reached.current && follow(reached.current, 0)));
    if (isLoading) return setAwaited(text);
    // Main answers for what was typed at this Enter, whatever is typed next.
    if (!isCurrent) return enqueue(chooseFirst);
    if (active !== null && part.at !== null) return follow(active, 0);
    const first = part.from === 0 ? part.rows.find((row) => row.kind === 'market') : undefined;
    if (first !== undefined) return follow(first.market, 0);
    void chooseFirst();
  });
  useEffect(() => {
    if (isLoading || awaited === null) return;
    setAwaited(null);
    if (awaited === text && text !== '') choose();
  }, [isLoading, awaited, text, choose]);

  const starList = starredList(list?.name ?? null, lists);
  const listName = list?.name ?? null;
  const listsWith = useMemo(() => listNames(lists), [lists]);
  const onStar = useCallback((market: MarketId) => void star(listName, market), [listName]);
  const onChoose = useCallback(
    (market: MarketId) => {
      setCursor(null);
      follow(market, 0);
    },
    [setCursor, follow],
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' || event.key === ' ') choose();
    else if (isStarKey(event) && (active !== null || pending.current !== null))
      afterPending(() => void (reached.current && star(list?.name ?? null, reached.current)));
    else return;
    event.preventDefault();
  };

  const markets = byId(catalogue?.markets ?? NO_MARKETS);
  const exchangeTimeMs = readExchangeTime(Date.now());
  const missing = part === null || list === null ? 0 : part.missing;
  return (
    <div className="markets">
      <Toolbar categories={categories} onStep={step} onChoose={choose} />
      {isLoading ? <Loading /> : null}
      {isLoading ? null : part.total === 0 ? (
        <Nothing query={text} list={list?.name ?? null} category={list === null ? category : null} />
      ) : (
        <div
          ref={box}
          className="markets-list scroll"
          role="listbox"
          aria-label="Markets"
          aria-activedescendant={active === null ? undefined : rowId(paneId, active)}
          tabIndex={0}
          {...onKeys(onKey)}
          onScroll={look}
          onPointerEnter={() => setKept(true)}
          onPointerLeave={() => setKept(false)}
        >
          <div className="markets-space" role="presentation" style={{ height: layout.height }}>
            {part.rows.map((listed, at) => {
              const row = toRow(listed, markets, exchangeTimeMs);
              return row ? (
                <Line
                  key={row.key}
                  id={row.kind === 'market' ? rowId(paneId, row.market.id) : undefined}
                  row={row}
                  name={row.kind === 'market' ? marketName(row.market) : ''}
                  top={layout.topOf(part.from + at)}
                  decimals={decimals}
                  isSelected={row.key === selected}
                  isActive={row.key === active}
                  lists={(row.kind === 'market' ? listsWith.get(row.market.id) : undefined) ?? NO_LISTS}
                  list={starList}
                  onStar={onStar}
                  onChoose={onChoose}
                />
              ) : null;
            })}
          </div>
        </div>
      )}
      <TableFoot>
        {catalogue?.at === 'stale' && catalogue.failure ? (
          <Banner
            tone="stale"
            text={`Stale. ${formatCoded(CATALOGUE_FAILURE_TEXTS, catalogue.failure)}.${catalogue.failure.code === 'lastRun' ? '' : ' Prices are old.'}`}
          />
        ) : null}
        {catalogue?.failure?.code === 'partial' ? (
          <Banner tone="warn" text={`Incomplete. ${formatCoded(CATALOGUE_FAILURE_TEXTS, catalogue.failure)}.`} />
        ) : null}
        {chosenList !== null && list === null && isLoaded ? (
          <Banner tone="warn" text={`The watchlist “${chosenList}” was deleted or renamed. Every market is listed.`} />
        ) : null}
        {missing > 0 && !isLoading ? (
          <Banner
            tone="note"
            text={`${missing} of this list ${missing === 1 ? 'is' : 'are'} not listed by the exchange any more`}
          />
        ) : null}
      </TableFoot>
    </div>
  );
}

/** Rows of the first request, and those around the rows in sight. */
const FIRST_ROWS = 60;
const AROUND_ROWS = 20;

/** Rows to ask for: those in sight and some around, in whole steps, so that not every turn of the wheel asks again. */
function chooseRows(first: number, last: number): { from: number; count: number } {
  const from = Math.max(0, (Math.floor(first / AROUND_ROWS) - 1) * AROUND_ROWS);
  const to = (Math.ceil((last + 1) / AROUND_ROWS) + 1) * AROUND_ROWS;
  return { from, count: Math.min(Math.max(FIRST_ROWS, to - from), MOST_ROWS) };
}

/** Rows of one answer. */
const MOST_ROWS = 200;

/** Calls `look` when the box has another size; `isThere` says whether it is drawn. */
function useResize(box: React.RefObject<HTMLDivElement | null>, look: () => void, isThere: boolean): void {
  useEffect(() => {
    if (!isThere || !box.current) return;
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, look, isThere]);
}

/** The exchange's time at a time of this machine, Unix ms. */
function readExchangeTime(nowMs: number): number {
  return nowMs + (feed.clockOffsetMs() ?? 0);
}

/** One function for all renderings, which calls the newest. */
function useStable<A extends readonly unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const latest = useRef(call);
  latest.current = call;
  return useCallback((...args: A) => latest.current(...args), []);
}

/** The array of the last rendering while it has the same items. */
function useSame(items: readonly string[]): readonly string[] {
  const last = useRef(items);
  if (items.length !== last.current.length || items.some((item, at) => item !== last.current[at])) last.current = items;
  return last.current;
}

const NO_LISTS: readonly string[] = [];

/** The names of the watchlists that have a market, by market. */
function listNames(lists: readonly Watchlist[]): ReadonlyMap<MarketId, readonly string[]> {
  const names = new Map<MarketId, string[]>();
  for (const { name, markets } of lists) {
    for (const market of new Set(markets)) {
      const found = names.get(market);
      if (found) found.push(name);
      else names.set(market, [name]);
    }
  }
  return names;
}

function rowId(pane: string, market: MarketId): string {
  return `${pane}-market-${market}`;
}

/** Selects a market for the link group, at once or after a delay that a newer selection cancels. */
function useFollow(): (market: MarketId, afterMs: number) => void {
  const { linkKey } = usePane();
  const timer = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) window.clearTimeout(timer.current);
    },
    [],
  );
  return useCallback(
    (market, afterMs) => {
      if (timer.current !== null) window.clearTimeout(timer.current);
      const go = (): void => followMarket(linkKey, market);
      if (afterMs === 0) go();
      else timer.current = window.setTimeout(go, afterMs);
    },
    [linkKey],
  );
}

/** True for the key of the star: a list keeps its keys, so that the window's listener does not see it. */
function isStarKey(event: KeyboardEvent): boolean {
  const key = readKey(event.nativeEvent);
  return key !== null && findByKey(key)?.id === STAR_ID;
}

function Nothing(props: { readonly query: string; readonly list: string | null; readonly category: string | null }) {
  const { query, list, category } = props;
  if (query !== '')
    return <Empty what={MARKETS_PANE_LABELS.noMarketMatches(query)} how={MARKETS_PANE_LABELS.escapeClearsSearch} />;
  if (list !== null)
    return <Empty what={MARKETS_PANE_LABELS.noMarketInYet(list)} how={MARKETS_PANE_LABELS.starOneInList} />;
  if (category !== null)
    return (
      <Empty what={MARKETS_PANE_LABELS.noMarketIn(category)} how={MARKETS_PANE_LABELS.chooseAnotherCategoryAbove} />
    );
  return <Empty what={MARKETS_PANE_LABELS.exchangeListsNoMarkets} />;
}

/** Placeholder with the shape of the list. */
function Loading() {
  return (
    <div role="status" aria-label={MARKETS_PANE_LABELS.loadingMarkets}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="markets-ghost" aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
