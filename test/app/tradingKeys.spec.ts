/** Trading keys: they do what the screen says, wherever the focus is, or say why not. */
import { expect, test } from '@playwright/test';
import { armTrading, openForTests } from './forTests.ts';
import { readLadder } from './steps.ts';

test.describe('trading keys', () => {
  const terminal = openForTests({ hasAccount: true });

  test('fill a form that has the focus, act from other panes, and flatten', async () => {
    test.setTimeout(300_000);
    const { page } = terminal;
    const { keyboard } = page;
    const canvas = page.getByTestId('ladder-canvas').first();
    const limit = page.getByRole('form', { name: 'Order ticket' });
    const form = page.getByRole('form', { name: 'Conditional order' });
    const orders = page.locator('.orders tbody tr');
    const conditionals = page.locator('.conditionals tbody tr');
    const show = async (title: string): Promise<void> => {
      const tab = page.locator('.dv-tab').filter({ hasText: title }).first();
      await tab.click();
      await expect(tab).toHaveClass(/dv-active-tab/);
    };
    const notices = page.getByRole('contentinfo');
    const setting = async (label: string, value: 'On' | 'Off'): Promise<void> => {
      await keyboard.press('Control+,');
      await page.getByRole('radiogroup', { name: label }).getByRole('radio', { name: value, exact: true }).click();
    };
    await armTrading(page);
    await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();

    await test.step('S with the cursor on a price fills the form of a stop, which has the focus', async () => {
      await canvas.focus();
      await keyboard.press('ArrowDown');
      await keyboard.press('ArrowDown');
      await keyboard.press('s');
      await expect(form.getByRole('textbox', { name: 'Contracts' })).toBeFocused();
      await expect(page.getByTestId('ladder-hint').first()).not.toContainText('Buy');
    });

    await test.step('Enter in its field goes to its button: nothing is armed, and the ladder sends nothing', async () => {
      await form.getByRole('textbox', { name: 'Contracts' }).fill('5');
      await keyboard.press('Enter');
      const button = form.getByRole('button', { name: /^Arm/ });
      await expect(button).toBeFocused();
      await show('Orders');
      await expect(page.getByText('No open orders')).toBeVisible();
      await show('Conditionals');
      await expect(conditionals).toHaveCount(0);
      await form.getByRole('button', { name: 'Limit order' }).click();
    });

    await test.step('a disarmed Enter at the cursor fills the ticket, which has the focus', async () => {
      await keyboard.press('F8');
      await expect(page.getByRole('banner').getByRole('button', { name: /^Disarmed/ })).toBeVisible();
      await canvas.focus();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await expect(limit.getByRole('textbox', { name: 'Price' })).toBeFocused();
      await keyboard.press('Enter');
      await expect(limit.getByRole('button', { name: /^Arm trading/ })).toBeFocused();
      await keyboard.press('F8');
      await expect(page.getByRole('banner').getByRole('button', { name: /^Armed/ })).toBeVisible();
    });

    await test.step('the palette, disarmed, gives its order to a ticket that has the focus', async () => {
      await keyboard.press('F8');
      await keyboard.press('Control+K');
      await keyboard.type('buy yes 25 @ 0.12');
      await keyboard.press('Enter');
      await expect(limit.getByRole('textbox', { name: 'Price' })).toBeFocused();
      await expect(limit.getByRole('textbox', { name: 'Price' })).toHaveValue('0.12');
      await keyboard.press('F8');
      await expect(page.getByRole('banner').getByRole('button', { name: /^Armed/ })).toBeVisible();
    });

    await test.step('Alt B buys on the ladder of the colour while Orders is in front', async () => {
      await show('Orders');
      await keyboard.press('Alt+b');
      await expect(orders).toHaveCount(1);
      await expect(orders.first()).toContainText('Buy yes');
    });

    await test.step('from a pane without a market the key says why not, in one line', async () => {
      await show('Health');
      await keyboard.press('Alt+b');
      await expect(notices).toContainText('Buy at the best bid of the ladder');
      await expect(notices).toContainText('The pane in front shows no market');
      // Nobody sees the market that these would act on.
      await keyboard.press('Alt+F9');
      await expect(notices).toContainText('Cancel all orders of the market in front');
      await keyboard.press('Alt+F8');
      await expect(notices).toContainText('Flatten the market in front');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('in a field it says why not too', async () => {
      await limit.getByRole('textbox', { name: 'Price' }).click();
      await keyboard.press('Alt+b');
      await expect(notices).toContainText('The focus is in a field');
    });

    await test.step('the setting lets it act from everywhere', async () => {
      await setting('Trading keys act from everywhere', 'On');
      await show('Orders');
      await expect(orders.filter({ hasText: 'Resting' })).toHaveCount(1);
      await limit.getByRole('textbox', { name: 'Contracts' }).fill('26');
      await keyboard.press('Alt+b');
      await expect(orders).toHaveCount(2);
      await show('Health');
      await keyboard.press('Alt+Shift+b');
      await show('Positions');
      await expect(page.locator('.positions tbody tr')).toHaveCount(1);
    });

    await test.step('Alt F8 opens the preview with the focus on its button, and Enter flattens', async () => {
      await canvas.focus();
      await keyboard.press('Alt+F8');
      const dialog = page.getByRole('dialog', { name: 'Flatten market' });
      await expect(dialog.getByRole('button', { name: 'Flatten', exact: true })).toBeFocused();
      await keyboard.press('Enter');
      await expect(page.getByTestId('flatten-report')).toContainText('Flat');
      await page.getByTestId('flatten-report').getByRole('button', { name: 'Dismiss' }).click();
    });

    await test.step('with “Flatten at once” Alt F8 flattens without a preview', async () => {
      await canvas.focus();
      await keyboard.press('Alt+Shift+b');
      await show('Positions');
      await expect(page.locator('.positions tbody tr')).toHaveCount(1);
      await setting('Flatten at once', 'On');
      await canvas.focus();
      await keyboard.press('Alt+F8');
      await expect(page.getByTestId('flatten-report')).toContainText('Flat');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });
});
