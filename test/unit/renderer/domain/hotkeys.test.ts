import { beforeEach, describe, expect, it } from 'vitest';
import { type Action, registerActions, setPaneActions, useActions } from '#renderer/domain/actions.ts';
import { findByKey, formatKeysOf, keysOf, useHotkeys, withKey } from '#renderer/domain/hotkeys.ts';
import type { Key } from '#renderer/domain/keys.ts';

const action = (id: Action['id'], defaultKeys: readonly string[], more: Partial<Action> = {}): Action => ({
  id,
  title: id,
  group: 'Trading',
  defaultKeys,
  run: () => undefined,
  ...more,
});
const ARM = action('trading.arm', ['F8']);
const PANIC = action('trading.panic', ['F9'], { needsKey: true });
const keys = (...names: string[]) => names as Key[];

beforeEach(() => {
  useActions.setState({ lists: [], pane: null });
  useHotkeys.setState({ set: {} });
  registerActions([ARM, PANIC]);
});

describe('a key', () => {
  it('starts the action whose default it is', () => {
    expect(findByKey('F8' as Key)?.id).toBe('trading.arm');
    expect(findByKey('F7' as Key)).toBeNull();
  });

  it('starts what the trader has set, and not what it is the default of', () => {
    useHotkeys.setState({ set: { 'trading.arm': keys('F9') } });
    expect(findByKey('F9' as Key)?.id).toBe('trading.arm');
    expect(findByKey('F8' as Key)).toBeNull();
  });

  it('starts the action of the pane in front before any other', () => {
    setPaneActions({ id: 'ladder', actions: [action('ladder.centre', ['F8'])] });
    expect(findByKey('F8' as Key)?.id).toBe('ladder.centre');
  });
});

describe('the keys of an action', () => {
  it('can be none, but not of one that needs a key', () => {
    useHotkeys.setState({ set: { 'trading.arm': [], 'trading.panic': [] } });
    expect(keysOf(ARM)).toEqual([]);
    expect(keysOf(PANIC)).toEqual(['F9']);
  });

  it('leave out a default that cannot be read', () => {
    expect(keysOf(action('view.zoom', ['Hyper+Z', 'Alt+Z']))).toEqual(['Alt+Z']);
  });

  it('are shown on buttons as long as there are any', () => {
    expect(withKey('Panic', formatKeysOf('trading.panic'))).toBe('Panic · F9');
    useHotkeys.setState({ set: { 'trading.arm': [] } });
    expect(withKey('Arm', formatKeysOf('trading.arm'))).toBe('Arm');
  });
});
