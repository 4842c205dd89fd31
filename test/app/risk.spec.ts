/** Risk pane: limits with their use, lowered at once, raised with the password; a refusal names its limit. */
import { expect, test } from '@playwright/test';
import { openApp } from './launch.ts';
import { takePictures } from './picture.ts';
import { ACCOUNT_PASSWORD } from './preparedAccount.ts';
import { listViolations } from './violations.ts';

test('limits are lowered at once, raised with the password, and named by a refusal', async () => {
  test.setTimeout(240_000);
  const app = await openApp({ hasAccount: true });
  const { page } = app;
  try {
    await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Risk' }).click();
    const pane = page.getByRole('region', { name: 'Risk limits' });
    const change = (name: string) => pane.getByRole('button', { name: `Change: ${name}` });
    await expect(pane.getByText('Open notional')).toBeVisible();
    await expect(pane.getByRole('img', { name: /^Open notional: 0\.00 of 25,000\.00/ })).toBeVisible();

    await change('Cost of one buy').click();
    const form = pane.getByRole('form', { name: 'Cost of one buy' });
    await form.getByRole('textbox').fill('-1');
    await expect(form.getByRole('alert')).toContainText('From 0.00 to 1,000,000.00');
    await form.getByRole('textbox').fill('5');
    await expect(form.getByLabel('Password')).toHaveCount(0);
    await form.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(form).toHaveCount(0);
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('100');
    await ticket.getByRole('textbox', { name: 'Price' }).fill('0.50');
    await expect(ticket.getByRole('list', { name: "Why it can't be sent" })).toContainText(
      'Cost of one buy: at most 5.00, with this order 50.50, 45.50 too much',
    );

    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('2.00005');
    await expect(ticket.getByText('Leaves 0.00005 contracts that no order can sell.')).toBeVisible();
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('100');
    await expect(ticket.getByText(/that no order can sell/)).toHaveCount(0);

    await change('Cost of one buy').click();
    await form.getByRole('textbox').fill('123456');
    await form.getByLabel('Password').fill('not the password');
    await form.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(form.getByRole('alert')).toBeVisible({ timeout: 60_000 });
    await form.getByLabel('Password').fill(ACCOUNT_PASSWORD);
    await form.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(form).toHaveCount(0, { timeout: 60_000 });
    await expect(pane.getByText('123,456.00')).toBeVisible();
    await expect(listViolations(page)).resolves.toEqual([]);
    await pane.evaluate((element) => element.scrollTo(0, 0));
    await takePictures(page, 'risk');
  } finally {
    await app.close();
  }
});
