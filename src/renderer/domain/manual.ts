/**
 * The manual: the pages of docs/manual, built into the program.
 *
 * Shape       A page's id is its file's name; pages below panes/ are named like their pane.
 */

import { matchesWords } from '#shared/base/searchWords.ts';
import { type Block, parseManual, textOfBlock } from './manualText.ts';

export interface ManualPage {
  readonly id: string;
  readonly title: string;
  readonly isOfPane: boolean;
  /** Without the title. */
  readonly blocks: readonly Block[];
}

const files = import.meta.glob<string>('../../../docs/manual/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** General pages, in the order in which a newcomer reads them. */
const ORDER = ['start', 'keyboard', 'words', 'life', 'money', 'exchange'];

function buildPage([path, text]: [string, string]): ManualPage {
  const [title, ...blocks] = parseManual(text);
  if (title?.kind !== 'heading' || title.level !== 1) throw new Error(`Expected a title on the first line of ${path}`);
  const id = /([^/]+)\.md$/.exec(path)![1]!;
  return { id, title: title.text, isOfPane: path.includes('/panes/'), blocks };
}

const rankOf = ({ id, isOfPane }: ManualPage): number => (isOfPane ? ORDER.length : ORDER.indexOf(id));

export const MANUAL: readonly ManualPage[] = Object.entries(files)
  .map(buildPage)
  .sort((a, b) => rankOf(a) - rankOf(b) || a.title.localeCompare(b.title));

export function findManualPage(id: string): ManualPage | null {
  return MANUAL.find((page) => page.id === id) ?? null;
}

/** Every word of a page, for a search. */
export function textsOfPage({ title, blocks }: ManualPage): readonly string[] {
  return [title, ...blocks.map(textOfBlock)];
}

/** What a page explains: its headings, and the first column of its tables. */
function listTerms({ blocks }: ManualPage): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [block.text];
    if (block.kind !== 'table') return [];
    return block.rows.map(([term = []]) => term.map(({ text }) => text).join(''));
  });
}

/** The page that answers a search: by its title, by what it explains, by one of its blocks, else by all of its words. */
export function findBestPage(pages: readonly ManualPage[], query: string): ManualPage | null {
  const kinds: readonly ((page: ManualPage) => boolean)[] = [
    ({ title }) => matchesWords([title], query),
    (page) => listTerms(page).some((term) => matchesWords([term], query)),
    ({ blocks }) => blocks.some((block) => matchesWords([textOfBlock(block)], query)),
    (page) => matchesWords(textsOfPage(page), query),
  ];
  for (const fits of kinds) {
    const found = pages.find(fits);
    if (found !== undefined) return found;
  }
  return null;
}
