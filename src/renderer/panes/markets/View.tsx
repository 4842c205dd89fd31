/** Markets pane: list of all markets; a click or an arrow key selects one for the link group. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Market } from '#shared/market/market.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { CATALOGUE_FAILURE_TEXTS } from '#shared/text/catalogueFailures.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { followMarket } from '../../domain/links.ts';
import { marketName } from '../../domain/markets.ts';
import { usePane, usePaneId, usePaneMarket, usePaneValue } from '../../domain/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useNow } from '../../ui/clock.ts';
import { Empty } from '../../ui/parts.tsx';
import './markets.css';
import { buildRows, formatClosing, formatResult, type Row, stepMarket, updateIntervalOf } from './model.ts';
import { cursorMarket, listKey, searchText } from './state.ts';

const HEADING_PX = 27;
const MARKET_PX = 44;
/** Delay of an arrow key's selection, so that a repeating key does not subscribe to each market. */
const FOLLOW_AFTER_MS = 120;

export function View() {
  const paneId = usePaneId();
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const [text] = usePaneValue(searchText);
  const [cursor, setCursor] = usePaneValue(cursorMarket);
  const selected = usePaneMarket();
  const updateEveryMs = updateIntervalOf(catalogue?.markets ?? [], Date.now() + (feed.clockOffsetMs() ?? 0));
  const now = useNow(updateEveryMs) + (feed.clockOffsetMs() ?? 0);
  const [fixedOrder, setFixedOrder] = useState<readonly MarketId[] | null>(null);
  const rows = useMemo(
    () => buildRows(catalogue?.markets ?? [], text, now, fixedOrder),
    [catalogue, text, now, fixedOrder],
  );
  const decimals = catalogue ? tickDecimals(catalogue.tick) : 2;
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEADING_PX : MARKET_PX),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 24,
  });
  // Rows change kind and order, so their sizes are measured again.
  useEffect(() => {
    if (rows.length >= 0) virtual.measure();
  }, [rows, virtual]);

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
  const choose = useCallback(() => {
    const isFound = rows.some((row) => row.key === active);
    const next = isFound ? active : stepMarket(rows, null, 1);
    if (next !== null) follow(next, 0);
  }, [rows, active, follow]);

  const [key] = usePaneValue(listKey);
  const handled = useRef(key?.count ?? 0);
  useEffect(() => {
    if (!key || key.count === handled.current) return;
    handled.current = key.count;
    if (key.step === 'choose') choose();
    else step(key.step);
  }, [key, choose, step]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' || event.key === ' ') choose();
    else return;
    event.preventDefault();
  };

  if (!catalogue || (catalogue.at === 'loading' && catalogue.markets.length === 0)) return <Loading />;
  return (
    <div className="markets">
      {catalogue.at === 'stale' && catalogue.failure ? (
        <Banner
          tone="stale"
          text={`Stale. ${formatCoded(CATALOGUE_FAILURE_TEXTS, catalogue.failure)}. Prices are old.`}
        />
      ) : null}
      {catalogue.failure?.code === 'partial' ? (
        <Banner tone="warn" text={`Incomplete. ${formatCoded(CATALOGUE_FAILURE_TEXTS, catalogue.failure)}.`} />
      ) : null}
      {rows.length === 0 ? (
        <Empty
          what={text === '' ? 'The exchange lists no markets' : `No market matches “${text}”`}
          {...(text === '' ? {} : { how: 'Escape clears the search' })}
        />
      ) : (
        <div
          ref={list}
          className="markets-list scroll"
          role="listbox"
          aria-label="Markets"
          aria-activedescendant={active === null ? undefined : rowId(paneId, active)}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerEnter={() =>
            setFixedOrder(rows.flatMap((row) => (row.kind === 'market' ? [row.market.market] : [])))
          }
          onPointerLeave={() => setFixedOrder(null)}
        >
          <div className="markets-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return row ? (
                <Line
                  key={item.key}
                  id={row.kind === 'market' ? rowId(paneId, row.market.market) : undefined}
                  row={row}
                  top={item.start}
                  now={now}
                  decimals={decimals}
                  isSelected={row.key === selected}
                  isActive={row.key === active}
                  onChoose={(market) => {
                    setCursor(null);
                    follow(market, 0);
                  }}
                />
              ) : null;
            })}
          </div>
        </div>
      )}
    </div>
  );
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

function Line(props: {
  readonly id: string | undefined;
  readonly row: Row;
  readonly top: number;
  readonly now: number;
  readonly decimals: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onChoose: (market: MarketId) => void;
}) {
  const { row } = props;
  const style = { transform: `translateY(${props.top}px)` };
  if (row.kind === 'heading') {
    return (
      <div className="markets-heading" role="presentation" style={style} title={row.text}>
        <span>{row.text}</span>
        {row.note ? <span> · {row.note}</span> : null}
      </div>
    );
  }
  const { market, trades } = row;
  const closing = formatClosing(market, props.now, !props.isSelected);
  const name = marketName(market);
  const classes = ['markets-row'];
  if (props.isSelected) classes.push('selected');
  if (props.isActive) classes.push('active');
  if (!trades) classes.push('over');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      id={props.id}
      className={classes.join(' ')}
      role="option"
      tabIndex={-1}
      aria-selected={props.isSelected}
      aria-label={formatRow(market, name, props.decimals, closing?.text ?? null)}
      title={titleOf(market)}
      style={style}
      onClick={() => props.onChoose(market.market)}
    >
      <span className="markets-name">{name}</span>
      <span className="mono markets-price">{priceOf(market, props.decimals)}</span>
      <span className="markets-volume">
        24 h{' '}
        <span className="mono">{market.volume24h === null ? '–' : formatContracts(wholeOf(market.volume24h))}</span>
      </span>
      <span className={closing?.isSoon ? 'markets-closing mine' : 'markets-closing'}>{closing?.text ?? ''}</span>
    </div>
  );
}

function priceOf(market: Market, decimals: number): string {
  const price = market.yesPrice ?? market.lastPrice;
  return price === null ? '–' : formatTickPrice(price, decimals);
}

/** Without the fraction, which does not matter in a volume. */
function wholeOf(micros: number): number {
  return micros - (micros % 1_000_000);
}

function formatRow(market: Market, name: string, decimals: number, closing: string | null): string {
  return [name, priceOf(market, decimals), closing].filter(Boolean).join(', ');
}

function titleOf(market: Market): string {
  const event = market.eventTitle && market.eventTitle !== market.title ? `${market.eventTitle}\n` : '';
  const result = formatResult(market);
  return `${event}${market.title}${result ? `\n${result}` : ''}`;
}

/** Placeholder with the shape of the list. */
function Loading() {
  return (
    <div className="markets" role="status" aria-label="Loading markets">
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="markets-ghost" aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
