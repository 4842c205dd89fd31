/**
 * Events of the system lock the vault; closing the last window ends the program.
 *
 * Source      docs/security-coverage.md#r30
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { lockDataFolder } from '../../src/main/shell/dataFolderLock.ts';
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

test('closing the last window ends the program and unlocks its folder', async () => {
  // The program may be gone before the driver is answered.
  await open.page.close().catch(() => undefined);
  expect(await open.ended).toBe(0);
  await (await lockDataFolder(open.dataFolder))();
  const files = await readdir(open.dataFolder, { recursive: true });
  expect(files.map((file) => path.basename(file))).toContain('vault.json');
});
