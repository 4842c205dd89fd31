/**
 * A profile with an account on paper that is ready to trade: the wizard makes it once a run, each terminal gets a copy.
 *
 * Shape       The wizard derives eight keys of scrypt, seconds of a core each; the unlock of a copy derives one.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';

/** Password of every prepared account. */
export const ACCOUNT_PASSWORD = 'any password on paper';

/** The driver empties this folder when a run begins. */
const folderOf = (name: string): string => path.join(test.info().project.outputDir, name);

/** Copies the profile into `target`. `make` fills an empty folder with it, in the first worker that asks. */
export async function copyPreparedAccount(target: string, make: (folder: string) => Promise<void>): Promise<void> {
  const prepared = folderOf('prepared-account');
  const isDone = `${prepared}-done`;
  const isUnderWay = `${prepared}-under-way`;
  await mkdir(path.dirname(prepared), { recursive: true });
  await expect
    .poll(
      async () => {
        if (existsSync(isDone)) return true;
        const isFirst = await mkdir(isUnderWay).then(
          () => true,
          () => false,
        );
        if (!isFirst) return false;
        try {
          await rm(prepared, { recursive: true, force: true });
          await mkdir(prepared);
          await make(prepared);
          await mkdir(isDone);
        } finally {
          await rm(isUnderWay, { recursive: true });
        }
        return true;
      },
      { timeout: 110_000, message: 'a prepared account' },
    )
    .toBe(true);
  const isOfBrowser = (file: string): boolean => path.relative(prepared, file).startsWith('browser-profile');
  await cp(prepared, target, { recursive: true, filter: (file) => !isOfBrowser(file) });
}

/** Opens the vault in the dialog of a start or of the top bar. */
export async function unlockAccount(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Unlock the vault' });
  const button = page.getByRole('banner').getByRole('button', { name: /^Unlock/ });
  await expect(dialog.or(button).first()).toBeVisible();
  if (!(await dialog.isVisible())) await button.click();
  await dialog.getByLabel('Password', { exact: true }).fill(ACCOUNT_PASSWORD);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog).toBeHidden();
  // The wallet is read then: a key that arms trading would open the wizard before.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Disarmed/ })).toBeVisible();
}
