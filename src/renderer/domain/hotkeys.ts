/**
 * Hotkeys: the keys of every action, as it defines them or as the trader has set them.
 *
 * Invariants  A key that the trader has set for one action is the key of no other, whatever their defaults say.
 */
import { create } from 'zustand';
import { type Action, type ActionId, findAction, listActions, useActions } from './actions.ts';
import { formatKey, type Key, parseKey } from './keys.ts';

/** Keys that the trader has set, by action; an empty list is an action without a key. */
export type HotkeyMap = Readonly<Partial<Record<ActionId, readonly Key[]>>>;

interface HotkeyStore {
  readonly set: HotkeyMap;
}

export const useHotkeys = create<HotkeyStore>(() => ({ set: {} }));

/** The keys of an action that are in force. */
export function keysOf(action: Action, set: HotkeyMap = useHotkeys.getState().set): readonly Key[] {
  const own = set[action.id];
  if (own !== undefined && !(action.needsKey === true && own.length === 0)) return own;
  const defaults = action.defaultKeys.map(parseKey).filter((key) => key !== null);
  const free = defaults.filter((key) => !isSetElsewhere(key, action.id, set));
  return action.needsKey === true && free.length === 0 ? defaults : free;
}

function isSetElsewhere(key: Key, id: ActionId, set: HotkeyMap): boolean {
  return Object.entries(set).some(([other, keys]) => other !== id && keys?.includes(key) === true);
}

/** The action that a key starts; of several the one of the pane in front, then the one registered last. */
export function findByKey(key: Key): Action | null {
  return listActions().find((action) => keysOf(action).includes(key)) ?? null;
}

/** The first key of an action for people; empty where it has none. */
export function formatKeysOf(id: ActionId): string {
  const action = findAction(id);
  const key = action ? keysOf(action)[0] : undefined;
  return key === undefined ? '' : formatKey(key);
}

/** The same, current after every change of the hotkeys. */
export function useKeyLabel(id: ActionId): string {
  useHotkeys((state) => state.set);
  return useActions(() => formatKeysOf(id));
}

/** A button's text with its key: 'Panic · F9'. */
export function withKey(text: string, key: string): string {
  return key === '' ? text : `${text} · ${key}`;
}
