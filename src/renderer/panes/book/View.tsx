/**
 * Book pane: depth chart, bids of both outcomes and key figures.
 *
 * Invariants  A click uses the price at the press and only fills the ticket.
 */

import { useEffect, useMemo, useRef, useState } from 'react';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { BOOK_PANE_LABELS } from '#shared/text/markets/bookPaneLabels.ts';
import { formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type ClickPlan, formatPlan } from '../../act/click.ts';
import { useWatch } from '../../act/watch.ts';
import { GROUPINGS, listOwnLevels } from '../../domain/markets/bookLevels.ts';
import { useTrust } from '../../domain/markets/bookTrust.ts';
import { useTick } from '../../domain/markets/markets.ts';
import { fillFromPlan, planFill } from '../../domain/orders/priceClick.ts';
import type { LinkKey } from '../../domain/workspaces/links.ts';
import { usePane, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeedFrame, useFeedValue, useFeedWrite } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { readTheme, type Theme, useSurface, useTheme } from '../../ui/canvas.ts';
import { StaleOverlay } from '../../ui/marks/StaleOverlay.tsx';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { drawDepth } from './draw.ts';
import { type DrawnLevels, drawLevels, type LevelPlaces } from './drawLevels.ts';
import { buildCells, countRows, type LevelPrice, type LevelTable, openLevels } from './levels.ts';
import {
  type BookRow,
  buildBookRows,
  buildDepth,
  buildFigures,
  formatProbability,
  formatSetCost,
  largestVolume,
} from './model.ts';
import { depthSetting, groupingSetting } from './state.ts';
import './book.css';

export function BookView() {
  const market = usePaneMarket();
  if (market === null)
    return <Empty what={BOOK_PANE_LABELS.noMarketIsChosen} how={BOOK_PANE_LABELS.pickOneInMarkets} />;
  return <Book key={market} market={market} />;
}

function Book(props: { readonly market: MarketId }) {
  const { market } = props;
  const trust = useTrust(market);
  const [showsDepth] = usePaneValue(depthSetting);
  const [hint, setHint] = useState<string | null>(null);
  useWatch({ book: market });
  return (
    <section className="book" data-testid="book" aria-label={BOOK_PANE_LABELS.orderBook}>
      <Figures market={market} />
      <div className={showsDepth ? 'book-body with-depth stale-box' : 'book-body stale-box'}>
        {showsDepth ? <Depth market={market} /> : null}
        <Levels market={market} onHint={setHint} />
        <StaleOverlay trust={trust} what={BOOK_PANE_LABELS.theBook} />
      </div>
      <Foot market={market} hint={hint} />
    </section>
  );
}

function useDecimals(): number {
  return useFeedValue([feedKey.catalogue], (mirror) => tickDecimals(mirror.catalogue()?.tick ?? DEFAULT_TICK));
}

function Figures(props: { readonly market: MarketId }) {
  const decimals = useDecimals();
  const keys = [feedKey.book(props.market)];
  const spread = useFeedValue(keys, (mirror) => buildFigures(mirror.book(props.market)).spread);
  const midpoint = useFeedValue(keys, (mirror) => buildFigures(mirror.book(props.market)).midpoint);
  const setCost = useFeedValue(keys, (mirror) => buildFigures(mirror.book(props.market)).setCost);
  return (
    <div className="book-figures">
      <span>
        Spread <b className="mono">{spread === null ? '–' : formatTickPrice(spread, decimals)}</b>
      </span>
      <span title={BOOK_PANE_LABELS.midpointOfBestBid}>
        Implied <b className="mono">{formatProbability(midpoint)}</b>
      </span>
      <span title={BOOK_PANE_LABELS.costOfOneContract}>
        Set <b className="mono">{setCost === null ? '–' : formatTickPrice(setCost, decimals)}</b>
      </span>
    </div>
  );
}

function Foot(props: { readonly market: MarketId; readonly hint: string | null }) {
  const decimals = useDecimals();
  const setCost = useFeedValue([feedKey.book(props.market)], (mirror) =>
    formatSetCost(buildFigures(mirror.book(props.market)), decimals),
  );
  return (
    <div className="book-foot" title={BOOK_PANE_LABELS.costOfOneContractOfEachOutcome} data-testid="book-foot">
      {props.hint ?? setCost}
    </div>
  );
}

