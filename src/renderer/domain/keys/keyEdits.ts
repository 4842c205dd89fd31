/**
 * Changes of hotkeys: whether a key can be given to an action, and the bindings after it.
 *
 * Invariants  Pure. A key starts one action; actions of different panes may share one. An action that needs a key keeps one.
 */
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import type { Action } from './actions.ts';
import { keysOf } from './hotkeys.ts';
import { formatKey, isTypingKey, type Key } from './keys.ts';

export type KeyCheck =
  | { readonly at: 'free' }
  /** The page, the system or the shell needs it. */
  | { readonly at: 'reserved'; readonly text: string }
  /** Another action has it; `canTake` is false where that one needs it. */
  | { readonly at: 'conflict'; readonly other: Action; readonly canTake: boolean; readonly text: string };

/** Keys of systems and browsers that a page doesn't get, or that people need for text. */
const SYSTEM_KEYS: ReadonlySet<string> = new Set([
  ...['A', 'C', 'V', 'X', 'Z', 'Y', 'Shift+Z', 'W', 'Shift+W', 'T', 'Shift+T', 'N', 'Shift+N', 'Q', 'R', 'Shift+R'].map(
    (name) => `Mod+${name}`,
  ),
  ...['Plus', '-', '0', 'Tab', 'Shift+Tab'].map((name) => `Mod+${name}`),
  ...['Alt+F4', 'Alt+Tab', 'Alt+Space', 'F5', 'F11', 'F12', 'Mod+Alt+Delete'],
]);
const PAGE_KEYS = /^(Shift\+)?(Tab|Enter|Space|Escape|Backspace|Delete|Arrow\w+|Home|End|PageUp|PageDown)$/;

/** @param actions every action, those of panes included; `inPanes` are those that only act in their pane. */
export function checkKey(
  key: Key,
  action: Action,
  actions: readonly Action[],
  inPanes: ReadonlySet<Action>,
  bindings: KeyBindings,
  isMac?: boolean,
): KeyCheck {
  const name = formatKey(key);
  if (SYSTEM_KEYS.has(key)) return { at: 'reserved', text: `${name} belongs to the system or to text fields` };
  if (PAGE_KEYS.test(key)) return { at: 'reserved', text: `${name} moves and presses on the page` };
  if (action.reach === 'always' && isTypingKey(key, isMac)) {
    return { at: 'reserved', text: `${name} types a character; this action acts everywhere, also in fields` };
  }
  const other = actions.find(
    (one) => one.id !== action.id && keysOf(one, bindings).includes(key) && canClash(one, action, inPanes),
  );
  if (other === undefined) return { at: 'free' };
  const canTake = !(other.needsKey === true && keysOf(other, bindings).length === 1);
  const text = canTake
    ? `${name} is the key of “${other.title}”`
    : `${name} is the key of “${other.title}”, which must have one: give it another key first`;
  return { at: 'conflict', other, canTake, text };
}

/** Actions of two kinds of panes never act at the same time. */
function canClash(a: Action, b: Action, inPanes: ReadonlySet<Action>): boolean {
  return !inPanes.has(a) || !inPanes.has(b) || areaOf(a) === areaOf(b);
}

function areaOf({ id }: Action): string {
  return id.slice(0, id.indexOf('.'));
}

/** Makes `key` the only key of `action`, and takes it from `from`. */
export function assignKey(bindings: KeyBindings, action: Action, key: Key, from: Action | null): KeyBindings {
  const rest = from === null ? {} : { [from.id]: keysOf(from, bindings).filter((one) => one !== key) };
  return { ...bindings, ...rest, [action.id]: [key] };
}

/** Leaves the action without a key; the same bindings where it needs one. */
export function clearKeys(bindings: KeyBindings, action: Action): KeyBindings {
  return action.needsKey === true ? bindings : { ...bindings, [action.id]: [] };
}

export function resetKeys(bindings: KeyBindings, action: Action): KeyBindings {
  const { [action.id]: _own, ...rest } = bindings;
  return rest;
}
