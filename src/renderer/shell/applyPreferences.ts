/** Keeps the look of the page as the preferences, the system and the size of the window ask. */
import { onPreferences, readPreferences } from '../domain/preferences.ts';
import { applyLook, REDUCED_MOTION } from '../ui/look.ts';

/** Applies the preferences now and after every change. */
export function openLook(page: Window): void {
  const apply = (): void => applyLook(readPreferences(), page);
  apply();
  onPreferences(apply);
  page.addEventListener('resize', apply);
  page.matchMedia(REDUCED_MOTION).addEventListener('change', apply);
}
