/**
 * Depth pane: cumulative depth of one market's book, with own orders; pointer and arrow keys read the sums at a price.
 *
 * Invariants  Drawn on the feed's frames, outside React.
 */

import { type KeyboardEvent, useRef, useState } from 'react';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { DEPTH_PANE_LABELS } from '#shared/text/markets/depthPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useWatch } from '../../act/watch.ts';
import { listOwnLevels } from '../../domain/markets/bookLevels.ts';
import { useTrust } from '../../domain/markets/bookTrust.ts';
import { marketName, useMarket, useTick } from '../../domain/markets/markets.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeedFrame, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useSurface, useTheme } from '../../ui/canvas.ts';
import { StaleOverlay } from '../../ui/marks/StaleOverlay.tsx';
import { Empty, Segmented } from '../../ui/parts.tsx';
import { drawDepth, measureSums, scalePrices } from './draw.ts';
import { buildDepth, type Depth, findWindow, formatPoint, listOwn, pointAt } from './model.ts';
import { type DepthRange, rangeSetting, sideSetting } from './state.ts';
import './depth.css';
import type { Side } from '#shared/market/outcome.ts';
import { onKeys } from '../../ui/keys.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';

export function DepthView() {
  const market = usePaneMarket();
  if (market === null)
    return <Empty what={DEPTH_PANE_LABELS.noMarketIsChosen} how={DEPTH_PANE_LABELS.pickOneInMarkets} />;
  return <DepthPlot key={market} market={market} />;
}

const EMPTY_BOOK = { bids: [], asks: [] } as const;

function DepthPlot({ market }: { readonly market: MarketId }) {
  const [side] = usePaneValue(sideSetting);
  const [range] = usePaneValue(rangeSetting);
  const [cursor, setCursor] = useState<number | null>(null);
  const info = useMarket(market);
  const tick = useTick();
  const decimals = tickDecimals(tick);
  const trust = useTrust(market);
  const theme = useTheme();
  const surface = useSurface();
  const depth = useRef<Depth>(buildDepth(EMPTY_BOOK, side));
  const [reading, setReading] = useState<string | null>(null);
  const isEmpty = useFeedValue([feedKey.book(market)], (mirror) => {
    const book = mirror.book(market);
    return book !== null && book.bids.length === 0 && book.asks.length === 0;
  });
  useWatch({ book: market });

  const windowOf = () => findWindow(depth.current, range);
  useFeedFrame(
    [feedKey.book(market), feedKey.account],
    (mirror) => {
      depth.current = buildDepth(mirror.book(market) ?? EMPTY_BOOK, side);
      const window = windowOf();
      const context = surface.context();
      setReading(describe(depth.current, cursor, decimals));
      if (!context || surface.width === 0 || surface.height === 0) return;
      if (window === null) {
        context.clearRect(0, 0, surface.width, surface.height);
        return;
      }
      const orders = mirror.account()?.orders ?? [];
      const own = listOwn(listOwnLevels(orders, market), side).filter(
        ({ price }) => price >= window.low && price <= window.high,
      );
      drawDepth(context, theme, {
        depth: depth.current,
        window,
        own,
        cursor: cursor !== null && cursor >= window.low && cursor <= window.high ? cursor : null,
        decimals,
        width: surface.width,
        height: surface.height,
      });
    },
    [surface.width, surface.height, side, range, cursor, decimals, theme],
  );

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowLeft' ? -tick : event.key === 'ArrowRight' ? tick : 0;
    if (step !== 0) {
      const { bids, asks } = depth.current;
      const best = step < 0 ? (bids[0] ?? asks[0]) : (asks[0] ?? bids[0]);
      const window = windowOf();
      if (!best || window === null) return;
      const next =
        cursor === null ? best.price : Math.round(cursor / tick) * tick + (event.shiftKey ? 10 * step : step);
      setCursor(Math.min(window.high, Math.max(window.low, next)));
    } else if (event.key === 'Escape' && cursor !== null) setCursor(null);
    else return;
    event.preventDefault();
  };

  return (
    <section className="depth" data-testid="depth" aria-label={DEPTH_PANE_LABELS.depthOf(info?.title ?? market)}>
      <div className="depth-head">
        <strong>{info === null ? market : marketName(info)}</strong>
        <span className={side}>{side === 'yes' ? 'Yes' : 'No'}</span>
        <output className="mono" data-testid="depth-reading">
          {reading ?? <span className="dim">{DEPTH_PANE_LABELS.pointAtPriceContractsDollars}</span>}
        </output>
      </div>
      <div className="depth-body stale-box">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a canvas with its own keys */}
        <canvas
          ref={surface.canvas}
          role="application"
          tabIndex={0}
          aria-label={DEPTH_PANE_LABELS.plotInstructions(info?.title ?? market, side)}
          data-testid="depth-canvas"
          onPointerMove={(event) => {
            const window = windowOf();
            if (window === null) return;
            const context = surface.context();
            if (!context) return;
            const left = measureSums(context, theme, depth.current, window);
            const { priceAt } = scalePrices(window, surface.width, left);
            setCursor(Math.round(priceAt(event.nativeEvent.offsetX) / tick) * tick);
          }}
          onPointerLeave={() => setCursor(null)}
          onBlur={() => setCursor(null)}
          {...onKeys(onKey)}
        />
        {isEmpty && trust.at === 'live' ? (
          <div className="depth-none">
            <Empty what={DEPTH_PANE_LABELS.thisBookIsEmpty} how={DEPTH_PANE_LABELS.depthAppearsWithFirstOrder} />
          </div>
        ) : null}
        <StaleOverlay trust={trust} what={DEPTH_PANE_LABELS.theBook} />
      </div>
    </section>
  );
}

/** Null without a price to read. */
function describe(depth: Depth, cursor: number | null, decimals: number): string | null {
  if (cursor === null) return null;
  const point = pointAt(depth, cursor);
  if (point === null) return 'Inside the spread';
  const { price, contracts, dollars, average } = formatPoint(point, decimals);
  const verb = point.side === 'bid' ? 'Sell' : 'Buy';
  return `${verb} to ${price}: ${contracts} contracts, ${dollars}, average ${average}`;
}

/** Outcome, range, trust mark. */
export function DepthHeader() {
  const [side, setSide] = usePaneValue(sideSetting);
  const [range, setRange] = usePaneValue(rangeSetting);
  const trust = useTrust(usePaneMarket());
  return (
    <>
      <Segmented<Side>
        label="Outcome"
        value={side}
        onChange={setSide}
        choices={[
          { value: 'yes', label: 'Yes', tone: 'yes' },
          { value: 'no', label: 'No', tone: 'no' },
        ]}
      />
      <Segmented<DepthRange>
        label={DEPTH_PANE_LABELS.rangeAroundMiddle}
        value={range}
        onChange={setRange}
        choices={[
          { value: '5', label: '±5¢' },
          { value: '10', label: '±10¢' },
          { value: '25', label: '±25¢' },
          { value: 'all', label: 'All' },
        ]}
      />
      <TrustMark trust={trust} />
    </>
  );
}
