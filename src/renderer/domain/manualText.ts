/**
 * Text of the manual: the part of Markdown that its pages use, read into blocks.
 *
 * Shape       Headings, paragraphs, lists, tables; code, bold, italics and links to other pages inside them.
 * Invariants  Pure. There is no HTML and no address in the result, so that nothing needs to be cleaned; that is why the
 *             page has this reader and no Markdown library.
 * Errors      Throws on a construct that it does not know: a test reads every page.
 */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'bold' | 'italic'; readonly text: string }
  /** `page`: the id of another page of the manual, its file's name. */
  | { readonly kind: 'link'; readonly text: string; readonly page: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\((?:[./a-z]+\/)?([a-z-]+)\.md\)/g;
const ITEM = /^(?:(-)|(\d+)\.) (.*)$/;

export function parseManual(text: string): readonly Block[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((part) => parseBlock(part.split('\n')));
}

function parseBlock(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const heading = /^(#{1,2}) (.+)$/.exec(first);
  if (heading) {
    if (lines.length > 1) throw new Error(`Expected an empty line after a heading, found ${lines[1]}`);
    return { kind: 'heading', level: heading[1] === '#' ? 1 : 2, text: heading[2]! };
  }
  if (first.startsWith('|')) return parseTable(lines);
  if (ITEM.test(first)) return parseList(lines);
  if (/^(#|>|```|!\[|<|\s)/.test(first)) throw new Error(`Expected a paragraph, a list or a table, found ${first}`);
  return { kind: 'paragraph', inlines: parseInlines(lines.join(' ')) };
}

function parseList(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[3]!);
    else if (/^ {2,3}\S/.test(line)) items.push(`${items.pop()} ${line.trim()}`);
    else throw new Error(`Expected an item of the list, found ${line}`);
  }
  return { kind: 'list', isOrdered: !lines[0]!.startsWith('-'), items: items.map(parseInlines) };
}

function parseTable(lines: readonly string[]): Block {
  const cells = lines.map((line) => line.replace(/^\|\s*|\s*\|$/g, '').split(/\s*\|\s*/));
  const [head = [], rule, ...rows] = cells;
  if (rule?.every((cell) => /^-+$/.test(cell)) !== true)
    throw new Error(`Expected a line of dashes, found ${lines[1]}`);
  const odd = rows.findIndex((row) => row.length !== head.length);
  if (odd >= 0) throw new Error(`Expected ${head.length} cells, found ${lines[odd + 2]}`);
  return { kind: 'table', head: head.map(parseInlines), rows: rows.map((row) => row.map(parseInlines)) };
}

function parseInlines(text: string): readonly Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) inlines.push({ kind: 'text', text: text.slice(at, match.index) });
    const [whole, code, bold, italic, label, page] = match;
    if (code !== undefined) inlines.push({ kind: 'code', text: code });
    else if (bold !== undefined) inlines.push({ kind: 'bold', text: bold });
    else if (italic !== undefined) inlines.push({ kind: 'italic', text: italic });
    else inlines.push({ kind: 'link', text: label!, page: page! });
    at = match.index + whole.length;
  }
  if (at < text.length) inlines.push({ kind: 'text', text: text.slice(at) });
  return inlines;
}

/** The words of a block, for a search. */
export function textOfBlock(block: Block): string {
  const plain = (inlines: readonly Inline[]): string => inlines.map(({ text }) => text).join('');
  switch (block.kind) {
    case 'heading':
      return block.text;
    case 'paragraph':
      return plain(block.inlines);
    case 'list':
      return block.items.map(plain).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join(' ');
  }
}
