/**
 * Keeps the candles of one market and period: history by REST, then the stream, without a jump between them.
 *
 * Shape       Rows of six: openTimeMs, open, high, low, close, volume (millionths).
 * Invariants  `epoch` rises when the whole series is replaced; a reader behind it, or behind the log of changes, gets all of it.
 */
import { type Candle, mergeCandles, type Period } from '#shared/market/candle.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { MarketSources, Schedule } from './ports.ts';
import { openRetry } from './retry.ts';

export const HISTORY_LENGTH = 500;
const MOST_CANDLES = 2_000;
const LOG_LENGTH = 64;

export interface CandleRows {
  readonly kind: 'reset' | 'tail';
  readonly rows: Float64Array;
}

export interface CandleTracker {
  readonly market: MarketId;
  readonly period: Period;
  version(): number;
  /** What changed after `version`; null when nothing did or nothing is loaded. */
  since(version: number): CandleRows | null;
  onCandle(candle: Candle): void;
  onDisconnected(): void;
  /** After a cut: what was missed is read again. */
  onConnected(): void;
  close(): void;
}

export interface CandleTrackerOptions extends Pick<MarketSources, 'listCandles'> {
  readonly market: MarketId;
  readonly period: Period;
  readonly schedule: Schedule;
  onChange(): void;
}

export function openCandleTracker(options: CandleTrackerOptions): CandleTracker {
  const { market, period } = options;
  let series: Candle[] = [];
  let version = 0;
  /** Readers at or below this version need the whole series. */
  let resetVersion = 0;
  /** Open times that changed at the newest versions: entry i belongs to version `version - log.length + 1 + i`. */
  let log: number[] = [];
  /** Stream candles that came while history was being read. */
  let waiting: Candle[] | null = [];
  let isCut = false;

  const release = (past: readonly Candle[] | null): void => {
    const held = waiting ?? [];
    waiting = null;
    if (past) {
      series = [];
      mergeCandles(series, past);
    }
    mergeCandles(series, held);
    if (series.length === 0) return;
    version += 1;
    resetVersion = version;
    log = [];
    options.onChange();
  };

  const history = openRetry(
    options.schedule,
    async () => {
      waiting ??= [];
      release(await options.listCandles(market, period, HISTORY_LENGTH));
    },
    () => release(null),
  );
  history.run();

  const readAfterCut = (): void => {
    if (!isCut) return;
    isCut = false;
    waiting ??= [];
    history.run();
  };

  return {
    market,
    period,
    version: () => version,
    since(seen) {
      if (seen >= version) return null;
      if (seen === 0 || seen < resetVersion || version - seen > log.length)
        return { kind: 'reset', rows: toRows(series) };
      const from = Math.min(...log.slice(log.length - (version - seen)));
      return { kind: 'tail', rows: toRows(series.filter((candle) => candle.openTimeMs >= from)) };
    },
    onCandle(candle) {
      readAfterCut();
      if (waiting) {
        waiting.push(candle);
        return;
      }
      if (isSame(series.at(-1), candle)) return;
      mergeCandles(series, [candle]);
      if (series.length > MOST_CANDLES) series.splice(0, series.length - MOST_CANDLES);
      version += 1;
      log.push(candle.openTimeMs);
      if (log.length > LOG_LENGTH) log.shift();
      options.onChange();
    },
    onDisconnected() {
      isCut = true;
    },
    onConnected: readAfterCut,
    close: () => history.close(),
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
