import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOST_MEGABYTES, MOST_NAMED, MOST_PACKAGES, NAMED, SCRIPT_RUNTIMES } from './productionTree.ts';

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, '../..');
const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as T;
const manifest = readJson<Manifest>('package.json');
const { packages } = readJson<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');

/** The folder that `name` resolves to from the package in `from`, as Node looks it up. */
function resolvePackage(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return null;
  }
}

/** Packages reachable from the dependencies; those for other platforms count where they are installed. */
function listTree(): string[] {
  const found = new Set<string>();
  const visit = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const folder = resolvePackage(from, name);
      if (folder === null || found.has(folder)) continue;
      const locked = packages[folder]!;
      if (locked.os !== undefined && !existsSync(join(ROOT, folder))) continue;
      found.add(folder);
      visit(folder, Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }));
    }
  };
  visit('', Object.keys(manifest.dependencies));
  return [...found].sort();
}

/** Bytes of a package's own files, without the packages installed inside it. */
function measure(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += measure(path);
    if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

describe('the production tree', () => {
  it('has the named packages alone, each with a reason', () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual(Object.keys(NAMED).sort());
    expect(Object.keys(NAMED).length).toBeLessThanOrEqual(MOST_NAMED);
    for (const [name, reason] of Object.entries(NAMED)) expect(reason.length, name).toBeGreaterThan(20);
  });

  it('has no optional package but the runtime of the scripts', () => {
    expect(Object.keys(manifest.optionalDependencies)).toEqual(SCRIPT_RUNTIMES);
  });

  it('is as small as the list says', () => {
    const tree = listTree();
    const bytes = tree.reduce((sum, folder) => sum + measure(join(ROOT, folder)), 0);
    expect(tree.length, tree.join('\n')).toBeLessThanOrEqual(MOST_PACKAGES);
    expect(bytes / 1_000_000).toBeLessThanOrEqual(MOST_MEGABYTES);
  });

  it('contains no package of the Chromium shell, of the local chain, and no test oracle', () => {
    const names = listTree().map((folder) => folder.split('node_modules/').at(-1));
    const chain = ['@foundry-rs/anvil-linux-amd64', '@safe-global/safe-contracts', 'solc', 'ethers'];
    const oracles = ['playwright-core', '@sparticuz/chromium', '@bitauth/libauth', 'electron'];
    for (const name of [...chain, ...oracles, ...SCRIPT_RUNTIMES]) {
      expect(names).not.toContain(name);
    }
  });

  it("names in the build only dependencies as compiled into main's bundle", () => {
    const config = readFileSync(join(ROOT, 'electron.vite.config.ts'), 'utf8');
    const bundled = [.../const BUNDLED = \[([^\]]*)\]/.exec(config)![1]!.matchAll(/'([^']+)'/g)].map(
      ([, name]) => name!,
    );
    expect(bundled.length).toBeGreaterThan(0);
    expect(bundled.filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });
});
