/** Completed minute candles of one market, in memory or on disk. */
import type { PaperCandle } from './paperCandle.ts';

/** Minutes, or parts of minutes, with trades; `openMs` is the start of the part. */
export interface MinuteStore {
  /** Replaces an earlier candle with the same start. */
  add(candle: PaperCandle): void;
  /** Candles that start in the range, oldest first; the end is excluded. */
  list(fromMs: number, toMs: number): PaperCandle[];
  /** Last candle that starts in the range, or null. */
  last(fromMs: number, toMs: number): PaperCandle | null;
}

const LONGEST = 40_000;

export function buildMemoryMinutes(): MinuteStore {
  const all: PaperCandle[] = [];
  const indexOf = (atMs: number): number => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (all[middle]!.openMs < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add(candle) {
      if (all.at(-1)?.openMs === candle.openMs) all.pop();
      all.push(candle);
      if (all.length > LONGEST) all.splice(0, all.length - LONGEST);
    },
    list: (fromMs, toMs) => all.slice(indexOf(fromMs), indexOf(toMs)),
    last(fromMs, toMs) {
      const found = all[indexOf(toMs) - 1];
      return found && found.openMs >= fromMs ? found : null;
    },
  };
}
