/**
 * A step-up asks in a native dialog with text from main; Cancel is the default.
 *
 * Source      docs/security-coverage.md#r17
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { openElectron } from './open.ts';

const PASSWORD = 'seven grey herons at dusk';
const BACKUP = 'nine copper kettles at dawn';

interface Asked {
  readonly buttons?: readonly string[];
  readonly cancelId?: number;
  readonly defaultId?: number;
  readonly message: string;
  readonly detail?: string;
}

test('a backup is written only after a dialog with what main knows of the key, and not when it is cancelled', async () => {
  const exchange = await openExchange({ token: null });
  const at = `127.0.0.1:${exchange.port}`;
  const open = await openElectron({ args: ['--base-url', `http://${at}`, '--ws-base-url', `ws://${at}`] });
  try {
    await open.app.evaluate(({ dialog }) => {
      const asked: unknown[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = async (...given: unknown[]) => {
        asked.push(given.at(-1));
        return { response: 0, checkboxChecked: false };
      };
    });
    const made = await open.page.evaluate(
      (password) => window.adyton.vault.create({ password, key: { kind: 'random' } }),
      PASSWORD,
    );
    if (!made.ok) throw new Error(`Expected a vault, found ${made.error.code}`);
    const answer = await open.page.evaluate(
      ([password, backupPassword]) => window.adyton.vault.backup({ password, backupPassword }),
      [PASSWORD, BACKUP] as const,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    const asked = await open.app.evaluate(() => (globalThis as unknown as { asked: Asked[] }).asked);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ buttons: ['Cancel', expect.any(String)], defaultId: 0, cancelId: 0 });
    expect(asked[0]?.detail).toContain(made.value.owner);
    const files = await readdir(open.folder, { recursive: true });
    expect(files.filter((file) => /backup|UTC--/i.test(path.basename(file)))).toEqual([]);
  } finally {
    await open.close();
    await exchange.close();
  }
});
