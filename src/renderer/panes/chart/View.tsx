/**
 * Chart pane: candles and volume of one market in YES terms, with own orders and fills.
 *
 * Invariants  Candles, lines and marks are drawn on the feed's frames, outside React.
 */
import { useEffect, useRef, useState } from 'react';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useWatch } from '../../act/watch.ts';
import { evaluateStream, evaluateTick, useTrust } from '../../domain/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/panes.ts';
import { feed, useFeed, useFeedFrame, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTheme } from '../../ui/canvas.ts';
import { useNow } from '../../ui/clock.ts';
import { Empty } from '../../ui/parts.tsx';
import { StaleOverlay } from '../../ui/StaleOverlay.tsx';
import { formatTrust } from '../../ui/TrustMark.tsx';
import {
  buildFillMarks,
  buildLegend,
  buildOwnLines,
  formatTarget,
  formatUnderlying,
  type Legend,
  underlyingOf,
} from './model.ts';
import { openPlot, type Plot } from './plot.ts';
import { periodSetting } from './state.ts';
import './chart.css';

/** Without candles for this long, a live market is shown as having no trades. */
const NO_CANDLES_AFTER_MS = 3_000;

export function ChartView() {
  const market = usePaneMarket();
  if (market === null) return <Empty what="No market is chosen." how="Pick one in Markets to see its candles." />;
  return <Chart market={market} />;
}

function Chart(props: { readonly market: MarketId }) {
  const { market } = props;
  const [period] = usePaneValue(periodSetting);
  const theme = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const crosshairTime = useRef<number | null>(null);
  const [legend, setLegend] = useState<Legend | null>(null);
  const info = useFeedValue(
    [feedKey.catalogue],
    (mirror) => mirror.catalogue()?.markets.find((one) => one.market === market) ?? null,
  );
  const tick = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.tick ?? DEFAULT_TICK);
  const symbol = underlyingOf(info);
  useWatch({ book: market, candles: { market, period }, underlying: symbol });

  const updateLegend = (): void => {
    const rows = feed.candles(market, period)?.rows ?? [];
    const at = crosshairTime.current;
    const row = at === null ? rows.at(-1) : rows.find((one) => Math.floor(one[0]! / 1_000) === at);
    setLegend((old) => {
      const next = row ? buildLegend(row, tickDecimals(tick)) : null;
      return JSON.stringify(old) === JSON.stringify(next) ? old : next;
    });
  };
  const latestLegend = useRef(updateLegend);
  latestLegend.current = updateLegend;

  useEffect(() => {
    if (!container.current) return;
    const opened = openPlot(container.current, theme);
    opened.onCrosshair((time) => {
      crosshairTime.current = time;
      latestLegend.current();
    });
    plot.current = opened;
    return () => {
      plot.current = null;
      opened.close();
    };
  }, [theme]);

  useFeedFrame(
    [feedKey.candles(market, period), feedKey.account],
    (mirror) => {
      const rows = mirror.candles(market, period)?.rows ?? [];
      const account = mirror.account();
      plot.current?.setTick(tick, tickDecimals(tick));
      plot.current?.drawCandles(`${market} ${period}`, rows);
      plot.current?.drawLines(buildOwnLines(account?.orders.filter((order) => order.market === market) ?? []));
      plot.current?.drawMarks(buildFillMarks(account?.fills.filter((fill) => fill.market === market) ?? [], rows));
      updateLegend();
    },
    [tick, theme],
  );

  return (
    <section className="chart" data-testid="chart" aria-label={`Chart of ${info?.title ?? market}`}>
      <div className="chart-head">
        <strong>{info?.groupItemTitle ?? info?.title ?? market}</strong>
        <span className="event" title={info?.eventTitle ?? ''}>
          {info?.groupItemTitle ? info.eventTitle : ''}
        </span>
        {symbol === null ? null : <Underlying symbol={symbol} target={formatTarget(info)} />}
      </div>
      <div className="chart-body">
        <div ref={container} className="chart-plot" data-testid="chart-plot" />
        <div className="chart-legend mono" data-testid="chart-legend">
          {legend ? <LegendValues legend={legend} /> : null}
        </div>
        <Cover key={`${market} ${period}`} market={market} hasCandles={legend !== null} />
      </div>
    </section>
  );
}

function LegendValues(props: { readonly legend: Legend }) {
  const { legend } = props;
  const tone = legend.isUp ? 'yes' : 'no';
  return (
    <>
      <span>
        O <b className={tone}>{legend.open}</b>
      </span>
      <span>
        H <b className={tone}>{legend.high}</b>
      </span>
      <span>
        L <b className={tone}>{legend.low}</b>
      </span>
      <span>
        C <b className={tone}>{legend.close}</b>
      </span>
      <span>
        V <b>{legend.volume}</b>
      </span>
    </>
  );
}

function Underlying(props: { readonly symbol: string; readonly target: string | null }) {
  const now = useNow(500);
  const tick = useFeed([feedKey.tick(props.symbol)], (mirror) => mirror.tick(props.symbol));
  const trust = evaluateTick(tick, feed.lastFrameAtMs(), Math.max(now, tick?.provedAtMs ?? 0));
  const isOld = trust.at === 'quiet' || trust.at === 'stale';
  return (
    <span
      className={isOld ? 'underlying old mono' : 'underlying mono'}
      data-testid="chart-underlying"
      title={trust.reason ?? undefined}
    >
      {formatUnderlying(props.symbol, tick?.tick?.price ?? null)}
      {isOld ? <span className="underlying-age"> · {formatTrust(trust)}</span> : null}
      {props.target ? <span className="dim"> · target {props.target}</span> : null}
    </span>
  );
}

/** Overlay of the plot: the stream's problem, or that there are no candles. */
function Cover(props: { readonly market: MarketId; readonly hasCandles: boolean }) {
  const trust = useTrust(props.market, evaluateStream);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), NO_CANDLES_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (trust.at !== 'live') return <StaleOverlay trust={trust} what="the market" />;
  if (props.hasCandles) return null;
  return (
    <div className="chart-none">
      {isLate ? (
        <Empty what="No trades in this market yet." how="The first candle appears with the first trade." />
      ) : (
        <Empty what="Loading candles…" />
      )}
    </div>
  );
}
