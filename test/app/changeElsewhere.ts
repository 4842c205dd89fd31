/** Changes preferences as another window of the terminal announces it, for a look that is not saved. */
import type { Page } from '@playwright/test';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/shared/ipc/preferences.ts';

export async function changeElsewhere(page: Page, change: Partial<Preferences>): Promise<void> {
  await page.evaluate(
    (preferences) => {
      const channel = new BroadcastChannel('adyton:preferences');
      channel.postMessage(preferences);
      channel.close();
    },
    { ...DEFAULT_PREFERENCES, ...change },
  );
  const { density = 'normal', theme = 'dark' } = change;
  await page.locator(`html[data-density="${density}"][data-theme="${theme}"]`).waitFor({ state: 'attached' });
}
