/**
 * Look of the page: theme, palette, density and motion as attributes of the document, the scale of all sizes, and the
 * formats of numbers and times.
 *
 * Units       Scale 1: a style sheet's px are CSS pixels.
 * Invariants  Listeners run after the attributes are set, so that computed styles are already the new ones.
 */
import { useSyncExternalStore } from 'react';
import type { Density, Preferences } from '#shared/ipc/preferences.ts';
import { setNumberFormat } from '#shared/text/numbers.ts';
import { setTimeZone } from '#shared/text/times.ts';

export type LookPreferences = Pick<
  Preferences,
  'theme' | 'palette' | 'density' | 'motion' | 'numberFormat' | 'timeZone'
>;

export interface Look extends Omit<LookPreferences, 'motion'> {
  /** Reduced where the preference or the system asks for it. */
  readonly motion: 'full' | 'reduced';
  readonly scale: number;
}

let look: Look = {
  theme: 'dark',
  palette: 'standard',
  density: 'normal',
  motion: 'full',
  numberFormat: '1,234.56',
  timeZone: 'local',
  scale: 1,
};
const listeners = new Set<() => void>();

/** Windows from this size on show everything larger; 'compact' uses their room for more rows instead. */
const LARGE_WINDOWS = [
  { width: 2_300, height: 1_250, scale: 1.25 },
  { width: 1_800, height: 1_000, scale: 1.1 },
] as const;
const LARGE_DENSITY = 1.2;

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** The scale for a window of this many CSS pixels. */
export function findScale(density: Density, width: number, height: number): number {
  if (density === 'compact') return 1;
  const window = LARGE_WINDOWS.find((one) => width >= one.width && height >= one.height)?.scale ?? 1;
  return density === 'large' ? window * LARGE_DENSITY : window;
}

const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 17, normal: 19, large: 20 };

/** Height of a row of prices or trades in CSS pixels, a whole number: ladder, book, tape. */
export function findRowHeight(density: Density, scale: number): number {
  return Math.round(ROW_HEIGHTS[density] * scale);
}

/** Sets the look of the page. */
export function applyLook(preferences: LookPreferences, page: Window = window): void {
  const { theme, palette, density, numberFormat, timeZone } = preferences;
  const isReduced = preferences.motion === 'reduced' || page.matchMedia(REDUCED_MOTION).matches;
  const motion = isReduced ? 'reduced' : 'full';
  const scale = findScale(density, page.innerWidth, page.innerHeight);
  const { dataset, style } = page.document.documentElement;
  Object.assign(dataset, { theme, palette, density, motion });
  style.setProperty('--scale', `${scale}`);
  style.setProperty('--price-row', `${findRowHeight(density, scale)}px`);
  const next: Look = { theme, palette, density, motion, numberFormat, timeZone, scale };
  if (JSON.stringify(next) === JSON.stringify(look)) return;
  look = next;
  setNumberFormat(numberFormat);
  setTimeZone(timeZone);
  for (const listener of listeners) listener();
}

export function readLook(): Look {
  return look;
}

/** Calls `listener` after every change of the look; returns a function that stops it. */
export function onLook(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The look; a component that uses it renders again after a change. */
export function useLook(): Look {
  return useSyncExternalStore(onLook, readLook);
}

/** A size that code sets, in rem as the style sheets' sizes are. */
export function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}
