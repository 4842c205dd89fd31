/**
 * Lines that follow bars: indicators of the shown market, and the closes of other outcomes.
 *
 * Units       Rows and indicator values in millionths, YES terms; drawn as floats in the terms of the shown outcome.
 * Invariants  A line is computed again only from the first bar that changed.
 */
import type { Period } from '#shared/market/candle.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toReal } from '#shared/units/numbers.ts';
import type { Theme } from '../../../ui/canvas.ts';
import type { VwapSetting } from '../state.ts';
import { type BarSource, barAt, NOTHING_DRAWN, noteDrawn, planSeries, priceInView, toSeconds } from './bars.ts';
import {
  type AverageSetting,
  createAverage,
  createClose,
  createVwap,
  type Indicator,
  nameAverage,
} from './indicators.ts';
import type { LineLook, LinePoint, LineSet } from './lineSet.ts';

/** What one line shows. Two plans of one id are the same line. */
export interface LinePlan {
  readonly id: string;
  readonly name: string;
  readonly market: MarketId;
  readonly look: LineLook;
  /** The values are between ticks: one more decimal. */
  readonly isBetweenTicks?: true;
  create(): Indicator;
}

export interface BarLine {
  readonly plan: LinePlan;
  draw(source: BarSource): void;
  /** The value at a time, in the terms of the shown outcome; the newest one for null. */
  valueAt(source: BarSource, timeMs: number | null): number | null;
}

function createBarLine(lines: Pick<LineSet, 'set' | 'update'>, plan: LinePlan, view: Side): BarLine {
  const indicator = plan.create();
  let drawn = NOTHING_DRAWN;
  return {
    plan,
    draw(source) {
      const step = planSeries(drawn, source);
      // An empty line is added too: its colour is in the legend.
      if (step.kind === 'none' && drawn !== NOTHING_DRAWN) return;
      const from = step.kind === 'update' ? step.from : 0;
      indicator.extend(source.rows, from);
      const points: LinePoint[] = [];
      for (let at = from; at < source.rows.length; at += 1) {
        const value = indicator.values[at] ?? null;
        if (value !== null) points.push({ time: toSeconds(source.rows[at]!), value: toReal(priceInView(view, value)) });
      }
      if (step.kind === 'update') lines.update(plan.id, points);
      else lines.set(plan.id, plan.look, points);
      drawn = noteDrawn(source);
    },
    valueAt({ rows }, timeMs) {
      const at = timeMs === null ? rows.length - 1 : barAt(rows, timeMs);
      const value = indicator.values[at] ?? null;
      return value === null ? null : priceInView(view, Math.round(value));
    },
  };
}

/** The lines of one plot. */
export interface BarLines {
  readonly lines: readonly BarLine[];
  /** Shows these lines; one that was there already is not computed again. */
  show(plans: readonly LinePlan[], period: Period, view: Side): void;
  draw(readBars: (market: MarketId) => BarSource): void;
}

export function openBarLines(lineSet: Pick<LineSet, 'set' | 'update' | 'keep'>): BarLines {
  let lines: readonly BarLine[] = [];
  let scope = '';
  return {
    get lines() {
      return lines;
    },
    show(plans, period, view) {
      const isSameScope = scope === `${period} ${view}`;
      const old = new Map(isSameScope ? lines.map((line) => [line.plan.id, line]) : []);
      scope = `${period} ${view}`;
      lineSet.keep(new Set(isSameScope ? plans.map(({ id }) => id) : []));
      lines = plans.map((plan) => {
        const same = old.get(plan.id);
        const isSameLook = same?.plan.look.color === plan.look.color && same.plan.look.dash === plan.look.dash;
        return same && isSameLook ? same : createBarLine(lineSet, plan, view);
      });
    },
    draw(readBars) {
      for (const line of lines) line.draw(readBars(line.plan.market));
    },
  };
}

export interface IndicatorSettings {
  readonly vwap: VwapSetting;
  readonly averages: readonly AverageSetting[];
  /** Start of what is visible in Unix ms, for the anchor of the average; null before it is known. */
  readonly visibleFromMs: number | null;
}

export function planIndicators(
  market: MarketId,
  { vwap, averages, visibleFromMs }: IndicatorSettings,
  { text, series }: Pick<Theme, 'text' | 'series'>,
): LinePlan[] {
  const plans: LinePlan[] = averages.map((average, at) => ({
    id: `${average.kind}${average.length}:${market}`,
    name: nameAverage(average),
    market,
    look: { color: series[series.length - 1 - at]!, width: 1, dash: 'dashed', scale: 'right' },
    isBetweenTicks: true,
    create: () => createAverage(average.kind, average.length),
  }));
  const look: LineLook = { color: text, width: 1, dash: 'solid', scale: 'right' };
  if (vwap === 'day') {
    plans.push({
      id: `vwap:${market}`,
      name: 'VWAP day',
      market,
      look,
      isBetweenTicks: true,
      create: () => createVwap({ kind: 'day' }),
    });
  }
  if (vwap === 'visible' && visibleFromMs !== null) {
    const create = (): Indicator => createVwap({ kind: 'time', ms: visibleFromMs });
    plans.push({
      id: `vwap@${visibleFromMs}:${market}`,
      name: 'VWAP visible',
      market,
      look,
      isBetweenTicks: true,
      create,
    });
  }
  return plans;
}

/** One line for each other outcome; the dash differs too, because colour alone is not enough. */
export function planOutcomes(
  outcomes: readonly { readonly market: MarketId; readonly name: string }[],
  { series }: Pick<Theme, 'series'>,
): LinePlan[] {
  return outcomes.map(({ market, name }, at) => ({
    id: `close:${market}`,
    name,
    market,
    look: {
      color: series[at % series.length]!,
      width: 2,
      dash: at % 2 === 0 ? 'solid' : 'dashed',
      scale: 'right',
      isOnAxis: true,
    },
    create: createClose,
  }));
}
