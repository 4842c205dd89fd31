/**
 * Whole lines of the ticket: a line that has no room above what stays in sight is covered, and reached by scrolling; none is cut.
 *
 * Units       CSS pixels.
 */
import { type RefObject, useLayoutEffect } from 'react';

/** A line that is hidden by less than this loses none of its letters. */
const MARGIN_PX = 2;

/** Height above `edge` to cover, so that no line from `top` to `bottom` is cut by it. */
export function heightToCover(
  lines: readonly { readonly top: number; readonly bottom: number }[],
  edge: number,
): number {
  let from = edge;
  for (const { top, bottom } of lines) if (top < edge && bottom > edge + MARGIN_PX) from = Math.min(from, top);
  return Math.ceil(edge - from);
}

/**
 * Keeps `--cover` of the form at the height that its cover needs.
 *
 * @param scroller what scrolls in it, a selector; null: the form itself.
 * @param edges selectors of what its lines may scroll under: the first that is there and stays in sight counts.
 */
export function useWholeLines(
  form: RefObject<HTMLElement | null>,
  scroller: string | null,
  edges: readonly string[],
): void {
  useLayoutEffect(() => {
    const element = form.current;
    const box = scroller === null ? element : (element?.querySelector<HTMLElement>(scroller) ?? null);
    if (element === null || box === null) return;
    const measure = (): void => {
      const fixed = findEdge(element, edges);
      const isCut = fixed !== null && box.scrollHeight > box.clientHeight + 1;
      const cover = isCut ? heightToCover(listLines(element, fixed), fixed.getBoundingClientRect().top) : 0;
      element.style.setProperty('--cover', `${cover}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const part of box.children) observer.observe(part);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
    };
  });
}

function findEdge(form: HTMLElement, edges: readonly string[]): HTMLElement | null {
  const found = edges.flatMap((edge) => [...form.querySelectorAll<HTMLElement>(edge)]);
  return found.find((one) => getComputedStyle(one).position === 'sticky') ?? found.at(-1) ?? null;
}

/** Lines of texts, and controls, that scroll under `fixed`. */
function listLines(form: HTMLElement, fixed: HTMLElement): readonly DOMRect[] {
  const lines: DOMRect[] = [];
  const add = (element: Element): void => {
    if (element === fixed) return;
    if (element.matches('button, input, select, .ticket-box, .segmented, .banner')) {
      lines.push(element.getBoundingClientRect());
      return;
    }
    for (const node of element.childNodes) {
      if (node instanceof Element) add(node);
      else if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        lines.push(...range.getClientRects());
      }
    }
  };
  add(form);
  return lines;
}
