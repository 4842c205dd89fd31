/** The recorder as a person meets it: its section in Settings, its figures in Health, and the files that it writes. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openRecordingReader } from '#main/storage/recording/recordingReader.ts';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { listViolations } from './violations.ts';

test.describe('the recorder', () => {
  let app: OpenApp;
  let page: Page;
  const section = () => page.locator('.settings').getByRole('region', { name: 'Recording', exact: true });
  const folder = () => path.join(app.dataFolder, 'paper', 'recordings');
  /** Empty until the recorder has begun. */
  const listFiles = (): string[] => (existsSync(folder()) ? readdirSync(folder()) : []);
  const isOn = () => section().getByRole('radiogroup', { name: 'Recording' });

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
    await page.keyboard.press('Control+,');
    await expect(section()).toBeVisible();
  });
  test.afterAll(() => app.close());

  test('is on from the first start, and writes files for this user alone', async () => {
    await expect(isOn().getByRole('radio', { name: 'On' })).toBeChecked();
    await expect(section()).toContainText('not encrypted');
    await expect.poll(() => listFiles().some((name) => name.endsWith('.tail'))).toBe(true);
    for (const name of listFiles()) expect(statSync(path.join(folder(), name)).mode & 0o777).toBe(0o600);
  });

  test('lists the recorded days, deletes one after asking, and goes on', async () => {
    await section().getByRole('button', { name: 'Show days' }).click();
    const today = section().getByRole('button', { name: /^Delete \d{4}-\d\d-\d\d$/ });
    await expect(today).toHaveCount(1);
    await takePictures(page, 'settings-recording');
    expect(await listViolations(page)).toEqual([]);
    await today.click();
    await section()
      .getByRole('button', { name: /^Keep / })
      .click();
    await today.click();
    await section()
      .getByRole('button', { name: /for good$/ })
      .click();
    await expect(section().getByRole('button', { name: /for good$/ })).toHaveCount(0);
    await expect.poll(() => listFiles().some((name) => name.endsWith('.tail'))).toBe(true);
  });

  test('says in Health what it does, also when it is off', async () => {
    await isOn().getByRole('radio', { name: 'Off' }).click();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Health');
    await page.keyboard.press('Enter');
    const health = page.locator('.health').getByRole('region', { name: 'Recording', exact: true });
    await expect(health).toContainText('Off. Settings turn it on.');
  });

  test('has recorded what replays to what was live', async () => {
    // Turning it off has ended the block.
    await expect.poll(() => replay().compared).toBeGreaterThan(0);
    expect(replay().differing).toEqual([]);
  });

  function replay() {
    const reader = openRecordingReader(folder());
    const result = reader.replay();
    reader.close();
    return result;
  }
});
