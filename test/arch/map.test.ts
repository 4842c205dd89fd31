/** The import table of docs/map.md against the one that is enforced, `modules.ts`. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { MODULES } from './modules.ts';

const ROW = /^\| `([^`]+)` \|.*\| ([^|]+) \|$/;
/** All modules of `shared` together. */
const SHARED = Object.keys(MODULES).filter((name) => name.startsWith('shared/'));

/** The modules that one may import as the map names them: '`shared/*`, `wire/{messages,auth}`'. */
function formatMay(may: readonly string[]): string {
  if (may.length === 0) return '–';
  const hasShared = SHARED.every((name) => may.includes(name));
  const rest = hasShared ? may.filter((name) => !SHARED.includes(name)) : may;
  // Modules of one folder, and files of one folder, are named together.
  const groups = new Map<string, string[]>();
  for (const name of rest.map((one) => one.replace(/^\.\.\//, ''))) {
    const { dir, name: last, ext } = posix.parse(name);
    const pattern = dir === '' ? name : `${dir}/*${ext}`;
    groups.set(pattern, [...(groups.get(pattern) ?? []), last]);
  }
  const named = [...groups].map(
    ([pattern, names]) => `\`${pattern.replace('*', names.length === 1 ? names[0]! : `{${names.join(',')}}`)}\``,
  );
  return [...(hasShared ? ['`shared/*`'] : []), ...named].join(', ');
}

it('names modules of one folder together', () => {
  expect(formatMay([])).toBe('–');
  expect(formatMay(['shared/base', 'shared/units', 'wire/auth'])).toBe('`shared/{base,units}`, `wire/auth`');
  expect(formatMay([...SHARED, '../tools/chain'])).toBe('`shared/*`, `tools/chain`');
  expect(formatMay(['main', 'wire', 'shared/ipc/a.ts', 'shared/ipc/b.ts'])).toBe(
    '`main`, `wire`, `shared/ipc/{a,b}.ts`',
  );
});

it('is the table of the map', () => {
  const map = readFileSync(join(import.meta.dirname, '../../docs/map.md'), 'utf8');
  const rows = map.split('\n').flatMap((line) => {
    const [, name, may] = ROW.exec(line) ?? [];
    return name === undefined ? [] : [[name, may] as const];
  });
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(MODULES).map(([name, { may }]) => [name, formatMay(may)])),
  );
  expect(rows).toHaveLength(Object.keys(MODULES).length);
});
