/**
 * What the page does while it is measured: screen frames that it draws, long tasks, and garbage.
 *
 * Units       Frames and bytes a second.
 * Invariants  Counts frames that the page asks for, and asks for none itself. Garbage is the growth of the page's heap between two
 *             readings a quarter of a second apart; of intervals in which a collection made it smaller nothing is counted, neither
 *             bytes nor time.
 */
import type { Page } from 'playwright-core';
import { pass } from '../measure.ts';

const READ_EVERY_MS = 250;

export interface PageFigures {
  readonly framesPerSecond: number;
  readonly longTasks: number;
  readonly garbagePerSecond: number;
  /** Intervals in which the heap became smaller. */
  readonly collections: number;
}

/** What the page collects; on its window, because the next reading is another call. */
interface Counted {
  frames: number;
  longTasks: number;
}

type CountedWindow = Window & { adytonCounted?: Counted };

function countInPage(): void {
  const counted: Counted = { frames: 0, longTasks: 0 };
  (window as CountedWindow).adytonCounted = counted;
  const request = window.requestAnimationFrame.bind(window);
  let lastMs = 0;
  window.requestAnimationFrame = (callback) =>
    request((atMs) => {
      if (atMs !== lastMs) counted.frames += 1;
      lastMs = atMs;
      callback(atMs);
    });
  new PerformanceObserver((list) => {
    counted.longTasks += list.getEntries().length;
  }).observe({ type: 'longtask' });
}

export interface PageMeter {
  /** Since it was opened; ends it. */
  read(): Promise<PageFigures>;
}

export async function openPageMeter(page: Page): Promise<PageMeter> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(countInPage);
  const startMs = performance.now();
  let [grownBytes, grownMs, collections] = [0, 0, 0];
  let last: { readonly heap: number; readonly atMs: number } | null = null;
  async function readHeap(): Promise<void> {
    const { metrics } = await session.send('Performance.getMetrics');
    const now = { heap: metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value, atMs: performance.now() };
    if (last !== null && now.heap < last.heap) collections += 1;
    else if (last !== null) {
      grownBytes += now.heap - last.heap;
      grownMs += now.atMs - last.atMs;
    }
    last = now;
  }
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await readHeap();
      await pass(READ_EVERY_MS);
    }
  })();
  return {
    async read() {
      isOver = true;
      await reading;
      const { frames, longTasks } = await page.evaluate(() => (window as CountedWindow).adytonCounted!);
      await session.detach();
      return {
        framesPerSecond: (frames * 1_000) / (performance.now() - startMs),
        longTasks,
        garbagePerSecond: grownMs === 0 ? 0 : (grownBytes * 1_000) / grownMs,
        collections,
      };
    },
  };
}
