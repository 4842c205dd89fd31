/** Texts that are cut off on the page as it is now: on elements, in fields and on canvases. */
import type { Page } from '@playwright/test';

/** One line for each: where, and the text. */
export function listClippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(findClipped);
}

function findClipped(): string[] {
  /** Of a pixel: browsers round boxes. */
  const TOLERANCE = 1;
  /** A shortened text of fewer pixels is one letter or two. */
  const LEAST_WIDTH = 36;
  const found = new Set<string>();
  const nameOf = (element: Element): string => {
    const place =
      element.closest('[data-testid]')?.getAttribute('data-testid') ?? element.closest('[aria-label]')?.ariaLabel;
    return `${place ?? ''} <${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;
  };
  const isHidden = (element: Element): boolean =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.unseen, .dv-live-region, .dv-tabs-container') !== null;
  /** A text that ends with an ellipsis is whole in a title, also of the row or control around it; a number never may. */
  const isShortened = (element: Element, text: string): boolean =>
    !/^[+−]?[\d.,]+$/.test(text) &&
    getComputedStyle(element).textOverflow === 'ellipsis' &&
    element.closest('[title]') !== null;

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || parent === null || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    for (
      let around: Element | null = parent;
      around !== null && around !== document.body;
      around = around.parentElement
    ) {
      const style = getComputedStyle(around);
      // What scrolls is reached by scrolling.
      if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) break;
      if (!/hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)) continue;
      if (isShortened(around, text)) break;
      const edge = around.getBoundingClientRect();
      const isWide = box.right > edge.right + TOLERANCE || box.left < edge.left - TOLERANCE;
      const isHigh = box.bottom > edge.bottom + TOLERANCE + 2 || box.top < edge.top - TOLERANCE - 2;
      // A chip without room goes to a line out of sight.
      const isOnUnseenLine = box.top >= edge.bottom || box.bottom <= edge.top;
      if ((isWide && !isOnUnseenLine) || (isHigh && !isOnUnseenLine && box.left < edge.right)) {
        found.add(`${nameOf(around)} ${isWide ? 'is too narrow for' : 'is too low for'} “${text.slice(0, 60)}”`);
        break;
      }
    }
  }
  // Where an ellipsis is drawn, the box of the text is that of the letters before it.
  for (const element of document.querySelectorAll('*')) {
    if (element.scrollWidth <= element.clientWidth + TOLERANCE || element.childElementCount > 0) continue;
    const style = getComputedStyle(element);
    if (style.textOverflow !== 'ellipsis' || !/hidden|clip/.test(style.overflowX) || isHidden(element)) continue;
    const text = element.textContent.trim();
    if (!isShortened(element, text)) found.add(`${nameOf(element)} is too narrow for “${text.slice(0, 60)}”`);
    else if (element.clientWidth < LEAST_WIDTH) found.add(`${nameOf(element)} says nothing of “${text.slice(0, 60)}”`);
  }
  for (const field of document.querySelectorAll('input')) {
    if (isHidden(field) || !['text', 'search', 'number', ''].includes(field.type)) continue;
    if (field.scrollWidth > field.clientWidth + TOLERANCE)
      found.add(`${nameOf(field)} is too narrow for “${field.value}”`);
  }
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-clipped]')) {
    if (!isHidden(canvas)) found.add(`${nameOf(canvas)} is too narrow for “${canvas.dataset.clipped}”`);
  }
  return [...found];
}
