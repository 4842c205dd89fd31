/**
 * Rectangles of windows and floating panes: fits one wholly into an area.
 *
 * Invariants  Pure. The result is in whole pixels and inside an area, whatever was saved; its size is at least the least one
 *             where the area has room for that.
 * Source      docs/assumptions.md#bad-input
 */

/** In CSS pixels: a window's from the top left of the primary screen, a floating pane's from that of the dock. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Size = Pick<Rectangle, 'width' | 'height'>;

export interface Sizes {
  readonly preferred: Size;
  readonly least: Size;
}

/** How far a rectangle moves from one that is exactly above it, in pixels: a title bar stays visible. */
const ASIDE = 32;

export function isRectangle(value: Rectangle): boolean {
  const { x, y, width, height } = value;
  return [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0;
}

/** `value` as a whole number from `least` to `most`; `least` where there is no room. Never −0, which Electron refuses. */
function clampWhole(value: number, least: number, most: number): number {
  return Math.max(Math.ceil(least), Math.min(Math.floor(most), Math.round(value))) + 0;
}

function place({ x, y, width, height }: Rectangle, area: Rectangle, least: Size): Rectangle {
  const size = {
    width: clampWhole(width, Math.min(least.width, Math.floor(area.width)), area.width),
    height: clampWhole(height, Math.min(least.height, Math.floor(area.height)), area.height),
  };
  return {
    x: clampWhole(x, area.x, area.x + area.width - size.width),
    y: clampWhole(y, area.y, area.y + area.height - size.height),
    ...size,
  };
}

/** A rectangle of this size in the middle of `area`, or as large as `area` where that is smaller. */
export function centreRectangle(area: Rectangle, size: Size): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  const x = Math.floor(area.x + (area.width - width) / 2);
  const y = Math.floor(area.y + (area.height - height) / 2);
  return place({ x, y, width, height }, area, { width: 1, height: 1 });
}

/** Negative where they are apart. */
function overlap(a: Rectangle, b: Rectangle): Size {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}

/** The area with most of it; else, its screen is gone, the nearest one. The first of equals. */
function findArea(saved: Rectangle, areas: readonly [Rectangle, ...Rectangle[]]): Rectangle {
  const rate = (area: Rectangle): number => {
    const { width, height } = overlap(saved, area);
    return width > 0 && height > 0 ? width * height : -Math.hypot(Math.min(width, 0), Math.min(height, 0));
  };
  return areas.reduce((best, area) => (rate(area) > rate(best) ? area : best));
}

/** Towards the middle of `area`. */
function stepAside(one: Rectangle, area: Rectangle, by: number): Rectangle {
  const isRight = one.x + one.width / 2 > area.x + area.width / 2;
  const isLow = one.y + one.height / 2 > area.y + area.height / 2;
  return { ...one, x: one.x + (isRight ? -by : by), y: one.y + (isLow ? -by : by) };
}

/**
 * The saved rectangle, moved and made smaller or larger as little as fits the area that has most of it. In the middle of the first
 * of `areas` where nothing usable was saved. None of `others` has the same corner, where there is room.
 */
export function fitRectangle(
  saved: Rectangle | null,
  areas: readonly Rectangle[],
  { preferred, least }: Sizes,
  others: readonly Rectangle[] = [],
): Rectangle {
  const [first = { x: 0, y: 0, ...preferred }, ...rest] = areas.filter(isRectangle);
  const isUsable = saved !== null && isRectangle(saved);
  const area = isUsable ? findArea(saved, [first, ...rest]) : first;
  const start = isUsable ? place(saved, area, least) : centreRectangle(first, preferred);
  const isFree = (one: Rectangle) => !others.some(({ x, y }) => x === one.x && y === one.y);
  const steps = others.map((_other, at) => place(stepAside(start, area, (at + 1) * ASIDE), area, least));
  return [start, ...steps].find(isFree) ?? start;
}
