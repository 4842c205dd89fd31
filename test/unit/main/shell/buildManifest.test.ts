import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBuild, MANIFEST, writeManifest } from '#main/shell/buildManifest.ts';

let root: string;
const at = (file: string): string => path.join(root, file);
function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{"imports":{"#main/*":"./src/main/*"}}',
  'src/cli/launch.js': "await import('./start.ts');",
  'src/cli/start.ts': "import { a } from '#main/a.ts';\nimport type { B } from './types.ts';",
  'src/cli/types.ts': 'export type B = 1;',
  'src/main/a.ts': 'export const a = 1;',
  'src/main/unused.ts': 'export const b = 1;',
  'out/main/index.js':
    "import { sign } from 'native';\nimport fs from 'node:fs';\nconst later = () => import(\"@scope/later/part\");",
  'out/main/chunk-1.js':
    "const file = requireHere.resolve('prebuilt/package.json');\n * import { a } from 'other';\n// from 'other'\nconst b = requireHere('loaded');",
  'out/preload/index.cjs': "require('electron');",
  'out/renderer/index.html': '<!doctype html>',
  'out/renderer/assets/index.js': "import x from 'not-a-package';",
  'out/compiled/cache': 'x',
  'node_modules/native/package.json':
    '{"dependencies":{"helper":"1"},"optionalDependencies":{"native-linux":"1","native-other":"1"}}',
  'node_modules/native/index.js': 'module.exports = 1;',
  'node_modules/native/README.md': 'text',
  'node_modules/helper/package.json': '{}',
  'node_modules/helper/index.cjs': '1',
  'node_modules/native-linux/package.json': '{}',
  'node_modules/native-linux/addon.node': 'ELF',
  'node_modules/@scope/later/package.json': '{}',
  'node_modules/@scope/later/part.mjs': '1',
  'node_modules/prebuilt/package.json': '{}',
  'node_modules/prebuilt/prebuilds/linux/a.node': 'ELF',
  'node_modules/loaded/package.json': '{}',
  'node_modules/loaded/a.wasm': 'asm',
  'node_modules/other/package.json': '{}',
  'node_modules/other/index.js': '1',
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'adyton-build-'));
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  writeManifest(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const listed = (): readonly string[] => Object.keys(JSON.parse(readFileSync(at(MANIFEST), 'utf8')).files);

describe('the manifest of a build', () => {
  it('has what was built, the sources that the launcher runs, and the packages that are loaded with their native files', () => {
    const none = ['src/cli/types.ts', 'src/main/unused.ts', 'out/compiled/cache', 'node_modules/native/README.md'];
    const others = ['node_modules/other/package.json', 'node_modules/other/index.js'];
    expect(listed()).toEqual(
      Object.keys(FILES)
        .filter((file) => ![...none, ...others].includes(file))
        .toSorted(),
    );
  });

  it('has one name for one build', async () => {
    const first = await checkBuild(root);
    expect(first).toMatchObject({ at: 'checked', changed: [] });
    writeManifest(root);
    expect(await checkBuild(root)).toEqual(first);
    appendFileSync(at('out/main/index.js'), '\n');
    writeManifest(root);
    expect(await checkBuild(root)).not.toEqual(first);
  });

  it('names every file that is changed, with its size and times as before', async () => {
    for (const file of listed()) {
      const before = readFileSync(at(file));
      const { atime, mtime } = statSync(at(file));
      const bytes = Buffer.from(before);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(at(file), bytes);
      utimesSync(at(file), atime, mtime);
      expect(await checkBuild(root)).toMatchObject({ at: 'checked', changed: [file] });
      writeFileSync(at(file), before);
    }
    expect(await checkBuild(root)).toMatchObject({ changed: [] });
  });

  it('names files that are gone, and those that were added to the build', async () => {
    rmSync(at('node_modules/native-linux/addon.node'));
    write('out/renderer/assets/evil.js', '1');
    expect(await checkBuild(root)).toMatchObject({
      changed: ['node_modules/native-linux/addon.node', 'out/renderer/assets/evil.js'],
    });
  });

  it.each(['', '{', '[]', '{"files":null}', '{"files":{"a":1}}'])(
    'is missing where it cannot be read: %j',
    async (text) => {
      writeFileSync(at(MANIFEST), text);
      expect(await checkBuild(root)).toEqual({ at: 'missing' });
    },
  );
});
