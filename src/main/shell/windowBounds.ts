/** Position and size of a window on the screens of this machine: pure. */

/** `main`: closing it quits the program. `detached`: shows panes that left the main window. */
export type WindowKind = 'main' | 'detached';

/** In CSS pixels, from the top left of the primary screen. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const PREFERRED_SIZE = { width: 1600, height: 1000 } as const;
export const LEAST_SIZE = { width: 900, height: 600 } as const;
/** Of windows for single panes. */
export const DETACHED_SIZE = { width: 640, height: 720 } as const;
const LEAST_DETACHED_SIZE = { width: 320, height: 240 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Sizes {
  readonly preferred: Size;
  readonly least: Size;
}

export const WINDOW_SIZES: Readonly<Record<WindowKind, Sizes>> = {
  main: { preferred: PREFERRED_SIZE, least: LEAST_SIZE },
  detached: { preferred: DETACHED_SIZE, least: LEAST_DETACHED_SIZE },
};

/** Pixels of a window that must be on a screen in each direction, so that a person can move it. */
const LEAST_VISIBLE = 100;

/** A window of the preferred size in the middle of `area`, or as large as `area` where that is smaller. */
export function centreWindow(area: Rectangle, preferred: Size = PREFERRED_SIZE): Rectangle {
  const width = Math.min(preferred.width, area.width);
  const height = Math.min(preferred.height, area.height);
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
export function restoreWindow(
  saved: Rectangle | null,
  areas: readonly [Rectangle, ...Rectangle[]],
  kind: WindowKind = 'main',
): Rectangle {
  const { preferred, least } = WINDOW_SIZES[kind];
  if (saved === null || saved.width < least.width || saved.height < least.height) {
    return centreWindow(areas[0], preferred);
  }
  const isReachable = areas.some((area) => {
    const { width, height } = overlap(saved, area);
    // The title bar is at the top: without it a person cannot move the window.
    return width >= LEAST_VISIBLE && height >= LEAST_VISIBLE && saved.y >= area.y;
  });
  return isReachable ? saved : centreWindow(areas[0], preferred);
}
