import { describe, expect, it } from 'vitest';
import { checkKey } from '#renderer/domain/keyEdits.ts';
import { isPreset, KEY_PRESETS, listKeyChanges } from '#renderer/domain/keyPresets.ts';
import { type Key, parseKey } from '#renderer/domain/keys.ts';
import { makeAction } from '#test/fixtures/renderer/makeAction.ts';

const ARM = makeAction('trading.arm', ['F8'], { reach: 'always' });
const PANIC = makeAction('trading.panic', ['F9'], { reach: 'always', needsKey: true });
const FILLS = makeAction('panes.fills', []);
const NEXT = makeAction('panes.next', ['Alt+H']);
const LEVEL = makeAction('chart.addLevel', []);
const ALL = [ARM, PANIC, FILLS, NEXT, LEVEL];
const preset = (name: string) => KEY_PRESETS.find((one) => one.name === name)!.keys;

describe('a preset of keys', () => {
  it.each(KEY_PRESETS)('has keys in their written form, each once, none of the system: $name', ({ keys }) => {
    const all = Object.values(keys).flat();
    expect(all.map((key) => parseKey(key))).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    for (const key of all) expect(checkKey(key as Key, ARM, [], new Set(), {}).at).toBe('free');
  });

  it('says what it changes: keys given, moved and taken, the taken ones first', () => {
    const changes = listKeyChanges(ALL, {}, preset('Bloomberg-like'));
    expect(changes.map(({ action: { id }, before, after }) => [id, before, after])).toEqual([
      ['trading.arm', ['F8'], ['Mod+Shift+A']],
      ['trading.panic', ['F9'], ['Mod+Shift+P']],
      ['panes.fills', [], ['F9']],
      ['panes.next', ['Alt+H'], ['Alt+PageDown']],
    ]);
    expect(listKeyChanges(ALL, {}, preset('TradingView-like'))).toMatchObject([
      { action: NEXT, after: [], losesKey: true },
      { action: LEVEL, after: ['Alt+H'], losesKey: false },
    ]);
  });

  it('changes nothing where it is in force, and its going back is the same list reversed', () => {
    const keys = preset('Without function keys');
    expect(listKeyChanges(ALL, keys, keys)).toEqual([]);
    const back = listKeyChanges(ALL, keys, {});
    expect(back.map(({ before, after }) => [after, before])).toEqual(
      listKeyChanges(ALL, {}, keys).map(({ before, after }) => [before, after]),
    );
  });

  it('is recognised whatever the order of its keys', () => {
    const { name, about, keys } = KEY_PRESETS.at(-1)!;
    const turned = Object.fromEntries(Object.entries(keys).reverse());
    expect(isPreset(turned, { name, about, keys })).toBe(true);
    expect(isPreset({ ...turned, 'panes.next': ['F6'] }, { name, about, keys })).toBe(false);
  });
});
