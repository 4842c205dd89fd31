/** Steps about what is on screen: markets, workspaces, panes, windows of their own, charts, the look. */
import type { Page } from 'playwright-core';
import { type Hands, isThere, type Step } from './hands.ts';

/** The first one is on screen at each reading. */
export const MARKETS = ['hill alliance', 'green quays', '96000', '94000', 'harbour list'] as const;

/** A market as the terminal names it, for an expression. */
export const shownName = (market: string): string => market.replace(/^(\d+)(\d{3})$/, '$1,$2');

const WORKSPACES = [
  ['1', 'One market'],
  ['2', 'Scalper'],
  ['3', 'Event trader'],
  ['4', 'Watcher'],
] as const;
const TABS = [
  'Depth',
  'Event',
  'Chart',
  'Positions',
  'Fills',
  'P&L',
  'Equity',
  'Balances',
  'Risk',
  'Wallet',
  'Health',
  'Market',
  'Orders',
] as const;
const THEMES = ['Light', 'High contrast', 'Dark'] as const;
const DENSITIES = ['Compact', 'Large', 'Normal'] as const;

/** Every pane of every workspace, theme and density in front once: what is loaded with its first use is there from then on. */
export async function showEverything(page: Page): Promise<void> {
  for (const [key, name] of WORKSPACES) {
    await page.keyboard.press(`Control+${key}`);
    await page
      .getByRole('banner')
      .getByRole('button', { name: `Workspaces: ${name}` })
      .waitFor();
    for (const tab of await page.locator('.dock-tab').all()) if (await isThere(tab)) await tab.click();
  }
  await page.keyboard.press('Control+,');
  const settings = page.locator('.settings').first();
  await settings.waitFor();
  for (const name of [...THEMES, ...DENSITIES]) {
    await settings.getByRole('radio', { name, exact: true }).first().click();
  }
  await page.keyboard.press('Alt+Shift+W');
  await settings.waitFor({ state: 'detached' });
}

/** The plotting library is loaded with the first plot, which needs a stored row: one a minute, by the clock of this computer. */
export async function showPlot(page: Page): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('tab', { name: 'Equity', exact: true }).first().click();
  await page.getByTestId('equity-plot').locator('.recharts-wrapper').waitFor({ timeout: 120_000 });
}

