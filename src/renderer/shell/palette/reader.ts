/**
 * Reader of a typed command: its words one by one, what may come next, and what is missing or wrong.
 *
 * Errors      Never throws: `fail` says which word was expected and which was found.
 */

/** Text that can come next: replaces everything from `start` on. */
export interface Completion {
  readonly start: number;
  readonly text: string;
}

/** Text that is no whole command. */
export type Unfinished =
  /** A word is missing at the end. */
  | {
      readonly at: 'open';
      readonly expected: string;
      readonly completions: readonly Completion[];
      readonly nameStart: number | null;
    }
  | { readonly at: 'wrong'; readonly word: Word; readonly number: number; readonly expected: string };

/** A whole command, and what may follow it. */
export interface Whole<C> {
  readonly at: 'command';
  readonly command: C;
  /** Words that name the market it is for, after 'on'; null: the market of the pane in front. */
  readonly market: string | null;
  readonly completions: readonly Completion[];
  /** Where a market's name begins that the text ends in: names of markets may complete it. */
  readonly nameStart: number | null;
}

export type Reader = ReturnType<typeof openReader>;

export function openReader(text: string) {
  const words = splitWords(text);
  let at = 0;
  let nameStart: number | null = null;
  /** Where the word under way begins, or the next one after a space. */
  const startOf = (): number => words[at]?.start ?? text.length;
  const completions = (choices: readonly string[]): readonly Completion[] => {
    const typed = words[at]?.text.toLowerCase() ?? '';
    const lead = words[at] === undefined && text !== '' && !/\s$/.test(text) ? ' ' : '';
    return choices
      .filter((choice) => choice.startsWith(typed) && choice !== typed)
      .map((choice) => ({ start: startOf(), text: `${lead}${choice}` }));
  };
  const fail = (expected: string, choices: readonly string[]): Unfinished => {
    const word = words[at];
    const begun = completions(choices);
    const isBegun = word !== undefined && at === words.length - 1 && !/\s$/.test(text) && begun.length > 0;
    if (word === undefined || isBegun) return { at: 'open', expected, completions: begun, nameStart };
    return { at: 'wrong', word, number: at + 1, expected };
  };
  /** Words of a market's name, as far as `belongs` accepts them. */
  const readName = (belongs: (lower: string) => boolean = () => true): readonly string[] => {
    const start = startOf();
    const first = at;
    while (words[at] !== undefined && NAME_WORD.test(words[at]!.text) && belongs(words[at]!.text.toLowerCase()))
      at += 1;
    nameStart = words[at] === undefined ? start : null;
    return words.slice(first, at).map(({ text: word }) => word);
  };
  return {
    peek: (): Word | null => words[at] ?? null,
    next: (): void => {
      at += 1;
    },
    /** True while a person may still be typing the word. */
    isLast: (): boolean => at === words.length - 1 && !/\s$/.test(text),
    complete: completions,
    /** The word is missing, begun, or wrong. */
    fail,
    readName,
    /** The command is whole; `further` may follow. */
    end<C>(command: C, further: readonly string[]): Whole<C> | Unfinished {
      if (words[at] === undefined)
        return { at: 'command', command, market: null, completions: completions(further), nameStart };
      return fail(further.length > 0 ? listChoices(further) : 'nothing more', further);
    },
    /** As `end`, for a command of one market: 'on' and words of its name may follow. */
    endOfMarket<C>(command: C, further: readonly string[]): Whole<C> | Unfinished {
      const next = [...further, ON];
      const word = words[at];
      if (word === undefined)
        return { at: 'command', command, market: null, completions: completions(next), nameStart };
      if (word.text.toLowerCase() !== ON) return fail(listChoices(next), next);
      at += 1;
      const name = readName();
      if (words[at]?.text === '@') return fail('nothing more: the price comes before “on”', []);
      if (name.length === 0 || words[at] !== undefined) return fail('words of a market’s name', []);
      return { at: 'command', command, market: name.join(' '), completions: [], nameStart };
    },
  };
}

/** Leads to the market of a command. */
const ON = 'on';
/** A word of a market's name, or its id, or a symbol. */
export const NAME_WORD = /^[$\p{L}\p{N}][\p{L}\p{N}_,’'-]{0,127}$/u;

/** 'a', 'a or b', 'a, b or c'. */
export function listChoices(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}

/** Words of a typed command with their places in the text; '@', '<=' and '>=' are words of their own. */
interface Word {
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
