/** The palette as a person uses it: a market, a pane, typed orders that fill, rest, move and are cancelled. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { readLadder, setUpWallet } from './steps.ts';
import { listViolations } from './violations.ts';

const PASSWORD = 'any password on paper';

test.describe('the palette', () => {
  let app: OpenApp;
  let page: Page;
  const box = () => page.getByRole('combobox', { name: 'Search, or type an order' });
  const plan = () => page.getByTestId('palette-plan');
  const priceOf = (micros: number) => (micros / 1_000_000).toFixed(2);

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect.poll(async () => (await readLadder(page)).bestAsk).not.toBeNull();
  });
  test.afterAll(() => app.close());

  async function type(text: string): Promise<void> {
    await page.keyboard.press('Control+K');
    await box().fill(text);
  }

  test('opens by key and by its box, finds markets and panes, and closes with Escape', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Search, or type an order/ })
      .click();
    await expect(box()).toBeFocused();
    expect(await listViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(box()).toBeHidden();
    await page.keyboard.press('Control+K');
    await expect(box()).toBeFocused();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.type('health');
    await expect(box()).toHaveValue('health');
    await page.keyboard.press('Enter');
    await expect(page.locator('.health')).toBeVisible();
    // No figure reaches over the line beside it.
    const figures = page.locator('.health-clock');
    await expect(figures.first()).toBeVisible();
    const wide = () =>
      figures.evaluateAll((lists) => lists.filter((list) => list.scrollWidth > list.clientWidth).length);
    await expect.poll(wide).toBe(0);
    await type('96000');
    await expect(page.getByRole('option').first()).toContainText('96,000');
    await page.keyboard.press('Escape');
  });

  test('shows a typed order before there is a wallet, and Enter then opens the setup with the ticket filled', async () => {
    await type('buy yes 120 @ 0.42');
    await expect(plan()).toContainText('Enter opens the wallet setup');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Create');
    await setUpWallet(page, PASSWORD);
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('0.42');
    await expect(ticket.getByRole('textbox', { name: 'Contracts' })).toHaveValue('120');
  });

  test('fills the ticket while trading is disarmed and sends nothing', async () => {
    await type('buy no 75 @ 0.30 on hill');
    await expect(plan()).toContainText('Hill Alliance is the largest group');
    await box().fill('buy no 75 @ 0.30 on the policy rate');
    await expect(page.getByText('is not one market: cut, hold, rise')).toBeVisible();
    await box().fill('buy no 75 @ 0.30 on ');
    // However many markets there are, the line below the list stays.
    await expect(page.locator('.palette-foot')).toBeInViewport({ ratio: 1 });
    const [popup, foot] = await Promise.all([
      page.locator('.palette').boundingBox(),
      page.locator('.palette-foot').boundingBox(),
    ]);
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((popup?.y ?? 0) + (popup?.height ?? 0));
    const markets = page.getByRole('option').filter({ hasText: 'Tab' });
    await expect(
      markets.filter({ hasText: 'hill-allianceHill Alliance · Largest group on the harbour council' }),
    ).toHaveCount(1);
    await box().fill('buy no 75 @ 0.30 on ha');
    await expect(plan()).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(box()).toHaveValue('buy no 75 @ 0.30 on harbour-list ');
    await expect(plan()).toContainText('Harbour List is the largest group');
    await expect(box()).toBeFocused();
    await box().fill('buy no 75 @ 0.30');
    await expect(plan()).toContainText('Enter fills the ticket with: buy 75 no');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not sent: Arm trading first').first()).toBeVisible();
    await expect(page.locator('.orders tbody tr')).toHaveCount(0);
  });

  test('arms, then a typed order is filled and a second one rests, moves and is cancelled', async () => {
    await type('arm');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Armed/ })).toBeVisible();

    await test.step('says what is wrong, at which word', async () => {
      await type('buy yes 500 @ 0.425');
      await expect(page.getByText('Word 5: expected a price that is a multiple of 0.01')).toBeVisible();
      await box().fill('buy yes 90k @ 0.99');
      await expect(page.getByRole('list', { name: "Why it can't be sent" })).toContainText('Cost of one buy');
      await page.keyboard.press('Enter');
      await expect(plan()).toContainText('Refused');
      await page.keyboard.press('Escape');
    });

    await test.step('buys at once, two ticks through the ask', async () => {
      const { bestAsk, tick } = await readLadder(page);
      await type(`buy yes 120 @ ${priceOf((bestAsk ?? 0) + 2 * tick)}`);
      await expect(plan()).toContainText('Enter places: buy 120 yes');
      for (const label of ['Stake', 'Fee, at most', 'Locked', 'If yes', 'If no']) {
        await expect(plan().getByText(label, { exact: true })).toBeVisible();
      }
      await takePictures(page, 'palette-order');
      expect(await listViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      // The notice of the fill takes the place of that of the order.
      await expect(page.getByText(/^(Placed: buy 120 yes|Filled: )/).first()).toBeVisible();
      await page.getByText('Positions', { exact: true }).first().click();
      await expect(page.getByRole('row').filter({ hasText: '120' }).first()).toBeVisible();
    });

    await test.step('rests a bid, moves it, and cancels it, by Tab for what can be completed', async () => {
      await page.getByText('Orders', { exact: true }).first().click();
      const { bestBid, tick } = await readLadder(page);
      const low = priceOf((bestBid ?? 0) - 6 * tick);
      const next = priceOf((bestBid ?? 0) - 5 * tick);
      await type(`buy yes 40 @ ${low} p`);
      await page.keyboard.press('Tab');
      await expect(box()).toHaveValue(`buy yes 40 @ ${low} post `);
      await page.keyboard.press('Enter');
      const row = page.locator('.orders tbody tr').filter({ hasText: /Resting/ });
      await expect(row).toContainText(low);
      await type(`move ${next}`);
      await expect(plan()).toContainText(`Move buy 40 yes from ${low} to ${next}`);
      await page.keyboard.press('Enter');
      await expect(row.filter({ hasText: next })).toHaveCount(1);
      await type('cancel bids');
      await expect(plan()).toContainText('1 open order is known');
      await page.keyboard.press('Enter');
      await expect(row).toHaveCount(0);
    });

    await test.step('sells all that is held', async () => {
      const { bestBid, tick } = await readLadder(page);
      await type(`sell all @ ${priceOf((bestBid ?? 0) - 2 * tick)}`);
      await expect(plan()).toContainText('Enter places: sell 120 yes');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^(Placed: sell 120 yes|Filled: )/).first()).toBeVisible();
      await type('sell all');
      await expect(page.getByText('Nothing of it can be sold')).toBeVisible();
      await page.keyboard.press('Escape');
    });
  });

  test('puts recent entries first; a command that was typed before comes back without being sent', async () => {
    await page.keyboard.press('Control+K');
    const typed = page.getByRole('option').filter({ hasText: 'cancel bids' });
    await expect(typed).toBeVisible();
    await typed.click();
    await expect(box()).toHaveValue('cancel bids');
    await takePictures(page, 'palette-recent');
    await page.keyboard.press('Escape');
  });
});
