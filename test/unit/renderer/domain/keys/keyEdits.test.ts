import { describe, expect, it } from 'vitest';
import type { Action } from '#renderer/domain/keys/actions.ts';
import { keysOf } from '#renderer/domain/keys/hotkeys.ts';
import { assignKey, checkKey, clearKeys, resetKeys } from '#renderer/domain/keys/keyEdits.ts';
import type { Key } from '#renderer/domain/keys/keys.ts';
import { makeAction } from '#test/fixtures/renderer/makeAction.ts';

const ARM = makeAction('trading.arm', ['F8'], { reach: 'always' });
const PANIC = makeAction('trading.panic', ['F9'], { reach: 'always', needsKey: true });
const CENTRE = makeAction('ladder.centre', ['C']);
const LEVEL = makeAction('chart.level', ['L']);
const ALL = [ARM, PANIC, CENTRE, LEVEL];
const IN_PANES = new Set([CENTRE, LEVEL]);

const check = (key: string, of: Action, bindings = {}) => checkKey(key as Key, of, ALL, IN_PANES, bindings);

describe('a key for an action', () => {
  it('is free, or names the action that has it', () => {
    expect(check('F7', ARM)).toEqual({ at: 'free' });
    expect(check('F8', CENTRE)).toMatchObject({ at: 'conflict', other: ARM, canTake: true });
    expect(check('F9', ARM)).toMatchObject({ at: 'conflict', other: PANIC, canTake: false });
    expect(check('F9', ARM, { 'trading.panic': ['F6', 'F9'] })).toMatchObject({ other: PANIC, canTake: true });
  });

  it('may be shared by actions of different panes', () => {
    expect(check('C', LEVEL)).toEqual({ at: 'free' });
    expect(check('C', makeAction('ladder.lock', []))).toMatchObject({ at: 'conflict', other: CENTRE });
  });

  it.each(['Mod+C', 'Mod+W', 'Alt+F4', 'F5', 'Tab', 'Enter', 'Shift+Tab', 'ArrowUp', 'Escape'])(
    'is refused if the system or the page needs it: %s',
    (key) => {
      expect(check(key, ARM).at).toBe('reserved');
    },
  );

  it('that types a character is refused for an action that acts also in fields', () => {
    expect(check('P', PANIC).at).toBe('reserved');
    expect(check('P', CENTRE).at).toBe('free');
  });
});

describe('bindings', () => {
  it('give a key to one action and take it from the other', () => {
    const bindings = assignKey({}, CENTRE, 'F8' as Key, ARM);
    expect([keysOf(CENTRE, bindings), keysOf(ARM, bindings)]).toEqual([['F8'], []]);
    expect(keysOf(ARM, resetKeys({ 'trading.arm': [] }, ARM))).toEqual(['F8']);
  });

  it('leave panic with a key whatever is done', () => {
    expect(keysOf(PANIC, clearKeys({}, PANIC))).toEqual(['F9']);
    expect(keysOf(PANIC, assignKey({}, PANIC, 'F6' as Key, null))).toEqual(['F6']);
    expect(keysOf(PANIC, { 'trading.panic': ['nonsense'] })).toEqual(['F9']);
  });
});
