import { expect, it } from 'vitest';
import { PREFERENCE_SCHEMAS } from '#shared/ipc/preferenceSchemas.ts';
import {
  DEFAULT_PREFERENCES,
  listSection,
  PREFERENCE_NAMES,
  PREFERENCES,
  type Preference,
  THEMES,
} from '#shared/ipc/preferences.ts';

it('has a name and a default that its schema accepts for every preference', () => {
  for (const name of PREFERENCE_NAMES) {
    expect([name, PREFERENCE_SCHEMAS[name].safeParse(DEFAULT_PREFERENCES[name]).success]).toEqual([name, true]);
  }
  const labels = PREFERENCE_NAMES.map((name) => PREFERENCES[name].label);
  expect(new Set(labels).size).toBe(labels.length);
});

it('names every value of a preference once', () => {
  for (const name of PREFERENCE_NAMES) {
    const { field }: Preference<unknown> = PREFERENCES[name];
    const labels = field !== null && 'labels' in field ? Object.values(field.labels as object) : [];
    expect([name, new Set(labels).size]).toEqual([name, labels.length]);
  }
});

it('shows each preference in the order of the declaration, in the section that it names', () => {
  expect(listSection('display')).toEqual(['theme', 'palette', 'density', 'numberFormat', 'timeZone', 'motion']);
  expect(listSection('trading')[0]).toBe('disarmOnMarketChange');
});

it('starts dark, in local time and without changed keys', () => {
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
