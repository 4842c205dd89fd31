/** Checks the documents: cited pages, anchors and files exist, links resolve, and the index of the decisions is complete. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAnchors } from './anchors.ts';

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

function findBrokenLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^https?:/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    const isFound =
      target === path || existsSync(target)
        ? anchor === undefined || listAnchors(target === path ? text : readFileSync(target, 'utf8')).includes(anchor)
        : false;
    return isFound ? [] : [`${relative(ROOT, path)} links to ${link}, which is missing`];
  });
}

/** Lines of prose of 120 characters or more: tables, code, and the targets of links do not count. */
function findLongLines(path: string, text: string): string[] {
  let isCode = false;
  return text.split('\n').flatMap((line, at) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isCode || isFence || /^\s*\|/.test(line)) return [];
    const prose = line.replaceAll(/\]\([^)\s]*\)/g, ']');
    return prose.length < 120 ? [] : [`${relative(ROOT, path)}:${at + 1} has ${prose.length} characters`];
  });
}

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(ROOT, name)),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(ROOT, 'docs', name)),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

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

  it('links only to files and anchors that exist', () => {
    expect(documents.flatMap(({ path, text }) => findBrokenLinks(path, text))).toEqual([]);
  });

  it('finds a broken link', () => {
    const text = '# A b\n[1](LICENSE) [2](#a-b) [3](none.md) [4](CHANGELOG.md#none) [5](https://example.com/none)';
    expect(findBrokenLinks(join(ROOT, 'page.md'), text)).toEqual([
      'page.md links to none.md, which is missing',
      'page.md links to CHANGELOG.md#none, which is missing',
    ]);
  });

  it('has prose in lines of less than 120 characters', () => {
    expect(documents.flatMap(({ path, text }) => findLongLines(path, text))).toEqual([]);
  });

  it('finds a long line of prose, and passes tables, code and the targets of links', () => {
    const word = 'w'.repeat(110);
    const text = [`12345678 ${word}`, '```', `code of many ${word}`, '```', `| a cell ${word}`, `[${word}](${word})`];
    expect(findLongLines('page.md', text.join('\n'))).toEqual([]);
    expect(findLongLines(join(ROOT, 'page.md'), `\n123456789 ${word}`)).toEqual(['page.md:2 has 120 characters']);
  });

  it('keeps the changelog short: what a user would tell a friend', () => {
    const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    expect(text.length, 'CHANGELOG.md has at most 17,000 characters; docs/history.md has the full notes').toBeLessThan(
      17_000,
    );
    const headings = [...text.matchAll(/^#+ .+$/gm)].map(([heading]) => heading);
    expect(headings).toEqual([...new Set(headings)]);
  });

  it('lists every decision with its title in the index', () => {
    const folder = join(ROOT, 'docs/decisions');
    const pagesOfDecisions = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
    const expected = pagesOfDecisions.map((name) => {
      const title = /^# \d{4} (.+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1];
      return `| [${name.slice(0, 4)}](${name}) | ${title} |`;
    });
    const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
    expect(index.filter((line) => line.startsWith('| ['))).toEqual(expected);
  });
});
