import { beforeEach, describe, expect, it } from 'vitest';
import { registerActions, setPaneActions, useActions } from '#renderer/domain/keys/actions.ts';
import { findByKey, formatKeysOf, keysOf, withKey } from '#renderer/domain/keys/hotkeys.ts';
import type { Key } from '#renderer/domain/keys/keys.ts';
import { usePreferenceStore } from '#renderer/domain/preferences.ts';
import { DEFAULT_PREFERENCES, type KeyBindings } from '#shared/ipc/preferences.ts';
import { makeAction } from '#test/fixtures/renderer/makeAction.ts';

const ARM = makeAction('trading.arm', ['F8']);
const PANIC = makeAction('trading.panic', ['F9'], { needsKey: true });
const setKeys = (keys: KeyBindings) => usePreferenceStore.setState({ values: { ...DEFAULT_PREFERENCES, keys } });

beforeEach(() => {
  useActions.setState({ lists: [], pane: null, ofPanes: [], marketPaneId: null });
  setKeys({});
  registerActions([ARM, PANIC]);
});

describe('a key', () => {
  it('starts the action whose default it is', () => {
    expect(findByKey('F8' as Key)?.id).toBe('trading.arm');
    expect(findByKey('F7' as Key)).toBeNull();
  });

  it('starts what the trader has set, and not what it is the default of', () => {
    setKeys({ 'trading.arm': ['f7'] });
    expect(findByKey('F7' as Key)?.id).toBe('trading.arm');
    expect(findByKey('F8' as Key)).toBeNull();
  });

  it('of panic is taken away by nothing, neither by a setting nor by a pane', () => {
    setKeys({ 'trading.arm': ['F9'] });
    setPaneActions({ id: 'ladder', actions: [makeAction('ladder.centre', ['F9'])] });
    expect(findByKey('F9' as Key)?.id).toBe('trading.panic');
  });

  it('starts the action of the pane in front before any other', () => {
    setPaneActions({ id: 'ladder', actions: [makeAction('ladder.centre', ['F8'])] });
    expect(findByKey('F8' as Key)?.id).toBe('ladder.centre');
  });
});

describe('the keys of an action', () => {
  it('can be none, but not of one that needs a key', () => {
    setKeys({ 'trading.arm': [], 'trading.panic': [] });
    expect(keysOf(ARM)).toEqual([]);
    expect(keysOf(PANIC)).toEqual(['F9']);
  });

  it('leave out a default that cannot be read', () => {
    expect(keysOf(makeAction('view.zoom', ['Hyper+Z', 'Alt+Z']))).toEqual(['Alt+Z']);
  });

  it('are shown on buttons as long as there are any', () => {
    expect(withKey('Panic', formatKeysOf('trading.panic'))).toBe('Panic · F9');
    setKeys({ 'trading.arm': [] });
    expect(withKey('Arm', formatKeysOf('trading.arm'))).toBe('Arm');
  });
});
