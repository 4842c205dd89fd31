/** Workspaces and panes: samples, names, keys, undo, reset, files, older schemas, floating, dropping a market. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openWatched } from './forTests.ts';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { readLadder } from './steps.ts';
import { listViolations } from './violations.ts';

test.describe('workspaces', () => {
  // Each test goes on from the workspaces that the one before it left.
  test.describe.configure({ mode: 'serial' });

  let app: OpenApp;
  let page: Page;
  let folder: string;
  const complaints: string[] = [];

  async function open(): Promise<void> {
    app = await openWatched({ dataFolder: folder }, { width: 1440, height: 900 }, complaints);
    page = app.page;
  }

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-workspaces-'));
    await open();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const menu = () => page.getByRole('banner').getByRole('button', { name: /^Workspaces: / });
  const ladders = () => page.getByTestId('ladder-canvas');
  const charts = () => page.getByTestId('chart');
  const marketsOf = (panes: ReturnType<typeof ladders>) =>
    panes.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

  async function choose(item: string | RegExp): Promise<void> {
    await menu().press('Enter');
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  }

  test('a first start has one for each style of trading, opened by key', async () => {
    await expect(menu()).toHaveAccessibleName('Workspaces: One market');
    await expect(ladders()).toHaveCount(1);
    await page.keyboard.press('Control+2');
    await expect(menu()).toHaveAccessibleName('Workspaces: Scalper');
    await expect(ladders()).toHaveCount(3);
    expect(new Set(await marketsOf(ladders())).size).toBe(3);
    for (const at of [0, 1, 2]) await expect.poll(async () => (await readLadder(page, at)).bestBid).not.toBeNull();
    await takePictures(page, 'workspace-scalper');
    await page.keyboard.press('Control+3');
    await expect(menu()).toHaveAccessibleName('Workspaces: Event trader');
    await expect(ladders()).toHaveCount(3);
    await takePictures(page, 'workspace-event');
    await page.keyboard.press('Control+4');
    await expect(menu()).toHaveAccessibleName('Workspaces: Watcher');
    await expect(charts()).toHaveCount(4);
    await expect.poll(async () => new Set(await marketsOf(charts())).size).toBe(4);
    expect(await listViolations(page)).toEqual([]);
    await takePictures(page, 'workspace-watcher');
  });

  test('each keeps its own panes and markets', async () => {
    await page.getByRole('button', { name: 'Options of Chart 4' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Close pane/ }).click();
    await expect(charts()).toHaveCount(3);
    const before = await marketsOf(charts());
    await page.keyboard.press('Control+1');
    await expect(charts()).toHaveCount(1);
    await page.keyboard.press('Control+4');
    await expect(charts()).toHaveCount(3);
    await expect.poll(() => marketsOf(charts())).toEqual(before);
  });

  test('is created under a name, renamed and duplicated from its menu', async () => {
    await menu().press('Enter');
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: /^New workspace/ }).click();
    const dialog = page.getByRole('dialog', { name: 'New workspace' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Evening');
    await dialog.getByRole('radio', { name: /^Scalping/ }).check();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(menu()).toHaveAccessibleName('Workspaces: Evening');
    await expect(ladders()).toHaveCount(3);
    await choose('Rename…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Night');
    await page.keyboard.press('Enter');
    await expect(menu()).toHaveAccessibleName('Workspaces: Night');
    await choose('Duplicate');
    await expect(menu()).toHaveAccessibleName('Workspaces: Night 2');
  });

  test('comes back after it was deleted', async () => {
    await choose('Delete');
    await expect(menu()).toHaveAccessibleName('Workspaces: Night');
    await choose('Undo delete');
    await expect(menu()).toHaveAccessibleName('Workspaces: Night 2');
    await expect(ladders()).toHaveCount(3);
  });

  test('resets its layout after a question, and undoes that', async () => {
    await page.keyboard.press('Control+1');
    await expect(ladders()).toHaveCount(1);
    await page.getByRole('button', { name: 'Options of Ladder' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Duplicate pane/ }).click();
    await expect(ladders()).toHaveCount(2);
    await choose('Reset layout…');
    await page.keyboard.press('Escape');
    await expect(ladders()).toHaveCount(2);
    await choose('Reset layout…');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset layout' }).click();
    await expect(ladders()).toHaveCount(1);
    await page.keyboard.press('Alt+Shift+T');
    await expect(ladders()).toHaveCount(2);
  });

  test('brings a closed pane back to its place, with its settings and its link', async () => {
    const ladder = page.getByRole('tabpanel', { name: 'Ladder', exact: true });
    await page.getByRole('button', { name: 'Options of Ladder, linked blue' }).press('Enter');
    await page.getByRole('menuitemradio', { name: /^Violet/ }).click();
    const [place, market] = [await ladder.boundingBox(), await ladders().first().getAttribute('aria-label')];
    await ladder.focus();
    await page.keyboard.press('Alt+Shift+W');
    await expect(ladder).toHaveCount(0);
    await page.getByRole('banner').getByRole('button', { name: 'Panes' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Undo: Close Ladder/ }).click();
    await expect(page.getByRole('button', { name: 'Options of Ladder, linked violet' })).toBeVisible();
    await expect.poll(() => ladder.boundingBox()).toEqual(place);
    await expect(ladder.getByTestId('ladder-canvas')).toHaveAttribute('aria-label', market ?? '');
  });

  test('moves between panes, maximises and floats them from the keyboard', async () => {
    const region = (name: string) => page.getByRole('tabpanel', { name, exact: true });
    await region('Chart').focus();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect(region('Markets')).toBeFocused();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect(region('Chart')).toBeFocused();
    const before = await region('Chart').boundingBox();
    await page.keyboard.press('Alt+Enter');
    await expect.poll(async () => (await region('Chart').boundingBox())?.width).toBeGreaterThan(1400);
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => region('Chart').boundingBox()).toEqual(before);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-labelledby') ?? '');
    const visited: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const last = await focused();
      await page.keyboard.press('F6');
      await expect.poll(focused).not.toBe(last);
      visited.push(await focused());
    }
    expect(new Set(visited).size).toBe(7);
    await region('Orders').focus();
    await page.keyboard.press('Control+PageDown');
    await expect(region('Positions')).toBeFocused();
    await region('Book').focus();
    await page.keyboard.press('Alt+Shift+F');
    const floating = page.locator('.dv-resize-container');
    await expect(floating.getByRole('tabpanel', { name: 'Book' })).toBeVisible();
    expect(await listViolations(page)).toEqual([]);
    await takePictures(page, 'floating-pane');
    await page.keyboard.press('Alt+Shift+F');
    await expect(floating).toHaveCount(0);
    await expect(region('Book')).toBeVisible();
    // The tab beside a pane that leaves comes to the front, not the last one of its group.
    await page.getByRole('tab', { name: 'P&L', exact: true }).click();
    await region('P&L').focus();
    await page.keyboard.press('Alt+Shift+F');
    await expect(floating.getByRole('tabpanel', { name: 'P&L' })).toBeVisible();
    await expect(region('Equity')).toBeVisible();
    await expect(region('P&L')).toBeFocused();
    await page.keyboard.press('Alt+Shift+W');
    await expect(floating).toHaveCount(0);
  });

  test('shows a market that is dropped on a pane, in every pane of its colour', async () => {
    const search = page.getByRole('searchbox', { name: 'Search markets' });
    await search.fill('petrel');
    const row = page.getByRole('listbox', { name: 'Markets' }).getByRole('option', { name: /Petrel/ });
    await row.dragTo(page.getByRole('tabpanel', { name: 'Chart', exact: true }));
    await expect(charts().first()).toHaveAttribute('aria-label', /Petrel/);
    await expect(page.getByRole('tabpanel', { name: 'Book' })).toContainText(/Petrel/i);
    await expect(
      page.getByRole('tabpanel', { name: 'Ladder', exact: true }).getByTestId('ladder-canvas'),
    ).not.toHaveAttribute('aria-label', /Petrel/);
    await search.clear();
  });

  test('is exported to a file and imported as a new one', async () => {
    await choose('Export to a file…');
    await expect(page.getByText('The workspace “One market” was exported').first()).toBeVisible();
    const where = app.shell === 'chromium' ? path.join(folder, 'backups') : folder;
    const name = (await readdir(where)).find((file) => file.startsWith('adyton-workspace-')) ?? '';
    const file = path.join(where, name);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'adyton-workspace', version: 1, name: 'One market' });
    await app.choosing(file, () => choose('Import from a file…'));
    await expect(menu()).toHaveAccessibleName('Workspaces: One market 2');
    await expect(ladders()).toHaveCount(2);
    await expect(charts().first()).toHaveAttribute('aria-label', /Petrel/);

    const broken = path.join(folder, 'broken.json');
    await writeFile(broken, text.replace('"contentComponent": "tape"', '"contentComponent": "crystal"'));
    await app.choosing(broken, () => choose('Import from a file…'));
    await expect(page.getByText(/a pane that this Adyton does not have: “crystal”/).first()).toBeVisible();
    await expect(menu()).toHaveAccessibleName('Workspaces: One market 2');
  });

  test('is open again at the next start, as it was', async () => {
    const before = await marketsOf(charts());
    await app.close();
    await open();
    await expect(menu()).toHaveAccessibleName('Workspaces: One market 2');
    await expect(ladders()).toHaveCount(2);
    await expect.poll(() => marketsOf(charts())).toEqual(before);
    expect(complaints).toEqual([]);
  });
});

test('the single layout of an earlier version is the first workspace, with its panes', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-older-'));
  const layout = await readFile(path.join(import.meta.dirname, '../fixtures/renderer/layout-v1.json'), 'utf8');
  await writeFile(path.join(folder, 'layout.json'), JSON.stringify({ version: 1, current: layout, lastGood: null }), {
    mode: 0o600,
  });
  const app = await openApp({ dataFolder: folder });
  try {
    const { page } = app;
    await expect(page.getByRole('button', { name: 'Workspaces: Main' })).toBeVisible();
    // As it was saved: Balances in front of the other member's panes.
    await expect(page.getByRole('tab', { name: /^Balances/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByTestId('ladder-canvas')).toHaveCount(1);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});

test('says that saved workspaces were not readable, and which file keeps them', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-damaged-'));
  await writeFile(path.join(folder, 'workspaces.json'), '{"version": 1, "workspaces": [', { mode: 0o600 });
  const app = await openApp({ dataFolder: folder });
  try {
    const notices = app.page.getByTestId('notices');
    await expect(notices.getByText('Not all saved workspaces were readable').first()).toBeVisible();
    await expect(notices.getByText(/in the data folder: workspaces\.json\.broken-\d+$/).first()).toBeVisible();
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^workspaces\.json\.broken-\d+$/));
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
