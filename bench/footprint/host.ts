/**
 * The terminal of the footprint row in a process of its own, which has no memory of the bench: opens the default workspace and
 * has main watch the markets at the top of the list.
 *
 * Shape       Arguments: the data folder, changes of all books in a second (0: those of the market alone). Tells its parent how many
 *             markets are watched.
 */
import type { Page } from 'playwright-core';
import { openAtSpeed } from '../soak/terminal.ts';

const LEAST_MARKETS = 20;

interface Watcher {
  readonly feed: { watch(interest: object): Promise<unknown> };
}

/** The page says what it watches only when that changes. */
async function watchMarkets(page: Page): Promise<number> {
  const rows = page.locator('.markets [data-market]');
  // The list has the rows in sight alone.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 3 * size.height });
  await rows.nth(LEAST_MARKETS - 1).waitFor();
  const books = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-market') ?? ''));
  await page.setViewportSize(size);
  const interest = { books, tapes: books, candles: [], underlyings: [] };
  await page.evaluate((given) => (window as unknown as { adyton: Watcher }).adyton.feed.watch(given), interest);
  return books.length;
}

const [dataFolder = '.', rate = '0'] = process.argv.slice(2);
const print = (): void => undefined;
const onError = (text: string): never => {
  throw new Error(`Expected no error of the terminal, found ${text}`);
};
const changes = Number.parseInt(rate, 10);
const load = changes > 0 ? { rate: changes } : {};
const { page, close } = await openAtSpeed({ dataFolder, seed: 7, speed: 1, print, onError, ...load });
process.on('disconnect', () => void close().then(() => process.exit(0)));
process.send?.(await watchMarkets(page));
