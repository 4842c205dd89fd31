/** Banned names: what no source file may use, or only the listed files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const src = join(import.meta.dirname, '../../src');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(tsx?|html|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));

it.each<[string, RegExp, readonly string[]]>([
  [
    'ipcMain: one module only',
    /\bipcMain\b/,
    [
      'main/shell/electron/parts.ts',
      // Removes the listener of electron-store.
      'main/shell/electron/preferences.ts',
      'main/shell/electron/shell.ts',
      'main/shell/electron/start.ts',
    ],
  ],
  // The check looks for it in the page, where it must be absent.
  ['ipcRenderer: the preload only', /\bipcRenderer\b/, ['preload/index.ts', 'main/check/shellRuns.ts']],
  ['openExternal and openPath: nothing is opened', /\b(openExternal|openPath)\b/, []],
  ['reading the clipboard', /clipboard\.(read|readText)|execCommand\(|addEventListener\('paste'/, []],
  [
    'diagnostics that could hold memory',
    /\b(crashReporter|writeHeapSnapshot|getHeapSnapshot|contentTracing)\b|process\.report\b/,
    [],
  ],
  ['stores of the browser, which outlive a page', /\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b/, []],
  ['code from text', /\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML\b/, []],
  ['weakening TLS', /rejectUnauthorized:\s*false|checkServerIdentity/, []],
  [
    'settings of a page outside the one factory',
    /\b(webPreferences|nodeIntegration|contextIsolation)\b/,
    // The check compares what windows have with what they must have.
    ['main/shell/electron/window.ts', 'main/check/shellRuns.ts'],
  ],
  ['signing of anything', /\b(personalSign|signMessage|signTypedData|signBytes|signHash)\b/, []],
  [
    'secp256k1 outside the vault, but for recovery in the process of the embedded exchange, which has no key',
    /['/]secp256k1\/|tiny-secp256k1/,
    ['main/vault/signing/curve.ts', 'paper/server/chain/recovery.ts'],
  ],
])('%s', (_what, pattern, allowed) => {
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
  expect(found.filter((name) => !allowed.includes(name))).toEqual([]);
  // A stale entry would allow a new use.
  expect(allowed.filter((name) => !found.includes(name))).toEqual([]);
});

it('fields for secrets are password fields without autocomplete or spell check', () => {
  const field = sources.find(({ name }) => name === 'renderer/ui/form/Secret.tsx')!.text;
  expect(field).toContain('type="password"');
  expect(field).toMatch(/autoComplete="(off|new-password)"/);
  expect(field).toContain('spellCheck={false}');
  const others = sources.filter(({ name, text }) => name.startsWith('renderer/') && /type="password"/.test(text));
  expect(others.map(({ name }) => name)).toEqual(['renderer/ui/form/Secret.tsx']);
});

it('appends no switch in Electron that turns the sandbox off', () => {
  const electron = sources.filter(({ name }) => name.startsWith('main/shell/electron/'));
  for (const { text } of electron) expect(text).not.toMatch(/appendSwitch\('[^']*sandbox/);
});

it('starts every child process with an environment from the allow list', () => {
  const chain = readdirSync(join(root, 'tools/chain')).filter((name) => name.endsWith('.ts'));
  const tools = chain.map((name) => ({
    name: `tools/chain/${name}`,
    text: readFileSync(join(root, 'tools/chain', name), 'utf8'),
  }));
  const STARTS = /\b(spawn|spawnSync|fork|execFile|execFileSync|launchPersistentContext)\(/;
  const starters = [...sources, ...tools].filter(
    ({ text }) => /node:child_process|playwright-core|utilityProcess\.fork/.test(text) && STARTS.test(text),
  );
  expect(starters.length).toBeGreaterThan(7);
  const free = starters.filter(({ text }) => !/build(Child|Download)Environment\(/.test(text)).map(({ name }) => name);
  // The runner of Playwright, a tool of development; and the command that is started again, which keeps the list itself.
  expect(free).toEqual(['cli/startAgain.ts', 'cli/tour.ts']);
  const spread = sources.filter(({ text }) => /\.\.\.process\.env/.test(text)).map(({ name }) => name);
  expect(spread).toEqual(['cli/start.ts', 'cli/tour.ts']);
});

it('main imports the vault through its entry modules only', () => {
  const listImports = (isOf: (name: string) => boolean) => {
    const texts = sources.filter(({ name }) => isOf(name)).map(({ text }) => text);
    const imports = texts.flatMap((text) =>
      [...text.matchAll(/from '[./]+\/vault\/([\w/]+)\.ts'/g)].map(([, to]) => to),
    );
    return [...new Set(imports)].sort();
  };
  // The check computes golden results with throw-away keys.
  const isCheck = (name: string): boolean => name.startsWith('main/check/');
  expect(listImports(isCheck)).toEqual(['file/kdf', 'signing/curve', 'signing/secp256k1']);
  const isOutside = (name: string): boolean => name.startsWith('main/') && !name.startsWith('main/vault/');
  expect(listImports((name) => isOutside(name) && !isCheck(name))).toEqual([
    'accountVault',
    'keys/phrase',
    'unlock/keychain',
    'unlock/lockController',
    'vault',
    'vaultError',
  ]);
});
