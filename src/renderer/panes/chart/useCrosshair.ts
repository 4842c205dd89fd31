/**
 * Hook of a chart's crosshair: under the pointer, moved by keys, shared in the link group.
 *
 * Invariants  Only a crosshair moved by a person is sent to other charts; a received one is shown alone. While the
 *             plot scrolls, keys move the crosshair from its target, not from where it still is.
 */
import { useRef, useState } from 'react';
import { MICROS } from '#shared/units/micros.ts';
import { toReal } from '#shared/units/numbers.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { sharedCrosshair } from '../../domain/workspaces/sharedCrosshair.ts';
import { barAt, inViewOf, priceInView, toSeconds } from './plot/bars.ts';
import type { Plot } from './plot/plot.ts';
import { barsOf, type ChartSubject } from './plot/usePlot.ts';
import { useCauses } from './useCauses.ts';

export interface CrosshairPlace {
  /** Start of the bar under it in Unix ms. */
  readonly timeMs: number;
  /** In the terms of the shown outcome, millionths. */
  readonly price: number;
}

export interface ChartCrosshair {
  /** Start of the bar under it in Unix ms; null without one. */
  readonly timeMs: number | null;
  /** In the terms of the shown outcome, millionths. */
  readonly price: number | null;
  /** Moves by whole bars, as far as there are any; the plot scrolls with it. */
  step(bars: number): void;
  /** Moves up or down, and appears at the newest close. */
  move(by: number): void;
  /** Calls `then` where there is a crosshair, once the plot shows it. */
  whenShown(then: (place: CrosshairPlace) => void): void;
  clear(): void;
}

export function useCrosshair(plot: Plot | null, subject: ChartSubject): ChartCrosshair {
  const { market, period, view } = subject;
  const { id: paneId, link, linkKey } = usePane();
  const [at, setAt] = useState<CrosshairPlace | null>(null);
  /** Where the crosshair is, or will be once the plot has scrolled. */
  const target = useRef<CrosshairPlace | null>(null);
  const isScrolling = useRef(false);
  const waiting = useRef<((place: CrosshairPlace) => void)[]>([]);
  const isShown = useRef(false);

  const share = (next: CrosshairPlace | null): void => {
    if (link === 'none') return;
    const shared = next && { timeMs: next.timeMs, price: toReal(priceInView(view, next.price)) };
    sharedCrosshair.emit({ group: linkKey, paneId, at: shared });
  };
  useCauses(() => {
    if (!plot) return;
    return plot.onCrosshair(({ time, price, isByPointer }) => {
      const next = time === null || price === null ? null : { timeMs: time * 1_000, price: Math.round(price * MICROS) };
      setAt(next);
      if (!isScrolling.current) target.current = next;
      if (isByPointer && !isShown.current) share(next);
    });
  }, [plot, link, linkKey, paneId, view]);
  // Another plot has no crosshair yet.
  useCauses(
    () => () => {
      target.current = null;
      isScrolling.current = false;
      waiting.current = [];
      setAt(null);
    },
    [plot],
  );
  useCauses(() => {
    if (!plot || link === 'none') return;
    return sharedCrosshair.on((shared) => {
      if (shared.group !== linkKey || shared.paneId === paneId) return;
      const { rows } = barsOf(market, period);
      const row = shared.at && rows[barAt(rows, shared.at.timeMs)];
      isShown.current = true;
      if (shared.at === null || !row) plot.clearCrosshair();
      else plot.showCrosshair(toSeconds(row), view === 'yes' ? shared.at.price : 1 - shared.at.price);
      isShown.current = false;
    });
  }, [plot, link, linkKey, paneId, market, period, view]);

  const place = (next: CrosshairPlace): void => {
    plot?.showCrosshair(Math.floor(next.timeMs / 1_000), toReal(next.price));
    setAt(next);
    share(next);
  };
  const show = (next: CrosshairPlace): void => {
    target.current = next;
    if (!plot || isScrolling.current) return;
    isScrolling.current = plot.scrollTo(Math.floor(next.timeMs / 1_000), () => {
      isScrolling.current = false;
      const last = target.current;
      if (last !== null && last.timeMs !== next.timeMs) return show(last);
      const called = waiting.current.splice(0);
      if (last === null) return;
      place(last);
      for (const then of called) then(last);
    });
  };
  return {
    timeMs: at?.timeMs ?? null,
    price: at?.price ?? null,
    step(bars) {
      const { rows } = barsOf(market, period);
      const from = target.current === null ? rows.length - (bars < 0 ? 0 : 1) : barAt(rows, target.current.timeMs);
      const row = rows[Math.min(rows.length - 1, Math.max(0, from + bars))];
      if (row) show({ timeMs: row[0]!, price: inViewOf(view, row)[4]! });
    },
    move(by) {
      const row = barsOf(market, period).rows.at(-1);
      const from = target.current ?? (row ? { timeMs: row[0]!, price: inViewOf(view, row)[4]! } : null);
      if (from) show({ ...from, price: Math.min(MICROS, Math.max(0, from.price + by)) });
    },
    whenShown(then) {
      if (isScrolling.current) waiting.current.push(then);
      else if (target.current !== null) then(target.current);
    },
    clear() {
      plot?.clearCrosshair();
      target.current = null;
      setAt(null);
      share(null);
    },
  };
}
