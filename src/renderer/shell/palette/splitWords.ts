/** Words of a typed command with their places in the text; '@', '<=' and '>=' are words of their own. */
export interface Word {
  readonly text: string;
  /** Places in the text: the first character, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

export function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(/@|[<>]=?|[^\s@<>]+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}
