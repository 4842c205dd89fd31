/**
 * How smoothly the terminal ran since the last reading: screen frames of the page, delay of main's event loop, event to pixel.
 *
 * Units       Milliseconds.
 * Invariants  A frame that the screen did not get counts as dropped: those that a pause between two frames had room for.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Page } from 'playwright-core';
import { readPercentiles } from '../rows/pixel.ts';

/** Time between two screen frames of headless Chromium. */
const FRAME_MS = 1_000 / 60;
const LOOP_RESOLUTION_MS = 5;
const NANOSECONDS = 1_000_000;

export interface Pace {
  readonly frame50Ms: number;
  readonly frame95Ms: number;
  readonly frame99Ms: number;
  /** Of 100 frames that the screen had time for. */
  readonly droppedPercent: number;
  /** Tasks of the page above 50 ms. */
  readonly longTasks: number;
  readonly loop50Ms: number;
  readonly loop99Ms: number;
  readonly loopMaxMs: number;
  /** From Health, of the newest thousand changes; null where the workspace has no such pane. */
  readonly pixel: readonly [p50: number, p95: number, p99: number] | null;
}

/** What the page collects; on its window, because the next reading is another call. */
interface Collected {
  readonly betweenMs: number[];
  longTasks: number;
}

type SoakWindow = Window & { adytonSoak?: Collected };

async function startFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const collected: Collected = { betweenMs: [], longTasks: 0 };
    (window as SoakWindow).adytonSoak = collected;
    let before = performance.now();
    const note = (atMs: number): void => {
      collected.betweenMs.push(atMs - before);
      before = atMs;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    new PerformanceObserver((list) => {
      collected.longTasks += list.getEntries().length;
    }).observe({ type: 'longtask' });
  });
}

async function takeFrames(page: Page): Promise<{ readonly betweenMs: readonly number[]; readonly longTasks: number }> {
  return page.evaluate(() => {
    const collected = (window as SoakWindow).adytonSoak!;
    const taken = { betweenMs: collected.betweenMs.splice(0), longTasks: collected.longTasks };
    collected.longTasks = 0;
    return taken;
  });
}

async function readPixel(page: Page): Promise<Pace['pixel']> {
  const tab = page.getByRole('tab', { name: 'Health', exact: true }).first();
  if (!(await tab.isVisible())) return null;
  await tab.click();
  const { ms } = await readPercentiles(page);
  const [p50, p95, p99] = ms;
  return [p50!, p95!, p99!];
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

export interface PaceMeter {
  /** Since the last reading, or since `restart`. */
  read(): Promise<Pace>;
  /** Leaves out what happened since the last reading. */
  restart(): Promise<void>;
}

export async function openPaceMeter(page: Page): Promise<PaceMeter> {
  await startFrames(page);
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  /** The histogram has the time between two ticks of the timer, so its resolution too. */
  const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - LOOP_RESOLUTION_MS);
  return {
    async read() {
      const { betweenMs, longTasks } = await takeFrames(page);
      const sorted = betweenMs.toSorted((a, b) => a - b);
      const due = betweenMs.reduce((sum, ms) => sum + Math.max(1, Math.round(ms / FRAME_MS)), 0);
      const pace: Pace = {
        frame50Ms: at(sorted, 0.5),
        frame95Ms: at(sorted, 0.95),
        frame99Ms: at(sorted, 0.99),
        droppedPercent: due === 0 ? 0 : ((due - betweenMs.length) * 100) / due,
        longTasks,
        loop50Ms: delay(loop.percentile(50)),
        loop99Ms: delay(loop.percentile(99)),
        loopMaxMs: delay(loop.max),
        pixel: await readPixel(page),
      };
      return pace;
    },
    async restart() {
      await takeFrames(page);
      loop.reset();
    },
  };
}
