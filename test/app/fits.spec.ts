/** Nothing is cut off: every pane, with seven-digit sizes and long names, in each density and at each size of a window. */
import { expect, type Page, test } from '@playwright/test';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { changeElsewhere } from './changeElsewhere.ts';
import { listClippedTexts } from './clippedTexts.ts';
import { enlargeBook, enlargeMember } from './largeSizes.ts';
import { type OpenApp, openApp } from './launch.ts';
import { SIZES, takePanePictures, waitForSize } from './picture.ts';
import { setUpTestWallet } from './testAccount.ts';

test.describe('texts', () => {
  let exchange: PaperExchange;
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null });
    for (const market of exchange.world.markets) enlargeBook(exchange, market);
    const at = `127.0.0.1:${exchange.port}`;
    app = await openApp({ network: { kind: 'test', baseUrl: `http://${at}`, wsBaseUrl: `ws://${at}` } });
    page = app.page;
    await setUpTestWallet(app, exchange.port);
    const ladder = (await page.getByTestId('ladder-canvas').getAttribute('aria-label')) ?? '';
    const { markets } = exchange.world;
    const inFront = markets.filter(({ title }) => ladder.includes(title));
    for (const market of [...inFront, ...markets.slice(0, 2)]) enlargeMember(exchange, market);
    await expect(page.getByRole('banner')).toContainText(/Locked\s*\d,\d{3},\d{3}/);
  });
  test.afterAll(async () => {
    await app.close();
    await exchange.close();
  });

  // One test, because every look shows the same account and the same markets.
  test('fit in every pane, in each density and at each size of a window', async () => {
    test.setTimeout(600_000);
    const clipped = new Set<string>();
    for (const density of ['compact', 'normal'] as const) {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await changeElsewhere(page, { density });
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await waitForSize(page);
          if (density === 'normal') await takePanePictures(page, (await tab.getAttribute('aria-label')) ?? '');
          for (const one of await listClippedTexts(page)) clipped.add(`${density} ${size.width}: ${one}`);
        }
      }
    }
    expect([...clipped]).toEqual([]);
  });
});
