/** Checks every citation of a document: the page, the anchor and the files that it names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = normalize(join(import.meta.dirname, '../..'));

function readSources(folder: string): { path: string; text: string }[] {
  return (
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
      // The peers of the benchmarks are installed inside `bench`.
      .filter((entry) => !entry.parentPath.includes('node_modules'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, text: readFileSync(path, 'utf8') };
      })
  );
}

const sources = readSources('src');
const page = readFileSync(join(ROOT, 'docs/assumptions.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| <a id='));

/** Citations in a text: a page under docs with an anchor, further anchors of the same page as `, #anchor`. */
interface Citation {
  readonly page: string;
  readonly anchor: string | null;
}

function listCitations(text: string): Citation[] {
  return [...text.matchAll(/docs\/([\w/-]+\.md)((?:#[\w-]+)?(?:, #[\w-]+)*)/g)].flatMap(
    ([, name = '', anchors = '']): readonly Citation[] => {
      const named = [...anchors.matchAll(/#([\w-]+)/g)].map(([, anchor = '']) => anchor);
      return (named.length === 0 ? [null] : named).map((anchor) => ({ page: name, anchor }));
    },
  );
}

const pages = new Map<string, string>();
function readPage(name: string): string | null {
  const path = join(ROOT, 'docs', name);
  if (!pages.has(name)) pages.set(name, existsSync(path) ? readFileSync(path, 'utf8') : '');
  return pages.get(name) || null;
}

function findBrokenCitations(path: string, text: string): string[] {
  return listCitations(text).flatMap(({ page: name, anchor }) => {
    const content = readPage(name);
    if (content === null) return [`${path} cites docs/${name}, which is missing`];
    return anchor === null || content.includes(`id="${anchor}"`)
      ? []
      : [`${path} cites docs/${name}#${anchor}, which is missing`];
  });
}

describe('docs', () => {
  it('cites only pages and anchors that exist', () => {
    const all = [...sources, ...readSources('test'), ...readSources('bench')];
    expect(all.flatMap(({ path, text }) => findBrokenCitations(path, text))).toEqual([]);
  });

  it('finds a missing page and a missing anchor', () => {
    const broken = ['docs/assumptions.md#', 'none-such, docs', '/nowhere.md'].join('');
    expect(findBrokenCitations('x.ts', broken)).toHaveLength(2);
    expect(findBrokenCitations('x.ts', ['docs/assumptions.md#', 'tick, #none-such'].join(''))).toHaveLength(1);
  });

  it('cites no document that is not in the repository', () => {
    const outside =
      /(?<!docs\/)exchange-interface(?!\.md)|protocol-facts|security requirement|security-coverage\.md R\d/;
    const lines = sources.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (outside.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    );
    expect(lines).toEqual([]);
  });

  it('names a place that exists, and a known status, in every row', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const [, name = '', , status = '', places = ''] = row.split('|').map((cell) => cell.trim());
      expect(status, name).toMatch(/DOC|REV|FAMILY|GUESS/);
      for (const [, path = ''] of places.matchAll(/([a-z][\w/]*\/[\w.]+\.ts)/g)) {
        expect(existsSync(join(ROOT, 'src', path)), `${name}: src/${path}`).toBe(true);
      }
    }
  });
});
