import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findManualPage, MANUAL } from '#renderer/domain/manual.ts';
import { type Block, type Inline, parseManual, textOfBlock } from '#renderer/domain/manualText.ts';
import { parseCommand } from '#renderer/shell/palette/grammar.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

const inlinesOf = (block: Block): readonly Inline[] => {
  if (block.kind === 'paragraph') return block.inlines;
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : [];
};

describe('the manual', () => {
  it('has the text of every file of docs/manual', () => {
    const files = readdirSync('docs/manual', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(MANUAL.map(({ id }) => id).toSorted()).toEqual(
      files.map((name) => name.replace(/^.*\/|\.md$/g, '')).toSorted(),
    );
    for (const { id, isOfPane, title } of MANUAL) {
      expect(readFileSync(`docs/manual/${isOfPane ? 'panes/' : ''}${id}.md`, 'utf8')).toMatch(`# ${title}\n`);
    }
  });

  it('has a page for every pane, and links only to pages that exist', () => {
    const panes = readdirSync('src/renderer/panes');
    expect(panes.filter((name) => findManualPage(name) === null)).toEqual([]);
    const links = MANUAL.flatMap(({ blocks }) => blocks.flatMap(inlinesOf)).filter((one) => one.kind === 'link');
    expect(links.filter(({ page }) => findManualPage(page) === null)).toEqual([]);
    expect(links.length).toBeGreaterThan(0);
  });

  it('gives typed orders that the palette reads', () => {
    const examples = findManualPage('keyboard')!
      .blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flatMap(([typed]) => typed ?? []) : []))
      .filter((one) => one.kind === 'code');
    expect(examples.length).toBeGreaterThan(10);
    for (const { text } of examples) expect(parseCommand(text, DEFAULT_TICK).at, text).toBe('command');
  });
});

describe('a page', () => {
  it('is read into headings, paragraphs, lists and tables', () => {
    const blocks = parseManual('# A\n\nOne `x` **y** *z* [B](#b).\n\n- p\n- q\n  r\n\n| h | i |\n|---|---|\n| 1 | 2 |');
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list', 'table']);
    expect(blocks.map(textOfBlock)).toEqual(['A', 'One x y z B.', 'p q r', 'h i 1 2']);
    expect(inlinesOf(blocks[1]!).map(({ kind }) => kind)).toEqual([
      'text',
      'code',
      'text',
      'bold',
      'text',
      'italic',
      'text',
      'link',
      'text',
    ]);
  });

  it.each(['<b>x</b>', '> x', '### x', '![x](y)', '# x\ny', '| a |\n| b |', '- a\nb'])(
    'refuses what it does not know: %s',
    (text) => {
      expect(() => parseManual(text)).toThrow('Expected');
    },
  );
});
