/**
 * Keys: one written form of a key with its modifiers, read from text and from key events.
 *
 * Shape       'Mod+Shift+K', 'F9', '/': modifiers in the order Mod, Ctrl, Alt, Shift, then one key. Mod is Ctrl, and
 *             Command on a Mac, where Ctrl is the Control key. '+' is written Plus, the space bar Space. Keys of the numeric pad
 *             are Num0 to Num9 and those of PAD_NAMES.
 * Invariants  A symbol stands without the Shift or AltGr that types it, so '?' and '/' are the same key on every layout.
 */
export type Key = string & { readonly brand: 'Key' };

const MODIFIERS = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

const NAMED = [
  'Escape',
  'Enter',
  'Tab',
  'Space',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Plus',
];

/** Keys of the numeric pad that type a symbol, by their code, and how people write them. */
const PAD_NAMES: Readonly<Record<string, string>> = {
  NumDecimal: 'Num .',
  NumAdd: 'Num +',
  NumSubtract: 'Num −',
  NumMultiply: 'Num ×',
  NumDivide: 'Num ÷',
};

const CHARACTERS: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** The canonical form of a written key; null if it is not one. */
export function parseKey(text: string): Key | null {
  const parts = text.trim().split(/\s*\+\s*|\s+/);
  const last = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((part) => MODIFIERS.find((one) => one.toLowerCase() === part.toLowerCase()));
  const name = parseName(last);
  if (name === null || modifiers.includes(undefined) || new Set(modifiers).size < modifiers.length) return null;
  return join(modifiers as Modifier[], name);
}

function parseName(text: string): string | null {
  if (/^[\p{L}\p{N}]$/u.test(text)) return text.toUpperCase();
  if (/^[^\s\p{C}+]$/u.test(text)) return text;
  if (/^f([1-9]|1\d|2[0-4])$/i.test(text)) return text.toUpperCase();
  if (/^num\d$/i.test(text)) return `Num${text.at(-1)}`;
  return [...NAMED, ...Object.keys(PAD_NAMES)].find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
}

function join(modifiers: readonly Modifier[], name: string): Key {
  return [...MODIFIERS.filter((one) => modifiers.includes(one)), name].join('+') as Key;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState' | 'isComposing'>>;

/** The key of an event; null for a modifier alone and while an input method composes a word. */
export function readKey(event: KeyPress, isMac = IS_MAC): Key | null {
  if (event.isComposing === true || event.key === 'Dead' || event.key === 'Process') return null;
  if (event.getModifierState?.('AltGraph') === true) {
    const name = parseName(CHARACTERS[event.key] ?? event.key);
    return name === null ? null : join([], name);
  }
  const modifiers: Modifier[] = [];
  if (isMac ? event.metaKey : event.ctrlKey) modifiers.push('Mod');
  if (isMac && event.ctrlKey) modifiers.push('Ctrl');
  // The Windows key belongs to the system.
  if (!isMac && event.metaKey) return null;
  if (event.altKey) modifiers.push('Alt');
  const name = nameOf(event, modifiers.length > 0);
  if (name === null) return null;
  const isSymbol = name.length === 1 && !/[\p{L}\p{N}]/u.test(name);
  if (event.shiftKey && !isSymbol && name !== 'Plus') modifiers.push('Shift');
  return join(modifiers, name);
}

/** The key of an event as one of the numeric pad; null for any other, and while the pad moves the cursor. */
export function readPadKey(event: KeyPress): Key | null {
  const place = /^Numpad(\d|Decimal|Add|Subtract|Multiply|Divide)$/.exec(event.code)?.[1];
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return place === undefined || event.key.length > 1 || hasModifier ? null : (`Num${place}` as Key);
}

/** With a modifier the place of the key counts, because Alt and Shift change the character that it types. */
function nameOf(event: KeyPress, hasModifier: boolean): string | null {
  const place = /^(?:Key|Digit)([A-Z\d])$/.exec(event.code)?.[1];
  const isLatin = /^[\u0020-\u007e]$/.test(event.key);
  if (place !== undefined && (hasModifier ? !/^[a-z]$/i.test(event.key) : !isLatin && event.key.length === 1)) {
    return place;
  }
  return parseName(CHARACTERS[event.key] ?? event.key);
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  Plus: '+',
};
const MAC: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };

/** A key for people: 'Ctrl K', on a Mac '⌘K'. */
export function formatKey(key: Key, isMac = IS_MAC): string {
  const parts = key.split('+');
  const name = parts.at(-1)!;
  const label = NAMES[name] ?? PAD_NAMES[name] ?? name.replace(/^Num(?=\d)/, 'Num ');
  if (isMac) return [...parts.slice(0, -1).map((one) => MAC[one] ?? one), label].join('');
  return [...parts.slice(0, -1).map((one) => (one === 'Mod' ? 'Ctrl' : one)), label].join(' ');
}

/** True for a key that types a character where the focus is in a text field. */
export function isTypingKey(key: Key): boolean {
  return !/^(Mod|Ctrl|Alt)\+/.test(key) && (/^(Shift\+)?.$/u.test(key) || /(^|\+)(Space|Plus|Num\w+)$/.test(key));
}
