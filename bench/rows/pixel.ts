/**
 * *Event to pixel*: the built terminal in headless Chromium, on a calm and on a fast market, and on twenty markets at once; the
 * figures are those of its Health pane.
 *
 * Units       Ms. The peer is one screen frame of that page, below which nobody can be: a ratio below 1 is expected.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { median, pass, type Row } from '../measure.ts';
import { openAtSpeed } from '../soak/terminal.ts';
import type { Size } from './size.ts';

/** `speed`: seconds of the market in a real one. `rate`: changes of all books in a second, at least; main then watches all of them. */
const MARKETS = [
  { name: 'calm market', speed: 1, rate: 0 },
  { name: 'market at 20 times its speed', speed: 20, rate: 0 },
  { name: '5,000 changes a second', speed: 1, rate: 5_000 },
] as const;
const PERCENTILES = ['50 %', '95 %', '99 %'] as const;
/** Starting costs more than running: what was drawn meanwhile is no figure of a day. */
const SETTLE_MS = 20_000;
const FRAMES = 120;
const LEAST_MARKETS = 20;

/** Median time between two screen frames of an idle page. */
async function measureFrame(page: Page): Promise<number> {
  const times = await page.evaluate(
    (count) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const note = (atMs: number): void => {
          seen.push(atMs);
          if (seen.length > count) resolve(seen);
          else requestAnimationFrame(note);
        };
        requestAnimationFrame(note);
      }),
    FRAMES,
  );
  return median(times.slice(1).map((atMs, at) => atMs - times[at]!));
}

/** Of the newest thousand changes, from the Health pane. */
export async function readPercentiles(page: Page): Promise<{ readonly count: number; readonly ms: readonly number[] }> {
  const pane = page.getByRole('region', { name: 'Event to pixel' }).locator('dl');
  const [text, about] = [await pane.innerText(), await pane.getAttribute('title')];
  const ms = PERCENTILES.map((name) => Number.parseInt(text.split(`${name}\n`)[1] ?? '', 10));
  const count = Number.parseInt(about?.split('the newest ').at(-1) ?? '', 10);
  if (ms.some(Number.isNaN) || !(count > 0)) throw new Error(`Expected percentiles in Health, found "${text}"`);
  return { count, ms };
}

/** Has main watch every market of the list, and answers their number: the page says what it watches only when that changes. */
export async function watchAll(page: Page): Promise<number> {
  const rows = page.locator('.markets [data-market]');
  const books = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-market') ?? ''));
  if (books.length < LEAST_MARKETS) throw new Error(`Expected ${LEAST_MARKETS} markets or more, found ${books.length}`);
  const interest = { books, tapes: books, candles: [], underlyings: [] };
  await page.evaluate((given) => (window as unknown as { adyton: Watcher }).adyton.feed.watch(given), interest);
  return books.length;
}

interface Watcher {
  readonly feed: { watch(interest: object): Promise<unknown> };
}

export async function measurePixel(size: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, speed, rate } of MARKETS) {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-pixel-'));
    const print = (line: string): void => console.error(line);
    const onError = (text: string): never => {
      throw new Error(`Expected no error of the terminal, found ${text}`);
    };
    const options = { dataFolder, seed: 7, speed, print, onError, ...(rate > 0 ? { rate } : {}) };
    const { page, published, close } = await openAtSpeed(options);
    await page.getByRole('tab', { name: 'Health' }).click();
    await pass(SETTLE_MS);
    const frameMs = await measureFrame(page);
    const markets = rate > 0 ? await watchAll(page) : 0;
    const before = published();
    // The newest thousand are shown: those of the start are gone, or few.
    await pass(size.pixelMs);
    const { count, ms } = await readPercentiles(page);
    const made = Math.round(((published() - before) * 1_000) / size.pixelMs);
    if (rate > 0) print(`${name}: ${made} were made over ${markets} markets`);
    await close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    for (const [at, percentile] of PERCENTILES.entries()) {
      const ratio = frameMs / ms[at]!;
      rows.push({
        name: `event to pixel, ${name}, ${percentile} within: one screen frame`,
        unit: 'ms',
        ours: ms[at]!,
        peer: frameMs,
        ratio,
        low: ratio,
        high: ratio,
        runs: count,
      });
    }
  }
  return rows;
}
