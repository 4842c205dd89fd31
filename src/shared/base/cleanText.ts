/**
 * Cleans text that someone else wrote, before it reaches a screen, a dialog, a log or a terminal.
 *
 * Invariants  Pure and idempotent. The result has at most `maxLength` UTF-16 units and no control, bidirectional, private-use,
 *             tag or noncharacter code point and no unpaired surrogate: each is written as its escape, such as \u202e.
 *             Zero-width code points are removed, so that what is compared is what is seen. A cut is marked with ' […]'.
 * Source      docs/security-coverage.md#r51
 */

export interface CleanOptions {
  /** Keeps line feeds; otherwise each white space becomes a space. */
  readonly lines?: boolean;
}

/** Marks for which a text is longer than its limit. */
const CUT_MARK = ' […]';
/** Marks above one character that a reader can still tell apart. */
const MAX_COMBINING = 4;

const SIMPLE = /^[\x20-\x7e]*$/;
const SPACE = /^[\t\r\n\v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/u;
/** Bidirectional controls and tags: they change what a reader sees, so they are written out. */
const DECEPTIVE = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\u{e0000}-\u{e007f}]$/u;
/** Zero-width joiners, variation selectors, soft hyphens and the like. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** Control, format, surrogate, private-use and unassigned code points; bidirectional controls are format ones. */
const FORBIDDEN = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]$/u;
const COMBINING = /^\p{M}$/u;

/** The text as plain characters, cut to `maxLength`. */
export function cleanText(text: string, maxLength: number, { lines = false }: CleanOptions = {}): string {
  if (text.length <= maxLength && SIMPLE.test(text)) return text;
  const kept: string[] = [];
  let length = 0;
  let combining = 0;
  const source = lines ? text.slice(0, maxLength * 8).replaceAll('\r\n', '\n') : text.slice(0, maxLength * 8);
  let isCut = text.length > maxLength * 8;
  for (const character of source) {
    combining = COMBINING.test(character) ? combining + 1 : 0;
    const piece = combining > MAX_COMBINING ? '' : cleanCharacter(character, lines);
    if (piece === '') continue;
    if (length + piece.length > maxLength) {
      isCut = true;
      break;
    }
    kept.push(piece);
    length += piece.length;
  }
  if (!isCut) return kept.join('');
  while (length > maxLength - CUT_MARK.length && kept.length > 0) length -= kept.pop()!.length;
  return `${kept.join('')}${CUT_MARK}`;
}

/** True when cleaning would change nothing: the text is what a reader sees. */
export function isPlainText(text: string, maxLength: number): boolean {
  return cleanText(text, maxLength) === text;
}

function cleanCharacter(character: string, lines: boolean): string {
  if (lines && character === '\n') return character;
  if (SPACE.test(character)) return ' ';
  const isDeceptive = DECEPTIVE.test(character);
  if (!isDeceptive && INVISIBLE.test(character)) return '';
  if (!isDeceptive && !FORBIDDEN.test(character)) return character;
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
