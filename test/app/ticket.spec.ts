/** The ticket as a trader uses it: reasons before the order, steps by key and wheel, a button that stays where it is. */
import { expect, test } from '@playwright/test';
import { openForTests } from './forTests.ts';
import { takePictures } from './picture.ts';
import { readLadder } from './steps.ts';
import { listViolations } from './violations.ts';

test.describe('the ticket', () => {
  const terminal = openForTests({ hasAccount: true });

  test('says every reason first, steps by key and wheel, moves nothing, and never leaves a sale dead', async () => {
    const { page } = terminal;
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const size = ticket.getByRole('textbox', { name: 'Contracts' });
    const price = ticket.getByRole('textbox', { name: 'Price' });
    const button = ticket.locator('.button.large');
    const reasons = ticket.getByRole('list', { name: "Why it can't be sent" });
    const messages = ticket.getByRole('group', { name: 'Messages of the ticket' });
    const topOf = async () => (await button.boundingBox())?.y;

    await test.step('a wallet, armed', async () => {
      await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
      await page.keyboard.press('F8');
      await expect(button).toContainText('Place: buy 100 yes');
    });

    await test.step('steps by key and by the wheel, by the wheel only where the focus is', async () => {
      await price.fill('0.40');
      await price.press('ArrowUp');
      await expect(price).toHaveValue('0.41');
      await price.hover();
      await page.mouse.wheel(0, -100);
      await expect(price).toHaveValue('0.42');
      await size.hover();
      await page.mouse.wheel(0, -100);
      await expect(size).toHaveValue('100');
      await size.focus();
      await page.mouse.wheel(0, -100);
      await expect(size).toHaveValue('110');
      await size.press('Shift+ArrowDown');
      await expect(size).toHaveValue('10');
    });

    await test.step('understands 1.5k and a per cent, and sizes by the largest loss', async () => {
      await size.fill('1.5k');
      await expect(button).toContainText('1,500');
      await ticket.getByLabel('Size in').selectOption('loss');
      await ticket.getByRole('textbox', { name: 'Maximum loss' }).fill('50');
      await expect(ticket.getByText(/^\d+ contracts$/)).toBeVisible();
      await ticket.getByLabel('Size in').selectOption('contracts');
    });

    await test.step('shows reasons without moving the button, and seven digits whole', async () => {
      for (const window of [
        { width: 1280, height: 720 },
        { width: 1440, height: 900 },
      ]) {
        await page.setViewportSize(window);
        await size.fill('10');
        const chips = ticket.locator('.ticket-chips').first();
        await expect(chips).toHaveText(/^ask 0\.\d\dbid 0\.\d\d$/);
        await expect.poll(() => chips.evaluate(isWhole)).toBe(true);
        await expect(reasons).toBeHidden();
        const top = await topOf();
        await size.fill('1234567');
        await expect(reasons).toBeVisible();
        expect(await topOf()).toBe(top);
        const more = ticket.getByRole('button', { name: /^\d more$/ });
        if (await more.isVisible()) {
          // The first reason leaves room for the figures; the others are a click away.
          expect((await messages.boundingBox())!.height).toBeLessThan(60);
          await more.press('Enter');
          await expect(reasons.getByText(/^Needs .* with the fee reserve/)).toBeVisible();
          // What it costs at most stays in sight between the fields and the reasons.
          await expect(ticket.getByText(/^Locked (in total|at most)$/)).toBeInViewport();
          await expect(ticket.getByText('If no, after fees')).toBeInViewport();
          await expect.poll(() => ticket.locator('.ticket-totals').evaluate(isInForm)).toBe(true);
          await ticket.getByRole('button', { name: 'less' }).press('Enter');
        }
        await price.fill('0.615');
        await expect.poll(() => price.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
        await price.fill('0.42');
        await expect.poll(() => size.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
        await expect(button).toContainText('1,234,567');
        await expect.poll(() => button.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true);
      }
      await takePictures(page, 'ticket-large');
    });

    await test.step('a sale without a position says why, and offers what to do instead', async () => {
      await size.fill('10');
      await ticket.getByRole('radio', { name: 'Sell' }).click();
      await expect(reasons).toContainText('Nothing can be sold');
      expect(await listViolations(page)).toEqual([]);
      await ticket.getByRole('button', { name: /^Buy no at .* instead$/ }).click();
      await expect(button).toContainText('Place: buy 10 no');
      await expect(reasons).toBeHidden();
    });

    await test.step('places it, and the result moves nothing either', async () => {
      const top = await topOf();
      await ticket.getByRole('button', { name: /^Use bid/ }).click();
      await button.click();
      await expect(ticket.locator('.ticket-result')).toBeVisible();
      expect(await topOf()).toBe(top);
    });

    await test.step('without room for all messages what stops the order stands alone, the result a click away', async () => {
      await page.setViewportSize({ width: 1280, height: 560 });
      await size.fill('1234567');
      await expect(reasons).toBeVisible();
      await expect(ticket.locator('.ticket-result')).toBeHidden();
      await ticket.getByRole('button', { name: '1 more message' }).press('Enter');
      await expect(ticket.locator('.ticket-result')).toBeVisible();
      await ticket.getByRole('button', { name: 'First message only' }).press('Enter');
      await expect(ticket.locator('.ticket-result')).toBeHidden();
      await size.fill('10');
      await expect(ticket.locator('.ticket-result')).toBeVisible();
    });
  });
});

function isInForm(totals: Element): boolean {
  const [form, box] = [totals.parentElement!.getBoundingClientRect(), totals.getBoundingClientRect()];
  return box.top >= form.top && box.bottom <= form.bottom + 1;
}

/** True where everything in the box is in sight. */
function isWhole(box: Element): boolean {
  const { right, bottom } = box.getBoundingClientRect();
  return [...box.children].every((child) => {
    const edges = child.getBoundingClientRect();
    return edges.right <= right + 0.5 && edges.bottom <= bottom + 0.5;
  });
}
