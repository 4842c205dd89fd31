import { describe, expect, it } from 'vitest';
import {
  formatKey,
  isTypingKey,
  type Key,
  type KeyPress,
  parseKey,
  readKey,
  readPadKey,
} from '#renderer/domain/keys/keys.ts';

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('a written key', () => {
  it('has one form, whatever the order of its modifiers and the case of its letters', () => {
    expect(parseKey('shift+mod+k')).toBe('Mod+Shift+K');
    expect(parseKey('Mod + Shift + K')).toBe('Mod+Shift+K');
    expect(parseKey('f9')).toBe('F9');
    expect(parseKey('?')).toBe('?');
    expect(parseKey('alt+pageup')).toBe('Alt+PageUp');
  });

  it('is refused if it names no key, no known modifier, or one modifier twice', () => {
    for (const text of ['', 'Mod', 'Mod+', 'Hyper+K', 'Shift+Shift+K', 'F25', 'KK']) expect(parseKey(text)).toBeNull();
  });

  it('is shown as the keyboard of the system writes it', () => {
    expect(formatKey('Mod+Shift+K' as Key, false)).toBe('Ctrl Shift K');
    expect(formatKey('Mod+Shift+K' as Key, true)).toBe('⌘⇧K');
    expect(formatKey('Alt+ArrowUp' as Key, false)).toBe('Alt ↑');
  });
});

describe('a key press', () => {
  it('is read with its modifiers; Mod is Command on a Mac and Ctrl elsewhere', () => {
    expect(readKey(press('k', 'KeyK', { ctrlKey: true }), false)).toBe('Mod+K');
    expect(readKey(press('k', 'KeyK', { metaKey: true }), true)).toBe('Mod+K');
    expect(readKey(press('k', 'KeyK', { ctrlKey: true }), true)).toBe('Ctrl+K');
    expect(readKey(press('F9', 'F9', { shiftKey: true }), false)).toBe('Shift+F9');
  });

  it('of a symbol is the same on every layout', () => {
    expect(readKey(press('/', 'Slash'), false)).toBe('/');
    expect(readKey(press('/', 'Digit7', { shiftKey: true }), false)).toBe('/');
    expect(readKey(press('?', 'Slash', { shiftKey: true }), false)).toBe('?');
    const altGr = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === 'AltGraph' };
    expect(readKey(press('@', 'KeyQ', altGr), false)).toBe('@');
  });

  it('with a modifier is read by its place where the modifier changes the character', () => {
    expect(readKey(press('¡', 'Digit1', { altKey: true }), true)).toBe('Alt+1');
    expect(readKey(press('!', 'Digit1', { ctrlKey: true, shiftKey: true }), false)).toBe('Mod+Shift+1');
    expect(readKey(press('л', 'KeyK', { ctrlKey: true }), false)).toBe('Mod+K');
  });

  it('on the numeric pad is a key of its own there, and the character that it types elsewhere', () => {
    expect(readPadKey(press('7', 'Numpad7'))).toBe('Num7');
    expect(readPadKey(press(',', 'NumpadDecimal'))).toBe('NumDecimal');
    expect(readKey(press('7', 'Numpad7'), false)).toBe('7');
    expect(readPadKey(press('7', 'Digit7'))).toBeNull();
    // The pad moves the cursor while Num Lock is off.
    expect(readPadKey(press('Home', 'Numpad7'))).toBeNull();
    expect(readPadKey(press('7', 'Numpad7', { ctrlKey: true }))).toBeNull();
    expect(readPadKey(press('Enter', 'NumpadEnter'))).toBeNull();
    for (const key of ['Num7', 'NumDecimal', 'NumAdd']) {
      expect(parseKey(key.toLowerCase())).toBe(key);
      expect(isTypingKey(key as Key)).toBe(true);
    }
    expect(formatKey('Num7' as Key, false)).toBe('Num 7');
    expect(formatKey('NumSubtract' as Key, false)).toBe('Num −');
  });

  it('of a modifier alone, of a dead key and during composition is none', () => {
    expect(readKey(press('Shift', 'ShiftLeft', { shiftKey: true }), false)).toBeNull();
    expect(readKey(press('Dead', 'BracketLeft'), false)).toBeNull();
    expect(readKey(press('k', 'KeyK', { isComposing: true }), false)).toBeNull();
    expect(readKey(press('l', 'KeyL', { metaKey: true }), false)).toBeNull();
  });

  it('types a character unless it has a modifier other than Shift or is a function key', () => {
    expect(['a', 'A', 'Shift+A', '/', 'Space'].every((key) => isTypingKey(key as Key))).toBe(true);
    expect(['Mod+K', 'F9', 'Shift+F9', 'Alt+1', 'Escape'].some((key) => isTypingKey(key as Key))).toBe(false);
  });
});
