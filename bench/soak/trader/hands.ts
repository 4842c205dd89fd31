/** What every step of the trader uses: keyboard, palette, prices of the ladder, chance. */
import type { Locator, Page } from 'playwright-core';

export interface Step {
  readonly name: string;
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  /** False: there was nothing to do it with, such as no order to move. */
  run(): Promise<boolean>;
}

export interface Prices {
  readonly bid: number;
  readonly ask: number;
}

export interface Hands {
  readonly page: Page;
  readonly banner: Locator;
  /** From 0 to 1. */
  random(): number;
  pick<T>(list: readonly T[]): T;
  /** Types into the palette and performs what it shows; a text that it refuses is left. */
  command(text: string): Promise<void>;
  arm(): Promise<void>;
  /** Best prices of the first ladder; null where the workspace has none, or its book is empty. */
  readPrices(): Promise<Prices | null>;
  /** Opens a menu and chooses an item of it. */
  choose(button: Locator, item: string | RegExp): Promise<void>;
}

export const isThere = (locator: Locator): Promise<boolean> => locator.first().isVisible();

/** The field of the palette. */
export const paletteOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search, or type an order' });

export function buildHands(page: Page, random: () => number): Hands {
  const banner = page.getByRole('banner');
  const box = paletteOf(page);
  return {
    page,
    banner,
    random,
    pick: (list) => list[Math.floor(random() * list.length)]!,
    async command(text) {
      await page.keyboard.press('Control+K');
      await box.waitFor();
      await box.fill(text);
      await page.keyboard.press('Enter');
      if (await isThere(box)) await page.keyboard.press('Escape');
      await box.waitFor({ state: 'hidden' });
    },
    async arm() {
      const disarmed = banner.getByRole('button', { name: /^Disarmed/ });
      if (!(await isThere(disarmed))) return;
      await disarmed.click();
      await banner.getByRole('button', { name: /^Armed/ }).waitFor();
    },
    async readPrices() {
      const summary = page.getByTestId('ladder-summary').first();
      const text = (await summary.count()) === 0 ? '' : ((await summary.textContent()) ?? '');
      const found = /bid ([\d.]+), best ask ([\d.]+)/.exec(text);
      return found ? { bid: Number.parseFloat(found[1]!), ask: Number.parseFloat(found[2]!) } : null;
    },
    async choose(button, item) {
      await button.press('Enter');
      await page.getByRole('menuitem', { name: item }).first().click();
      await page.getByRole('menu').first().waitFor({ state: 'hidden' });
    },
  };
}
