/** The one key listener of the window: runs the action of a key where the action may act. */
import type { Action } from '../../domain/actions.ts';
import { findByKey, useKeyRecording } from '../../domain/hotkeys.ts';
import { isTypingKey, type Key, readKey, readPadKey } from '../../domain/keys.ts';
import { isDialogOpen } from '../../ui/focus.ts';
import { useOverlay } from '../../ui/overlay.ts';

const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"]), textarea, select, [contenteditable="true"]';
/** A list that is part of a pane is none: it takes the keys that it knows, and the others act as anywhere. */
const MENU = '[role="menu"]';

/** Where the focus is, as far as keys depend on it. */
export interface KeyPlace {
  readonly isTyping: boolean;
  readonly isInDialog: boolean;
}

/** Whether the keys of `action` act at `place`. */
export function actsAt(action: Action, key: Key, place: KeyPlace): boolean {
  if (action.reach === 'always') return true;
  if (place.isInDialog) return false;
  return !place.isTyping || (action.reach === 'typing' && !isTypingKey(key));
}

/** Listens in `window`; the returned function stops it. */
export function listenToKeys(window: Window): () => void {
  const serve = (event: KeyboardEvent, isFirst: boolean): void => {
    if (event.defaultPrevented) return;
    const { receive } = useKeyRecording.getState();
    const pad = readPadKey(event);
    // A key of the numeric pad that no action has of its own is the character that it types.
    const key = pad !== null && (receive !== null || findByKey(pad) !== null) ? pad : readKey(event);
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
    if (!actsAt(action, key, readPlace(event))) return;
    event.preventDefault();
    if (isFirst) event.stopPropagation();
    if (!event.repeat || action.repeats === true) runAction(action);
  };
  // Before any dialog: a key that gets a trader out never waits behind one. All others come after what has the focus.
  const before = (event: KeyboardEvent): void => serve(event, true);
  const after = (event: KeyboardEvent): void => serve(event, false);
  window.addEventListener('keydown', before, { capture: true });
  window.addEventListener('keydown', after);
  return () => {
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
  else useOverlay.getState().notify('warn', action.title, reason);
}
