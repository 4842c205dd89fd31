/**
 * Preferences of the trader on the page: loaded once, changed at once in every window, saved by main.
 *
 * Invariants  A change that main could not save is undone on screen too, unless a later one replaced it.
 */
import { create } from 'zustand';
import type { Input } from '#shared/ipc/contract.ts';
import type { BridgeError } from '#shared/ipc/errors.ts';
import { DEFAULT_PREFERENCES, type PreferenceName, type Preferences } from '#shared/ipc/preferences.ts';
import type { Result } from '#shared/ipc/result.ts';
import { act } from '../act/bridge.ts';

type PreferenceInput = Input<'preferences.save'>['change'];

interface PreferenceStore {
  readonly values: Preferences;
  /** False until main has answered: the values are the defaults. */
  readonly isLoaded: boolean;
  readonly replaced: readonly PreferenceName[];
  readonly workspacesAside: string | null;
  /** Why they could not be loaded. */
  readonly failure: BridgeError | null;
}

export const usePreferenceStore = create<PreferenceStore>(() => ({
  values: DEFAULT_PREFERENCES,
  isLoaded: false,
  replaced: [],
  workspacesAside: null,
  failure: null,
}));

/** All preferences, or the part that `select` picks; the component renders again when that changes. */
export function usePreferences(): Preferences;
export function usePreferences<T>(select: (preferences: Preferences) => T): T;
export function usePreferences<T>(select?: (preferences: Preferences) => T): T | Preferences {
  return usePreferenceStore(({ values }) => (select ? select(values) : values));
}

/** The preferences now, outside a component. */
export function readPreferences(): Preferences {
  return usePreferenceStore.getState().values;
}

/** Calls `listener` after every change; returns a function that stops it. */
export function onPreferences(listener: (preferences: Preferences, before: Preferences) => void): () => void {
  return usePreferenceStore.subscribe(({ values }, { values: before }) => {
    if (values !== before) listener(values, before);
  });
}

/** Loads the preferences; on failure the defaults stay in force. */
export async function loadPreferences(): Promise<void> {
  const result = await act('preferences.load', {});
  if (!result.ok) {
    usePreferenceStore.setState({ failure: result.error });
    return;
  }
  const { preferences, replaced, workspacesAside } = result.value;
  usePreferenceStore.setState({ values: preferences, isLoaded: true, replaced, workspacesAside });
}

/** The other windows of the terminal; each has a store of its own. */
const CHANNEL = 'adyton:preferences';
let others: BroadcastChannel | null = null;

/** Follows the changes made in other windows. */
export function followOtherWindows(): void {
  others ??= new BroadcastChannel(CHANNEL);
  others.onmessage = ({ data }: MessageEvent<Preferences>) => usePreferenceStore.setState({ values: data });
}

/** Applies `change` at once and saves it. */
export async function savePreferences(change: Partial<Preferences>): Promise<Result<null>> {
  const before = readPreferences();
  const applied: Preferences = { ...before, ...change };
  usePreferenceStore.setState({ values: applied });
  others?.postMessage(applied);
  const result = await act('preferences.save', { change: change as PreferenceInput });
  if (result.ok) return { ok: true, value: null };
  usePreferenceStore.setState(({ values }) => ({ values: undo(values, applied, before) }));
  others?.postMessage(readPreferences());
  return result;
}

/** Puts back each value of `before` that is still the one of `applied`. */
function undo(now: Preferences, applied: Preferences, before: Preferences): Preferences {
  const names = Object.keys(before) as PreferenceName[];
  const kept = names.map((name) => [name, now[name] === applied[name] ? before[name] : now[name]]);
  return Object.fromEntries(kept) as unknown as Preferences;
}
