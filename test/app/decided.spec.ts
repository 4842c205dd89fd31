/** A market that is decided while it is on screen: what the ladder, the ticket, the positions and the event say of it. */
import { expect, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { giveSets } from './largeSizes.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { setUpTestWallet } from './testAccount.ts';
import { listViolations } from './violations.ts';

test.describe('a market that is decided', () => {
  let exchange: PaperExchange;
  let app: OpenApp;

  test.beforeEach(async () => {
    exchange = await openExchange({ token: null });
    app = await openApp({ network: testNetwork(exchange.port) });
    await setUpTestWallet(app, exchange.port);
  });
  test.afterEach(async () => {
    await app.close();
    await exchange.close();
  });

  test('shows what a void pays, and quotes nothing any more', async () => {
    const { page } = app;
    const ladder = page.getByTestId('ladder-canvas');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const tradesNow = ticket.getByText('Trades now', { exact: true }).locator('+ dd');
    const positions = page.getByRole('tabpanel', { name: 'Positions' });

    await expect(ladder).toHaveAttribute('aria-label', /./);
    const label = (await ladder.getAttribute('aria-label'))!;
    const market = exchange.world.markets.find(({ title }) => label.includes(title))!;
    giveSets(exchange, market);
    await expect(page.getByTestId('ladder-holding')).toContainText('345,678');
    await ticket.getByRole('textbox', { name: 'Price' }).fill('0.5');
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('10');
    await expect(tradesNow).toHaveText(/\d|nothing/);

    expect(exchange.world.decide(market, 'void')).toBe(true);

    await expect(page.getByText('This market was voided.')).toBeVisible();
    await expect(ticket.getByText('This market no longer trades')).toBeVisible();
    await expect(tradesNow).toHaveText('–');
    await page.getByRole('tab', { name: /^Positions/ }).click();
    await expect(positions.getByRole('gridcell', { name: '0.5', exact: true })).toHaveCount(2);
    await expect(positions.getByRole('button', { name: /^Redeem/ })).toHaveCount(2);
    await page.getByRole('tab', { name: 'Event', exact: true }).click();
    await expect(page.getByText(/does not trade: no way is quoted/)).toBeVisible();
    await expect(listViolations(page)).resolves.toEqual([]);
  });
});
