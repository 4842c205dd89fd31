/** Minutes of trading of one market that are over, kept in memory or on disk. */
import type { PaperCandle } from './paperCandle.ts';

/** Only minutes, or parts of them, in which something traded; `openMs` is where the part begins. */
export interface MinuteStore {
  /** One that begins at the same time replaces the earlier one. */
  add(candle: PaperCandle): void;
  /** Those that begin in the range, oldest first; the end is left out. */
  list(fromMs: number, toMs: number): PaperCandle[];
  /** The last one that begins in the range, or null. */
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
