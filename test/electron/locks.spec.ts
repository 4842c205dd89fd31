/**
 * What the system says locks the vault, and the last window's closing ends the program.
 *
 * Source      docs/security-coverage.md R30
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type OpenElectron, openElectron } from './open.ts';

const PASSWORD = 'any password on paper';

let open: OpenElectron;

test.beforeAll(async () => {
  open = await openElectron();
  const made = await open.page.evaluate(
    (password) => window.adyton.vault.create({ password, key: { kind: 'random' } }),
    PASSWORD,
  );
  expect(made.ok).toBe(true);
});
test.afterAll(() => open.close());

for (const event of ['suspend', 'lock-screen', 'user-did-resign-active'] as const) {
  test(`"${event}" locks the vault; the password opens it again`, async () => {
    const unlock = open.page.getByRole('banner').getByRole('button', { name: 'Unlock', exact: true });
    await expect(unlock).toBeHidden();
    await open.app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
    await expect(unlock).toBeVisible();
    const opened = await open.page.evaluate((password) => window.adyton.vault.unlock({ password }), PASSWORD);
    expect(opened.ok).toBe(true);
    await expect(unlock).toBeHidden();
  });
}

test("the last window's closing ends the program in order and gives its folder back", async () => {
  // The program may be gone before the driver is answered.
  await open.page.close().catch(() => undefined);
  expect(await open.ended).toBe(0);
  expect(existsSync(path.join(open.dataFolder, 'open.lock'))).toBe(false);
  const files = await readdir(open.dataFolder, { recursive: true });
  expect(files.map((file) => path.basename(file))).toContain('vault.json');
});
