/**
 * Chart pane: candles and volume of one market, indicators, other outcomes, underlying, own orders and fills, drawn levels.
 *
 * Invariants  Bars, lines and marks are drawn on the feed's frames, outside React; nothing is drawn again that did not change.
 */

import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { nearestOnTick, tickDecimals } from '#shared/market/tickGrid.ts';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toReal } from '#shared/units/numbers.ts';
import { useWatch } from '../../act/watch.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { useStrip } from '../../domain/account/positionStrip.ts';
import { evaluateStream, useCandleTrust, useTrust } from '../../domain/markets/bookTrust.ts';
import { marketName, marketTitle, useListed, useListing, useTick } from '../../domain/markets/markets.ts';
import { underlyingOf } from '../../domain/markets/underlying.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { PositionStrip } from '../../ui/marks/PositionStrip.tsx';
import { StaleOverlay } from '../../ui/marks/StaleOverlay.tsx';
import { Empty } from '../../ui/parts.tsx';
import { buildLegend, formatChartPrice, type Legend } from './legend.ts';
import { Lines } from './lines/Lines.tsx';
import type { PricePoint } from './lines/PriceMenu.tsx';
import { LegendRow, type LineLegend, MarkTip, NewestButton, UnderlyingPrice } from './Overlays.tsx';
import { listOtherMarkets } from './outcomes.ts';
import { planIndicators, planOutcomes } from './plot/barLines.ts';
import { barAt, inViewOf } from './plot/bars.ts';
import type { Plot } from './plot/plot.ts';
import { barsOf, useBarLines, useBars, useFillMarks, usePlot, useUnderlying } from './plot/usePlot.ts';
import {
  averagesSetting,
  fillsSetting,
  levelRequests,
  OFFERED_PERIODS,
  outcomesSetting,
  periodSetting,
  underlyingSetting,
  unitSetting,
  viewSetting,
  volumeSetting,
  vwapSetting,
  zoomRequests,
} from './state.ts';
import { listStrikes } from './underlying.ts';
import { useCauses } from './useCauses.ts';
import { useCrosshair } from './useCrosshair.ts';
import './chart.css';
import { SlidersHorizontal } from 'lucide-react';
import { onKeys } from '../../ui/keys.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { MenuButton } from '../../ui/overlay/Menu.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import { IndicatorDialog } from './IndicatorDialog.tsx';

/** Without candles for this long, a live market is shown as having no trades. */
const NO_CANDLES_AFTER_MS = 3_000;
const ZOOM_STEP = 1.25;

export function ChartView() {
  const market = usePaneMarket();
  if (market === null)
    return <Empty what={CHART_PANE_LABELS.noMarketIsChosen} how={CHART_PANE_LABELS.pickOneInMarkets} />;
  return <Chart key={market} market={market} />;
}

