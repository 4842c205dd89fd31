/**
 * Book pane: depth chart, bids of both outcomes and key figures.
 *
 * Invariants  A click uses the price at the press and only fills the ticket.
 */
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type ClickPlan, formatPlan, planClick } from '../../act/click.ts';
import { draftStore } from '../../act/draft.ts';
import { useWatch } from '../../act/watch.ts';
import { useTrust } from '../../domain/bookTrust.ts';
import type { LinkKey } from '../../domain/links.ts';
import { usePane, usePaneMarket } from '../../domain/panes.ts';
import { readPreTradeContext } from '../../domain/preTradeContext.ts';
import { fillTicket, NO_TICKET } from '../../domain/ticket.ts';
import { feed, useFeedFrame, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useSurface, useTheme } from '../../ui/canvas.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { StaleOverlay } from '../../ui/StaleOverlay.tsx';
import { drawDepth } from './draw.ts';
import { type LevelPrice, type LevelTable, openLevels } from './levels.ts';
import { buildBookRows, buildDepth, buildFigures, formatProbability, formatSetCost, largestVolume } from './model.ts';
import './book.css';

export function BookView() {
  const market = usePaneMarket();
  if (market === null) return <Empty what="No market is chosen." how="Pick one in Markets to see its book." />;
  return <Book key={market} market={market} />;
}

function Book(props: { readonly market: MarketId }) {
  const { market } = props;
  const trust = useTrust(market);
  const [hint, setHint] = useState<string | null>(null);
  useWatch({ book: market });
  return (
    <section className="book" data-testid="book" aria-label="Order book">
      <Figures market={market} />
      <div className="book-body">
        <Depth market={market} />
        <Levels market={market} onHint={setHint} />
        <StaleOverlay trust={trust} what="the book" />
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
  return (
    <div className="book-figures">
      <span>
        Spread <b className="mono">{spread === null ? '–' : formatTickPrice(spread, decimals)}</b>
      </span>
      <span title="Midpoint of the best bid and ask of yes">
        Implied <b className="mono">{formatProbability(midpoint)}</b>
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
    <div
      className={props.hint ? 'book-foot' : 'book-foot mono'}
      title="Cost of one contract of each outcome; together they pay 1"
      data-testid="book-foot"
    >
      {props.hint ?? setCost}
    </div>
  );
}

function Depth(props: { readonly market: MarketId }) {
  const surface = useSurface();
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
        aria-label="Cumulative depth around the midpoint"
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
  const { rowHeight } = useTheme();
  const [count, setCount] = useState(0);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // Whole rows alone: a row that is cut off cannot be read.
    const observer = new ResizeObserver(() => setCount(Math.floor(element.clientHeight / rowHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowHeight]);

  useFeedFrame(
    [feedKey.book(market)],
    (mirror) => {
      if (!box.current) return;
      table.current ??= openLevels(box.current, {
        onClick: (level) => fill(linkKey, market, planOf(linkKey, market, level)),
        onPoint: (level) => latestHint.current(level ? formatPlan(planOf(linkKey, market, level), decimals) : null),
      });
      table.current.setCount(count);
      const rows = buildBookRows(mirror.book(market), count);
      table.current.write(rows, largestVolume(rows), (price) => formatTickPrice(price, decimals), formatWholeContracts);
    },
    [count, decimals, linkKey],
  );

  return (
    <div className="book-levels">
      <div className="book-head" aria-hidden="true">
        <span>Yes bid</span>
        <span>Vol</span>
        <span>No bid</span>
        <span>Vol</span>
      </div>
      <div ref={box} className="book-rows" data-testid="book-rows" />
    </div>
  );
}

function planOf(key: LinkKey, market: MarketId, { side, price }: LevelPrice): ClickPlan {
  const facts = readPreTradeContext(feed, market, side, 'buy', Date.now());
  return planClick('bid', side, price, {
    ...facts,
    isBookLive: facts.bookHealth.at === 'live',
    isAccountLive: feed.account()?.at === 'live',
    draft: draftStore(key).getState(),
    orders: [],
    blockedMs: 0,
    mayPlace: false,
  });
}

function fill(key: LinkKey, market: MarketId, plan: ClickPlan): void {
  const { side, direction, price } = plan.order;
  const isFilled = fillTicket(key, { side, direction, price: { market, value: price } });
  if (plan.step === 'wizard' || plan.step === 'unlock') useOverlay.getState().show(plan.step);
  else if (!isFilled) useOverlay.getState().notify('warn', NO_TICKET.title, NO_TICKET.detail);
}
