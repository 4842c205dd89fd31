/** Position and size of a window on the screens of this machine: pure. */

/** In CSS pixels, from the top left of the primary screen. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const PREFERRED_SIZE = { width: 1600, height: 1000 } as const;
export const LEAST_SIZE = { width: 900, height: 600 } as const;

/** Pixels of a window that must be on a screen in each direction, so that a person can move it. */
const LEAST_VISIBLE = 100;

/** A window of the preferred size in the middle of `area`, or as large as `area` where that is smaller. */
export function centreWindow(area: Rectangle): Rectangle {
  const width = Math.min(PREFERRED_SIZE.width, area.width);
  const height = Math.min(PREFERRED_SIZE.height, area.height);
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
}

function overlap(a: Rectangle, b: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}

/** The saved bounds where a screen still shows them, else the middle of the first of `areas`, which is the primary one. */
export function restoreWindow(saved: Rectangle | null, areas: readonly [Rectangle, ...Rectangle[]]): Rectangle {
  if (saved === null || saved.width < LEAST_SIZE.width || saved.height < LEAST_SIZE.height) {
    return centreWindow(areas[0]);
  }
  const isReachable = areas.some((area) => {
    const { width, height } = overlap(saved, area);
    // The title bar is at the top: without it a person cannot move the window.
    return width >= LEAST_VISIBLE && height >= LEAST_VISIBLE && saved.y >= area.y;
  });
  return isReachable ? saved : centreWindow(areas[0]);
}
