/**
 * Keys that a component hears: every handler of a key is made here.
 *
 * Invariants  No handler gets a key that an input method uses to compose a word: its Enter confirms the word, it sends nothing.
 */
import type { KeyboardEvent } from 'react';
import { isComposed } from '../domain/keys/keys.ts';

interface KeyHandler<Target> {
  onKeyDown(event: KeyboardEvent<Target>): void;
}

/** The properties of an element that hears keys: `<div {...onKeys((event) => …)} />`. */
export function onKeys<Target = HTMLElement>(hear: (event: KeyboardEvent<Target>) => void): KeyHandler<Target> {
  return {
    onKeyDown(event) {
      if (!isComposed(event.nativeEvent)) hear(event);
    },
  };
}

/** Hears keys before the elements in `target` do; the returned function stops it. */
export function listenToKeysIn(
  target: Window | HTMLElement,
  hear: (event: globalThis.KeyboardEvent) => void,
): () => void {
  const onKey = (event: Event): void => {
    if (event instanceof KeyboardEvent && !isComposed(event)) hear(event);
  };
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}
