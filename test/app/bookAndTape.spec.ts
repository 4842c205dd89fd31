/** Book and tape: whole rows, large sizes, grouped prices; filters, highlights and a tape that stands still. */
import { expect, type Page, test } from '@playwright/test';
import { makeLargeBook, measureInjected } from './injectedFrame.ts';
import { type OpenApp, openApp } from './launch.ts';
import { takePicture } from './picture.ts';
import { searchMarket } from './steps.ts';
import { listViolations } from './violations.ts';

/** A market whose book seldom changes. */
const MARKET = 'independents';
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

test.describe('book and tape', () => {
  test.describe.configure({ mode: 'serial' });
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await follow('independents', /Independents/);
    await expect(page.getByTestId('book-yes').first()).toHaveAccessibleName(/^yes bid 0\.\d\d, [\d,]+$/);
  });
  test.afterAll(() => app.close());

  async function follow(words: string, name: RegExp): Promise<void> {
    await searchMarket(page, words);
    await expect(page.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', name);
  }
  const rows = () => page.getByTestId('tape-rows');
  const trades = () => page.getByTestId('tape-row');
  const filters = () => page.getByRole('region', { name: 'Filters of the tape' });

  test('the book shows whole rows only, and no size of seven digits is cut at any window size', async () => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const frame = { books: [makeLargeBook(MARKET)] };
      await expect
        .poll(async () => {
          const cells = await measureInjected(page, frame, '.book-half button, .book-rows canvas');
          return {
            isLarge: cells.some(({ text }) => text === 'yes bid 0.49, 8,888,888'),
            cut: cells.filter(({ isCut }) => isCut).map(({ text }) => text),
          };
        })
        .toEqual({ isLarge: true, cut: [] });
      await takePicture(page, `book-large-${size.width}`);
      await expect
        .poll(() =>
          page.getByTestId('book-rows').evaluate((box) => {
            const last = box.lastElementChild?.getBoundingClientRect();
            return (last?.bottom ?? 0) - box.getBoundingClientRect().bottom;
          }),
        )
        .toBeLessThanOrEqual(0.5);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('the book groups prices, by the list and by keys, and says what a set costs', async () => {
    await follow('harbour list', /Harbour List/);
    await expect(page.getByTestId('book-foot')).toHaveText(/yes 0\.\d\d \+ no 0\.\d\d = 1\.\d\d/);
    await page.getByRole('combobox', { name: 'Prices in one row' }).selectOption({ label: '0.10' });
    const prices = (): Promise<string[]> =>
      page
        .getByTestId('book-yes')
        .evaluateAll((levels) => levels.flatMap(({ ariaLabel }) => ariaLabel?.match(/(?<=bid )[\d.]+/) ?? []));
    await expect.poll(async () => (await prices()).filter((price) => !/^0\.(\d0|01)$/.test(price))).toEqual([]);
    expect((await prices()).length).toBeGreaterThan(2);
    await page.getByRole('tab', { name: 'Book' }).click();
    await page.keyboard.press('Alt+Shift+G');
    await expect(page.getByRole('combobox', { name: 'Prices in one row' })).toHaveValue('5');
    await page.keyboard.press('Alt+Shift+G');
    await page.keyboard.press('Alt+Shift+G');
    await expect(page.getByRole('combobox', { name: 'Prices in one row' })).toHaveValue('1');
  });

  test('the tape shows sizes of the trader’s own, and one taker side', async () => {
    await expect.poll(() => trades().count()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Filters of the tape' }).click();
    await filters().getByLabel('Smallest').fill('2x');
    await expect(filters().getByRole('alert')).toBeVisible();
    await filters().getByLabel('Smallest').fill('150');
    await expect(page.getByTestId('tape-minimum')).toHaveValue('150');
    const sizes = async (): Promise<number[]> =>
      (await trades().locator('.size').allTextContents()).map((text) => Number.parseInt(text.replaceAll(',', ''), 10));
    await expect.poll(async () => (await sizes()).every((size) => size >= 150)).toBe(true);
    await filters().getByLabel('Highlight from').fill('0.1k');
    await expect.poll(() => page.locator('.tape-row:not(.large)').count()).toBe(0);
    await filters().getByLabel('Smallest').fill('');
    await filters().getByLabel('Highlight from').fill('');
    await filters().getByLabel('Taker bought').selectOption({ label: 'Not stated' });
    await expect
      .poll(async () => new Set(await trades().locator('span:nth-child(2)').allTextContents()))
      .toEqual(new Set(['–']));
    expect(await listViolations(page)).toEqual([]);
    await takePicture(page, 'tape-filters');
    await filters().getByLabel('Taker bought').selectOption({ label: 'All' });
    await filters().getByLabel('A row for each').selectOption({ label: 'Fill' });
    await expect(rows().getByTitle(/ in \d+ trades$/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Filters of the tape' }).click();
    await expect(filters()).toHaveCount(0);
  });

  test('the tape scrolls by keys, stands still while it is scrolled, and returns to the newest', async () => {
    await rows().focus();
    await page.keyboard.press('End');
    await expect.poll(() => rows().evaluate((box) => box.scrollTop)).toBeGreaterThan(100);
    await page.getByRole('tab', { name: 'Orders' }).click();
    const waiting = page.getByTestId('tape-waiting');
    await expect(waiting).toHaveText(/\d+ new while paused/, { timeout: 90_000 });
    await waiting.click();
    await expect.poll(() => rows().evaluate((box) => box.scrollTop)).toBe(0);
    await page.getByRole('tab', { name: 'Orders' }).click();
    await expect(waiting).toHaveCount(0);
  });
});
