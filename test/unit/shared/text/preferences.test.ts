import { expect, it } from 'vitest';
import { PREFERENCE_NAMES } from '#shared/ipc/preferences.ts';
import {
  DENSITY_LABELS,
  MOTION_LABELS,
  NUMBER_FORMAT_LABELS,
  PALETTE_LABELS,
  PREFERENCE_LABELS,
  THEME_LABELS,
  TIME_ZONE_LABELS,
} from '#shared/text/preferences.ts';

it('names every preference and every value once', () => {
  expect(Object.keys(PREFERENCE_LABELS).sort()).toEqual([...PREFERENCE_NAMES].sort());
  const tables = [
    PREFERENCE_LABELS,
    THEME_LABELS,
    PALETTE_LABELS,
    DENSITY_LABELS,
    NUMBER_FORMAT_LABELS,
    TIME_ZONE_LABELS,
    MOTION_LABELS,
  ];
  for (const table of tables) {
    const labels = Object.values<string>(table);
    expect(new Set(labels).size).toBe(labels.length);
  }
});
