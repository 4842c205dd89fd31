/** A market that is dragged: its label, and what the browser keeps of the drag. */
import { expect, test } from '@playwright/test';
import { openApp } from './launch.ts';

/** Of the page's window in this specification. */
interface Watched {
  label: string | null;
  pane: WeakRef<Element>;
}

test('a drag of a market shows its name, and keeps no pane that is closed afterwards', async () => {
  const app = await openApp();
  const { page } = app;
  const session = await page.context().newCDPSession(page);
  const list = page.getByRole('listbox', { name: 'Markets' });
  const option = list.getByRole('option').nth(2);
  const name = (await option.locator('.markets-name').textContent())!;
  await page.evaluate(() => {
    const watched = globalThis as unknown as Watched;
    watched.pane = new WeakRef(document.querySelector('[data-pane-id=markets]')!);
    const setDragImage = DataTransfer.prototype.setDragImage;
    DataTransfer.prototype.setDragImage = function (element, x, y) {
      watched.label = element.isConnected ? element.textContent : null;
      setDragImage.call(this, element, x, y);
    };
  });
  await option.dragTo(page.getByTestId('ladder-holding'));
  expect(await page.evaluate(() => (globalThis as unknown as Watched).label)).toBe(name);
  await expect(page.locator('.drag-label')).toHaveCount(0);
  await expect(page.getByTestId('ladder')).toContainText(name);

  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Workspaces: / })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Reset layout…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset layout' }).click();
  await expect(list.getByRole('option').first()).toBeVisible();
  // Another tab and dialog: React and the dialogs refer to the last one.
  await page.getByRole('tab', { name: 'Positions', exact: true }).click();
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => {
      await session.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => (globalThis as unknown as Watched).pane.deref() === undefined);
    })
    .toBe(true);
  await app.close();
});
