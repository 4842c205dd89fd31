/** Conditional orders: each type armed by mouse or by typing, one that fires, lines that move, a lock, and a restart that asks. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { listClippedTexts } from './clippedTexts.ts';
import { openArmedAccount } from './forTests.ts';
import { type OpenApp, openApp } from './launch.ts';
import { SIZES, takePanePictures, takePicture, takePictures, waitForSize } from './picture.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';

const rowsOf = (page: Page) => page.locator('.conditionals tbody tr');
const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const formOf = (page: Page) => page.getByRole('form', { name: 'Conditional order' });

/** Types a command into the palette, and performs it once its preview says this. */
async function typeCommand(page: Page, text: string, preview: RegExp): Promise<void> {
  await page.keyboard.press('Control+K');
  const box = page.getByRole('combobox', { name: 'Search, or type an order' });
  await expect(box).toBeFocused();
  await box.fill(text);
  await expect(page.getByTestId('palette-plan')).toContainText(preview);
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

/** Fills the form of a type in the ticket and presses its button. */
async function armByMouse(page: Page, type: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('combobox', { name: 'Order type' }).selectOption({ label: type });
  const form = formOf(page);
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: /^Arm / }).click();
  await expect(form).toBeHidden();
}

/** A typed stop on a simulated day: its report, cancelled and run again, and then another day. */
async function runDry(page: Page): Promise<void> {
  await typeCommand(page, 'dry run stop sell yes 100 @ bid+1t limit -3t worst -10t', /Dry run/);
  const panel = page.getByTestId('dry-run');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('Cancelled')).toBeVisible();
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(panel.getByRole('list', { name: 'What it would have done' })).toContainText('Sold', { timeout: 90_000 });
  await expect(panel.getByRole('table', { name: 'Steps of the dry run' })).toContainText('fired');
  await takePictures(page, 'dry-run');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panel).toBeHidden();
}

/** At the smallest size of a window; then it is as before. */
async function expectNothingClipped(page: Page): Promise<void> {
  await page.setViewportSize(SIZES[0]);
  await waitForSize(page);
  await expect.poll(() => listClippedTexts(page)).toEqual([]);
  await page.setViewportSize(SIZES[1]);
}

/** The trigger in sight on the ladder, in millionths. */
const readStop = (page: Page): Promise<number> =>
  page
    .getByTestId('ladder-canvas')
    .evaluate((canvas) => Number((canvas as HTMLCanvasElement).dataset.stopPrices?.split(' ')[0] || 0));

