/**
 * The manual: the pages of docs/manual, built into the program.
 *
 * Shape       A page's id is its file's name; pages below panes/ are named like their pane.
 */
import { type Block, parseManual } from './manualText.ts';

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
const ORDER = ['start', 'keyboard', 'life', 'money', 'exchange'];

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
