import { describe, expect, it } from 'vitest';
import { PREFERENCE_SCHEMAS, preferenceChange } from '#shared/ipc/preferenceSchemas.ts';
import { DEFAULT_PREFERENCES } from '#shared/ipc/preferences.ts';

describe('preference schemas', () => {
  it('accept the defaults, any part of them, and nothing else', () => {
    expect(preferenceChange.parse(DEFAULT_PREFERENCES)).toEqual(DEFAULT_PREFERENCES);
    expect(preferenceChange.parse({ density: 'large' })).toEqual({ density: 'large' });
    expect(preferenceChange.parse({})).toEqual({});
    for (const change of [{ theme: 'pink' }, { armed: true }, { density: undefined }, { numberFormat: '1 234.56' }]) {
      expect(preferenceChange.safeParse(change).success).toBe(false);
    }
  });

  it('bound the keys and the volume', () => {
    const { keys, sound } = PREFERENCE_SCHEMAS;
    expect(keys.safeParse({ 'trading.arm': ['F8', 'Mod+Shift+A'], 'view.search': [] }).success).toBe(true);
    expect(keys.safeParse({ 'trading.arm': ['1', '2', '3', '4', '5'] }).success).toBe(false);
    expect(keys.safeParse({ 'trading arm': ['F8'] }).success).toBe(false);
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`a.b${at}`, ['F8']]));
    expect(keys.safeParse(many).success).toBe(false);
    expect(sound.safeParse({ isOn: true, volume: 0 }).success).toBe(false);
    expect(sound.safeParse({ isOn: false, volume: 100 }).success).toBe(true);
  });

  it('clean the text of a template, which may be pasted', () => {
    const { templates } = PREFERENCE_SCHEMAS;
    expect(templates.parse([{ id: 1, text: ' buy \u202e100\u0000 \u200b' }])).toEqual([
      { id: 1, text: String.raw`buy \u202e100\u0000` },
    ]);
    expect(templates.safeParse([{ id: 1, text: '\u200b' }]).success).toBe(false);
  });
});
