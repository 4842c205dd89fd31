/**
 * Keys: one written form of a key with its modifiers, read from text and from key events.
 *
 * Shape       'Mod+Shift+K', 'F9', '/': modifiers in the order Mod, Ctrl, Alt, Shift, then one key. Mod is Ctrl, and
 *             Command on a Mac, where Ctrl is the Control key. '+' is written Plus, the space bar Space. Keys of the numeric pad
 *             are Num0 to Num9 and those of PAD_NAMES.
 * Invariants  A symbol stands without the Shift or AltGr that types it, so '?' and '/' are the same key on every layout, and so
 *             does a digit that needs Shift. With a modifier that changes the character, what is printed on the key counts.
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
  // 'ß' has two capital letters.
  if (/^[\p{L}\p{N}]$/u.test(text)) return text.toUpperCase().length > text.length ? text : text.toUpperCase();
  if (/^[^\s\p{C}+]$/u.test(text)) return text;
  if (/^f([1-9]|1\d|2[0-4])$/i.test(text)) return text.toUpperCase();
  if (/^num\d$/i.test(text)) return `Num${text.at(-1)}`;
  return [...NAMED, ...Object.keys(PAD_NAMES)].find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
}

function join(modifiers: readonly Modifier[], name: string): Key {
  return [...MODIFIERS.filter((one) => modifiers.includes(one)), name].join('+') as Key;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState' | 'isComposing' | 'keyCode'>>;

/** Key code of every key that an input method has taken, on systems that do not mark the event otherwise. */
const TAKEN_BY_INPUT_METHOD = 229;

/** True for a key that an input method uses to compose a word: it types, chooses or confirms there and does nothing else. */
export function isComposed({ isComposing, key, keyCode }: Pick<KeyPress, 'isComposing' | 'key' | 'keyCode'>): boolean {
  return isComposing === true || key === 'Process' || keyCode === TAKEN_BY_INPUT_METHOD;
}

/** What is printed on the keys of the keyboard, by their codes: 'KeyY' has 'z' on a German one. Empty where it is not known. */
export type KeyPrints = Pick<ReadonlyMap<string, string>, 'get'>;

let prints: KeyPrints = new Map();

export function setKeyPrints(next: KeyPrints): void {
  prints = next;
}

/** Every key that an event may be, the most specific first: of the numeric pad, the character typed, the digit printed on it. */
export function readKeys(event: KeyPress, isMac = IS_MAC, printed = prints): readonly Key[] {
  if (isComposed(event)) return [];
  const found = [readPadKey(event), readKey(event, isMac, printed), readDigit(event, isMac, printed)];
  return [...new Set(found.filter((key) => key !== null))];
}

/** The digit of a key that types it with Shift only, as on a French keyboard. */
function readDigit(event: KeyPress, isMac: boolean, printed: KeyPrints): Key | null {
  const digit = /^Digit(\d)$/.exec(event.code)?.[1];
  if (digit === undefined || event.shiftKey || event.getModifierState?.('AltGraph') === true) return null;
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  return readKey({ key: digit, code, ctrlKey, metaKey, altKey, shiftKey }, isMac, printed);
}

/** The key of an event; null for a modifier alone and while an input method composes a word. */
export function readKey(event: KeyPress, isMac = IS_MAC, printed = prints): Key | null {
  if (isComposed(event)) return null;
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
  const name = nameOf(event, modifiers, isMac, printed);
  if (name === null) return null;
  const isSymbol = name.length === 1 && !/[\p{L}\p{N}]/u.test(name);
  const isShiftedDigit = modifiers.length === 0 && /^\d$/.test(name);
  if (event.shiftKey && !isSymbol && !isShiftedDigit && name !== 'Plus') modifiers.push('Shift');
  return join(modifiers, name);
}

/** The key of an event as one of the numeric pad; null for any other, and while the pad moves the cursor. */
export function readPadKey(event: KeyPress): Key | null {
  const place = /^Numpad(\d|Decimal|Add|Subtract|Multiply|Divide)$/.exec(event.code)?.[1];
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  return place === undefined || event.key.length > 1 || hasModifier ? null : (`Num${place}` as Key);
}

/** What is typed; what is printed on the key where it types another alphabet, or where a modifier changes the character. */
function nameOf(event: KeyPress, modifiers: readonly Modifier[], isMac: boolean, printed: KeyPrints): string | null {
  const isLatin = /^[\u0020-\u007e]$/.test(event.key);
  const isOption = isMac && modifiers.includes('Alt');
  const isShifted = modifiers.length > 0 && event.shiftKey && !/^[a-z\d]$/i.test(event.key);
  const isCharacter = event.key.length === 1 || (event.key === 'Dead' && modifiers.length > 0);
  if (isCharacter && (isOption || isShifted || !isLatin)) {
    const print = printed.get(event.code)?.toUpperCase() ?? '';
    const place = /^(?:Key|Digit)([A-Z\d])$/.exec(event.code)?.[1];
    if (/^[A-Z\d]$/.test(print)) return print;
    if (place !== undefined) return place;
  }
  return event.key === 'Dead' ? null : parseName(CHARACTERS[event.key] ?? event.key);
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

/** True for a key that types a character where the focus is in a text field; on a Mac Option (Alt) types characters too. */
export function isTypingKey(key: Key, isMac = IS_MAC): boolean {
  const typed = isMac ? key.replace(/^Alt\+/, '') : key;
  return !/^(Mod|Ctrl|Alt)\+/.test(typed) && (/^(Shift\+)?.$/u.test(typed) || /(^|\+)(Space|Plus|Num\w+)$/.test(typed));
}
