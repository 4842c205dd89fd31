/** What lies over the candles of a chart: legend, fills under the crosshair, price of the underlying, the way back. */

import { ChevronsRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Market } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import { evaluateTick } from '../../domain/markets/bookTrust.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { formatTrust } from '../../ui/marks/TrustMark.tsx';
import type { Legend } from './legend.ts';
import type { LineLook } from './plot/lineSet.ts';
import { describeMark, type FillMark } from './plot/marks.ts';
import type { Plot } from './plot/plot.ts';
import { formatTarget, formatUnderlying } from './underlying.ts';

export interface LineLegend {
  readonly id: string;
  readonly name: string;
  readonly look: LineLook;
  readonly value: string | null;
}

export function LegendRow(props: { readonly candle: Legend | null; readonly lines: readonly LineLegend[] }) {
  const { candle, lines } = props;
  return (
    <div className="chart-legend" data-testid="chart-legend">
      {candle ? <Candle legend={candle} /> : <span>–</span>}
      {lines.map(({ id, name, look, value }) => (
        <span key={id} className="chart-line-legend" title={name}>
          <svg width="14" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="14"
              y1="4"
              y2="4"
              stroke={look.color}
              strokeWidth={look.width}
              {...(look.dash === 'solid' ? {} : { strokeDasharray: '4 2' })}
            />
          </svg>
          <span className="chart-line-name">{name}</span> <b>{value ?? '–'}</b>
        </span>
      ))}
    </div>
  );
}

function Candle(props: { readonly legend: Legend }) {
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
      <span className="chart-legend-volume">
        V <b>{legend.volume}</b>
      </span>
    </>
  );
}

/** The fills of the bar under the crosshair. */
export function MarkTip(props: {
  readonly plot: Plot;
  readonly marks: readonly FillMark[];
  readonly view: Side;
  readonly timeMs: number | null;
  readonly decimals: number;
}) {
  const { plot, marks, view, timeMs, decimals } = props;
  if (timeMs === null) return null;
  const own = marks.filter(({ time }) => time * 1_000 === timeMs);
  if (own.length === 0) return null;
  const { left, width } = plot.area();
  const x = plot.xOf(timeMs / 1_000) ?? 0;
  // Beside the bar, on the side with more room.
  const side = x > width / 2 ? { right: `calc(100% - ${left + x - 14}px)` } : { left: left + x + 14 };
  return (
    <div className="chart-tip mono" style={side} data-testid="chart-tip">
      {own.map((mark) => {
        const { title, lines } = describeMark(mark, view, decimals);
        return (
          <div key={mark.id}>
            <strong>{title}</strong>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fills can have the same text
              <span key={at}>{line}</span>
            ))}
          </div>
        );
      })}
    </div>
  );
}

const LABEL = 'Show the newest candle';

/** Button of a chart that was scrolled back: shows the newest candle again. */
export function NewestButton(props: { readonly plot: Plot; readonly onShown: () => void }) {
  const { plot, onShown } = props;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const read = (): void => setNeeded(plot.isScrolledBack());
    read();
    const scale = plot.chart.timeScale();
    scale.subscribeVisibleLogicalRangeChange(read);
    return () => scale.unsubscribeVisibleLogicalRangeChange(read);
  }, [plot]);
  if (!isNeeded) return null;
  return (
    <button
      type="button"
      className="button small chart-newest"
      aria-label={LABEL}
      title={CHART_PANE_LABELS.newestCandle(LABEL)}
      onClick={() => {
        plot.showNewest();
        onShown();
      }}
    >
      <ChevronsRight size={14} aria-hidden="true" />
    </button>
  );
}

/** Price of the underlying and the target of the market, with the age of the price where it is not live. */
export function UnderlyingPrice(props: { readonly symbol: string; readonly market: Market | null }) {
  const now = useNow(500);
  const tick = useFeed([feedKey.tick(props.symbol)], (mirror) => mirror.tick(props.symbol));
  const trust = evaluateTick(tick, feed.lastFrameAtMs(), Math.max(now, tick?.provedAtMs ?? 0));
  const target = formatTarget(props.market);
  const isOld = trust.at === 'quiet' || trust.at === 'stale';
  return (
    <span
      className={isOld ? 'underlying old' : 'underlying'}
      data-testid="chart-underlying"
      title={trust.reason ?? undefined}
    >
      {formatUnderlying(props.symbol, tick?.tick?.price ?? null)}
      {isOld ? <span className="underlying-age"> · {formatTrust(trust)}</span> : null}
      {target ? (
        <span className="dim">
          {' '}
          {CHART_PANE_LABELS.target} {target}
        </span>
      ) : null}
    </span>
  );
}
