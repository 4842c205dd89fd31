/**
 * Search by words: what begins the words of a name finds it, whatever the order.
 *
 * Shape       'ord can' and 'caor' find 'Cancel all orders'; 'rders' does not.
 */

/** Lower case without accents, and without commas between digits. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .toLowerCase();
}

/** True when every word of the query begins a word of the names. */
export function matchesWords(names: readonly (string | null)[], query: string): boolean {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  const text = ` ${plainText(names.join(' '))}`;
  return words.every((word) => beginsWord(text, word));
}

/** True when the word begins one of the text, both plain; the text after a space. */
export function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') || !/[\p{L}\p{N}]/u.test(word[0]!)) return true;
  }
  return false;
}

/** How well a name matches: 0 begins with the query, 1 its words do, 2 its initials do; null not at all. */
export function rankMatch(name: string, query: string): 0 | 1 | 2 | null {
  const plain = plainText(query).trim();
  if (plainText(name).startsWith(plain)) return 0;
  if (matchesWords([name], query)) return 1;
  const words = plainText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return plain.length > 1 && !plain.includes(' ') && hasInitials(words, plain) ? 2 : null;
}

/** True when `letters` is made of beginnings of successive words. */
function hasInitials(words: readonly string[], letters: string): boolean {
  if (letters === '') return true;
  return words.some((word, at) => {
    let length = 0;
    while (length < word.length && word[length] === letters[length]) length += 1;
    const rest = words.slice(at + 1);
    for (let used = length; used > 0; used -= 1) if (hasInitials(rest, letters.slice(used))) return true;
    return false;
  });
}
