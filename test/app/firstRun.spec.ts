/** The first minutes: the tour is offered, shows six steps, can be left at each of them, and is offered once. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { listViolations } from './violations.ts';

test.describe('the tour', () => {
  let app: OpenApp;
  let page: Page;
  const card = () => page.getByRole('region', { name: /^Tour, step \d of 6$/ });
  /** Width in pixels by which the card lies over the part of the window with the ring. */
  const overlapOf = async (): Promise<number> => {
    const [ring, box] = await Promise.all([page.locator('.tour-ring').boundingBox(), card().boundingBox()]);
    if (ring === null || box === null) return Number.NaN;
    return Math.max(0, Math.min(ring.x + ring.width, box.x + box.width) - Math.max(ring.x, box.x));
  };
  const offer = () => page.getByRole('button', { name: 'New here? Take the tour' });

  let folder: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-tour-'));
    app = await openApp({ dataFolder: folder });
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  test('shows six steps inside the window, forwards and back, from the keyboard', async () => {
    await offer().click();
    const titles: string[] = [];
    for (let step = 1; step <= 6; step += 1) {
      await expect(card()).toHaveAccessibleName(`Tour, step ${step} of 6`);
      titles.push((await card().locator('strong').textContent()) ?? '');
      const box = await card().boundingBox();
      const { width, height } = page.viewportSize()!;
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      expect(box!.y + box!.height).toBeLessThanOrEqual(height);
      if (step === 3) {
        // In a window with a larger scale too, the card covers nothing of what it is about.
        for (const size of [
          { width: 2560, height: 1440 },
          { width: 1280, height: 720 },
        ]) {
          await page.setViewportSize(size);
          await expect.poll(overlapOf).toBe(0);
        }
      }
      if (step === 2) {
        expect(await listViolations(page)).toEqual([]);
        await takePictures(page, 'tour');
        await card().getByRole('button', { name: 'Back' }).click();
        await expect(card()).toHaveAccessibleName('Tour, step 1 of 6');
        await card().getByRole('button', { name: 'Next' }).click();
        await expect(card()).toHaveAccessibleName('Tour, step 2 of 6');
      }
      await page.keyboard.press('Enter');
    }
    await expect(card()).toBeHidden();
    expect(new Set(titles).size).toBe(6);
    await expect(offer()).toBeHidden();
  });

  test('starts again from the palette, leaves the keys of trading alone, and ends by Escape', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('take the tour');
    await page.keyboard.press('Enter');
    await expect(card()).toBeVisible();
    await page.keyboard.press('F8');
    const wizard = page.getByRole('dialog');
    await expect(wizard).toBeVisible();
    // Typed before the dialog has the focus: it is the dialog's all the same.
    await page.locator('.tour-card [data-next]').dispatchEvent('keydown', { key: 'Escape' });
    await expect(wizard).toBeHidden();
    await card().getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Escape');
    await expect(card()).toBeHidden();
  });

  test('is not offered again after a reload, nor after a restart', async () => {
    await page.reload();
    await expect(page.getByTestId('ladder')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up wallet' })).toBeVisible();
    await expect(offer()).toBeHidden();
    await app.close();
    app = await openApp({ dataFolder: folder });
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set up wallet' })).toBeVisible();
    await expect(offer()).toBeHidden();
  });
});
