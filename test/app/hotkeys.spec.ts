/** Hotkeys as a person uses and changes them: recorded, named in conflicts, reset, kept, and never while typing. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';

test.describe('hotkeys', () => {
  let app: OpenApp;
  let page: Page;
  const change = (title: string) => page.getByRole('button', { name: `Change the key of ${title}`, exact: true });
  const panicButton = (key: string) => page.getByRole('banner').getByRole('button', { name: `Panic · ${key}` });
  const PANIC = 'Panic: disarm, stop everything, cancel every order';
  const ARM = 'Arm or disarm trading';

  async function record(title: string, key: string): Promise<void> {
    await change(title).click();
    await expect(change(title)).toHaveText('Press a key…');
    await page.keyboard.press(key);
  }

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(change(PANIC)).toBeVisible();
  });
  test.afterAll(() => app.close());

  test('panic gets another key, which the top bar names and which works at once', async () => {
    await record(PANIC, 'F4');
    await expect(panicButton('F4')).toBeVisible();
    await page.keyboard.press('F9');
    await expect(page.getByTestId('panic-report')).toHaveCount(0);
    await page.keyboard.press('F4');
    await expect(page.getByTestId('panic-report')).toBeVisible();
    await page.getByTestId('panic-report').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('button', { name: `Remove the key of ${PANIC}` })).toBeDisabled();
  });

  test('a key that another action has is named, and taken only when the person says so', async () => {
    await record('Lock the vault', 'F8');
    await expect(page.getByRole('alert').filter({ hasText: `F8 is the key of “${ARM}”` })).toBeVisible();
    await takePictures(page, 'hotkeys-conflict');
    await page.getByRole('button', { name: 'Use it here' }).click();
    await expect(page.getByRole('button', { name: `Remove the key of ${ARM}` })).toBeDisabled();
    // Panic works also while a key is recorded; Escape ends the recording.
    await record(ARM, 'F4');
    await expect(page.getByTestId('panic-report')).toBeVisible();
    await page.getByTestId('panic-report').getByRole('button', { name: 'Dismiss' }).click();
    await page.keyboard.press('Escape');
    await expect(change(ARM)).toHaveText('Change');
  });

  test('keys of the system and characters for actions that act everywhere are refused', async () => {
    await record(ARM, 'F5');
    await expect(page.getByText('F5 belongs to the system or to text fields.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep as it was' }).click();
    await record(ARM, 'a');
    await expect(page.getByText('A types a character; this action acts everywhere, also in fields.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep as it was' }).click();
  });

  test('changed keys are kept, and all of them are reset at once', async () => {
    await page.reload();
    await expect(panicButton('F4')).toBeVisible();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect(panicButton('F9')).toBeVisible();
  });

  test('a preset shows what it changes and takes, is used when the person says so, and goes back to own keys', async () => {
    const preview = page.getByRole('region', { name: 'Keys of the preset', exact: false });
    const use = page.getByRole('button', { name: 'Use these keys' });
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click();
    // No preset leaves an action of the real terminal without the key that it has by default.
    for (const name of ['Adyton', 'Without function keys', 'TradingView-like', 'Bloomberg-like']) {
      await open(name);
      await expect(preview).toContainText(name === 'Adyton' ? 'These keys are in force.' : '→');
      await expect(preview.locator('.loses-key')).toHaveCount(0);
    }
    await record('Reset the zoom of the chart', 'Alt+q');
    await expect(preview.locator('.loses-key')).toHaveText(['Reset the zoom of the chartAlt Q → none']);
    await preview.scrollIntoViewIfNeeded();
    await takePictures(page, 'hotkeys-preset');
    await expect(panicButton('F9')).toBeVisible();
    await use.click();
    await expect(panicButton('Ctrl Shift P')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the keys before' }).click();
    await expect(panicButton('F9')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset the key of Reset the zoom of the chart' })).toBeEnabled();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
  });

  test('a key types in a field; a key with Ctrl acts there, and none acts behind a dialog but what gets out', async () => {
    const search = page.getByRole('searchbox', { name: 'Search keys' });
    await search.fill('');
    await search.press('/');
    await expect(search).toHaveValue('/');
    await search.press('Control+K');
    await expect(page.getByRole('combobox', { name: 'Search, or type an order' })).toBeFocused();
    await page.keyboard.press('Control+,');
    await page.keyboard.press('F9');
    await expect(page.getByTestId('panic-report')).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
