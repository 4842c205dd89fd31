/** Holds the lockfile to what a clean machine of any kind needs: exact pins, every platform's package, no install scripts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Record<string, unknown>;
const packages = read('package-lock.json').packages as Record<string, Locked>;
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? path;

describe('lockfile', () => {
  it('has an entry for every optional package, or a clean install refuses it', () => {
    const held = new Set(Object.keys(packages).map(nameOf));
    const missing = Object.entries(packages).flatMap(([path, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !held.has(name))
        .map((name) => `${nameOf(path)} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('proves every package by its hash, and none of them runs a script at install', () => {
    const entries = Object.entries(packages).filter(([path]) => path !== '');
    expect(entries.filter(([, entry]) => !entry.integrity).map(([path]) => path)).toEqual([]);
    // fsevents is built by its own package on macOS only, where npm asks first (strict-allow-scripts).
    expect(entries.filter(([path, entry]) => entry.hasInstallScript && nameOf(path) !== 'fsevents')).toEqual([]);
  });

  it('pins every dependency exactly', () => {
    const manifest = read('package.json');
    const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries((manifest[kind] ?? {}) as Record<string, string>).filter(([, range]) => !/^\d/.test(range)),
    );
    expect(ranges).toEqual([]);
  });
});
