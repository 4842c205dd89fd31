/**
 * Licences of the packages and fonts that reach the program, from the installed packages.
 *
 * Shape       The production tree, and what src/renderer and src/paper import, with everything these depend on.
 * Errors      Throws when a package has no licence text and no licence name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Locked {
  readonly version: string;
  readonly license?: string;
  /** A folder of this repository. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Package of an import statement, or of an import when it is needed. */
const IMPORT = /(?:from |import |import\()'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g;

function listImports(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => [...readFileSync(path.join(entry.parentPath, entry.name), 'utf8').matchAll(IMPORT)])
    .map(([, name = '']) => name);
}

function readLicence(folder: string): string | null {
  const name = readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(file));
  return name === undefined ? null : readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim();
}

export function buildLicences(root: string): string {
  const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  const { packages } = readJson('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
  const { dependencies } = readJson('package.json') as { dependencies: Readonly<Record<string, string>> };
  const found = new Set<string>();

  const resolve = (from: string, name: string): string | null => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      if (candidate in packages) return candidate;
      if (folder === '') return null;
    }
  };
  const visit = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const folder = resolve(from, name);
      if (folder === null || found.has(folder)) continue;
      found.add(folder);
      visit(folder, Object.keys(packages[folder]?.dependencies ?? {}));
    }
  };
  const imported = ['src/renderer', 'src/paper'].flatMap((folder) => listImports(path.join(root, folder)));
  visit('', [...Object.keys(dependencies), ...imported]);

  const byText = new Map<string, string[]>();
  for (const folder of [...found].sort()) {
    const { version, license, link } = packages[folder]!;
    if (link || !existsSync(path.join(root, folder))) continue;
    const text = readLicence(path.join(root, folder)) ?? `Licence: ${license ?? ''}`;
    if (text === 'Licence: ') throw new Error(`Expected a licence of ${folder}, found none`);
    const line = `${folder.split('node_modules/').at(-1)} ${version} (${license ?? 'see the text'})`;
    byText.set(text, [...(byText.get(text) ?? []), line]);
  }
  const sections = [...byText].map(([text, names]) => `${names.sort().join('\n')}\n\n${text}\n`);
  const head = 'Packages and fonts in Adyton, and their licences. Written by tools/resources/write.ts.\n';
  return [head, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}
