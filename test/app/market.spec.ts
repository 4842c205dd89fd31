/** Market pane: rules, times, what decides a market, and its ids, read and copied as a person would. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { searchMarket, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

test.describe('the market pane', () => {
  test.describe.configure({ mode: 'serial' });
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  });
  test.afterAll(() => app.close());

  const pane = () => page.getByTestId('market');
  const section = (name: string) => pane().getByRole('region', { name });
  const value = (name: string, label: string) =>
    section(name)
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('dd');

  async function follow(words: string): Promise<void> {
    await searchMarket(page, words);
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
  }

  test('shows the rules, the times and what decides a price market', async () => {
    await follow('btc 96000');
    await expect(pane().getByRole('heading', { level: 2 })).toHaveText(/BTC-USD at \$96,000 or more/);
    await expect(pane().locator('.market-countdown')).toHaveText(/^closes in /);
    await expect(value('Status and times', 'Exchange’s status')).toContainText('active');
    await expect(section('Rules')).toContainText('at or above the level');
    await expect(value('What decides it', 'Target')).toContainText('at or above 96,000');
    await expect(value('What decides it', 'Underlying')).toContainText('BTC-USD');
    await expect(value('What decides it', 'Panel')).toHaveText('none governs it');
    await expect(value('Trading', 'Tick')).toContainText('assumed');
    await expect(value('Trading', 'Maker fee')).toHaveText('not known');
    expect(await listViolations(page)).toEqual([]);
    await takePictures(page, 'market');
  });

  test('shows the panel of a market that people decide', async () => {
    await follow('harbour list');
    await expect(value('What decides it', 'Authority 1')).toContainText('Returning office, certified count');
    await expect(value('What decides it', 'Terms')).toContainText('no automated source');
    await expect(value('What decides it', 'Panel’s terms')).toContainText('https://');
  });

  test('names the condition once the vault is open, and copies ids whole', async () => {
    await expect(value('Ids', 'Condition')).toContainText('unlock to read it');
    await page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
    await setUpWallet(page, 'any password on paper');
    const condition = value('Ids', 'Condition').getByRole('button');
    await expect(condition).toHaveAccessibleName(/^Copy condition 0x[0-9a-f]{64}$/);
    const token = value('Ids', 'Yes token').getByRole('button');
    await expect(token).toHaveAccessibleName(/^Copy yes token \d{60,78}$/);
    await token.press('Enter');
    await expect(token.getByRole('status')).toHaveText(/copied|not allowed/);
  });

  test('folds its sections with the keyboard', async () => {
    await follow('harbour list');
    const rules = section('Rules').getByRole('button', { name: 'Rules' });
    await rules.press('Enter');
    await expect(rules).toHaveAttribute('aria-expanded', 'false');
    await expect(section('Rules')).not.toContainText('certified count');
    await page.getByRole('tab', { name: 'Markets', exact: true }).click();
    await page.getByRole('tab', { name: 'Market', exact: true }).click();
    await expect(rules).toHaveAttribute('aria-expanded', 'false');
    await rules.press('Space');
    await expect(section('Rules')).toContainText('certified count');
  });
});
