/**
 * Cleans what a person pasted: a key, a secret, a phrase or an address from a message, a list or a document.
 *
 * Invariants  Pure and idempotent. Removes what is not seen, white space at both ends, and quotes, brackets and commas around
 *             it. A password is never cleaned: every character of it counts.
 */

/** Format characters and marks of zero width; NFKC turns other spaces into plain ones. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;
const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|[“„](.*)[”“]|[‘‚](.*)[’‘]|«(.*)»)$/su;
const AROUND = /^[\s"'`“”„‟‘’‚‛«»‹›<>()[\]{},;]+|[\s"'`“”„‟‘’‚‛«»‹›<>()[\]{},;.]+$/gu;

export function cleanPasted(text: string): string {
  return text.normalize('NFKC').replace(UNSEEN, '').replace(AROUND, '');
}

/** The same for one word: a line break or a space within it is from the page that it was copied from. */
export function cleanPastedWord(text: string): string {
  return cleanPasted(text).replace(/\s+/gu, '');
}

/** A secret of any characters: only what is not seen, white space around it and one pair of quotes are not part of it. */
export function cleanPastedSecret(text: string): string {
  const seen = text.replace(UNSEEN, '').trim();
  const quoted = QUOTED.exec(seen)
    ?.slice(1)
    .find((inner) => inner !== undefined);
  return (quoted ?? seen).trim();
}

/** Words of a pasted list, without their numbers: '1. abandon', '2) ability' or '3 - able'. */
export function listPastedWords(text: string): readonly string[] {
  return cleanPasted(text)
    .split(/[\s,;]+/u)
    .map((word) =>
      word
        .replace(/^\(?\d+[.):\]-]*/u, '')
        .replace(AROUND, '')
        .replace(/^-+$/u, ''),
    )
    .filter((word) => word !== '');
}
