/** Markets pane: searched, filtered and ordered list; a click or an arrow key selects a market for the link group. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import type { Watchlist } from '#shared/market/watchlists.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/markets/catalogueFailures.ts';
import { MARKETS_PANE_LABELS } from '#shared/text/markets/marketsPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { findByKey } from '../../domain/keys/hotkeys.ts';
import { readKey } from '../../domain/keys/keys.ts';
import { marketName, NO_MARKETS, useListing } from '../../domain/markets/markets.ts';
import { starredList, useWatchlistLoading, useWatchlists } from '../../domain/markets/watchlists.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneId, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { useLook } from '../../ui/look.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Empty } from '../../ui/parts.tsx';
import { TableFoot } from '../../ui/table/TableFoot.tsx';
import { STAR_ID, star } from './actions.ts';
import { Line } from './Line.tsx';
import './markets.css';
import { onKeys } from '../../ui/keys.ts';
import { buildRows, countTrading, listCategories, stepMarket, updateIntervalOf } from './model.ts';
import { categorySetting, cursorMarket, listSetting, searchText, sortSetting } from './state.ts';
import { Toolbar } from './Toolbar.tsx';

const HEADING_PX = 27;
const MARKET_PX = 44;
/** Delay of an arrow key's selection, so that a repeating key does not subscribe to each market. */
const FOLLOW_AFTER_MS = 120;

export function View() {
  const paneId = usePaneId();
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const [query] = usePaneValue(searchText);
  const [cursor, setCursor] = usePaneValue(cursorMarket);
  const [sort] = usePaneValue(sortSetting);
  const [category] = usePaneValue(categorySetting);
  const [chosenList] = usePaneValue(listSetting);
  useWatchlistLoading();
  const { lists, isLoaded } = useWatchlists();
  const selected = usePaneMarket();
  const markets = catalogue?.markets ?? NO_MARKETS;
  const [fixedOrder, setFixedOrder] = useState<readonly MarketId[] | null>(null);
  const list = lists.find(({ name }) => name === chosenList) ?? null;
  const watched = list?.markets ?? null;
  // Rows depend on the time only through what trades at it.
  const trading = useTimed(updateIntervalOf(markets, readExchangeTime(Date.now())), (nowMs) =>
    countTrading(markets, readExchangeTime(nowMs)),
  );
  const rows = useMemo(() => {
    const selection = { query, category: list === null ? category : null, watched, sort };
    return trading < 0 ? [] : buildRows(markets, selection, readExchangeTime(Date.now()), fixedOrder);
  }, [markets, query, category, list, watched, sort, trading, fixedOrder]);
  const categories = useSame(listCategories(useListing()));
  const decimals = catalogue ? tickDecimals(catalogue.tick) : 2;
  const box = useRef<HTMLDivElement>(null);
  const { scale } = useLook();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : MARKET_PX) * scale,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  });
  const headings = rows.flatMap(({ kind }, index) => (kind === 'heading' ? [index] : [])).join(' ');
  // The sizes of rows are measured again when they change: with the places of the headings, and the scale.
  useEffect(() => {
    if (headings !== null && scale > 0) virtual.measure();
  }, [headings, virtual, scale]);

  const active = cursor ?? selected;
  const follow = useFollow();
  const step = useCallback(
    (by: 1 | -1) => {
      const next = stepMarket(rows, active, by);
      if (next === null) return;
      setCursor(next);
      const index = rows.findIndex((row) => row.key === next);
      if (index >= 0) virtual.scrollToIndex(index);
      follow(next, FOLLOW_AFTER_MS);
    },
    [rows, active, virtual, follow, setCursor],
  );
  const isLoading = !catalogue || (catalogue.at === 'loading' && catalogue.markets.length === 0);
  // The search for which Enter was pressed before there were markets.
  const [awaited, setAwaited] = useState<string | null>(null);
  const choose = useCallback(() => {
    if (isLoading) return setAwaited(query);
    const isFound = rows.some((row) => row.key === active);
    const next = isFound ? active : stepMarket(rows, null, 1);
    if (next !== null) follow(next, 0);
  }, [isLoading, query, rows, active, follow]);
  useEffect(() => {
    if (isLoading || awaited === null) return;
    setAwaited(null);
    if (awaited === query && query !== '') choose();
  }, [isLoading, awaited, query, choose]);

  const onStep = useStable(step);
  const onEnter = useStable(choose);
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
    else if (isStarKey(event) && active !== null) void star(list?.name ?? null, active);
    else return;
    event.preventDefault();
  };

  const missing = list === null ? 0 : list.markets.filter((id) => !markets.some((one) => one.id === id)).length;
  return (
    <div className="markets">
      <Toolbar categories={categories} onStep={onStep} onChoose={onEnter} />
      {isLoading ? <Loading /> : null}
      {isLoading ? null : rows.length === 0 ? (
        <Nothing query={query} list={list?.name ?? null} category={list === null ? category : null} />
      ) : (
        <div
          ref={box}
          className="markets-list scroll"
          role="listbox"
          aria-label="Markets"
          aria-activedescendant={active === null ? undefined : rowId(paneId, active)}
          tabIndex={0}
          {...onKeys(onKey)}
          onPointerEnter={() => setFixedOrder(rows.flatMap((row) => (row.kind === 'market' ? [row.market.id] : [])))}
          onPointerLeave={() => setFixedOrder(null)}
        >
          <div className="markets-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return row ? (
                <Line
                  key={item.key}
                  id={row.kind === 'market' ? rowId(paneId, row.market.id) : undefined}
                  row={row}
                  name={row.kind === 'market' ? marketName(row.market) : ''}
                  top={item.start}
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
