/** The page without a mouse: Tab reaches every pane in sight and leaves it again, and the focus is always visible. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';

interface Stop {
  /** Kind of the pane around it, or 'bar' outside the dock. */
  readonly where: string;
  readonly what: string;
  readonly isVisible: boolean;
}

/** Every kind of pane; Wallet and Drills are the last ones because they need no market. */
const PANES = [
  'Markets',
  'Market',
  'Ladder',
  'Book',
  'Depth',
  'Tape',
  'Chart',
  'Ticket',
  'Event',
  'Orders',
  'Positions',
  'Conditionals',
  'Fills',
  'P&L',
  'Equity',
  'Balances',
  'Risk',
  'Alerts',
  'Health',
  'Settings',
  'Help',
  'Wallet',
  'Drills',
];

/** Title of the pane around the focus; null outside the panes. */
function readPane(): string | null {
  const group = document.activeElement?.closest('.dv-groupview');
  return group?.querySelector('.dv-tab.dv-active-tab')?.textContent?.replace(/\d+$/, '') ?? null;
}

/** More stops than the default workspace has. */
const MOST_STOPS = 250;

/** What has the focus now; null when it is on nothing, which is where a round begins and ends. */
function readStop(): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  // A field in a box shows the focus on its box.
  const looks = (): string => {
    const texts: string[] = [];
    let one: Element | null = element;
    for (let level = 0; one && level < 4; level += 1, one = one.parentElement) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(one);
      texts.push(outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineColor}`, boxShadow, borderColor);
    }
    return texts.join('|');
  };
  const focused = looks();
  element.blur();
  const isVisible = looks() !== focused;
  element.focus({ preventScroll: true });
  const pane = element.closest('.pane')?.firstElementChild?.firstElementChild;
  const name = element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? '';
  return {
    where: element.closest('.dock') === null ? 'bar' : (pane?.className ?? 'tabs'),
    what: `${element.tagName} ${name}`,
    isVisible,
  };
}

test.describe('without a mouse', () => {
  let app: OpenApp;
  let page: Page;

  test.beforeAll(async () => {
    app = await openApp();
    page = app.page;
    await expect(page.getByTestId('ladder')).toBeVisible();
  });
  test.afterAll(() => app.close());

  test('Tab goes through every pane in sight, once round, always with a visible focus', async () => {
    const stops: Stop[] = [];
    for (let count = 0; count < MOST_STOPS; count += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(readStop);
      if (stop === null) break;
      stops.push(stop);
    }
    expect(stops.length, 'the focus comes out again').toBeLessThan(MOST_STOPS);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
    const reached = stops.map(({ where, what }) => `${where} ${what}`).join('\n');
    for (const name of ['Search, or type an order', 'Search markets', 'Price ladder', 'Contracts', 'Panic']) {
      expect(reached).toContain(name);
    }
  });

  test('a key opens each dialog that needs no wallet, Escape closes it, and the focus goes back', async () => {
    await page.keyboard.press('/');
    for (const key of ['Control+K', 'F8']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('searchbox', { name: 'Search markets' }).first()).toBeFocused();
    }
  });

  test('each pane is opened by the palette and has the focus, and its menu by Shift F10 gives the focus back', async () => {
    for (const title of PANES) {
      await test.step(title, async () => {
        const inPane = () => expect.poll(() => page.evaluate(readPane), { message: title }).toBe(title);
        await openPalette();
        await page.keyboard.type(`Show ${title}`);
        const chosen = page.locator('.palette-row[aria-selected="true"]');
        await expect(chosen).toContainText('Show ');
        for (let step = 0; step < 3 && !(await isExactly(`Show ${title}`)); step += 1)
          await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await inPane();
        // A pane without data may have nothing but itself to focus.
        await page.keyboard.press('Tab');
        await page.keyboard.press('Shift+Tab');
        await inPane();
        await page.keyboard.press('Shift+F6');
        await expect.poll(() => page.evaluate(readPane)).not.toBe(title);
        await page.keyboard.press('F6');
        await inPane();
        await page.keyboard.press('Shift+F10');
        await expect(page.getByRole('menuitem', { name: 'Close pane' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
        await inPane();
      });
    }
  });

  test('a pane is resized and moved to the group beside it by keys, and keeps the focus', async () => {
    const ladder = page.getByTestId('ladder').first();
    const widthOf = async () => Math.round((await ladder.boundingBox())!.width);
    const tabsBeside = () =>
      page.evaluate(() => document.activeElement?.closest('.dv-groupview')?.querySelectorAll('.dv-tab').length ?? 0);
    await openPalette();
    await page.keyboard.type('Show Ladder');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(readPane)).toBe('Ladder');
    const before = await widthOf();
    await page.keyboard.press('Control+ArrowRight');
    await expect.poll(widthOf).toBe(before + 40);
    await page.keyboard.press('Control+ArrowLeft');
    await expect.poll(widthOf).toBe(before);
    const alone = await tabsBeside();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await expect.poll(tabsBeside).toBeGreaterThan(alone);
    await expect.poll(() => page.evaluate(readPane)).toBe('Ladder');
  });

  async function openPalette(): Promise<void> {
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('combobox', { name: 'Search, or type an order' })).toBeFocused();
  }

  async function isExactly(text: string): Promise<boolean> {
    const name = await page.locator('.palette-row[aria-selected="true"]').textContent();
    return new RegExp(`^${text}(?![a-z])`).test(name ?? '');
  }
});
