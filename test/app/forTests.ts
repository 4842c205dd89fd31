/** One terminal for the tests of a block. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, type OpenOptions, openApp } from './launch.ts';

/** Opens the terminal before the tests of the block around the caller, and closes it after them. */
export function openForTests(options: OpenOptions = {}): Pick<OpenApp, 'page' | 'dataFolder' | 'openingWindow'> {
  let app: OpenApp | null = null;
  const opened = (): OpenApp => {
    if (app === null) throw new Error('Expected an open terminal, found none');
    return app;
  };
  test.beforeAll(async () => {
    app = await openApp(options);
  });
  test.afterAll(() => app?.close());
  return {
    get page() {
      return opened().page;
    },
    get dataFolder() {
      return opened().dataFolder;
    },
    openingWindow: (act) => opened().openingWindow(act),
  };
}

/** Opens a live window of this size, and adds every error of its page to `complaints`. */
export async function openWatched(
  options: OpenOptions,
  size: { readonly width: number; readonly height: number },
  complaints: string[],
): Promise<OpenApp> {
  const app = await openApp(options);
  app.page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  app.page.on('pageerror', (error) => complaints.push(error.message));
  await app.page.setViewportSize(size);
  await expect(app.page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  return app;
}

export async function armTrading(page: Page): Promise<void> {
  await page.keyboard.press('F8');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Armed · F8', exact: true })).toBeVisible();
}
