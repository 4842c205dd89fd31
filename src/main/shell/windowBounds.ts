/** Position and size of a window on the screens of this machine: pure. */
import { centreRectangle, fitRectangle, type Rectangle, type Sizes } from '#shared/base/rectangle.ts';

/** `main`: closing it quits the program. `detached`: shows panes that left the main window. */
export type WindowKind = 'main' | 'detached';

export const PREFERRED_SIZE = { width: 1600, height: 1000 } as const;
export const LEAST_SIZE = { width: 900, height: 600 } as const;
/** Of windows for single panes. */
export const DETACHED_SIZE = { width: 640, height: 720 } as const;
const LEAST_DETACHED_SIZE = { width: 320, height: 240 } as const;

export const WINDOW_SIZES: Readonly<Record<WindowKind, Sizes>> = {
  main: { preferred: PREFERRED_SIZE, least: LEAST_SIZE },
  detached: { preferred: DETACHED_SIZE, least: LEAST_DETACHED_SIZE },
};

/** The main window where nothing is saved, in the middle of `area`. */
export const centreWindow = (area: Rectangle): Rectangle => centreRectangle(area, PREFERRED_SIZE);

/** `areas` are the screens without their bars, the primary one first; `open` are the windows that there are. */
export function fitWindow(
  saved: Rectangle | null,
  areas: readonly Rectangle[],
  kind: WindowKind,
  open: readonly Rectangle[] = [],
): Rectangle {
  return fitRectangle(saved, areas, WINDOW_SIZES[kind], open);
}
