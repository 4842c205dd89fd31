/** What axe finds wrong with the page, by rule and place. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { THEMES } from '../../src/shared/ipc/preferences.ts';
import { changeElsewhere } from './changeElsewhere.ts';

/** In every theme; the page is in the default look afterwards. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await changeElsewhere(page, { theme });
    expect(await listViolations(page), `in the ${theme} theme`).toEqual([]);
  }
  await changeElsewhere(page, {});
}

/** As the page is now. */
export async function listViolations(page: Page): Promise<string[]> {
  // In one page: the shell closes every page that it did not open itself.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']);
  const { violations } = await axe.analyze();
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
