/**
 * Main crashes with an open vault: no dump, and no secret in print or on disk. The Chromium shell: test/app/crash.spec.ts.
 *
 * Source      docs/security-coverage.md#r33
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { CANARY_KEY, CANARY_PASSWORD } from '../app/crashSecrets.ts';
import { buildPatterns, findSecrets, secretText } from '../security/findSecrets.ts';
import { type OpenElectron, openElectron } from './open.ts';

const PATTERNS = buildPatterns([
  secretText('password', CANARY_PASSWORD),
  { name: 'own key', bytes: Buffer.from(CANARY_KEY, 'hex') },
]);
const CRASH_EXIT_CODE = 70;

async function openWithVault(): Promise<OpenElectron> {
  const open = await openElectron();
  const made = await open.page.evaluate(
    ([password, privateKey]) => window.adyton.vault.create({ password, key: { kind: 'hex', privateKey } }),
    [CANARY_PASSWORD, CANARY_KEY] as const,
  );
  expect(made.ok).toBe(true);
  return open;
}

async function expectNothingLeft({ folder, printed }: OpenElectron): Promise<void> {
  expect(findSecrets(Buffer.from(printed(), 'utf8'), PATTERNS)).toEqual([]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.map((file) => path.basename(file))).toContain('vault.json');
  expect(files.filter((file) => /\.(dmp|mdmp)$/.test(file))).toEqual([]);
  for (const file of files) {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    expect([path.relative(folder, file), findSecrets(bytes, PATTERNS)]).toEqual([path.relative(folder, file), []]);
  }
}

test('a crash of the main process leaves no dump and no secret', async () => {
  const open = await openWithVault();
  try {
    // The answer is lost with the process.
    await open.app.evaluate(() => process.crash()).catch(() => undefined);
    expect(await open.ended).not.toBe(0);
    await expectNothingLeft(open);
  } finally {
    await open.close();
  }
});

test('an uncaught error is shown without its message and ends the program', async () => {
  const open = await openWithVault();
  try {
    await open.app.evaluate(({ dialog }, text) => {
      dialog.showErrorBox = (title, content) => void process.stderr.write(`${title}: ${content}\n`);
      setTimeout(() => JSON.parse(text));
    }, CANARY_PASSWORD);
    expect(await open.ended).toBe(CRASH_EXIT_CODE);
    expect(open.printed()).toContain('Adyton has to close: ');
    expect(open.printed()).toContain('Adyton failed: SyntaxError');
    await expectNothingLeft(open);
  } finally {
    await open.close();
  }
});
