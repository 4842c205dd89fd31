/**
 * *Event to pixel*: the built terminal in headless Chromium, on a calm and on a fast market; the
 * figures are those of its Health pane. Under a flood: flood.ts.
 *
 * Units       Ms.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { pass } from '../measure.ts';
import { buildFigures, type Measured } from '../row.ts';
import { openAtSpeed } from '../soak/terminal.ts';
import type { Size } from './size.ts';

/** `speed`: seconds of the market in a real one. */
const MARKETS = [
  { name: 'calm market', speed: 1 },
  { name: 'market at 20 times its speed', speed: 20 },
] as const;
const PERCENTILES = ['50 %', '95 %', '99 %'] as const;
/** Starting costs more than running: what was drawn meanwhile is no figure of a day. */
const SETTLE_MS = 15_000;
const LEAST_MARKETS = 20;

export interface PixelTimes {
  readonly count: number;
  /** In the order of PERCENTILES. */
  readonly ms: readonly number[];
}

/** Of the newest thousand changes, from the Health pane. */
export async function readPercentiles(page: Page): Promise<PixelTimes> {
  const pane = page.getByRole('region', { name: 'Event to pixel' }).locator('dl');
  const [text, about] = [await pane.innerText(), await pane.getAttribute('title')];
  const ms = PERCENTILES.map((name) => Number.parseInt(text.split(`${name}\n`)[1] ?? '', 10));
  const count = Number.parseInt(about?.split('the newest ').at(-1) ?? '', 10);
  if (ms.some(Number.isNaN) || !(count > 0)) throw new Error(`Expected percentiles in Health, found "${text}"`);
  return { count, ms };
}

/** Has main watch these markets: the page says what it watches only when that changes. */
export async function watchMarkets(page: Page, books: readonly string[]): Promise<void> {
  if (books.length < LEAST_MARKETS) throw new Error(`Expected ${LEAST_MARKETS} markets or more, found ${books.length}`);
  const interest = { books, tapes: books, candles: [], underlyings: [] };
  await page.evaluate((given) => (window as unknown as { adyton: Watcher }).adyton.feed.watch(given), interest);
}

/** Has main watch every market of the list, and answers their number: the page says what it watches only when that changes. */
export async function watchAll(page: Page): Promise<number> {
  const rows = page.locator('.markets [data-market]');
  const books = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-market') ?? ''));
  await watchMarkets(page, books);
  return books.length;
}

interface Watcher {
  readonly feed: { watch(interest: object): Promise<unknown> };
}

export const buildPercentiles = (name: string, { count, ms }: PixelTimes): Measured[] =>
  PERCENTILES.map((percentile, at) =>
    buildFigures(`event to pixel, ${name}, ${percentile} within`, 'ms', [ms[at]!], count),
  );

export async function measurePixel(size: Size): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const { name, speed } of MARKETS) {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-pixel-'));
    const print = (line: string): void => console.error(line);
    const onError = (text: string): never => {
      throw new Error(`Expected no error of the terminal, found ${text}`);
    };
    const { page, close } = await openAtSpeed({ dataFolder, seed: 7, speed, print, onError });
    await page.getByRole('tab', { name: 'Health' }).click();
    await pass(SETTLE_MS);
    // The newest thousand are shown: those of the start are gone, or few.
    await pass(size.pixelMs);
    const times = await readPercentiles(page);
    await close();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    rows.push(...buildPercentiles(name, times));
  }
  return rows;
}
