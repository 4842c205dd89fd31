import { describe, expect, it } from 'vitest';
import { checkKey } from '#renderer/domain/keys/keyEdits.ts';
import { addOwnKeys, isPreset, KEY_PRESETS, listKeyChanges, listOwnKeys } from '#renderer/domain/keys/keyPresets.ts';
import { type Key, parseKey } from '#renderer/domain/keys/keys.ts';
import { makeAction } from '#test/fixtures/renderer/makeAction.ts';

const ARM = makeAction('trading.arm', ['F8'], { reach: 'always' });
const PANIC = makeAction('trading.panic', ['F9'], { reach: 'always', needsKey: true });
const CANCEL_ALL = makeAction('trading.cancelAll', ['Shift+F9'], { reach: 'always' });
const CANCEL_MARKET = makeAction('trading.cancelMarket', ['Alt+F9'], { reach: 'always' });
const CANCEL_BIDS = makeAction('trading.cancelMarketBids', [], { reach: 'always' });
const CANCEL_ASKS = makeAction('trading.cancelMarketAsks', [], { reach: 'always' });
const CENTRE = makeAction('ladder.centre', ['C']);
const FILLS = makeAction('panes.fills', ['W']);
const ALWAYS = [ARM, PANIC, CANCEL_ALL, CANCEL_MARKET, CANCEL_BIDS, CANCEL_ASKS];
const ALL = [ARM, PANIC, CENTRE, FILLS];
const preset = (name: string) => KEY_PRESETS.find((one) => one.name === name)!;

describe('a preset of keys', () => {
  it.each(KEY_PRESETS)('has keys in their written form, each once, none of the system: $name', ({ keys }) => {
    const all = Object.values(keys).flat();
    expect(all.map((key) => parseKey(key))).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    for (const [id, list] of Object.entries(keys)) {
      const action = ALWAYS.find((one) => one.id === id) ?? makeAction(id as 'ladder.any', []);
      for (const key of list)
        expect(checkKey(key as Key, action, [], new Set(), {}), `${id} ${key}`).toEqual({ at: 'free' });
    }
  });

  it('says what it changes: keys given, moved and taken, the taken ones first', () => {
    const changes = listKeyChanges(ALL, {}, preset('Left hand').keys);
    expect(changes.map(({ action: { id }, before, after, losesKey }) => [id, before, after, losesKey])).toEqual([
      ['panes.fills', ['W'], [], true],
      ['trading.arm', ['F8'], ['F2'], false],
      ['trading.panic', ['F9'], ['F4'], false],
      ['ladder.centre', ['C'], ['W'], false],
    ]);
  });

  it('changes nothing where it is in force, and its going back is the same list reversed', () => {
    const { keys } = preset('Without function keys');
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

describe('own keys', () => {
  it('are those that differ from the nearest preset; a preset as it is has none', () => {
    for (const { keys } of KEY_PRESETS) expect(listOwnKeys(keys).size).toBe(0);
    expect([...listOwnKeys({ 'panes.fills': ['Alt+1'] })]).toEqual([['panes.fills', ['Alt+1']]]);
    const { 'ladder.centre': _reset, ...rest } = preset('Left hand').keys;
    expect([...listOwnKeys({ ...rest, 'panes.fills': ['Alt+1'] })]).toEqual([
      ['panes.fills', ['Alt+1']],
      ['ladder.centre', null],
    ]);
  });

  it('stay with another preset, and win where both give a key', () => {
    const own = listOwnKeys({ 'panes.fills': ['Q'], 'trading.arm': ['F7'] });
    const keys = addOwnKeys(preset('Left hand'), own);
    expect(keys).toMatchObject({
      'panes.fills': ['Q'],
      'trading.arm': ['F7'],
      'ladder.joinBid': [],
      'ladder.liftAsk': ['A'],
    });
    const all = Object.values(keys).flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it('keep a key of a preset that was reset at its default', () => {
    const { 'ladder.centre': _reset, ...rest } = preset('Left hand').keys;
    expect(addOwnKeys(preset('Numeric pad'), listOwnKeys(rest))).not.toHaveProperty('ladder.centre');
  });
});
