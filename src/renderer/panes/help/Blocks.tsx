/** Blocks of a page of the manual as elements; words of the search are marked. */
import { createElement, Fragment, type ReactNode } from 'react';
import { plainText } from '#shared/base/searchWords.ts';
import { findManualPage } from '../../domain/manual.ts';
import type { Block, Inline } from '../../domain/manualText.ts';

interface BlockProps {
  readonly query: string;
  readonly onShow: (page: string) => void;
}

export function Blocks(props: BlockProps & { readonly blocks: readonly Block[] }) {
  return spread(props.blocks.map((block) => drawBlock(block, props)));
}

/** Children without keys: the parts of a page never change their places. */
function spread(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

function drawBlock(block: Block, props: BlockProps): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'paragraph':
      return <p>{drawInlines(block.inlines, props)}</p>;
    case 'list': {
      const items = block.items.map((item) => <li key={textOf(item)}>{drawInlines(item, props)}</li>);
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <table className={block.head.length > 3 ? 'many' : undefined}>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={textOf(cell)} scope="col">
                  {drawInlines(cell, props)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.map(textOf).join('|')}>
                {spread(
                  row.map((cell, at) =>
                    // A narrow page has the headings beside the cells.
                    createElement('td', { 'data-head': textOf(block.head[at] ?? []) }, drawInlines(cell, props)),
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function textOf(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('');
}

function drawInlines(inlines: readonly Inline[], props: BlockProps): ReactNode {
  return spread(inlines.map((inline) => drawInline(inline, props)));
}

function drawInline(inline: Inline, { query, onShow }: BlockProps): ReactNode {
  switch (inline.kind) {
    case 'code':
      return <code>{inline.text}</code>;
    case 'bold':
      return <strong>{inline.text}</strong>;
    case 'italic':
      return <em>{inline.text}</em>;
    case 'link':
      return findManualPage(inline.page) === null ? (
        inline.text
      ) : (
        <button type="button" className="help-inline-link" onClick={() => onShow(inline.page)}>
          {inline.text}
        </button>
      );
    case 'text':
      return markWords(inline.text, query);
  }
}

/** Marks the words that begin like a word of the query. */
function markWords(text: string, query: string): ReactNode {
  const words = plainText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return text;
  const parts = text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const isFound = words.some((word) => plainText(part).startsWith(word));
    return isFound ? createElement('mark', null, part) : part;
  });
  return spread(parts);
}
