/** Room and words: forms are read whole, stale panes say so without covering a row, and what stops trading stays in sight. */
import { expect, type Page, test } from '@playwright/test';
import { openExchange } from '#paper/server/exchange.ts';
import { openForTests } from './forTests.ts';
import { openApp, testNetwork } from './launch.ts';
import { takePicture, waitForSize } from './picture.ts';
import { readLadder } from './steps.ts';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;

/** Height for which the form has no room, beside that of what its foot warns of and reports. */
function missingHeight(form: Element): number {
  const told = [...form.querySelectorAll('.ticket-messages > :not(.ticket-rows)')];
  const height = told.reduce((sum, one) => sum + one.getBoundingClientRect().height + 4, 0);
  return form.scrollHeight - form.clientHeight - height;
}

test.describe('the form of a conditional order', () => {
  const terminal = openForTests();
  const form = (page: Page) => page.getByRole('form', { name: 'Conditional order' });

  for (const size of SIZES) {
    test(`shows every field and sentence without scrolling at ${size.width}×${size.height}`, async () => {
      const { page } = terminal;
      await page.setViewportSize(size);
      await waitForSize(page);
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      const heightOf = async () => Math.round((await page.locator('.ticket').first().boundingBox())!.height);
      // The dock follows the window in the next frames.
      let before = 0;
      const isSettled = async (): Promise<boolean> => {
        const last = before;
        before = await heightOf();
        return before === last;
      };
      await expect.poll(isSettled).toBe(true);
      const type = page.getByRole('combobox', { name: 'Order type' });
      for (const kind of ['stop', 'oco', 'trailing', 'twap', 'iceberg']) {
        await type.selectOption(kind);
        await expect(form(page)).toBeVisible();
        // A purchase needs no position: its sentences and its worst case are there.
        const buy = form(page).getByRole('radio', { name: 'Buy', exact: true });
        if ((await buy.count()) > 0) await buy.click();
        await form(page).getByRole('textbox', { name: 'Contracts' }).fill('250000');
        if (kind === 'stop') {
          await form(page).getByRole('textbox', { name: 'Trigger' }).fill('0.55');
          await form(page).getByRole('textbox', { name: 'Limit' }).fill('0.56');
          await takePicture(page, `stop-form-${size.width}`);
          const sentences = form(page).getByRole('list', { name: 'What it does' }).getByRole('listitem');
          await expect(sentences).not.toHaveCount(0);
          for (const sentence of await sentences.all()) await expect(sentence).toBeInViewport({ ratio: 1 });
          await expect(form(page).getByLabel('Worst case')).toBeInViewport({ ratio: 1 });
        }
        // A warning of the moment may be one text with the form, which then scrolls by no more than the warning.
        await expect.poll(() => form(page).evaluate(missingHeight), { message: kind }).toBeLessThanOrEqual(1);
        const button = form(page).locator('> .button.large');
        await expect(button).toBeInViewport({ ratio: 1 });
      }
      await takePicture(page, `conditional-form-${size.width}`);
      await type.selectOption('limit');
      await expect.poll(heightOf).toBe(before);
    });
  }
});

test('at 200 % of 1440×900 ladder, size and Panic are in sight together, once scrolled to', async () => {
  const app = await openApp();
  try {
    const { page } = app;
    await page.setViewportSize({ width: 720, height: 450 });
    const canvas = page.getByTestId('ladder-canvas').first();
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    const panic = page.getByRole('banner').getByRole('button', { name: /^Panic/ });
    await expect(panic).toBeInViewport({ ratio: 1 });
    await page.getByTestId('ladder').first().scrollIntoViewIfNeeded();
    await canvas.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('ladder-size').first().scrollIntoViewIfNeeded();
    await expect(page.getByTestId('ladder-size').first()).toBeInViewport({ ratio: 1 });
    await expect(canvas).toBeInViewport({ ratio: 0.4 });
    await expect(panic).toBeInViewport({ ratio: 1 });
    await takePicture(page, 'zoom-200');
  } finally {
    await app.close();
  }
});

test('stale panes say so below their rows, and no foot calls them live', async () => {
  const exchange = await openExchange({ token: null });
  const app = await openApp({ network: testNetwork(exchange.port) });
  try {
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    const foot = page.getByTestId('ladder-hint').first();
    await expect(foot).toContainText('Prices and sizes are live');
    await exchange.close();
    const said = page.getByTestId('untrusted').getByRole('status');
    await expect(said.filter({ hasText: /stale/ })).not.toHaveCount(0, { timeout: 60_000 });
    await expect(foot).not.toContainText('are live');
    for (const line of await said.all()) {
      const { top, dataBottom } = await line.evaluate((element) => ({
        top: element.getBoundingClientRect().top,
        dataBottom: element.closest('.stale-box')!.getBoundingClientRect().bottom,
      }));
      expect(Math.round(top)).toBeGreaterThanOrEqual(Math.round(dataBottom));
      await expect(line).toBeInViewport({ ratio: 1 });
    }
    await takePicture(page, 'stale-panes');
  } finally {
    await app.close();
  }
});
