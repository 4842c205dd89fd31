/** The lockfile: exact pins, the packages of every platform, no install script that runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
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
    // Linked folders are in the repository and have no hash.
    const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
    const { allowScripts } = read('package.json') as { allowScripts: Readonly<Record<string, boolean>> };
    expect(fetched.filter(([, entry]) => !entry.integrity).map(([path]) => path)).toEqual([]);
    // One package has a script and a prebuilt file that needs none: docs/decisions/0028-native-signatures.md.
    const scripted = fetched.filter(([, entry]) => entry.hasInstallScript);
    expect(scripted.map(([path, { version }]) => `${nameOf(path)}@${version}`)).toEqual(['secp256k1@5.0.2']);
    expect(allowScripts).toEqual({ 'secp256k1@5.0.2': false });
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  });

  it('pins every dependency exactly', () => {
    const local = ['anvil', 'elliptic', 'ethers', 'exec'].map((name) => `tools/${name}/package.json`);
    const ranges = ['package.json', ...local]
      .map(read)
      .flatMap((manifest) =>
        ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
          Object.entries((manifest[kind] ?? {}) as Record<string, string>).filter(
            ([, range]) => !/^(\d|file:tools\/)/.test(range),
          ),
        ),
      );
    expect(ranges).toEqual([]);
  });
});
