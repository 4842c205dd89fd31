import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findBestPage, findManualPage, MANUAL } from '#renderer/domain/manual.ts';
import { type Block, type Inline, parseManual, textOfBlock } from '#renderer/domain/manualText.ts';
import { parseCommand } from '#renderer/shell/palette/grammar.ts';
import type { RelayView } from '#shared/ipc/wallet/relay.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { ACTION_BLOCKS, ACTION_ERRORS, describeRelay } from '#shared/text/wallet/walletActions.ts';

const inlinesOf = (block: Block): readonly Inline[] => {
  if (block.kind === 'paragraph') return block.inlines;
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : [];
};

/** Columns that need no explanation. */
const SELF_EXPLAINING = new Set(['Actions', 'Time', 'Market', 'Outcome', 'Type', 'Note', 'Asset']);

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

  it.each([
    ['positions', 'positions'],
    ['break-even', 'words'],
    ['implied', 'words'],
    ['orders 118', 'words'],
    ['hold yes', 'event'],
    ['sum of yes', 'event'],
    ['largest drawdown', 'equity'],
    ['protects now', 'positions'],
    ['strike', 'chart'],
    ['round trip', 'health'],
    ['left hand', 'keyboard'],
    ['post only', 'words'],
    ['queue', 'ladder'],
  ])('answers a search for “%s” with the page that explains it: %s', (query, id) => {
    expect(findBestPage(MANUAL, query)?.id).toBe(id);
  });

  it('has no page for words that it does not have', () => {
    expect(findBestPage(MANUAL, 'zzqx')).toBeNull();
  });

  it('explains every column of the tables', () => {
    const missing = readdirSync('src/renderer/panes', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .flatMap((name) => {
        const source = readFileSync(`src/renderer/panes/${name}`, 'utf8');
        const pane = name.split('/')[0]!;
        return [...source.matchAll(/\bheader: '([^']+)'/g)].map(([, header]) => ({ pane, header: header! }));
      })
      .filter(({ header }) => !SELF_EXPLAINING.has(header))
      .filter(({ pane, header }) => {
        const page = findManualPage(pane)!;
        return !page.blocks.some((block) => block.kind === 'table' && textOfBlock(block).includes(header));
      });
    expect(missing).toEqual([]);
  });

  it('gives typed orders that the palette reads', () => {
    const examples = findManualPage('keyboard')!
      .blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flatMap(([typed]) => typed ?? []) : []))
      .filter((one) => one.kind === 'code');
    expect(examples.length).toBeGreaterThan(10);
    for (const { text } of examples) expect(parseCommand(text, DEFAULT_TICK).at, text).toBe('command');
  });
});

describe('the page of money moves', () => {
  const page = readFileSync('docs/manual/money.md', 'utf8');
  /** What every sentence of the code has, whatever its parameters. */
  const fixedPart = (sentence: string): string =>
    sentence
      .replace(/^\d+ /, '')
      .split(/[:,\d]/)[0]!
      .trim();
  const parameters = {
    signatureType: 9,
    threshold: 9,
    free: 0n,
    of: 'sets',
    refusal: null,
    max: 9,
    block: null,
  } as never;
  const sentences = [ACTION_ERRORS, ACTION_BLOCKS].flatMap((catalogue) =>
    Object.entries(catalogue).flatMap(([code, write]) => (code === 'blocked' ? [] : [write(parameters)])),
  );

  it.each(sentences)('says what to do when "%s"', (sentence) => {
    expect(page).toContain(`| ${fixedPart(sentence)}`);
  });

  it.each(['refused', 'notExecuted', 'superseded', 'dropped', 'unknown'] as const)(
    'explains a call that is %s',
    (at) => {
      const call = { at, effect: null, isLate: false, reason: null, action: null } as unknown as RelayView;
      expect(page).toContain(`| ${describeRelay(call).text}`);
    },
  );

  it.each(['partial', 'zero', 'other'] as const)('explains an effect that is %s', (effect) => {
    const action = { kind: 'redeem', conditionIds: [] };
    const call = { at: 'executed', effect, isLate: false, reason: null, action } as unknown as RelayView;
    expect(page).toContain(`| ${describeRelay(call).text}`);
  });
});

describe('a page', () => {
  it('is read into headings, paragraphs, lists and tables', () => {
    const blocks = parseManual(
      '# A\n\nOne `x` **y** *z* [B](panes/b.md).\n\n- p\n- q\n  r\n\n| h | i |\n|---|---|\n| 1 | 2 |',
    );
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
