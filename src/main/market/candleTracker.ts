/**
 * Candle tracker: candles of one market and period from REST and the stream.
 *
 * Shape       Rows of six: openTimeMs, open, high, low, close, volume (millionths).
 * Invariants  Stream candles wait for a running read, so that history never overwrites them. A reader behind the last reset
 *             or the log of changes gets the whole series, any other only the changed tail.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { type Candle, mergeCandles, type Period } from '#shared/market/candle.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { MarketSources } from './ports.ts';
import { openRetry } from './retry.ts';

const HISTORY_LENGTH = 500;
const MAX_CANDLES = 2_000;
const MAX_CHANGES = 64;
/** Greatest age of an answer (docs/assumptions.md#rest-book-age). */
const MAX_AGE_MS = 5_000;

export interface CandleRows {
  readonly kind: 'reset' | 'tail';
  readonly rows: Float64Array;
}

export interface CandleTracker {
  readonly market: MarketId;
  readonly period: Period;
  version(): number;
  /** Rows that changed after `version`; null when none did or nothing is loaded. */
  since(version: number): CandleRows | null;
  onCandle(candle: Candle): void;
  /** True while candles of a time without the stream have not been read. */
  isIncomplete(): boolean;
  /** From now on the stream carries nothing. */
  onMissing(): void;
  /** Reads what the stream did not carry. */
  onConnected(): void;
  close(): void;
}

export interface CandleTrackerOptions extends Pick<MarketSources, 'listCandles'> {
  readonly market: MarketId;
  readonly period: Period;
  readonly schedule: Scheduler;
  onChange(): void;
}

export function openCandleTracker(options: CandleTrackerOptions): CandleTracker {
  const { market, period } = options;
  let series: Candle[] = [];
  let version = 0;
  /** Readers below this version need the whole series. */
  let resetVersion = 0;
  /** Open times that changed: entry i belongs to version `version - changes.length + 1 + i`. */
  let changes: number[] = [];
  /** Stream candles that wait for a running read; null while none runs. */
  let waiting: Candle[] | null = [];
  /** The stream carries nothing. */
  let isMissing = false;
  let isIncomplete = false;
  /** The answer to a read right after the silence may be from before its end: a second one follows. */
  let isSecondDue = false;
  let cancelSecondRead = (): void => {};

  /** Replaces the series by `history`, or keeps it when there is none, and merges the waiting candles. */
  const mergeWaiting = (history: readonly Candle[] | null): void => {
    if (history) {
      series = [];
      mergeCandles(series, history);
    }
    mergeCandles(series, waiting ?? []);
    waiting = null;
    if (series.length === 0) return;
    version += 1;
    resetVersion = version;
    changes = [];
    options.onChange();
  };

  const setIncomplete = (next: boolean): void => {
    if (isIncomplete === next) return;
    isIncomplete = next;
    options.onChange();
  };

  const history = openRetry(
    options.schedule,
    async () => {
      waiting ??= [];
      const isLast = !isMissing && !isSecondDue;
      mergeWaiting(await options.listCandles(market, period, HISTORY_LENGTH));
      if (isLast) setIncomplete(false);
    },
    () => mergeWaiting(null),
  );
  history.run();

  const readMissed = (): void => {
    if (!isMissing) return;
    isMissing = false;
    waiting ??= [];
    isSecondDue = true;
    history.run();
    cancelSecondRead();
    cancelSecondRead = options.schedule(MAX_AGE_MS, () => {
      isSecondDue = false;
      history.run();
    });
  };

  return {
    market,
    period,
    version: () => version,
    since(readVersion) {
      if (readVersion >= version) return null;
      if (readVersion === 0 || readVersion < resetVersion || version - readVersion > changes.length)
        return { kind: 'reset', rows: toRows(series) };
      const from = Math.min(...changes.slice(changes.length - (version - readVersion)));
      return { kind: 'tail', rows: toRows(series.filter((candle) => candle.openTimeMs >= from)) };
    },
    onCandle(candle) {
      readMissed();
      if (waiting) {
        waiting.push(candle);
        return;
      }
      if (isSame(series.at(-1), candle)) return;
      mergeCandles(series, [candle]);
      if (series.length > MAX_CANDLES) series.splice(0, series.length - MAX_CANDLES);
      version += 1;
      changes.push(candle.openTimeMs);
      if (changes.length > MAX_CHANGES) changes.shift();
      options.onChange();
    },
    isIncomplete: () => isIncomplete,
    onMissing() {
      isMissing = true;
      setIncomplete(true);
    },
    onConnected: readMissed,
    close() {
      cancelSecondRead();
      history.close();
    },
  };
}

function isSame(a: Candle | undefined, b: Candle): boolean {
  return (
    a !== undefined &&
    a.openTimeMs === b.openTimeMs &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  );
}

function toRows(candles: readonly Candle[]): Float64Array {
  const rows = new Float64Array(candles.length * 6);
  candles.forEach((candle, index) => {
    rows.set([candle.openTimeMs, candle.open, candle.high, candle.low, candle.close, candle.volume], index * 6);
  });
  return rows;
}
