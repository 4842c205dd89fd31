/** Takes pictures of a specification under way, where `npm run tour` asks for them; otherwise nothing. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { changeElsewhere } from './changeElsewhere.ts';

/** Pictures that a page of the documentation shows; the others are to look through. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'flatten-preview-1280',
  'moved-order-1280',
  'panic-1280',
  'risk-1280',
  'terminal',
  'two-markets',
  'wallet',
  'wizard-calls',
]);

export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = DOCUMENTED.has(name) ? process.env.ADYTON_PICTURES : process.env.ADYTON_PANE_PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

export const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;

/** Takes a picture at every size of a window, each when the canvases are drawn for it; then the size is as before. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (process.env.ADYTON_PICTURES === undefined) return;
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await waitForSize(page);
    await takePicture(page, `${name}-${size.width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** The tour may be of a few panes. */
function isWanted(pane: string): boolean {
  const wanted = process.env.ADYTON_PANES?.toLowerCase().split(',');
  return wanted === undefined || wanted.includes(pane.toLowerCase());
}

/** Takes a picture of the window with a pane in front, as it is and in light; the page is dark and normal afterwards. */
export async function takePanePictures(page: Page, pane: string): Promise<void> {
  const folder = process.env.ADYTON_PANE_PICTURES;
  if (folder === undefined || !isWanted(pane)) return;
  await mkdir(folder, { recursive: true });
  const width = page.viewportSize()?.width ?? 0;
  for (const theme of ['light', 'dark'] as const) {
    await changeElsewhere(page, { theme });
    await waitForSize(page);
    const name = `${pane.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${width}-${theme}.png`;
    await page.screenshot({ path: path.join(folder, name), animations: 'disabled' });
  }
}

/** Waits until every plot is drawn for the size that it has now. */
export async function waitForSize(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countUnfittedPlots)).toBe(0);
}

/** Plots that are stretched, or not drawn for the size of their box yet. */
function countUnfittedPlots(): number {
  // One without a size shows nothing, and is not drawn.
  const isStretched = ({ width, height, clientWidth, clientHeight }: HTMLCanvasElement): boolean =>
    clientWidth * clientHeight > 0 &&
    (Math.abs(width - clientWidth * devicePixelRatio) > 1 || Math.abs(height - clientHeight * devicePixelRatio) > 1);
  const canvases = '.ladder-rows > canvas, .book-depth > canvas, .depth-body > canvas';
  const plots = [...document.querySelectorAll<HTMLElement | SVGElement>(`${canvases}, .recharts-surface`)];
  const isOutdated = (plot: Element): boolean => {
    const box = plot.closest('.recharts-responsive-container') ?? plot.parentElement;
    if (box === null || box.clientWidth === 0) return false;
    return Math.abs(plot.clientWidth - box.clientWidth) > 1 || Math.abs(plot.clientHeight - box.clientHeight) > 1;
  };
  return [...document.querySelectorAll('canvas')].filter(isStretched).length + plots.filter(isOutdated).length;
}
