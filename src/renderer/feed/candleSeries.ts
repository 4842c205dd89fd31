/**
 * Candle series of the page: those that charts show, and the last ones that no chart shows any more.
 *
 * Units       Rows of six as in CandleFrame.
 * Invariants  A series has at most MAX_ROWS rows. The MAX_ENDED series that ended last are kept: a chart that returns to such a
 *             market shows the kept series until the new one arrives. A generation is never used twice, because a chart compares
 *             it with what it drew.
 */
import type { CandleFrame } from '#shared/ipc/frames/frame.ts';

export interface CandleMirror {
  /** Oldest first: openTimeMs, o, h, l, c, volume (millionths). */
  rows: number[][];
  /** Rises when the series was replaced, or a row before its newest one changed or was added. */
  generation: number;
  /** Candles of a time without the stream have not been read. */
  isIncomplete: boolean;
}

export interface CandleSeries {
  find(key: string): CandleMirror | null;
  apply(key: string, part: Pick<CandleFrame, 'kind' | 'rows' | 'isIncomplete'>): void;
  /** Marks the series as ended. Returns the keys of the series that were removed to stay within MAX_ENDED. */
  end(key: string): readonly string[];
}

/** Above this number the oldest candles go, down to the second number. Main sends at most as many at once. */
const MAX_ROWS = 4_000;
const KEPT_ROWS = 2_000;
const MAX_ENDED = 4;

export function openCandleSeries(): CandleSeries {
  const series = new Map<string, CandleMirror>();
  /** Keys of ended series, in the order in which they ended. */
  const ended = new Set<string>();
  let generation = 0;
  const nextGeneration = (): number => {
    generation += 1;
    return generation;
  };

  return {
    find: (key) => series.get(key) ?? null,
    apply(key, part) {
      ended.delete(key);
      const incoming: number[][] = [];
      for (let at = 0; at + 5 < part.rows.length; at += 6) incoming.push([...part.rows.subarray(at, at + 6)]);
      const isIncomplete = part.isIncomplete ?? false;
      const one = series.get(key);
      if (!one || part.kind === 'reset') {
        series.set(key, { rows: incoming, generation: nextGeneration(), isIncomplete });
        return;
      }
      const newest = one.rows.length - 1;
      for (const row of incoming) {
        let at = one.rows.length;
        while (at > 0 && one.rows[at - 1]![0]! >= row[0]!) at -= 1;
        const replaces = one.rows[at]?.[0] === row[0];
        one.rows.splice(at, replaces ? 1 : 0, row);
        if (at < newest || (at === newest && !replaces)) one.generation = nextGeneration();
      }
      one.isIncomplete = isIncomplete;
      if (one.rows.length <= MAX_ROWS) return;
      one.rows.splice(0, one.rows.length - KEPT_ROWS);
      one.generation = nextGeneration();
    },
    end(key) {
      if (!series.has(key)) return [];
      ended.delete(key);
      ended.add(key);
      const forgotten = [...ended].slice(0, -MAX_ENDED);
      for (const one of forgotten) {
        ended.delete(one);
        series.delete(one);
      }
      return forgotten;
    },
  };
}
