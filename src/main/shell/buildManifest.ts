/**
 * Manifest of a build: the hash of every file that a start executes, and which of them are other ones now.
 *
 * Shape       `out/manifest.json`, written by the build: a path from the program's folder to the SHA-256 of its content. It lists what was
 *             built, the sources that the launcher runs as they are, and the packages that are loaded from node_modules, native
 *             files included. Its own hash names the build.
 * Invariants  Always compares contents: times and sizes can be set.
 * Errors      A manifest that cannot be read is `missing`; a file that cannot be read counts as changed.
 * Source      docs/decisions/0043-what-runs.md
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

export const MANIFEST = 'out/manifest.json';
const BUILT = ['out/main', 'out/preload', 'out/renderer'];
const LAUNCHER = 'src/cli/launch.js';
/** What Node executes of a package, or reads to resolve it. */
const EXECUTED = /\.(js|cjs|mjs|json|node|wasm)$/;
/** Pages of the browser driver's own tools, which no process of ours opens. */
const UNUSED = /^node_modules\/playwright-core\/lib\/vite\//;
/** Time that a comparison takes from others at once, in ms. */
const MOST_MS = 8;
/** `from 'x'`, `import('x')`, `require('x')` of any name and `….resolve('x')`: names of modules in built or own code. */
const IMPORT = /(?<!typeof )\b(?:from|import|require\w*|resolve)\s*\(?\s*["']([^"'\n]+)["']/g;
/** Imports of types, and lines of comments, which have examples of imports. */
const NO_IMPORT = /^(?:import type .*|\s*(?:\*|\/\/).*)$/gm;

export type BuildCheck =
  | { readonly at: 'missing' }
  /** `id`: the hash of the manifest. `changed`: paths of files that are not as they were built, sorted. */
  | { readonly at: 'checked'; readonly id: string; readonly changed: readonly string[] };

/** The part of a build's id that a person compares. */
export const formatBuildId = (id: string): string => id.slice(0, 16);

const hashOf = (content: Uint8Array): string => hash('sha256', content, 'hex');

/** Writes the manifest of what is in the program's folder now; returns the build's id. */
export function writeManifest(root: string): string {
  const files: Record<string, string> = {};
  for (const file of listExecuted(root).toSorted()) files[file] = hashOf(readFileSync(path.join(root, file)));
  const text = `${JSON.stringify({ version: 1, files }, null, 1)}\n`;
  writeFileSync(path.join(root, MANIFEST), text);
  return hashOf(Buffer.from(text));
}

/**
 * Compares every file of the manifest, and finds files that were added to the build. Reads at once, because hundreds of awaits take
 * longer than the reads, and lets others run in between.
 */
export async function checkBuild(root: string): Promise<BuildCheck> {
  const content = readOrNull(path.join(root, MANIFEST));
  const files = content === null ? null : parseManifest(content.toString('utf8'));
  if (content === null || files === null) return { at: 'missing' };
  const changed = listBuilt(root).filter((file) => !Object.hasOwn(files, file));
  let startedAt = performance.now();
  for (const [file, known] of Object.entries(files)) {
    const now = readOrNull(path.join(root, file));
    if (now === null || hashOf(now) !== known) changed.push(file);
    if (performance.now() - startedAt < MOST_MS) continue;
    await setImmediate();
    startedAt = performance.now();
  }
  return { at: 'checked', id: hashOf(content), changed: changed.toSorted() };
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function parseManifest(text: string): Readonly<Record<string, string>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('files' in value)) return null;
    const { files } = value;
    if (typeof files !== 'object' || files === null) return null;
    const entries: readonly (readonly [string, unknown])[] = Object.entries(files);
    return entries.every(([, hash]) => typeof hash === 'string') ? (files as Record<string, string>) : null;
  } catch {
    return null;
  }
}

/** Paths from the root, with slashes. */
function listExecuted(root: string): readonly string[] {
  const built = listBuilt(root);
  const launched = listSources(root, LAUNCHER);
  const names = new Set<string>();
  for (const file of [...built.filter((one) => /\.c?js$/.test(one) && !one.startsWith('out/renderer/')), ...launched]) {
    for (const name of listImports(readFileSync(path.join(root, file), 'utf8'))) {
      const isPackage = !/^[.#/]|^node:|^electron$/.test(name);
      if (isPackage) names.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  const packages = new Set<string>();
  for (const name of names) addPackage(root, name, 'node_modules', packages);
  return [...built, ...launched, 'package.json', ...[...packages].flatMap((folder) => listPackage(root, folder))];
}

function listFiles(root: string, folder: string): readonly string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const listBuilt = (root: string): string[] => BUILT.flatMap((folder) => listFiles(root, folder));

function listImports(text: string): readonly string[] {
  return [...text.replaceAll(NO_IMPORT, '').matchAll(IMPORT)].map((match) => match[1] ?? '');
}

/** The file and every source that it imports, by Node's own rules for relative names and `#` aliases of package.json. */
function listSources(root: string, entry: string): readonly string[] {
  const { imports = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly imports?: Readonly<Record<string, string>>;
  };
  const resolve = (name: string, from: string): string | null => {
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name);
    const alias = Object.keys(imports).find((key) => name.startsWith(key.replace('*', '')));
    const target = alias === undefined ? undefined : imports[alias];
    if (alias === undefined || target === undefined) return null;
    return path.posix.normalize(target.replace('*', name.slice(alias.length - 1)));
  };
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file) || !existsSync(path.join(root, file))) return;
    found.add(file);
    for (const name of listImports(readFileSync(path.join(root, file), 'utf8'))) {
      const next = resolve(name, file);
      if (next !== null) follow(next);
    }
  };
  follow(entry);
  return [...found];
}

/** Adds the folder of a package and those of its dependencies; those that are not installed are left out. */
function addPackage(root: string, name: string, from: string, packages: Set<string>): void {
  const folder = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((one) =>
    existsSync(path.join(root, one, 'package.json')),
  );
  if (folder === undefined || packages.has(folder)) return;
  packages.add(folder);
  const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: object;
    readonly optionalDependencies?: object;
  };
  const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const dependency of Object.keys(needed)) addPackage(root, dependency, folder, packages);
}

function listPackage(root: string, folder: string): readonly string[] {
  return listFiles(root, folder).filter(
    (file) =>
      EXECUTED.test(file) &&
      !UNUSED.test(file) &&
      !file.slice(folder.length).includes('/node_modules/') &&
      statSync(path.join(root, file)).size > 0,
  );
}
