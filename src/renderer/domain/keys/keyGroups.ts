/** The keys of every action by group and those that belong to what has the focus, for the overlay of keys and for Help. */

import { matchesWords } from '#shared/base/searchWords.ts';
import { usePreferences } from '../preferences.ts';
import { ACTION_GROUPS, listAllActions, useActions } from './actions.ts';
import { keysOf } from './hotkeys.ts';
import { formatKey } from './keys.ts';

export interface KeyGroup {
  readonly group: string;
  readonly rows: readonly KeyRow[];
}

interface KeyRow {
  readonly id: string;
  readonly title: string;
  readonly keys: readonly string[];
}

/** Keys that act only where the focus is, and that cannot be changed. */
const FOCUS_KEYS: readonly KeyGroup[] = [
  listFocusKeys('On the rows of a ladder', [
    ['Move the cursor', '↑', '↓', 'Page Up', 'Page Down'],
    ['Click the bid column at the cursor', 'Enter'],
    ['Click the ask column at the cursor', 'Shift Enter'],
    ['Pick up the own orders at the cursor; Enter puts them at another price', 'M'],
    ['Move the own orders at the cursor by a tick', 'Alt ↑', 'Alt ↓'],
    ['Cancel the own orders at the cursor', 'Delete'],
    ['Cancel every order of the market', 'Shift Delete'],
    ['Leave the cursor, or what was picked up', 'Escape'],
  ]),
  listFocusKeys('On the plot of a chart', [
    ['Move the crosshair by a candle; with Shift by ten', '←', '→'],
    ['Move the crosshair by a tick; with Shift by ten', '↑', '↓'],
    ['Move the crosshair by the candles in sight', 'Page Up', 'Page Down'],
    ['First and newest candle', 'Home', 'End'],
    ['What can be done at the price of the crosshair', 'Enter'],
    ['Zoom in and out', '+', '−'],
    ['Reset the zoom', '0'],
    ['Add a level', 'L'],
    ['Take the crosshair away', 'Escape'],
  ]),
  listFocusKeys('On an order, alert or level of a chart', [
    ['Choose another price', '↑', '↓'],
    ['Move it to that price; without one, edit it', 'Enter'],
    ['Remove an alert or a level', 'Delete'],
    ['Leave it where it is', 'Escape'],
  ]),
  listFocusKeys('On the plot of the depth', [
    ['Move the reading by a tick; with Shift by ten', '←', '→'],
    ['Take the reading away', 'Escape'],
  ]),
  listFocusKeys('In a table', [
    ['Next and previous row', '↓', '↑'],
    ['First and last row', 'Home', 'End'],
    ['Details of the row', 'Enter'],
    ['Menu of the row', 'Shift F10'],
  ]),
  listFocusKeys('In price and size of the ticket', [
    ['One step up or down', '↑', '↓'],
    ['Ten steps', 'Shift ↑', 'Shift ↓'],
    ['Go to the button that places the order', 'Enter'],
  ]),
];

function listFocusKeys(group: string, rows: readonly (readonly [string, ...string[]])[]): KeyGroup {
  return { group, rows: rows.map(([title, ...keys]) => ({ id: `${group} ${title}`, title, keys })) };
}

/** Actions with a key that the query finds by title, group or key. */
export function useKeyGroups(query: string): readonly KeyGroup[] {
  const bindings = usePreferences(({ keys }) => keys);
  const { lists, ofPanes } = useActions();
  const actions = listAllActions({ lists, ofPanes }).map((action) => ({
    id: action.id,
    title: action.title,
    group: action.group,
    keys: keysOf(action, bindings).map((key) => formatKey(key)),
  }));
  const found = actions.filter(
    ({ title, group, keys }) => keys.length > 0 && matchesWords([title, group, ...keys], query),
  );
  const ofFocus = FOCUS_KEYS.map(({ group, rows }) => ({
    group,
    rows: rows.filter(({ title, keys }) => matchesWords([title, group, ...keys], query)),
  }));
  const ofActions = ACTION_GROUPS.map((group) => ({ group, rows: found.filter((row) => row.group === group) }));
  return [...ofActions, ...ofFocus].filter((one) => one.rows.length > 0);
}
