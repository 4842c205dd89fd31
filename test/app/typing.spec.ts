/** Typing in other languages: a key of an input method, or a letter of Option on a Mac, types and starts nothing. */
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { readLadder } from './steps.ts';

test.describe('keys that type', () => {
  let app: OpenApp;
  let page: Page;
  let session: CDPSession;
  const box = () => page.getByRole('combobox', { name: 'Search, or type an order' });
  const search = () => page.getByRole('searchbox', { name: 'Search markets' }).first();
  const resting = () => page.locator('.orders tbody tr').filter({ hasText: /Resting/ });

  /** A word under way in the input method, and the Enter that confirms it: the browser marks that key with 229 and as composing. */
  async function confirmWord(text: string): Promise<void> {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    await session.send('Input.insertText', { text });
  }

  const priceBelow = async (ticks: number): Promise<string> => {
    const { bestBid, tick } = await readLadder(page);
    return (((bestBid ?? 0) - ticks * tick) / 1e6).toFixed(2);
  };
  const order = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+K');
    await box().fill(text);
    await page.keyboard.press('Enter');
  };

  test.beforeAll(async () => {
    app = await openApp({ hasAccount: true });
    page = app.page;
    session = await page.context().newCDPSession(page);
    await expect.poll(async () => (await readLadder(page)).bestAsk).not.toBeNull();
  });
  test.afterAll(() => app.close());

  test('the Enter that confirms a word in the search chooses no market', async () => {
    const chart = page.getByTestId('chart').first();
    const before = await chart.getAttribute('aria-label');
    await page.keyboard.press('/');
    const word = before?.includes('Hill') ? 'harbour' : 'hill';
    await confirmWord(word);
    await expect(search()).toHaveValue(word);
    await expect(chart).toHaveAttribute('aria-label', before ?? '');
    // The next Enter is the person's own.
    await page.keyboard.press('Enter');
    await expect(chart).not.toHaveAttribute('aria-label', before ?? '');
    await page.keyboard.press('Escape');
  });

  test('the Enter that confirms a word in the palette sends no order', async () => {
    await order('arm');
    await expect(page.getByRole('banner').getByRole('button', { name: /^Armed/ })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('buy yes ');
    const price = await priceBelow(6);
    await confirmWord(`40 @ ${price}`);
    await expect(box()).toHaveValue(`buy yes 40 @ ${price}`);
    await page.keyboard.press('Escape');
    await page.getByText('Orders', { exact: true }).first().click();
    // Orders leave in turn: one that had left before is in the list with this one.
    await order(`buy yes 41 @ ${await priceBelow(6)} post`);
    await expect(resting()).toHaveCount(1);
    await expect(page.locator('.orders tbody tr')).toHaveCount(1);
  });

  test('letters typed with Option on a Mac are letters, in every preset of keys', async () => {
    const agent = await page.evaluate(() => navigator.userAgent);
    const userAgent = agent.replace(/\(X11[^)]*\)/, '(Macintosh; Intel Mac OS X 10_15_7)');
    await session.send('Emulation.setUserAgentOverride', { userAgent, platform: 'MacIntel' });
    await page.reload();
    await expect.poll(async () => (await readLadder(page)).bestAsk).not.toBeNull();
    await page.keyboard.press('Meta+,');
    await page.getByRole('button', { name: 'Without function keys', exact: true }).click();
    await page.getByRole('button', { name: 'Use these keys' }).click();
    await page.getByText('Orders', { exact: true }).first().click();
    const press = async (key: string, code: string, modifiers: number) => {
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, modifiers, text: key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
    };
    const windows = app.pages().length;
    await search().click();
    // Option X cancels the orders of the market, Option Shift N opens a dialog, O a window, and W closes the pane: elsewhere.
    for (const [key, code, modifiers] of [
      ['ź', 'KeyX', 1],
      ['Ń', 'KeyN', 9],
      ['Ó', 'KeyO', 9],
      ['Ę', 'KeyW', 9],
    ] as const) {
      await press(key, code, modifiers);
    }
    await expect(search()).toHaveValue('źŃÓĘ');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(resting()).toHaveCount(1);
    expect(app.pages().length).toBe(windows);
    await page.keyboard.press('Escape');
    // Outside a field the same key acts.
    await page.getByTestId('ladder-canvas').first().focus();
    await press('ź', 'KeyX', 1);
    await expect(resting()).toHaveCount(0);
  });
});
