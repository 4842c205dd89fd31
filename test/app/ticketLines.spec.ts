/** No line of a ticket is cut: each is seen whole, or not at all and then scrolled to. */
import { expect, type Page, test } from '@playwright/test';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { openApp, testNetwork } from './launch.ts';
import { longIf } from './long.ts';
import { takePicture } from './picture.ts';
import { readLadder } from './steps.ts';
import { setUpTestWallet } from './testAccount.ts';

const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
] as const;

/** Lines and controls of the ticket that are cut, and those that no scrolling shows whole. */
async function findCutLines(ticket: Element): Promise<readonly string[]> {
  const LOST_PX = 2.5;
  // What stays in sight, and what may cover a line above it.
  const FIXED = ['.ticket-totals', '.ticket-foot', '.ticket.conditional > .button.large'];
  type Line = { readonly text: string; readonly element: Element; box(): DOMRect | undefined };
  const lines: Line[] = [];
  const walker = document.createTreeWalker(ticket, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue?.trim() ?? '';
    const element = node.parentElement!;
    if (text === '' || element.closest('option, .unseen, .ticket-chips') !== null || !element.checkVisibility())
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const at of range.getClientRects().length === 0 ? [] : [...range.getClientRects()].keys()) {
      lines.push({ text: `${text} (line ${at + 1})`, element, box: () => range.getClientRects()[at] });
    }
  }
  for (const element of ticket.querySelectorAll('input, select, button')) {
    if (!element.checkVisibility() || element.closest('.ticket-chips') !== null) continue;
    lines.push({
      text: `<${element.tagName}> ${element.textContent}`,
      element,
      box: () => element.getBoundingClientRect(),
    });
  }
  const edgeOf = (fixed: Element): number => {
    const cover = getComputedStyle(fixed, '::before');
    const height = cover.content === 'none' || cover.display === 'none' ? 0 : Number.parseFloat(cover.height) || 0;
    return fixed.getBoundingClientRect().top - height;
  };
  const { left, right } = ticket.getBoundingClientRect();
  const seen = ({ element, box }: Line): { readonly lost: number; readonly height: number } => {
    const { top, bottom } = box()!;
    let [from, to] = [top, bottom];
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowY)) continue;
      const clip = around.getBoundingClientRect();
      [from, to] = [Math.max(from, clip.top), Math.min(to, clip.bottom)];
    }
    for (const fixed of ticket.querySelectorAll(FIXED.join(', '))) {
      if (fixed.contains(element)) continue;
      const isBefore = (fixed.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      if (isBefore) to = Math.min(to, edgeOf(fixed));
    }
    return { lost: bottom - top - Math.max(0, to - from), height: bottom - top };
  };
  const frames = async (): Promise<void> => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  };
  const found: string[] = [];
  const scrolled = [ticket, ...ticket.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight);
  for (const one of scrolled) one.scrollTop = 0;
  await frames();
  for (const line of lines) {
    const { lost, height } = seen(line);
    const { left: from, right: to } = line.box()!;
    if (from < left || to > right) found.push(`beside the pane: ${line.text}`);
    if (lost > LOST_PX && lost < height - LOST_PX) found.push(`cut: ${line.text}, ${lost} of ${height}`);
  }
  for (const line of lines.filter((one) => seen(one).lost > LOST_PX)) {
    line.element.scrollIntoView({ block: 'nearest' });
    await frames();
    if (seen(line).lost > LOST_PX) found.push(`not reached: ${line.text}, ${JSON.stringify(seen(line))}`);
  }
  for (const one of scrolled) one.scrollTop = 0;
  await frames();
  return found;
}

async function expectWhole(page: Page, name: string): Promise<void> {
  const ticket = page.locator('.ticket').first();
  await expect.poll(() => ticket.evaluate(findCutLines), { message: name }).toEqual([]);
  await takePicture(page, `ticket-${name}-${page.viewportSize()!.width}`);
}

for (const size of WINDOWS) {
  test(
    `every line of every form is whole or scrolled to at ${size.width}×${size.height}`,
    longIf(size !== WINDOWS[0]),
    async () => {
      test.setTimeout(480_000);
      const exchange = await openExchange({ token: null });
      const app = await openApp({ network: testNetwork(exchange.port) });
      try {
        const { page } = app;
        await page.setViewportSize(size);
        await expect.poll(async () => (await readLadder(page)).bestBid).not.toBeNull();
        await expectWhole(page, 'without-wallet');
        await setUpTestWallet(app, exchange.port);
        const limit = page.getByRole('form', { name: 'Order ticket' });
        const contracts = limit.getByRole('textbox', { name: 'Contracts' });
        await limit.getByRole('textbox', { name: 'Price' }).fill('0.40');
        await contracts.fill('100');
        await expectWhole(page, 'ready');
        await contracts.fill('9000000');
        await expect(limit.getByRole('list', { name: "Why it can't be sent" })).toBeVisible();
        await expectWhole(page, 'refused');
        await limit.getByRole('radio', { name: 'Sell', exact: true }).click();
        await expect(limit.getByRole('button', { name: /instead$/ })).toBeVisible();
        await expectWhole(page, 'sale');
        await limit.getByRole('radio', { name: 'Buy', exact: true }).click();
        await contracts.fill('100');
        const type = page.getByRole('combobox', { name: 'Order type' });
        const kinds = await type
          .locator('option')
          .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
        const form = page.getByRole('form', { name: 'Conditional order' });
        for (const kind of kinds.filter((one) => one !== 'limit')) {
          await type.selectOption(kind);
          await expect(form).toBeVisible();
          await expectWhole(page, `${kind}-empty`);
          for (const further of await form.locator('details:not([open]) > summary').all()) await further.click();
          await form.getByRole('textbox', { name: 'Contracts' }).fill('250000');
          await expectWhole(page, `${kind}-open`);
        }
        await type.selectOption('limit');
        await exchange.close();
        await expect(limit.getByText(/Balance and positions may have changed since/)).toBeVisible({ timeout: 60_000 });
        await expectWhole(page, 'stale');
      } finally {
        await app.close();
        await exchange.close();
      }
    },
  );
}
