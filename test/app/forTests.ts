/** One terminal for the tests of a block, and the account that most of them begin with. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, type OpenOptions, openApp } from './launch.ts';
import { clickLadderBid, setUpWallet } from './steps.ts';

/** Opens the terminal before the tests of the block around the caller, and closes it after them. */
export function openForTests(options: OpenOptions = {}): { readonly page: Page } {
  let app: OpenApp | null = null;
  test.beforeAll(async () => {
    app = await openApp(options);
  });
  test.afterAll(() => app?.close());
  return {
    get page() {
      if (app === null) throw new Error('Expected an open terminal, found none');
      return app.page;
    },
  };
}

/** A first click on a price, the wizard's paper path, and trading armed. */
export async function openArmedAccount(page: Page): Promise<void> {
  await clickLadderBid(page);
  await setUpWallet(page, 'any password on paper');
  await armTrading(page);
}

export async function armTrading(page: Page): Promise<void> {
  await page.keyboard.press('F8');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Armed · F8', exact: true })).toBeVisible();
}
