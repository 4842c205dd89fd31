/** The one key listener of the window: runs the action of a key where the action may act. */
import type { Action } from '../../domain/keys/actions.ts';
import { findByKey, useKeyRecording } from '../../domain/keys/hotkeys.ts';
import { isTypingKey, type Key, type KeyPrints, readKeys, setKeyPrints } from '../../domain/keys/keys.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { readPreferences } from '../../domain/preferences.ts';
import { isDialogOpen } from '../../ui/focus.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';

const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"]), textarea, select, [contenteditable="true"]';
/** A list that is part of a pane is none: it takes the keys that it knows, and the others act as anywhere. */
const MENU = '[role="menu"]';

/** Where the focus is, as far as keys depend on it. */
export interface KeyPlace {
  readonly isTyping: boolean;
  readonly isInDialog: boolean;
}

/** Whether the keys of `action` act at `place`; a key that types a character is text in a field, whatever it starts elsewhere. */
export function actsAt(action: Action, key: Key, place: KeyPlace, isMac?: boolean): boolean {
  if (place.isTyping && isTypingKey(key, isMac)) return false;
  if (action.reach === 'always') return true;
  const actsInFields = action.reach === 'typing' || (isTrading(action) && readPreferences().tradeFromEverywhere);
  return !place.isInDialog && (!place.isTyping || actsInFields);
}

const isTrading = ({ group }: Action): boolean => group === 'Trading';

/** Why a trading key does nothing here; null for a key that types, which fields and menus read, and for any other action. */
function whyNot(action: Action, key: Key, place: KeyPlace): string | null {
  if (!isTrading(action) || isTypingKey(key)) return null;
  return place.isInDialog
    ? 'Close what is open above the panes first.'
    : 'The focus is in a field. Leave it, or let trading keys act from everywhere in Settings.';
}

/** Learns what is printed on the keys; a browser that does not tell leaves the places of the letters. */
async function learnKeyPrints(window: Window): Promise<void> {
  const { keyboard } = window.navigator as { readonly keyboard?: { getLayoutMap(): Promise<KeyPrints> } };
  try {
    if (keyboard) setKeyPrints(await keyboard.getLayoutMap());
  } catch {
    // The page is not in front yet, or may not ask: the next focus asks again.
  }
}

/** Listens in `window`; the returned function stops it. */
export function listenToKeys(window: Window): () => void {
  const serve = (event: KeyboardEvent, isFirst: boolean): void => {
    if (event.defaultPrevented) return;
    const { receive } = useKeyRecording.getState();
    // A key of the numeric pad that no action has of its own is the character that it types; so is any other.
    const keys = readKeys(event);
    const key = (receive === null ? keys.find((one) => findByKey(one) !== null) : keys[0]) ?? null;
    const action = key === null ? null : findByKey(key);
    // Also while a key is recorded: panic works always.
    if (receive !== null && key !== null && action?.needsKey !== true) {
      if (!isFirst) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) receive(key);
      return;
    }
    if (key === null || action === null || (action.reach === 'always') !== isFirst) return;
    const place = readPlace(event);
    const reason = actsAt(action, key, place) ? null : whyNot(action, key, place);
    if (reason === null && !actsAt(action, key, place)) return;
    event.preventDefault();
    if (reason !== null) {
      if (!event.repeat)
        useOverlay.getState().notify('warn', `Did nothing: ${action.title}`, reason, attemptOf(action.id));
      return;
    }
    if (isFirst) event.stopPropagation();
    if (!event.repeat || action.repeats === true) runAction(action);
  };
  // Before any dialog: a key that gets a trader out never waits behind one. All others come after what has the focus.
  const before = (event: KeyboardEvent): void => serve(event, true);
  const after = (event: KeyboardEvent): void => serve(event, false);
  // The layout may be another one when the person comes back from another program.
  const learn = (): void => void learnKeyPrints(window);
  learn();
  window.addEventListener('focus', learn);
  window.addEventListener('keydown', before, { capture: true });
  window.addEventListener('keydown', after);
  return () => {
    window.removeEventListener('focus', learn);
    window.removeEventListener('keydown', before, { capture: true });
    window.removeEventListener('keydown', after);
  };
}

function readPlace(event: KeyboardEvent): KeyPlace {
  const target = event.target instanceof Element ? event.target : null;
  return {
    isTyping: target?.closest(FIELDS) != null,
    isInDialog: target?.closest(MENU) != null || isDialogOpen(),
  };
}

/** Runs an action, or says why it can't run now. */
export function runAction(action: Action): void {
  const reason = action.blockedBy?.() ?? null;
  if (reason === null) action.run();
  else useOverlay.getState().notify('warn', action.title, reason, attemptOf(action.id));
}
