import { expect, it } from 'vitest';
import { addVolume, buildVolumeWindow, sumVolume, trimVolume } from '#shared/alerts/volumeWindow.ts';
import type { Shares } from '#shared/units/shares.ts';

it('sums the trades of a window once each, and forgets older ones', () => {
  const window = buildVolumeWindow();
  const trade = (id: string, exchangeTimeMs: number) => ({ id, shares: 5 as Shares, exchangeTimeMs });
  for (const one of [trade('a', 1_000), trade('b', 1_500), trade('b', 1_500), trade('c', 9_000)])
    addVolume(window, one);
  expect(sumVolume(window, 60_000, 10_000)).toBe(15);
  expect(sumVolume(window, 5_000, 10_000)).toBe(5);
  trimVolume(window, 5_000, 10_000);
  expect(sumVolume(window, 60_000, 10_000)).toBe(5);
});
