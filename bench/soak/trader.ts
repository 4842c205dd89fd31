/**
 * A trader by keyboard and mouse: sets up a wallet, then places, moves, cancels, flattens, and changes what is on screen.
 *
 * Shape       A step ends when the page has answered it; what the exchange or a limit refuses is an answer too.
 */
import type { Locator, Page } from 'playwright-core';

const PASSWORD = 'any password on paper';
const MARKETS = ['harbour list', 'hill alliance', 'green quays', '96000', '94000'] as const;
const WORKSPACES = [
  ['1', 'One market'],
  ['2', 'Scalper'],
  ['3', 'Event trader'],
  ['4', 'Watcher'],
] as const;
const PANES = [
  'Depth',
  'Event',
  'Chart',
  'Positions',
  'Fills',
  'P&L',
  'Balances',
  'Risk',
  'Wallet',
  'Health',
  'Orders',
];

export interface Step {
  readonly name: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  run(): Promise<void>;
}

/** The wizard's paper path with its defaults. */
export async function setUpWallet(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp): Promise<void> => dialog.getByRole('button', { name }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press('Create key');
  await dialog.getByLabel('Password of the vault').fill(PASSWORD);
  await dialog.getByLabel('Backup password', { exact: true }).fill(`${PASSWORD}, backup`);
  await dialog.getByLabel('Backup password again').fill(`${PASSWORD}, backup`);
  await press('Write backup');
  await dialog.getByText('Backup verified').waitFor();
  await press('Continue');
  await press('Open a paper account');
  await press(/^Continue with/);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(/^Sign and send/);
  await dialog.getByText('The wallet is ready').waitFor();
  await press('Start trading');
  await dialog.waitFor({ state: 'hidden' });
}

export async function unlock(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('banner').getByRole('button', { name: 'Unlock' }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

interface Prices {
  readonly bid: number;
  readonly ask: number;
}

/** `random` answers numbers from 0 to 1. */
export function listSteps(page: Page, random: () => number): readonly Step[] {
  const banner = page.getByRole('banner');
  const box = page.getByRole('combobox', { name: 'Search, or type an order' });
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const isThere = (locator: Locator): Promise<boolean> => locator.isVisible();

  /** Types into the palette and performs what it shows; a text that it refuses is left. */
  async function command(text: string): Promise<void> {
    await page.keyboard.press('Control+K');
    await box.waitFor();
    await box.fill(text);
    await page.keyboard.press('Enter');
    if (await isThere(box)) await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
  }

  async function arm(): Promise<void> {
    const disarmed = banner.getByRole('button', { name: /^Disarmed/ });
    if (!(await isThere(disarmed))) return;
    await disarmed.click();
    await banner.getByRole('button', { name: /^Armed/ }).waitFor();
  }

  /** Best prices of the first ladder; null where the workspace has none, or its book is empty. */
  async function readPrices(): Promise<Prices | null> {
    const summary = page.getByTestId('ladder-summary').first();
    const text = (await summary.count()) === 0 ? '' : ((await summary.textContent()) ?? '');
    const found = /bid ([\d.]+), best ask ([\d.]+)/.exec(text);
    return found ? { bid: Number.parseFloat(found[1]!), ask: Number.parseFloat(found[2]!) } : null;
  }

  const order =
    (write: (prices: Prices) => string): (() => Promise<void>) =>
    async () => {
      const prices = await readPrices();
      if (prices === null) return;
      await arm();
      await command(write(prices));
    };
  const inGrid = (price: number): string => Math.min(0.99, Math.max(0.01, price)).toFixed(2);
  const size = (): number => 5 + Math.floor(random() * 40);

  return [
    { name: 'rest', weight: 6, run: order(({ bid }) => `buy yes ${size()} @ ${inGrid(bid - 0.02 - random() / 50)} p`) },
    { name: 'buy', weight: 4, run: order(({ ask }) => `buy ${pick(['yes', 'no'])} ${size()} @ ${inGrid(ask + 0.02)}`) },
    { name: 'sell', weight: 3, run: order(({ bid }) => `sell all @ ${inGrid(bid - 0.02)}`) },
    { name: 'move', weight: 4, run: order(({ bid }) => `move ${inGrid(bid - 0.03)}`) },
    { name: 'cancel bids', weight: 3, run: order(() => 'cancel bids') },
    { name: 'cancel all', weight: 2, run: () => page.keyboard.press('Shift+F9') },
    {
      name: 'flatten',
      weight: 2,
      async run() {
        await arm();
        await command('flatten');
        const dialog = page.getByRole('dialog');
        if (!(await isThere(dialog))) return;
        const go = dialog.getByRole('button', { name: /^(Close|Flatten)/ }).last();
        if ((await isThere(go)) && (await go.isEnabled())) await go.click();
        else await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        const dismiss = page.getByTestId('flatten-report').getByRole('button', { name: 'Dismiss' }).first();
        if (await isThere(dismiss)) await dismiss.click();
      },
    },
    { name: 'market', weight: 5, run: () => command(pick(MARKETS)) },
    {
      name: 'workspace',
      weight: 2,
      async run() {
        const [key, name] = pick(WORKSPACES);
        const menu = banner.getByRole('button', { name: /^Workspaces: / });
        if ((await menu.getAttribute('aria-label'))?.endsWith(name)) return;
        await page.evaluate(() => document.querySelector('.dock')?.setAttribute('data-before', ''));
        await page.keyboard.press(`Control+${key}`);
        await page.locator('.dock[data-before]').waitFor({ state: 'detached' });
        await page.getByRole('tab').first().waitFor();
      },
    },
    {
      name: 'tab',
      weight: 6,
      async run() {
        const tab = page.getByRole('tab', { name: pick(PANES), exact: true }).first();
        if (await isThere(tab)) await tab.click();
      },
    },
    {
      name: 'open and close a pane',
      weight: 3,
      async run() {
        await command('ladder');
        const panes = page.locator('.dock-tab');
        const before = await panes.count();
        await page.keyboard.press('Alt+Shift+D');
        await page.waitForFunction((count) => document.querySelectorAll('.dock-tab').length !== count, before);
        await page.keyboard.press('Alt+Shift+W');
        await page.waitForFunction((count) => document.querySelectorAll('.dock-tab').length === count, before);
      },
    },
    {
      name: 'alert',
      weight: 2,
      async run() {
        if ((await readPrices()) === null) return;
        await page.keyboard.press('Alt+A');
        const form = page.getByRole('form', { name: 'New alert' });
        await form.waitFor();
        await form.getByRole('button', { name: /^(Add|Create|Save|Set)/ }).click();
        await form.waitFor({ state: 'hidden' });
        const list = page.getByRole('grid', { name: 'Alerts' });
        await list
          .getByRole('button', { name: /^Remove/ })
          .first()
          .click();
      },
    },
    {
      name: 'panic',
      weight: 1,
      async run() {
        await page.keyboard.press('F9');
        const dismiss = page.getByTestId('panic-report').getByRole('button', { name: 'Dismiss' }).first();
        await dismiss.click();
      },
    },
  ];
}

/** One of the steps, by their weights. */
export function chooseStep(steps: readonly Step[], random: () => number): Step {
  const all = steps.reduce((sum, { weight }) => sum + weight, 0);
  let at = random() * all;
  for (const step of steps) {
    at -= step.weight;
    if (at < 0) return step;
  }
  return steps.at(-1)!;
}
