import { describe, expect, it } from 'vitest';
import { formatKey, isTypingKey, type Key, type KeyPress, parseKey, readKey } from '#renderer/domain/keys.ts';

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