export function listScreenSteps(hands: Hands): readonly Step[] {
  const { page, banner, pick, command, choose } = hands;
  const tabs = page.locator('.dock-tab');

  /** Waits until the dock has another number of panes than this, or exactly this one. */
  const waitForPanes = async (count: number, isOther: boolean): Promise<void> => {
    await page.waitForFunction(
      ([wanted, other]) => (document.querySelectorAll('.dock-tab').length !== wanted) === other,
      [count, isOther] as const,
    );
  };
  /** Runs `act`, which shows another workspace, until its dock is there: a tab of the old one can go while it is clicked. */
  const showOther = async (act: () => Promise<void>): Promise<void> => {
    await page.evaluate(() => document.querySelector('.dock')?.setAttribute('data-before', ''));
    await act();
    await page.locator('.dock[data-before]').waitFor({ state: 'detached' });
    await page.getByRole('tab').first().waitFor();
  };
  const openLadder = async (): Promise<boolean> => {
    const ladder = page.getByTestId('ladder-canvas').first();
    if (!(await isThere(ladder))) return false;
    await ladder.focus();
    // The dock follows the focus a moment later; its keys act on the pane in front.
    await page.locator('.dv-active-group').getByTestId('ladder-canvas').first().waitFor();
    return true;
  };

  return [
    {
      name: 'market',
      weight: 5,
      async run() {
        await command(pick(MARKETS));
        return true;
      },
    },
    {
      name: 'workspace',
      weight: 3,
      async run() {
        const [key, name] = pick(WORKSPACES);
        const menu = banner.getByRole('button', { name: /^Workspaces: / });
        if ((await menu.getAttribute('aria-label'))?.endsWith(name)) return false;
        await showOther(() => page.keyboard.press(`Control+${key}`));
        return true;
      },
    },
    {
      name: 'new workspace, exported and deleted',
      weight: 1,
      async run() {
        const menu = banner.getByRole('button', { name: /^Workspaces: / });
        await choose(menu, /^New workspace/);
        const dialog = page.getByRole('dialog', { name: 'New workspace' });
        await dialog.getByLabel('Name').fill('Evening');
        await page.keyboard.press('Enter');
        const evening = banner.getByRole('button', { name: 'Workspaces: Evening' });
        await evening.waitFor();
        await choose(menu, 'Export to a file…');
        await page.getByText('The workspace “Evening” was exported').first().waitFor();
        await showOther(async () => {
          await choose(menu, 'Delete');
          await evening.waitFor({ state: 'detached' });
        });
        return true;
      },
    },
    {
      name: 'tab',
      weight: 6,
      async run() {
        const tab = page.getByRole('tab', { name: pick(TABS), exact: true }).first();
        if (!(await isThere(tab))) return false;
        await tab.click();
        return true;
      },
    },
    {
      name: 'pane copied, closed, brought back, closed',
      weight: 3,
      async run() {
        await command('ladder');
        const before = await tabs.count();
        await page.keyboard.press('Alt+Shift+D');
        await waitForPanes(before, true);
        await page.keyboard.press('Alt+Shift+W');
        await waitForPanes(before, false);
        await page.keyboard.press('Alt+Shift+T');
        await waitForPanes(before, true);
        await page.keyboard.press('Alt+Shift+W');
        await waitForPanes(before, false);
        return true;
      },
    },
    {
      name: 'pane maximised, floated',
      weight: 2,
      async run() {
        if (!(await openLadder())) return false;
        await page.keyboard.press('Alt+Enter');
        await page.keyboard.press('Alt+Enter');
        await page.keyboard.press('Alt+Shift+F');
        const floating = page.locator('.dv-resize-container');
        await floating.first().waitFor();
        await page.keyboard.press('Alt+Shift+F');
        await floating.first().waitFor({ state: 'detached' });
        return true;
      },
    },
    {
      name: 'pane in a window of its own',
      weight: 2,
      async run() {
        if (!(await openLadder())) return false;
        const before = await tabs.count();
        const [other] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Alt+Shift+O')]);
        await other.getByTestId('ladder-canvas').first().waitFor();
        await other
          .getByTestId('ladder-summary')
          .filter({ hasText: /best ask/ })
          .first()
          .waitFor({ state: 'attached' });
        const closed = other.waitForEvent('close');
        await other.getByRole('button', { name: 'Return the panes to the main window' }).click();
        await closed;
        await waitForPanes(before, false);
        return true;
      },
    },
    {
      name: 'market dropped on a pane',
      weight: 1,
      async run() {
        const list = page.getByRole('listbox', { name: 'Markets' }).first();
        const chart = page.getByRole('tabpanel', { name: 'Chart', exact: true }).first();
        if (!(await isThere(list)) || !(await isThere(chart))) return false;
        // What is traded then has rows in tables from the first reading on.
        const market = list.getByRole('option', { name: new RegExp(shownName(pick(MARKETS)), 'i') }).first();
        if (!(await isThere(market))) return false;
        await market.dragTo(chart);
        return true;
      },
    },
    {
      name: 'chart',
      weight: 2,
      async run() {
        const chart = page.getByTestId('chart').first();
        if (!(await isThere(chart))) return false;
        await chart.hover();
        for (let at = 0; at < 3; at += 1) await page.mouse.wheel(0, pick([-240, 240]));
        await command(pick(['reset the zoom', 'other outcome in the chart']));
        return true;
      },
    },
    {
      name: 'look',
      weight: 1,
      async run() {
        const before = await tabs.count();
        await page.keyboard.press('Control+,');
        const settings = page.locator('.settings').first();
        await settings.waitFor();
        for (const name of [pick(THEMES), 'Dark', pick(DENSITIES), 'Normal']) {
          await settings.getByRole('radio', { name, exact: true }).first().click();
        }
        await page.keyboard.press('Alt+Shift+W');
        await waitForPanes(before, false);
        return true;
      },
    },
    {
      name: 'help',
      weight: 1,
      async run() {
        await page.keyboard.press('?');
        const keys = page.getByRole('dialog');
        await keys.waitFor();
        await page.keyboard.press('Escape');
        await keys.waitFor({ state: 'hidden' });
        return true;
      },
    },
  ];
}
