/** Finds retired names in identifiers, file names and UI text of src. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { type NameKind, RETIRED_NAMES } from './retiredNames.ts';

const SRC = normalize(join(import.meta.dirname, '../../src'));

interface Name {
  readonly kind: NameKind;
  readonly text: string;
}

/** Identifiers and the text of JSX and string literals of one file, each once, without comments and imports' module names. */
function listNames(path: string, code: string): Name[] {
  const all: Name[] = path.split('/').map((part) => ({ kind: 'file', text: part.replace(/\.\w+$/, '') }));
  const identifier = (text: string): void => void all.push({ kind: 'identifier', text });
  const ui = (text: string): void => void all.push({ kind: 'ui', text });
  new Visitor({
    Identifier: (node) => identifier(node.name),
    JSXIdentifier: (node) => identifier(node.name),
    PrivateIdentifier: (node) => identifier(node.name),
    JSXText: (node) => ui(node.value),
    Literal: (node) => {
      if (typeof node.value === 'string') ui(node.value);
    },
    TemplateElement: (node) => ui(node.value.raw),
  }).visit(parseSync(path, code).program);
  return [...new Map(all.map((name) => [`${name.kind} ${name.text}`, name])).values()];
}

function findRetired(path: string, code: string): string[] {
  const rules = RETIRED_NAMES.filter(({ scopes }) =>
    scopes.some((scope) => scope === '' || path.startsWith(`${scope}/`)),
  );
  return listNames(path, code).flatMap(({ kind, text }) =>
    rules
      .filter((rule) => rule.kinds.includes(kind) && rule.pattern.test(text))
      .map((rule) => `${path}: ${kind} ${JSON.stringify(text.trim().slice(0, 60))} is retired; use ${rule.instead}`),
  );
}

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).split(sep).join('/'));

describe('retired names', () => {
  it('are in no identifier, file name or UI text', () => {
    const found = files.flatMap((path) => findRetired(path, readFileSync(join(SRC, path), 'utf8')));
    expect([...new Set(found)]).toEqual([]);
  }, 120_000);

  it('are found in each kind of place, and not in comments or longer words', () => {
    const found = (code: string): number => findRetired('renderer/x.tsx', code).length;
    expect(found('const bookKeeper = 1;')).toBe(1);
    expect(found('export function tellState() {}')).toBe(1);
    expect(found('const a = <b>What guards them</b>;')).toBe(1);
    expect(found('// the desk and its keeper\nconst bookkeeping = 1;')).toBe(0);
    expect(findRetired('main/desk/place.ts', '')).toHaveLength(1);
  });
});
