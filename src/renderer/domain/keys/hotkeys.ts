/**
 * Hotkeys: the keys of every action, as it defines them or as the trader has set them.
 *
 * Invariants  A key that the trader has set for one action is the key of no other, whatever their defaults say.
 */
import { create } from 'zustand';
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import { readPreferences, usePreferences } from '../preferences.ts';
import { type Action, type ActionId, findAction, listActions, useActions } from './actions.ts';
import { formatKey, type Key, parseKey } from './keys.ts';

/** The keys of an action that are in force. */
export function keysOf(action: Action, bindings: KeyBindings = readPreferences().keys): readonly Key[] {
  const needsKey = action.needsKey === true;
  const own = bindings[action.id];
  if (own !== undefined) {
    const keys = own.map(parseKey).filter((key) => key !== null);
    if (keys.length > 0 || !needsKey) return keys;
  }
  const defaults = defaultKeysOf(action);
  const free = defaults.filter((key) => !isSetElsewhere(key, action.id, bindings));
  return needsKey && free.length === 0 ? defaults : free;
}

/** The keys of an action without any setting. */
function defaultKeysOf(action: Action): readonly Key[] {
  return action.defaultKeys.map(parseKey).filter((key) => key !== null);
}

function isSetElsewhere(key: Key, id: ActionId, bindings: KeyBindings): boolean {
  return Object.entries(bindings).some(([other, keys]) => other !== id && keys.some((one) => parseKey(one) === key));
}

/** The action that a key starts; of several the one of the pane in front, then the one registered last. */
export function findByKey(key: Key): Action | null {
  const found = listActions().filter((action) => keysOf(action).includes(key));
  // A key that must always get a trader out is that action's, whatever else claims it.
  return found.find((action) => action.needsKey === true) ?? found[0] ?? null;
}

interface KeyRecording {
  /** Gets the next key instead of its action; null while none is recorded. */
  readonly receive: ((key: Key) => void) | null;
}

export const useKeyRecording = create<KeyRecording>(() => ({ receive: null }));

/** Gives the next keys to `receive`; the returned function ends it. */
export function recordKeys(receive: (key: Key) => void): () => void {
  useKeyRecording.setState({ receive });
  return () => {
    if (useKeyRecording.getState().receive === receive) useKeyRecording.setState({ receive: null });
  };
}

/** The first key of an action for people; empty where it has none. */
export function formatKeysOf(id: ActionId): string {
  const action = findAction(id);
  const key = action ? keysOf(action)[0] : undefined;
  return key === undefined ? '' : formatKey(key);
}

/** The same, current after every change of the hotkeys. */
export function useKeyLabel(id: ActionId): string {
  usePreferences((preferences) => preferences.keys);
  return useActions(() => formatKeysOf(id));
}

/** A button's text with its key: 'Panic · F9'. */
export function withKey(text: string, key: string): string {
  return key === '' ? text : `${text} · ${key}`;
}