function Chart(props: { readonly market: MarketId }) {
  const { market } = props;
  const [period] = usePaneValue(periodSetting);
  const [view] = usePaneValue(viewSetting);
  const [unit] = usePaneValue(unitSetting);
  const [vwap] = usePaneValue(vwapSetting);
  const [averages] = usePaneValue(averagesSetting);
  const [hasVolume] = usePaneValue(volumeSetting);
  const [hasFills] = usePaneValue(fillsSetting);
  const [hasUnderlying] = usePaneValue(underlyingSetting);
  const [chosen] = usePaneValue(outcomesSetting);
  const [zoomRequest] = usePaneValue(zoomRequests);
  const [levelRequest, setLevelRequest] = usePaneValue(levelRequests);
  const container = useRef<HTMLDivElement>(null);
  const info = useListed(market);
  const tick = useTick();
  const decimals = tickDecimals(tick);
  const markets = useListing();
  const symbol = underlyingOf(info);
  const subject = { market, period, view };
  useWatch({ book: market, candles: { market, period }, underlying: symbol });

  const plot = usePlot(container);
  const crosshair = useCrosshair(plot, subject);
  const [legend, setLegend] = useState<{ candle: Legend | null; lines: readonly LineLegend[] }>(NO_LEGEND);
  const visibleFromMs = useVisibleFrom(plot, vwap === 'visible');
  const others = listOtherMarkets(markets, info);
  const outcomes = chosen.flatMap((id) => others.filter((one) => one.id === id));
  const plans = plot
    ? [
        ...planIndicators(market, { vwap, averages, visibleFromMs }, plot.theme),
        ...planOutcomes(
          outcomes.map((one) => ({ market: one.id, name: marketName(one) })),
          plot.theme,
        ),
      ]
    : [];

  const updateLegend = useRef<() => undefined>(() => undefined);
  useBars(plot, subject, () => updateLegend.current());
  const format = useCallback(
    (price: number) => formatChartPrice(Math.round(price * MICROS), unit, decimals),
    [unit, decimals],
  );
  const lines = useBarLines(plot, plans, subject, format, () => updateLegend.current());
  const marks = useFillMarks(plot, subject, hasFills);
  useUnderlying(plot, hasUnderlying ? symbol : null, period, listStrikes(info));
  updateLegend.current = () => {
    const { rows } = barsOf(market, period);
    const row = rows[crosshair.timeMs === null ? rows.length - 1 : barAt(rows, crosshair.timeMs)];
    const next = {
      candle: row ? buildLegend(inViewOf(view, row), unit, decimals) : null,
      lines: (lines?.lines ?? []).map((line) => {
        const value = line.valueAt(barsOf(line.plan.market, period), crosshair.timeMs);
        const { id, name, look, isBetweenTicks } = line.plan;
        const places = isBetweenTicks === true ? decimals + 1 : decimals;
        return { id, name, look, value: value === null ? null : formatChartPrice(value, unit, places) };
      }),
    };
    setLegend((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
  };
  useCauses(() => updateLegend.current(), [crosshair.timeMs, view, unit, decimals, lines]);
  useEffect(() => {
    plot?.setFormat(format, toReal(tick));
  }, [plot, format, tick]);
  useEffect(() => plot?.setVolumeVisible(hasVolume), [plot, hasVolume]);
  const zoomedAt = useRef(zoomRequest);
  useEffect(() => {
    if (zoomRequest !== zoomedAt.current) plot?.resetZoom();
    zoomedAt.current = zoomRequest;
  }, [plot, zoomRequest]);

  const [menuAt, setMenuAt] = useState<PricePoint | null>(null);
  const openMenu = (x: number, y: number): void => {
    const box = container.current?.getBoundingClientRect();
    const price = box && plot?.priceAt(y - box.top);
    if (price != null) setMenuAt({ x, y, price: nearestOnTick(Math.round(price * MICROS), tick) });
  };
  const openMenuAtCrosshair = (): void =>
    crosshair.whenShown(({ timeMs, price }) => {
      const box = container.current?.getBoundingClientRect();
      if (!box || !plot) return;
      const [x, y] = [plot.xOf(timeMs / 1_000), plot.yOf(toReal(price))];
      if (x === null || y === null) return;
      // A crosshair beyond the price scale has its menu at the edge of the plot.
      const top = Math.min(Math.max(y, 0), plot.area().height);
      setMenuAt({ x: box.left + plot.area().left + x, y: box.top + top, price: nearestOnTick(price, tick) });
    });
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const bars = barsOfKey(event.key, plot);
    const ticks = event.key === 'ArrowUp' ? tick : event.key === 'ArrowDown' ? -tick : 0;
    const times = event.shiftKey ? 10 : 1;
    if (bars !== 0) crosshair.step(times * bars);
    else if (ticks !== 0) crosshair.move(times * ticks);
    else if (event.key === 'Enter' && !event.repeat) openMenuAtCrosshair();
    else if (event.key === '+' || event.key === '=') plot?.zoom(ZOOM_STEP);
    else if (event.key === '-') plot?.zoom(1 / ZOOM_STEP);
    else if (event.key === '0') plot?.resetZoom();
    else if (event.key === 'l' || event.key === 'L') setLevelRequest(levelRequest + 1);
    else if (event.key === 'Escape' && crosshair.timeMs !== null) crosshair.clear();
    else return;
    event.preventDefault();
  };

  return (
    <section className="chart" data-testid="chart" aria-label={CHART_PANE_LABELS.chartOf(info?.title ?? market)}>
      <div className="chart-head">
        <strong title={info === null ? undefined : marketTitle(info)}>
          {info === null ? market : marketName(info)}
        </strong>
        {view === 'no' ? <span className="no">No</span> : null}
        <span className="chart-event" title={info?.eventTitle ?? ''}>
          {info !== null && info.eventTitle !== marketName(info) ? info.eventTitle : ''}
        </span>
        {symbol === null ? null : <UnderlyingPrice symbol={symbol} market={info} />}
      </div>
      <ChartPosition market={market} />
      <LegendRow candle={legend.candle} lines={legend.lines} />
      <div className="chart-body stale-box">
        <div
          ref={container}
          className="chart-plot"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a canvas with its own keys
          tabIndex={0}
          aria-label={CHART_PANE_LABELS.plotInstructions(info?.title ?? market, view)}
          data-testid="chart-plot"
          {...onKeys(onKey)}
          onContextMenu={(event) => {
            event.preventDefault();
            openMenu(event.clientX, event.clientY);
          }}
        />
        {plot ? (
          <Lines
            plot={plot}
            subject={subject}
            tick={tick}
            decimals={decimals}
            crosshairPrice={crosshair.price}
            menuAt={menuAt}
            onCloseMenu={() => setMenuAt(null)}
          />
        ) : null}
        {plot ? <NewestButton plot={plot} onShown={() => container.current?.focus()} /> : null}
        {plot ? (
          <MarkTip plot={plot} marks={marks.current} view={view} timeMs={crosshair.timeMs} decimals={decimals} />
        ) : null}
        {crosshair.timeMs === null || !legend.candle ? null : (
          <span className="unseen" role="status">
            {CHART_PANE_LABELS.openHighLowCloseVolume(
              legend.candle.open,
              legend.candle.high,
              legend.candle.low,
              legend.candle.close,
              legend.candle.volume,
            )}
          </span>
        )}
        <Cover key={period} market={market} hasCandles={legend.candle !== null} />
      </div>
      {outcomes.map((one) => (
        <WatchOutcome key={one.id} market={one.id} period={period} />
      ))}
    </section>
  );
}

/** Apart from the chart, which is not drawn again with every figure. */
function ChartPosition({ market }: { readonly market: MarketId }) {
  const strip = useStrip(market);
  // What is not known is no flat position: the ladder and the line under the top bar say why it is not.
  const isKnown = useAbsence('positions') === null;
  return (
    <div className="chart-position">
      {strip === null || !isKnown || strip.lines.length <= 1 ? null : (
        <PositionStrip strip={strip} form="wrap" onOpen={() => openPane('conditionals')} />
      )}
    </div>
  );
}

/** By how many bars a key moves the crosshair; 0 for any other key. */
function barsOfKey(key: string, plot: Plot | null): number {
  const inSight = plot === null ? 1 : Math.max(1, Math.floor(plot.area().width / plot.pixelsPerBar()));
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'PageUp':
      return -inSight;
    case 'PageDown':
      return inSight;
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

const NO_LEGEND = { candle: null, lines: [] } as const;

/** Streams what one line of another outcome needs. */
function WatchOutcome({
  market,
  period,
}: {
  readonly market: MarketId;
  readonly period: Parameters<typeof barsOf>[1];
}) {
  useWatch({ book: market, candles: { market, period } });
  return null;
}

/** Start of the first visible bar in Unix ms, while it is asked for. */
function useVisibleFrom(plot: ReturnType<typeof usePlot>, isNeeded: boolean): number | null {
  const [fromMs, setFromMs] = useState<number | null>(null);
  useEffect(() => {
    if (!plot || !isNeeded) return;
    const read = (): void => {
      const from = plot.visibleFrom();
      setFromMs(from === null ? null : from * 1_000);
    };
    read();
    const scale = plot.chart.timeScale();
    scale.subscribeVisibleTimeRangeChange(read);
    return () => scale.unsubscribeVisibleTimeRangeChange(read);
  }, [plot, isNeeded]);
  return fromMs;
}

/** Overlay of the plot: the stream's problem, or that there are no candles. */
function Cover(props: { readonly market: MarketId; readonly hasCandles: boolean }) {
  const trust = useTrust(props.market, evaluateStream);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), NO_CANDLES_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (trust.at !== 'live') return <StaleOverlay trust={trust} what={CHART_PANE_LABELS.theMarket} />;
  if (props.hasCandles) return null;
  return (
    <div className="chart-none">
      {isLate ? (
        <Empty what={CHART_PANE_LABELS.noTradesInThisMarket} how={CHART_PANE_LABELS.firstCandleAppearsWithFirst} />
      ) : (
        <Empty what={CHART_PANE_LABELS.loadingCandles} />
      )}
    </div>
  );
}

/** Candle period, menu of what is drawn, trust mark. */
export function ChartHeader() {
  const [period, setPeriod] = usePaneValue(periodSetting);
  const [isChoosing, setChoosing] = useState(false);
  const trust = useCandleTrust(usePaneMarket(), period);
  return (
    <>
      <span className="chart-periods" role="radiogroup" aria-label={CHART_PANE_LABELS.candlePeriod}>
        {OFFERED_PERIODS.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio group drawn as buttons
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === period}
            data-testid={`chart-period-${one}`}
            onClick={() => setPeriod(one)}
          >
            {one}
          </button>
        ))}
      </span>
      <MenuButton
        className="chart-menu"
        label={CHART_PANE_LABELS.whatChartDraws}
        title={CHART_PANE_LABELS.indicatorsOutcomesLevelsZoom}
        face={<SlidersHorizontal size={13} strokeWidth={1.8} aria-hidden="true" />}
      >
        <ChartMenu onIndicators={() => setChoosing(true)} />
      </MenuButton>
      {isChoosing ? <IndicatorDialog onClose={() => setChoosing(false)} /> : null}
      <TrustMark trust={trust} />
    </>
  );
}
