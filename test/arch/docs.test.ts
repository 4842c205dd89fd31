/** Holds what the sources say of the documents: every named assumption and decision exists, every place it names too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = normalize(join(import.meta.dirname, '../..'));

function readSources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, text: readFileSync(path, 'utf8') };
    });
}

const sources = readSources('src');
const page = readFileSync(join(ROOT, 'docs/assumptions.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| <a id='));

describe('docs', () => {
  it('has a row for every assumption that a source names', () => {
    const missing = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/assumptions\.md#([a-z0-9-]+)/g)]
        .filter(([, name]) => !page.includes(`id="${name}"`))
        .map(([, name]) => `${path} names ${name}`),
    );
    expect(missing).toEqual([]);
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

  it('has every decision page that a source or a document names', () => {
    const pages = new Set(readdirSync(join(ROOT, 'docs/decisions')));
    const missing = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/decisions\/([\w-]+\.md)/g)]
        .filter(([, name]) => !pages.has(name ?? ''))
        .map(([, name]) => `${path} names ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
