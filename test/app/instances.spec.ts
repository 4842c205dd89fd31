/** Two ladders, two charts and two tapes on two markets in one window, each with its own market, settings and colour. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openWatched } from './forTests.ts';
import type { OpenApp } from './launch.ts';
import { takePicture } from './picture.ts';
import { clickLadderBid, readLadder, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';
/** Part of the second market's name. */
const SECOND = 'petrel';

test.describe('panes opened twice', () => {
  // Each test goes on from the window that the one before it left.
  test.describe.configure({ mode: 'serial' });

  let app: OpenApp;
  let page: Page;
  let folder: string;
  const complaints: string[] = [];

  async function open(): Promise<void> {
    app = await openWatched({ dataFolder: folder }, { width: 1920, height: 1080 }, complaints);
    page = app.page;
  }

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-panes-'));
    await open();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const ladders = () => page.getByTestId('ladder-canvas');
  const charts = () => page.getByTestId('chart');
  const tapes = () => page.getByTestId('tape');
  const second = new RegExp(SECOND, 'i');

  const optionsOf = (title: string, colour: string) =>
    page.getByRole('button', { name: `Options of ${title}, linked ${colour}` });

  /** Adds a pane from the Panes menu, by keyboard alone. */
  async function addPane(kind: string): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name: 'Panes' }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Add a pane' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menuitem', { name: /^Add (?!a pane)/ }).first()).toBeFocused();
    await page.keyboard.type(`add ${kind}`);
    await expect(page.getByRole('menuitem', { name: `Add ${kind}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }

  const pixelsOf = (canvas: Locator): Promise<string> =>
    canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());

  /** The pane's canvas is drawn again without anybody touching it. */
  async function expectUpdates(canvas: Locator): Promise<void> {
    const before = await pixelsOf(canvas);
    await expect.poll(async () => (await pixelsOf(canvas)) !== before, { timeout: 60_000 }).toBe(true);
  }

  test('a second ladder, chart and tape open from the keyboard and share a colour of their own', async () => {
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
    for (const kind of ['ladder', 'chart', 'tape']) await addPane(kind);
    for (const [title, panes] of [
      ['Ladder', ladders()],
      ['Chart', charts()],
      ['Tape', tapes()],
    ] as const) {
      await expect(panes).toHaveCount(2);
      await expect(optionsOf(title, 'blue')).toBeVisible();
      await expect(optionsOf(`${title} 2`, 'green')).toBeVisible();
    }
  });

  test('choosing a market for one ladder moves its chart and tape too, and no other pane', async () => {
    const first = (await ladders().first().getAttribute('aria-label')) ?? '';
    await page.getByRole('button', { name: 'Options of Ladder 2' }).press('Enter');
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.type('choose');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Market of the green panes' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(SECOND);
    await expect(dialog.getByRole('option')).toHaveCount(1);
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    await expect(ladders().nth(1)).toHaveAttribute('aria-label', second);
    await expect(charts().nth(1)).toHaveAttribute('aria-label', second);
    await expect(page.getByTestId('pane-market').filter({ hasText: second })).toHaveCount(1);
    await expect(ladders().first()).toHaveAttribute('aria-label', first);
    await expect(charts().first()).not.toHaveAttribute('aria-label', second);
  });

  test('each pane is live on its own market', async () => {
    for (const at of [0, 1]) {
      await expect.poll(async () => (await readLadder(page, at)).bestBid).not.toBeNull();
      await expectUpdates(ladders().nth(at));
      await expect.poll(() => charts().nth(at).getByTestId('chart-legend').textContent()).toMatch(/C\s*0\.\d/);
      await expect.poll(() => tapes().nth(at).getByTestId('tape-row').count()).toBeGreaterThan(0);
    }
    const prices = await Promise.all([0, 1].map((at) => tapes().nth(at).getByTestId('tape-row').allTextContents()));
    expect(prices[0]).not.toEqual(prices[1]);
  });

  test('two periods of one market stream at once', async () => {
    await addPane('chart');
    await page.getByRole('button', { name: 'Options of Chart 3' }).press('Enter');
    await page.keyboard.type('blue');
    await page.keyboard.press('Enter');
    await expect(optionsOf('Chart 3', 'blue')).toBeVisible();
    await page.getByTestId('chart-period-1d').nth(2).click();
    await expect(page.getByTestId('chart-period-5m').first()).toHaveAttribute('aria-checked', 'true');
    for (const at of [0, 2]) {
      await expect.poll(() => charts().nth(at).getByTestId('chart-legend').textContent()).toMatch(/C\s*0\.\d/);
    }
    // At an earlier time: just after midnight the newest candles of both periods are the same.
    await charts().first().getByTestId('chart-plot').focus();
    for (let at = 0; at < 30; at += 1) await page.keyboard.press('ArrowLeft');
    const legendOf = (at: number) => charts().nth(at).getByTestId('chart-legend').textContent();
    await expect.poll(async () => (await legendOf(0)) !== (await legendOf(2))).toBe(true);
    await page.getByRole('button', { name: 'Options of Chart 3' }).press('Enter');
    await page.keyboard.type('close');
    await page.keyboard.press('Enter');
    await expect(charts()).toHaveCount(2);
  });

  test('a click on the second ladder fills a ticket of its market, and orders in its market', async () => {
    const tickets = page.getByRole('form', { name: 'Order ticket' });
    await page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
    await setUpWallet(page, PASSWORD);
    await expect(tickets).toHaveCount(1);
    const priceOfFirst = await tickets.getByRole('textbox', { name: 'Price' }).inputValue();

    const filled = await clickLadderBid(page, 6, 1);
    await expect(optionsOf('Ticket 2', 'green')).toBeVisible();
    await expect(page.locator('.ticket-market').filter({ hasText: second })).toBeVisible();
    await expect(tickets.getByRole('textbox', { name: 'Price' })).toHaveValue((filled / 1_000_000).toFixed(2));
    await page.getByRole('tab', { name: 'Ticket', exact: true }).click();
    await expect(page.locator('.ticket-market').filter({ hasText: second })).toHaveCount(0);
    await expect(tickets.getByRole('textbox', { name: 'Price' })).toHaveValue(priceOfFirst);

    await page.keyboard.press('F8');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Armed · F8', exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Orders' }).click();
    const price = await clickLadderBid(page, 7, 1);
    const resting = page.locator('.orders').getByRole('row').filter({ hasText: 'Resting' });
    await expect(resting).toHaveCount(1);
    await expect(resting).toContainText(second);
    await expect.poll(async () => (await readLadder(page, 1)).ownBids).toContain(price);
    expect((await readLadder(page)).ownBids).toEqual([]);
    await takePicture(page, 'two-markets');
  });

  test('the layout comes back after a restart, with colours, markets and settings', async () => {
    await page.getByTestId('chart-period-1h').nth(1).click();
    await page.getByTestId('ladder-side-no').nth(1).click();
    await page.getByTestId('tape-minimum').nth(1).selectOption({ label: '≥ 10' });
    const file = path.join(folder, 'workspaces.json');
    const readPanels = async (): Promise<Record<string, { params?: unknown }>> => {
      const { workspaces } = JSON.parse(await readFile(file, 'utf8')) as { workspaces: { layout: string }[] };
      return (JSON.parse(workspaces[0]?.layout ?? '') as { dock: { panels: Record<string, { params?: unknown }> } })
        .dock.panels;
    };
    const expected = {
      'chart-2': { params: { link: 'green', settings: { period: '1h' } } },
      'ladder-2': { params: { link: 'green', settings: { side: 'no' } } },
      'tape-2': { params: { link: 'green', settings: { minimumSize: 10 } } },
    };
    await expect.poll(readPanels).toMatchObject(expected);

    const first = (await ladders().first().getAttribute('aria-label')) ?? '';
    await app.close();
    await open();
    await expect(ladders()).toHaveCount(2);
    await expect(ladders().first()).toHaveAttribute('aria-label', first);
    await expect(ladders().nth(1)).toHaveAttribute('aria-label', second);
    await expect(charts().nth(1)).toHaveAttribute('aria-label', second);
    await expect(optionsOf('Tape 2', 'green')).toBeVisible();
    await expect(page.getByTestId('chart-period-5m').first()).toHaveAttribute('aria-checked', 'true');
    await expect(page.getByTestId('chart-period-1h').nth(1)).toHaveAttribute('aria-checked', 'true');
    await expect(page.getByTestId('ladder-side-yes').first()).toHaveAttribute('aria-checked', 'true');
    await expect(page.getByTestId('ladder-side-no').nth(1)).toHaveAttribute('aria-checked', 'true');
    await expect(page.getByTestId('tape-minimum').nth(1)).toHaveValue('10');
  });

  test('a colour taken off leaves the pane on its market when the others move on', async () => {
    const own = (await ladders().nth(1).getAttribute('aria-label')) ?? '';
    await page.getByRole('tab', { name: 'Ladder 2' }).click({ button: 'right' });
    await page.getByRole('menuitemradio', { name: /^None/ }).click();
    await page.getByRole('button', { name: 'Options of Chart 2' }).press('Enter');
    await page.keyboard.type('choose');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('option').first().click();
    await expect(charts().nth(1)).not.toHaveAttribute('aria-label', second);
    await expect(ladders().nth(1)).toHaveAttribute('aria-label', own);
  });

  test('breaks neither the content policy nor anything else', () => {
    expect(complaints).toEqual([]);
  });
});
