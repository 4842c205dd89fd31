/** The keys of every action by group, for the overlay of keys and for Help. */
import { ACTION_GROUPS, type ActionGroup, type ActionId, listAllActions, useActions } from './actions.ts';
import { keysOf } from './hotkeys.ts';
import { formatKey } from './keys.ts';
import { usePreferences } from './preferences.ts';
import { matchesWords } from './search.ts';

export interface KeyGroup {
  readonly group: ActionGroup;
  readonly rows: readonly { readonly id: ActionId; readonly title: string; readonly keys: readonly string[] }[];
}

/** Actions with a key that the query finds by title, group or key. */
export function useKeyGroups(query: string): readonly KeyGroup[] {
  const bindings = usePreferences(({ keys }) => keys);
  const { lists, ofPanes } = useActions();
  const rows = listAllActions({ lists, ofPanes }).map((action) => ({
    id: action.id,
    title: action.title,
    group: action.group,
    keys: keysOf(action, bindings).map((key) => formatKey(key)),
  }));
  const found = rows.filter(
    ({ title, group, keys }) => keys.length > 0 && matchesWords([title, group, ...keys], query),
  );
  return ACTION_GROUPS.map((group) => ({ group, rows: found.filter((row) => row.group === group) })).filter(
    (one) => one.rows.length > 0,
  );
}