function Depth(props: { readonly market: MarketId }) {
  const surface = useSurface('opaque');
  const theme = useTheme();
  const decimals = useDecimals();
  const [pointed, setPointed] = useState<number | null>(null);
  useFeedFrame(
    [feedKey.book(props.market)],
    (mirror) => {
      const context = surface.context();
      if (!context || surface.width === 0 || surface.height === 0) return;
      const book = mirror.book(props.market);
      const { bid, ask, midpoint } = buildFigures(book);
      const none = new Float64Array(0);
      const bids = book ? buildDepth(book.bids) : none;
      const asks = book ? buildDepth(book.asks) : none;
      const centre = midpoint ?? bid ?? ask ?? 500_000;
      drawDepth(context, theme, bids, asks, centre, surface.width, surface.height, decimals, pointed);
    },
    [surface.width, surface.height, theme, decimals, pointed],
  );
  return (
    <div className="book-depth">
      <canvas
        ref={surface.canvas}
        role="img"
        aria-label={BOOK_PANE_LABELS.cumulativeDepthAroundMidpoint}
        data-testid="book-depth"
        onPointerMove={(event) => setPointed(event.nativeEvent.offsetX)}
        onPointerLeave={() => setPointed(null)}
      />
    </div>
  );
}

function Levels(props: { readonly market: MarketId; readonly onHint: (hint: string | null) => void }) {
  const { market } = props;
  const { linkKey } = usePane();
  const latestHint = useRef(props.onHint);
  latestHint.current = props.onHint;
  const decimals = useDecimals();
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<LevelTable | null>(null);
  const rows = useRef<readonly BookRow[]>([]);
  const surface = useSurface();
  const theme = useTheme();
  const isFontLoaded = useNumberFont();
  const count = surface.height === 0 ? 0 : countRows(surface.height, theme.rowHeight);
  const tick = useTick();
  const [grouping] = usePaneValue(groupingSetting);
  const texts = { price: (micros: number) => formatTickPrice(micros, decimals), size: formatWholeContracts };
  const keys = [feedKey.book(market), feedKey.account];
  const { width, height } = surface;
  const sheet = useMemo<LevelSheet>(
    () => ({ count, width, height, theme, isFontLoaded, places: null, drawn: null }),
    [count, width, height, theme, isFontLoaded],
  );

  useFeedFrame(
    keys,
    (mirror) => {
      if (!box.current) return;
      table.current ??= openLevels(box.current, {
        onClick: (level) => fillFromPlan(linkKey, market, planOf(linkKey, market, level), useOverlay.getState()),
        onPoint: (level) => latestHint.current(level ? formatPlan(planOf(linkKey, market, level), decimals) : null),
      });
      table.current.setCount(count);
      const own = listOwnLevels(mirror.account()?.orders ?? [], market);
      rows.current = buildBookRows(mirror.book(market), { own, tick, grouping, limit: count });
      const context = surface.context();
      if (!context) return;
      sheet.places ??= table.current.measure(theme.mono, theme.rowHeight);
      if (sheet.places === null) return;
      const cells = buildCells(rows.current, largestVolume(rows.current), texts);
      sheet.drawn = drawLevels(context, theme, sheet.places, cells, sheet.drawn);
    },
    [count, decimals, linkKey, tick, grouping, sheet],
  );
  useFeedWrite(keys, () => table.current?.write(rows.current, texts), [
    count,
    decimals,
    linkKey,
    tick,
    grouping,
    theme,
  ]);

  return (
    <div className="book-levels">
      <div className="book-head" aria-hidden="true">
        <span>{BOOK_PANE_LABELS.yesBid}</span>
        <span>Vol</span>
        <span>{BOOK_PANE_LABELS.noBid}</span>
        <span>Vol</span>
      </div>
      <div className="book-rows">
        <div ref={box} data-testid="book-rows" />
        <canvas ref={surface.canvas} data-testid="book-levels" />
      </div>
    </div>
  );
}

/** True once the font of numbers is loaded; until then a fallback font is drawn. */
function useNumberFont(): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => void document.fonts.load(readTheme().numberFont).then(() => setLoaded(true)), []);
  return isLoaded;
}

/** What is known of the canvas as it is now: nothing after a change of its rows, its size, its look or its font. */
interface LevelSheet {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly isFontLoaded: boolean;
  places: LevelPlaces | null;
  drawn: DrawnLevels | null;
}

function planOf(key: LinkKey, market: MarketId, { side, price }: LevelPrice): ClickPlan {
  return planFill(key, market, 'bid', side, price);
}

/** Grouping and trust mark. */
export function BookHeader() {
  const [grouping, setGrouping] = usePaneValue(groupingSetting);
  const tick = useTick();
  return (
    <>
      <select
        className="book-grouping"
        aria-label={BOOK_PANE_LABELS.pricesInOneRow}
        title={BOOK_PANE_LABELS.pricesInOneRow}
        value={grouping}
        onChange={(event) => setGrouping(GROUPINGS[event.target.selectedIndex] ?? 1)}
      >
        {GROUPINGS.map((one) => (
          <option key={one} value={one}>
            {formatTickPrice(tick * one, tickDecimals(tick))}
          </option>
        ))}
      </select>
      <TrustMark trust={useTrust(usePaneMarket())} />
    </>
  );
}
