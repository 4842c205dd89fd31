/** Holds docs/coverage.md to its word: no empty cell, and every file and test that it names is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = normalize(join(import.meta.dirname, '../..'));
const page = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| document '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

const SECTIONS = [
  'What the service does',
  'Resources',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
];

describe('the coverage page', () => {
  it('has the nine parts of the document, and no row with an empty cell', () => {
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
    expect(rows.length).toBeGreaterThan(90);
    for (const row of rows) {
      expect(row, row[0]).toHaveLength(4);
      for (const cell of row) expect(cell, row[0]).not.toBe('');
      expect(row[1], row[0]).toMatch(/^(done|not shown)/);
    }
  });

  it('names files and tests that exist, at least one of each in every row', () => {
    for (const [what = '', , held = '', tests = ''] of rows) {
      for (const [cell, folder] of [
        [held, 'src'],
        [tests, 'test'],
      ] as const) {
        const paths = cell.split(',').map((path) => path.trim());
        for (const path of paths) {
          const full = path.startsWith('docs/') ? path : `${folder}/${path}`;
          expect(existsSync(join(ROOT, full)), `${what}: ${full}`).toBe(true);
        }
      }
    }
  });

  it('has a row for every parser of the wire and every file of the client', () => {
    const named = rows.map((row) => row[2]).join(' ');
    // What every row uses, or what serves the embedded exchange alone.
    const elsewhere = new Set(['wireError.ts', 'member.ts', 'fault.ts']);
    for (const folder of ['wire/messages', 'wire/auth']) {
      for (const file of readdirSync(join(ROOT, 'src', folder))) {
        if (!elsewhere.has(file)) expect(named, `${folder}/${file}`).toContain(`${folder}/${file}`);
      }
    }
  });

  it('finds every path of the client under /api/v2/', () => {
    const folder = join(ROOT, 'src/main/venue');
    const targets = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/['`](\/[a-z][^'`\s]*)['`]/g)].map(
        ([, path]) => path ?? '',
      ),
    );
    expect(targets.length).toBeGreaterThan(8);
    for (const target of targets) if (!target.startsWith('/operator/')) expect(target).toMatch(/^\/api\/v2\//);
  });
});
