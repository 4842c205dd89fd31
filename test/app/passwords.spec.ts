/** A refused password leaves both fields of its form as they were, says why, and has the focus, where passwords are checked. */
import { expect, test } from '@playwright/test';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { openApp, testNetwork } from './launch.ts';
import { takePicture } from './picture.ts';
import { setUpTestWallet, TEST_PASSWORD } from './testAccount.ts';

const OTHER = 'four amber lanterns on the quay';

test('forms with two passwords keep both after a refusal, and focus the one at fault', async () => {
  test.setTimeout(480_000);
  const exchange = await openExchange({ token: null });
  const app = await openApp({ network: testNetwork(exchange.port) });
  try {
    const { page } = app;
    await setUpTestWallet(app, exchange.port);
    await page.getByRole('tab', { name: 'Wallet', exact: true }).click();
    const pane = page.getByRole('region', { name: 'Keys and wallet' });
    for (const { open, title, first, second, send, done } of [
      {
        open: 'Password: Change…',
        title: 'Change the password',
        first: 'Current password',
        second: 'New password',
        send: 'Change password',
        done: 'The password is changed',
      },
      {
        open: 'Own key: Back up…',
        title: 'Write a key backup',
        first: 'Vault password',
        second: 'Backup password',
        send: 'Write backup',
        done: 'verified with its password',
      },
    ]) {
      // The first form has changed the password of the vault.
      const current = title === 'Change the password' ? TEST_PASSWORD : OTHER;
      const chosen = title === 'Change the password' ? OTHER : 'nine copper kettles in a row';
      const form = pane.getByRole('form', { name: title });
      const fields = [
        form.getByLabel(first, { exact: true }),
        form.getByLabel(second, { exact: true }),
        form.getByLabel(`${second} again`),
      ] as const;
      const values = () => Promise.all(fields.map((field) => field.inputValue()));
      const fill = async (...texts: readonly string[]) => {
        for (const [at, text] of texts.entries()) await fields[at]!.fill(text);
      };
      const press = () => form.getByRole('button', { name: send, exact: true }).click();
      await pane.getByRole('button', { name: open }).click();

      await fill('not the password', chosen, chosen);
      await press();
      await expect(form.getByRole('alert')).toContainText('Wrong password', { timeout: 60_000 });
      expect(await values()).toEqual(['not the password', chosen, chosen]);
      await expect(fields[0]).toBeFocused();

      await fill(current, 'short', 'short');
      await app.confirming(true, press);
      await expect(form.getByRole('alert')).toContainText(/12 characters/, { timeout: 60_000 });
      await expect(form.getByRole('alert')).not.toContainText('WEAK_PASSWORD');
      expect(await values()).toEqual([current, 'short', 'short']);
      await expect(fields[1]).toBeFocused();
      await takePicture(page, `refused-${title.replaceAll(' ', '-').toLowerCase()}`);

      await fill(current, chosen, chosen);
      await app.confirming(true, press);
      await expect(pane.locator('.wallet-result')).toContainText(done, { timeout: 60_000 });
      await expect(form).toHaveCount(0);
    }
  } finally {
    await app.close();
    await exchange.close();
  }
});
