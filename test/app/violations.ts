/** What axe finds wrong with the page as it is now, by rule and place. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export async function listViolations(page: Page): Promise<string[]> {
  // In one page: the shell closes every page that it did not open itself.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']);
  const { violations } = await axe.analyze();
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
