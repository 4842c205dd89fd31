import { expect, it } from 'vitest';
import { DEFAULT_PREFERENCES, PREFERENCE_NAMES, THEMES } from '#shared/ipc/preferences.ts';

it('has a default for every preference, and starts dark, in local time and without changed keys', () => {
  expect([...PREFERENCE_NAMES].sort()).toEqual(
    [
      'density',
      'disarmOnMarketChange',
      'flattenAtOnce',
      'keys',
      'motion',
      'notifications',
      'numberFormat',
      'palette',
      'sound',
      'soundKinds',
      'standIn',
      'templates',
      'theme',
      'timeZone',
      'tour',
      'tradeFromEverywhere',
    ].toSorted(),
  );
  expect(DEFAULT_PREFERENCES).toMatchObject({
    theme: THEMES[0],
    numberFormat: '1,234.56',
    timeZone: 'local',
    keys: {},
    // A stale book decides nothing, and nothing in its place.
    standIn: 'wait',
    disarmOnMarketChange: true,
    tradeFromEverywhere: false,
    flattenAtOnce: false,
  });
});
