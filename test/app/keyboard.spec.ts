/** The page without a mouse: Tab reaches every pane in sight and leaves it again, and the focus is always visible. */
import { expect, type Page, test } from '@playwright/test';
import { type OpenApp, openApp } from './launch.ts';

interface Stop {
  /** Kind of the pane around it, or 'bar' outside the dock. */
  readonly where: string;
  readonly what: string;
  readonly isVisible: boolean;
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
});