test.describe('conditional orders', () => {
  let folder: string;
  let app: OpenApp;

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-conditionals-'));
    app = await openApp({ dataFolder: folder });
    await app.page.setViewportSize(SIZES[1]);
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('are armed, watched, moved, fired, locked, and asked about after a restart', async () => {
    test.setTimeout(300_000);
    let { page } = app;
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const protection = page.getByTestId('ladder').getByTestId('protection');

    await test.step('without one, the pane says how to make it', async () => {
      await openArmedAccount(page);
      await tabOf(page, 'Conditionals').click();
      await expect(page.getByText('No conditional orders')).toBeVisible();
      await takePictures(page, 'conditionals-empty');
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      const price = ticket.getByRole('textbox', { name: 'Price' });
      await price.press('ArrowUp');
      await price.press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
      await expect(protection).toHaveText('No stop');
    });

    await test.step('a stop by typing is armed, and protects a part of the position', async () => {
      await typeCommand(
        page,
        'stop sell yes 100 @ bid-8t limit -2t',
        /Enter arms: Stop: sell 100 yes at 0\.\d\d when ask ≤/,
      );
      await expect(rowsOf(page).filter({ hasText: 'Armed' })).toHaveCount(1);
      await expect(protection).toHaveText('Part protected');
      await expect(protection).toHaveAttribute('title', /20 of 120 unprotected\nStop of 100: book .* old/);
      await expect(rowsOf(page).first()).toContainText(/book \d/);
    });

    await test.step('a dry run by typing says what it would have done, and can be cancelled and repeated', () =>
      runDry(page));

    await test.step('its trigger moves by a drag on the ladder, and by keys on the chart', async () => {
      const canvas = page.getByTestId('ladder-canvas');
      // The pointer keeps the rows where they are.
      await canvas.hover();
      await expect.poll(() => readStop(page)).toBeGreaterThan(0);
      const from = await readStop(page);
      const data = await canvas.evaluate((element) => ({ ...(element as HTMLCanvasElement).dataset }));
      const [tick, height, top] = [data.tick, data.rowHeight, data.topPrice].map(Number) as [number, number, number];
      const box = (await canvas.boundingBox())!;
      const yOf = (price: number) => box.y + ((top - price) / tick) * height + height / 2;
      const x = box.x + Number(data.priceX);
      await page.mouse.move(x, yOf(from));
      await page.mouse.down();
      await page.mouse.move(x, yOf(from - tick), { steps: 3 });
      await expect(page.getByTestId('ladder-hint')).toContainText('Release to move the trigger');
      await page.mouse.up();
      await expect.poll(() => readStop(page)).toBe(from - tick);
      const handle = page.getByRole('slider', { name: /^Stop: sell 100 yes/ });
      await handle.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => readStop(page)).toBe(from - 2 * tick);
      await expect(page.getByText(/^Changed: Stop/).first()).toBeVisible();
    });

    await test.step('S on the ladder opens the form at the cursor; what is wrong is said at its field', async () => {
      await page.getByTestId('ladder-canvas').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('s');
      const form = formOf(page);
      await expect(form.getByLabel('Trigger', { exact: true })).toHaveValue(/^0\.\d\d$/);
      await form.getByLabel('Limit', { exact: true }).fill('0.99');
      await expect(form.getByRole('alert')).toContainText('at or below the trigger');
      await form.getByLabel('Limit', { exact: true }).fill('-1t');
      await expect(form.getByRole('list', { name: 'What it does' })).toContainText('Never sells below');
      await expect(form.getByLabel('Worst case')).toContainText('Gain at worst, after fees');
      expect(await listViolations(page)).toEqual([]);
      await expectNothingClipped(page);
      await takePictures(page, 'conditional-form');
      await form.getByRole('button', { name: 'Save as template' }).click();
      await expect(page.getByText('Template saved').first()).toBeVisible();
      await form.getByRole('button', { name: 'Limit order' }).click();
      await expect(ticket).toBeVisible();
    });

    await test.step('a stop whose trigger is true fires, and its details have the book that fired it', async () => {
      await typeCommand(page, 'stop sell yes 20 @ ask+5t limit bid-5t', /The trigger is true now/);
      const done = rowsOf(page).filter({ hasText: 'Done' });
      await expect(done).toHaveCount(1);
      await done.getByRole('button', { name: /^Details of/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Stop' });
      await expect(dialog.getByRole('table', { name: 'Steps' })).toContainText(
        /yes bid 0\.\d+, yes ask 0\.\d+ at sequence/,
      );
      await expect(dialog.getByRole('table', { name: 'Its orders' })).toContainText('20 of 20');
      expect(await listViolations(page)).toEqual([]);
      await takePicture(page, 'conditional-detail');
      await page.keyboard.press('Escape');
      await done.getByRole('button', { name: /^Remove/ }).click();
      await expect(done).toHaveCount(0);
    });

    await test.step('orders that work over prices and time rest, and are cancelled', async () => {
      const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        Scale: { Contracts: '20', From: 'bid-22t', To: 'bid-18t', Orders: '5' },
        Iceberg: { Contracts: '20', Price: 'bid-15t', 'Shown at a time': '5' },
        TWAP: { Contracts: '20', 'Works for': '10m', Slices: '4', 'Worst price': 'bid-14t' },
        Chase: { Contracts: '20', 'Worst price': 'bid-16t', 'Works for': '5m' },
      };
      await page.setViewportSize(SIZES[0]);
      await waitForSize(page);
      for (const [kind, fields] of Object.entries(kinds)) {
        await page.getByRole('combobox', { name: 'Order type' }).selectOption({ label: kind });
        const form = formOf(page);
        await form.getByRole('radio', { name: 'Buy' }).click();
        for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text);
        await expect(form.getByRole('list', { name: 'What it does' })).toContainText('Never buys above');
        await expect.poll(() => listClippedTexts(page)).toEqual([]);
        await form.getByRole('button', { name: new RegExp(`^Arm ${kind}: buy 20 yes`) }).click();
        const row = rowsOf(page).filter({ hasText: kind });
        await expect(row).toContainText('Order rests');
        await row.getByRole('button', { name: /^Cancel/ }).click();
        await expect(row).toContainText('Cancelled');
        await row.getByRole('button', { name: /^Remove/ }).click();
        await expect(row).toHaveCount(0);
      }
      await page.setViewportSize(SIZES[1]);
    });

    await test.step('the other types, by mouse and by typing', async () => {
      await rowsOf(page)
        .getByRole('button', { name: /^Cancel Stop/ })
        .click();
      await expect(rowsOf(page).filter({ hasText: 'Cancelled' })).toHaveCount(1);
      await armByMouse(page, 'OCO', {
        Contracts: '40',
        'Take profit': 'ask+20t',
        'Stop trigger': 'bid-20t',
        'Stop limit': '-2t',
      });
      await typeCommand(
        page,
        'trail sell yes 20 by 15t limit 2t worst 0.05',
        /Enter arms: Trailing: sell 20 yes 15 ticks below/,
      );
      await armByMouse(page, 'Take profit', { Contracts: '20', 'Take profit': 'ask+25t' });
      await typeCommand(
        page,
        'bracket buy yes 10 @ bid-12t tp ask+20t stop bid-20t limit -2t',
        /Enter arms: Bracket: buy 10 yes/,
      );
      await armByMouse(page, 'Timed', { Contracts: '10', Price: 'bid-13t', 'Ends after': '2h' });
      await typeCommand(page, 'close yes 10 before 5m limit 0.05', /Enter arms: Close before: sell 10 yes/);
      await typeCommand(
        page,
        'stop buy no 10 @ 0.97 limit 0.98',
        /Enter arms: Stop: buy 10 no at 0\.98 when bid ≥ 0\.97/,
      );
      const active = rowsOf(page).filter({ hasText: /Armed|Order rests/ });
      for (const kind of ['OCO', 'Trailing', 'Take profit', 'Bracket', 'Timed', 'Close before', 'Stop']) {
        await expect(active.filter({ hasText: kind })).toHaveCount(1);
      }
      expect(await listViolations(page)).toEqual([]);
      await expectNothingClipped(page);
      await takePanePictures(page, 'Conditionals');
      await takePictures(page, 'conditionals');
    });

    await test.step('locked keys: each waits, and the top bar says so', async () => {
      const topBar = page.getByRole('banner');
      await topBar.getByRole('button', { name: 'Lock' }).click();
      await expect(topBar.getByRole('button', { name: /conditionals wait: locked/ })).toBeVisible();
      await expect(page.locator('.conditionals')).toContainText('The vault is locked');
      await expectNothingClipped(page);
      await takePictures(page, 'conditionals-locked');
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
      await expect(rowsOf(page).filter({ hasText: /Armed|Order rests/ })).not.toHaveCount(0);
    });

    await test.step('after a restart exits go on, and what buys asks in a red row', async () => {
      await app.close();
      app = await openApp({ dataFolder: folder });
      page = app.page;
      const topBar = page.getByRole('banner');
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
      await tabOf(page, 'Conditionals').click();
      const halted = rowsOf(page).filter({ hasText: 'Needs an answer' });
      await expect(halted.first()).toContainText('Stop');
      await expect(rowsOf(page).first()).toContainText('Needs an answer');
      await expect(topBar.getByRole('button', { name: /needs? an answer/ })).toBeVisible();
      // The account and the palette keep their names beside it.
      await expectNothingClipped(page);
      await expect(rowsOf(page).filter({ hasText: 'Trailing' })).toContainText('Armed');
      await takePictures(page, 'conditionals-halted');
      await halted
        .first()
        .getByRole('button', { name: /^Answer/ })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Stop needs an answer' });
      await expect(dialog).toContainText('The program was restarted');
      await takePicture(page, 'conditional-answer');
      expect(await listViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'End it' }).click();
      await expect(rowsOf(page).filter({ hasText: /Stop.*Cancelled/ })).not.toHaveCount(0);
      await expect(topBar.getByRole('button', { name: /needs? an answer/ })).toHaveCount(0);
    });
  });
});
