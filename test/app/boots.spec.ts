import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { COMMAND_NAMES } from '../../src/shared/ipc/commands.ts';
import { type OpenApp, openApp } from './launch.ts';

test.describe('a fresh profile', () => {
  let app: OpenApp;
  const complaints: string[] = [];

  test.beforeAll(async () => {
    app = await openApp();
    app.page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    app.page.on('pageerror', (error) => complaints.push(error.message));
    await app.page.reload();
  });
  test.afterAll(() => app.close());

  test('shows live markets of the embedded exchange, without a wallet', async () => {
    await expect(app.page.getByText('PAPER').first()).toBeVisible();
    await expect(app.page.getByText(/live/i).first()).toBeVisible();
  });

  test('gives the page exactly the contract, and no other way out of it', async () => {
    const names = await app.page.evaluate(() => {
      const { adyton } = globalThis as unknown as { adyton: Record<string, object> };
      return Object.entries(adyton).flatMap(([area, verbs]) => Object.keys(verbs).map((verb) => `${area}.${verb}`));
    });
    expect(names.sort()).toEqual([...COMMAND_NAMES].sort());
    const globals = ['require', 'process', 'Buffer', 'module', 'global', 'adytonHost'];
    const types = await app.page.evaluate((list) => list.map((name) => typeof Reflect.get(globalThis, name)), globals);
    expect(types).toEqual(globals.map(() => 'undefined'));
  });

  test('refuses what the contract does not know, in words that repeat nothing', async () => {
    const answer = await app.page.evaluate(() => {
      const { adyton } = globalThis as unknown as { adyton: { vault: { unlock(input: unknown): Promise<unknown> } } };
      return adyton.vault.unlock({ password: 'hunter2', extra: 1 });
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });

  test('breaks neither its content policy nor anything else while it starts', () => {
    expect(complaints).toEqual([]);
  });
});

test('builds page and preloads without a byte of the schema library, which main has', () => {
  const out = path.resolve(import.meta.dirname, '../../out');
  // A property of every schema of zod, which no minifier renames.
  const listScripts = (folder: string): string[] =>
    readdirSync(path.join(out, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => path.join(out, folder, name));
  const having = (files: readonly string[]) => files.filter((file) => readFileSync(file, 'utf8').includes('_zod'));
  expect(listScripts('preload').length).toBeGreaterThan(2);
  expect(having([...listScripts('preload'), ...listScripts('renderer')])).toEqual([]);
  expect(having(listScripts('main')).length).toBeGreaterThan(0);
});
