/** Pages in browser windows of their own, and the bounds of a page's window. */
import type { BrowserContext, Page } from 'playwright-core';
import type { Rectangle } from '#shared/base/rectangle.ts';
import { fitWindow } from '../windowBounds.ts';
import { readScreen, readScreens } from './screens.ts';

/** Opens an empty page in a new browser window: at the saved bounds as far as the present screens allow, else where the browser likes. */
export async function openDetachedPage(
  context: BrowserContext,
  opener: Page,
  saved: Rectangle | null,
  headless: boolean,
): Promise<Page> {
  const session = await context.newCDPSession(opener);
  try {
    // Without a display the browser has no screens: the page's own one is as large as its window.
    const areas = headless ? [await readScreen(opener)] : await readScreens(session, opener);
    const { x, y, width, height } = fitWindow(saved, areas, 'detached');
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      session.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width,
        height,
        ...(saved === null ? {} : { left: x, top: y }),
      }),
    ]);
    // Without a display the browser's windows have no size of their own.
    if (headless) await page.setViewportSize({ width, height });
    return page;
  } finally {
    await session.detach().catch(() => undefined);
  }
}

/** Null where the page is gone, or its window has no place. */
export async function readPageBounds(page: Page | null): Promise<Rectangle | null> {
  if (page === null || page.isClosed()) return null;
  try {
    const session = await page.context().newCDPSession(page);
    const { bounds } = await session.send('Browser.getWindowForTarget');
    await session.detach();
    const { left, top, width, height } = bounds;
    if (left === undefined || top === undefined || !width || !height) return null;
    const size = page.viewportSize();
    return { x: left, y: top, width: size?.width ?? width, height: size?.height ?? height };
  } catch {
    return null;
  }
}
