/** Hotkeys as a person uses and changes them: recorded, named in conflicts, reset, kept, and never while typing. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp, root } from './launch.ts';
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

  /** Every action of Settings with its keys, as people read them. */
  async function listKeys(): Promise<Map<string, string>> {
    const rows = await page
      .locator('.settings-key')
      .evaluateAll((elements) =>
        elements.map((row): [string, string] => [
          row.querySelector('span')?.textContent ?? '',
          [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(', '),
        ]),
      );
    return new Map(rows);
  }

  test('a preset shows what it changes, leaves no action without its key, and has the keys of the manual', async () => {
    const preview = page.getByRole('region', { name: 'Keys of the preset', exact: false });
    const manual = await readFile(path.join(root, 'docs/manual/keyboard.md'), 'utf8');
    const [, section = ''] = manual.split('## Key presets');
    const table = section
      .slice(0, section.indexOf('## '))
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const [head, , ...rows] = table;
    const names = head!.slice(1);
    expect(names).toEqual(['Standard', 'Without function keys', 'Left hand', 'Numeric pad']);
    const standard = await listKeys();
    for (const [at, name] of names.entries()) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(preview).toContainText(name === 'Standard' ? 'These keys are in force.' : '→');
      await expect(preview.locator('.loses-key')).toHaveCount(0);
      if (name !== 'Standard') await page.getByRole('button', { name: 'Use these keys' }).click();
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
      const keys = await listKeys();
      const all = [...keys.values()].flatMap((text) => (text === '' ? [] : text.split(', ')));
      expect(new Set(all).size, `${name} gives a key to one action only`).toBe(all.length);
      const inTable = new Map(rows.map((cells) => [cells[0]!, cells[at + 1]!.replaceAll('`', '')]));
      for (const [title, text] of inTable) expect(keys.get(title), `${name}: ${title}`).toBe(text);
      // What the manual does not list is as in the standard keys.
      for (const [title, text] of keys) {
        if (!inTable.has(title)) expect(text, `${name}: ${title}`).toBe(standard.get(title));
      }
      if (name !== 'Standard') await page.getByRole('button', { name: 'Reset all' }).click();
    }
    await expect(panicButton('F9')).toBeVisible();
  });

  test('own keys stay with a preset unless the person gives them up, and the keys before come back', async () => {
    const preview = page.getByRole('region', { name: 'Keys of the preset', exact: false });
    const open = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await record('Reset the zoom of the chart', 'q');
    await open('Left hand');
    await expect(preview).toContainText('Keep the key that you set yourself');
    await expect(preview).not.toContainText('Reset the zoom of the chart');
    await expect(preview).not.toContainText('→ Q');
    await preview.getByRole('checkbox').uncheck();
    await expect(preview.locator('.loses-key')).toHaveText(['Reset the zoom of the chartQ → none']);
    await preview.scrollIntoViewIfNeeded();
    await takePictures(page, 'hotkeys-preset');
    await expect(panicButton('F9')).toBeVisible();
    await page.getByRole('button', { name: 'Use these keys' }).click();
    await expect(panicButton('F4')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the keys before' }).click();
    await expect(panicButton('F9')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset the key of Reset the zoom of the chart' })).toBeEnabled();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
  });

  test('a key of the numeric pad acts where a preset gives it an action, and is its character elsewhere', async () => {
    // The keyboard of the driver has a pad without Num Lock.
    const press = (key: string, code: string) =>
      page.evaluate(
        (init) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
        { key, code },
      );
    const side = page.getByRole('radiogroup', { name: 'Outcome shown' }).first().getByRole('radio', { checked: true });
    await page.getByRole('button', { name: 'Numeric pad', exact: true }).click();
    await page.getByRole('button', { name: 'Use these keys' }).click();
    await page.getByRole('tab', { name: 'Ladder' }).click();
    await expect(side).toHaveText(/yes/i);
    await press('0', 'Numpad0');
    await expect(side).toHaveText(/no/i);
    await press('0', 'Digit0');
    await expect(side).toHaveText(/no/i);
    await press('0', 'Numpad0');
    await expect(side).toHaveText(/yes/i);
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
    await press('/', 'NumpadDivide');
    await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
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
