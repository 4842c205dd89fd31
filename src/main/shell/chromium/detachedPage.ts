/** Pages in browser windows of their own, and the bounds of a page's window. */
import type { BrowserContext, Page } from 'playwright-core';
import { DETACHED_SIZE, type Rectangle } from '../windowBounds.ts';

/** Opens an empty page in a new browser window. */
export async function openDetachedPage(
  context: BrowserContext,
  opener: Page,
  bounds: Rectangle | null,
  headless: boolean,
): Promise<Page> {
  const session = await context.newCDPSession(opener);
  try {
    const { width, height } = bounds ?? DETACHED_SIZE;
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      session.send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width,
        height,
        ...(bounds === null ? {} : { left: bounds.x, top: bounds.y }),
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
