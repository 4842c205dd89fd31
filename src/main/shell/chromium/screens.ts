/** Screens of this machine, as the browser reports them. */
import type { CDPSession, Page } from 'playwright-core';
import type { Rectangle } from '#shared/base/rectangle.ts';

/** Runs in the page; text, because main is compiled without the DOM. */
const READ_SCREEN =
  '({ x: screen.availLeft, y: screen.availTop, width: screen.availWidth, height: screen.availHeight })';

/** The screen that the page is on, without its bars. */
export const readScreen = (page: Page): Promise<Rectangle> => page.evaluate<Rectangle>(READ_SCREEN);

/** All screens without their bars, the primary one first; of a browser that does not report them, the one that the page is on. */
export async function readScreens(session: CDPSession, page: Page): Promise<readonly Rectangle[]> {
  try {
    const { screenInfos } = await session.send('Emulation.getScreenInfos');
    return screenInfos
      .toSorted((a, b) => (a.isPrimary === b.isPrimary ? 0 : a.isPrimary ? -1 : 1))
      .map(({ availLeft, availTop, availWidth, availHeight }) => ({
        x: availLeft,
        y: availTop,
        width: availWidth,
        height: availHeight,
      }));
  } catch {
    return [await readScreen(page)];
  }
}
