/** Plots of the Equity pane on recharts: equity or P&L over time, and the result of each day. Loaded when first shown. */
import { useEffect } from 'react';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { EquityReport } from '#shared/order/account/equity.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { formatDayTime, formatUtcDay } from '#shared/text/times.ts';
import { toUsd } from '#shared/units/usd.ts';
import { type Theme, useTheme } from '../../ui/canvas.ts';
import {
  buildDayBars,
  buildPlotPoints,
  buildTimeTicks,
  buildValueTicks,
  type DayBar,
  formatAxisMoney,
  formatAxisTime,
  type LiveEquity,
  listLonePoints,
  type PlotPoint,
} from './model.ts';
import type { EquityForm, EquityPeriod } from './state.ts';

const AXIS_WIDTH = 64;
/** Rows a minute apart are points of their own below this. */
const MAX_DOTS = 60;

export default function EquityPlot(props: {
  readonly report: EquityReport;
  readonly live: LiveEquity | null;
  readonly form: Exclude<EquityForm, 'table'>;
  readonly period: EquityPeriod;
}) {
  const { report, live, form, period } = props;
  const theme = useTheme();
  // Passive: the layers are gone by then.
  useEffect(() => forgetLastLayer, []);
  return (
    <ResponsiveContainer width="100%" height="100%">
      {form === 'days' ? (
        <DayBars bars={buildDayBars(report)} theme={theme} />
      ) : (
        <Curve points={buildPlotPoints(report, live)} value={form} period={period} theme={theme} />
      )}
    </ResponsiveContainer>
  );
}

const axisOf = ({ dim, mono, scale, line }: Theme) => ({
  stroke: line,
  tick: { fill: dim, fontFamily: mono, fontSize: 11 * scale },
  tickLine: false,
});

const valueAxisOf = (theme: Theme, ticks: readonly number[]) => ({
  ...axisOf(theme),
  width: AXIS_WIDTH * theme.scale,
  domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
  ticks: [...ticks],
  interval: 'preserveStart' as const,
  axisLine: false,
  tickFormatter: (one: number) => formatAxisMoney(one, ticks),
});

/** At the right there is room for half the label of a time at the end of the axis. */
const marginOf = ({ scale }: Theme) => ({ top: 8 * scale, right: 48 * scale, bottom: 2 * scale, left: 4 * scale });

function Curve(props: {
  readonly points: readonly PlotPoint[];
  readonly value: 'equity' | 'pnl';
  readonly period: EquityPeriod;
  readonly theme: Theme;
  /** Set by the container. */
  readonly width?: number;
  readonly height?: number;
}) {
  const { points, value, period, theme, ...size } = props;
  const axis = axisOf(theme);
  const fromMs = points[0]?.atMs ?? 0;
  const toMs = points.at(-1)?.atMs ?? 0;
  const spanMs = toMs - fromMs;
  const ticks = buildValueTicks(points.flatMap((point) => point[value] ?? []));
  return (
    <AreaChart {...size} data={[...points]} margin={marginOf(theme)} accessibilityLayer>
      <CartesianGrid stroke={theme.line} vertical={false} />
      <XAxis
        {...axis}
        dataKey="atMs"
        type="number"
        tickMargin={6 * theme.scale}
        scale="time"
        domain={['dataMin', 'dataMax']}
        ticks={buildTimeTicks(fromMs, toMs)}
        minTickGap={40}
        tickFormatter={(ms: number) => formatAxisTime(period, ms, spanMs)}
      />
      <YAxis {...valueAxisOf(theme, ticks)} />
      {value === 'pnl' ? <ReferenceLine y={0} stroke={theme.edge} /> : null}
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: theme.dim, strokeDasharray: '2 3' }}
        content={({ active, payload }) => {
          const point = payload?.[0]?.payload as PlotPoint | undefined;
          return active && point ? <PointText point={point} /> : null;
        }}
      />
      <Area
        dataKey={value}
        type="linear"
        stroke={theme.accent}
        strokeWidth={1.5}
        fill={theme.accent}
        fillOpacity={0.1}
        baseValue="dataMin"
        dot={points.length <= MAX_DOTS ? { r: 2.5, fill: theme.accent, fillOpacity: 1, strokeWidth: 0 } : false}
        activeDot={{ r: 3, fill: theme.accent, fillOpacity: 1, strokeWidth: 0 }}
        connectNulls={false}
        isAnimationActive={false}
      />
      {points.length <= MAX_DOTS
        ? null
        : listLonePoints(points).map((point) => (
            <ReferenceDot
              key={point.atMs}
              x={point.atMs}
              y={point[value] ?? 0}
              r={2}
              fill={theme.accent}
              stroke="none"
            />
          ))}
    </AreaChart>
  );
}

function PointText({ point }: { readonly point: PlotPoint }) {
  if (point.equity === null || point.pnl === null) return null;
  return (
    <div className="equity-tip mono">
      <strong>{formatDayTime(point.atMs)}</strong>
      <span>Equity {formatMoney(fromReal(point.equity))}</span>
      <span>P&amp;L {formatGain(fromReal(point.pnl))}</span>
    </div>
  );
}

function fromReal(value: number) {
  return toUsd(BigInt(Math.round(value * 1_000_000)));
}

function DayBars(props: {
  readonly bars: readonly DayBar[];
  readonly theme: Theme;
  readonly width?: number;
  readonly height?: number;
}) {
  const { bars, theme, ...size } = props;
  const axis = axisOf(theme);
  const ticks = buildValueTicks([0, ...bars.flatMap(({ result }) => result ?? [])]);
  return (
    <BarChart {...size} data={[...bars]} margin={marginOf(theme)} accessibilityLayer>
      <CartesianGrid stroke={theme.line} vertical={false} />
      <XAxis
        {...axis}
        dataKey="startMs"
        interval="equidistantPreserveStart"
        minTickGap={40}
        tickFormatter={(ms: number) => formatUtcDay(ms).replace(/ \d{4}$/, '')}
      />
      <YAxis {...valueAxisOf(theme, ticks)} />
      <ReferenceLine y={0} stroke={theme.edge} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: theme.hover }}
        content={({ active, payload }) => {
          const bar = payload?.[0]?.payload as DayBar | undefined;
          return active && bar ? <div className="equity-tip mono">{bar.text}</div> : null;
        }}
      />
      <Bar dataKey="result" maxBarSize={48} isAnimationActive={false}>
        {bars.map(({ startMs, result, isWhole }) => (
          <Cell key={startMs} fill={(result ?? 0) < 0 ? theme.no : theme.yes} fillOpacity={isWhole ? 1 : 0.5} />
        ))}
      </Bar>
    </BarChart>
  );
}

/** What recharts keeps of the last plot: its selectors hold their newest result until the next plot asks. */
/// <reference path="./recharts.d.ts" />
import { selectZIndexPortalElement } from 'recharts/es6/zIndex/zIndexSelectors.js';

/** Lets go of the element that the last layer was drawn into, and through it of every element of a pane that was closed. */
function forgetLastLayer(): void {
  selectZIndexPortalElement({ zIndex: { zIndexMap: {} } }, undefined, false);
}
