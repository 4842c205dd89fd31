/** Finds sentences in components: the words of the interface are in src/shared/text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative, sep } from 'node:path';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { TEXTS_IN_COMPONENTS } from './paneTexts.ts';

const SRC = normalize(join(import.meta.dirname, '../../src'));

/** Attributes that a person reads or hears; `what` and `how` are those of an empty pane. */
const READ = /^(?:title|label|placeholder|what|how|aria-[a-z]+)$/;

const isSentence = (text: string): boolean => /\p{L}/u.test(text) && /\S\s+\S/.test(text.trim());

/** Texts that a value may be: of a choice each, of a template with `{}` for what it fills in. */
function listTexts(node: Expression | { readonly type: 'JSXEmptyExpression' }): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked).join('{}'), ...node.expressions.flatMap(listTexts)];
    case 'ConditionalExpression':
      return [...listTexts(node.consequent), ...listTexts(node.alternate)];
    case 'LogicalExpression':
      return [...listTexts(node.left), ...listTexts(node.right)];
    case 'BinaryExpression':
      return node.left.type === 'PrivateIdentifier' ? [] : [...listTexts(node.left), ...listTexts(node.right)];
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return listTexts(node.expression);
    default:
      return [];
  }
}

/** Sentences among the children of elements and in attributes that are read, without those inside calls. */
function listSentences(path: string, code: string): string[] {
  const found: string[] = [];
  new Visitor({
    JSXText: (node) => void found.push(node.value),
    JSXExpressionContainer: (node) => {
      if (code[node.start - 1] !== '=') found.push(...listTexts(node.expression));
    },
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !READ.test(name.name)) return;
      if (value?.type === 'JSXExpressionContainer') found.push(...listTexts(value.expression));
      if (value?.type === 'Literal') found.push(...listTexts(value));
    },
  }).visit(parseSync(path, code).program);
  return found.filter(isSentence);
}

const counts = readdirSync(join(SRC, 'renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .map((path) => [path, listSentences(path, readFileSync(join(SRC, path), 'utf8')).length] as const)
  .filter(([, count]) => count > 0);

describe('sentences of the interface', () => {
  it('are in src/shared/text; the list of exceptions only shrinks', () => {
    const sorted = counts.toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(Object.fromEntries(sorted), 'move new texts to src/shared/text; lower or remove a count that fell').toEqual(
      TEXTS_IN_COMPONENTS,
    );
  });

  it('are found in children, attributes and choices, and not in one word, classes and calls', () => {
    const inside = [
      '<p>Two words</p>',
      '<p title="Two words" />',
      "<p aria-label={a ? 'Two words' : b} />",
      '<p>{a && `Two $' + '{b}`}</p>',
      "<Empty what={'Two words'} />",
    ];
    expect(inside.flatMap((code) => listSentences('a.tsx', code))).toHaveLength(inside.length);
    const outside = ['<p>One</p>', '<p className="two words" />', "<p>{f('two words')}</p>", '<p>{A.label}, 1 2</p>'];
    expect(outside.flatMap((code) => listSentences('a.tsx', code))).toEqual([]);
  });
});
