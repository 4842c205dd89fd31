/** Conditional orders: each type armed by mouse or by typing, one that fires, lines that move, a lock, and a restart that asks. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page, test } from '@playwright/test';
import { listClippedTexts } from './clippedTexts.ts';
import { armTrading } from './forTests.ts';
import { type OpenApp, openApp } from './launch.ts';
import { SIZES, takePanePictures, takePicture, takePictures, waitForSize } from './picture.ts';
import { ACCOUNT_PASSWORD } from './preparedAccount.ts';
import { agreeToLock } from './steps.ts';
import { listViolations } from './violations.ts';

const rowsOf = (page: Page) => page.locator('.conditionals tbody tr');
const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const formOf = (page: Page) => page.getByRole('form', { name: 'Conditional order' });

/** Types a command into the palette, and performs it once its preview says this. */
async function typeCommand(page: Page, text: string, preview: RegExp): Promise<void> {
  await page.keyboard.press('Control+K');
  const box = page.getByRole('combobox', { name: 'Search, or type an order' });
  await expect(box).toBeFocused();
  await box.fill(text);
  await expect(page.getByTestId('palette-plan')).toContainText(preview);
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

interface TypeOfOrder {
  /** In the ticket. */
  readonly label: string;
  readonly direction?: 'Buy' | 'Sell';
  readonly fields: Readonly<Record<string, string>>;
  readonly chosen?: Readonly<Record<string, string>>;
  readonly typed: string;
}

/** So many stay armed. */
const MOST_ROWS = 7;

/** Far from every market's price, so that nothing of it fires or fills. */
const TYPES: readonly TypeOfOrder[] = [
  {
    label: 'Scale',
    direction: 'Buy',
    fields: { Contracts: '10', From: '0.02', To: '0.03', Orders: '2' },
    typed: 'scale buy yes 10 from 0.02 to 0.03 in 2',
  },
  {
    label: 'Iceberg',
    direction: 'Buy',
    fields: { Contracts: '10', Price: '0.03', 'Shown at a time': '5' },
    typed: 'iceberg buy yes 10 @ 0.03 clip 5',
  },
  {
    label: 'TWAP',
    direction: 'Buy',
    fields: { Contracts: '10', 'Works for': '10m', Slices: '4', 'Worst price': '0.03' },
    chosen: { 'At the end': 'Rests on the book' },
    typed: 'twap buy yes 10 over 10m in 4 worst 0.03 then rest',
  },
  {
    label: 'Chase',
    direction: 'Buy',
    fields: { Contracts: '10', 'Worst price': '0.03', 'Works for': '5m', 'Moves at most': '20' },
    chosen: { 'At the end': 'Taken within the worst price' },
    typed: 'chase buy yes 10 worst 0.03 over 5m moves 20 then take',
  },
  { label: 'Take profit', fields: { Contracts: '10', 'Take profit': '0.98' }, typed: 'profit yes 10 @ 0.98' },
  {
    label: 'Bracket',
    fields: { Contracts: '10', Price: '0.03', 'Take profit': '0.98', 'Stop trigger': '0.02', 'Stop limit': '0.01' },
    typed: 'bracket buy yes 10 @ 0.03 tp 0.98 stop 0.02 limit 0.01',
  },
  {
    label: 'OCA',
    direction: 'Buy',
    fields: { Contracts: '10', Price: '0.03', 'Second leg': 'no 10 @ 0.02' },
    chosen: { 'On the book': 'All legs: each may fill' },
    typed: 'oca buy yes 10 @ 0.03 or no 10 @ 0.02 mode race',
  },
  {
    label: 'Offset',
    direction: 'Buy',
    fields: { Contracts: '10', Price: '0.03', 'Offset by': '2t,4t', 'For each': '5' },
    typed: 'offset buy yes 10 @ 0.03 by 2t,4t batch 5',
  },
  {
    label: 'OCO',
    fields: { Contracts: '10', 'Take profit': '0.98', 'Stop trigger': '0.02', 'Stop limit': '0.01' },
    chosen: { 'On a stale book': 'Asks REST' },
    typed: 'oco sell yes 10 tp 0.98 stop 0.02 limit 0.01 stale rest',
  },
  {
    label: 'Take profit',
    fields: { Contracts: '10', 'Take profit': '0.97', 'True throughout': '10s' },
    chosen: { Watches: 'Best bid' },
    typed: 'profit yes 10 @ 0.97 if bid held 10s',
  },
  {
    label: 'Timed',
    direction: 'Buy',
    fields: { Contracts: '10', Price: '0.03', 'Ends after': '2h', 'Cancelled after': '1h' },
    typed: 'timed buy yes 10 @ 0.03 for 2h kill 1h',
  },
  {
    label: 'Close before',
    fields: { Contracts: '10', 'Before the close': '5m', Limit: '0.05' },
    typed: 'close yes 10 before 5m limit 0.05',
  },
  {
    label: 'Trailing',
    fields: { Contracts: '10', 'Trails by': '15t', 'Limit below it': '2t', 'Never below': '0.05' },
    typed: 'trail sell yes 10 by 15t limit 2t worst 0.05',
  },
  {
    label: 'Stop',
    direction: 'Sell',
    fields: { Contracts: '10', Trigger: '0.02', Limit: '0.01', And: 'snow bid >= 0.98' },
    typed: 'stop sell yes 10 @ 0.02 limit 0.01 if ask and snow bid >= 0.98',
  },
  {
    label: 'Stop',
    direction: 'Buy',
    fields: { Contracts: '10', Trigger: '0.97', Limit: '0.98' },
    typed: 'stop buy yes 10 @ 0.97 limit 0.98',
  },
];

/** Fills the form of a type in the ticket and presses its button. */
async function armByMouse(page: Page, { label, direction, fields, chosen = {} }: TypeOfOrder): Promise<void> {
  await page.getByRole('combobox', { name: 'Order type' }).selectOption({ label });
  const form = formOf(page);
  if (direction !== undefined) await form.getByRole('radio', { name: direction, exact: true }).click();
  const further = form.locator('details:not([open]) > summary');
  if ((await further.count()) > 0) await further.click();
  for (const [name, choice] of Object.entries(chosen)) {
    await form.getByLabel(name, { exact: true }).selectOption({ label: choice });
  }
  for (const [name, text] of Object.entries(fields)) await form.getByLabel(name, { exact: true }).fill(text);
  await expect(form.getByRole('list', { name: 'What it does' })).toContainText(/\w/);
  await form.getByRole('button', { name: /^Arm / }).click();
  await expect(form).toBeHidden();
}

/** Terms that were armed, oldest first; the time at which one ends counts from when it was armed. */
function readTerms(folder: string): readonly object[] {
  const database = new DatabaseSync(path.join(folder, 'paper', 'conditional.sqlite'), { readOnly: true });
  try {
    const bodies = database.prepare('SELECT body FROM entry ORDER BY number').all();
    const entries = bodies.map(({ body }) => JSON.parse(String(body)) as { kind: string; terms: object });
    return entries.flatMap(({ kind, terms }) => (kind === 'created' ? [{ ...terms, goodTillMs: 'some time' }] : []));
  } finally {
    database.close();
  }
}

/** A typed stop on a simulated day: its report, cancelled and run again, and then another day. */
async function runDry(page: Page): Promise<void> {
  await typeCommand(page, 'dry run stop sell yes 100 @ bid+1t limit -3t worst -10t', /Dry run/);
  const panel = page.getByTestId('dry-run');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('Cancelled')).toBeVisible();
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(panel.getByRole('list', { name: 'What it would have done' })).toContainText('Sold', { timeout: 90_000 });
  await expect(panel.getByRole('table', { name: 'Steps of the dry run' })).toContainText('fired');
  await takePictures(page, 'dry-run');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(panel).toBeHidden();
}

/** The form refuses what it cannot sign, signs the rest, and one key press takes it back. */
async function prepareAndRevoke(page: Page): Promise<void> {
  await tabOf(page, 'Wallet').click();
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security).toContainText('none prepared');
  await security.getByRole('button', { name: 'Locked exits: Prepare…' }).press('Enter');
  const form = page.getByRole('form', { name: 'Prepare exits for a key lock' });
  const floor = form.getByLabel(/YES: floor$/);
  await expect(floor).toBeFocused();
  // The worst price of what would send it, of those that are armed.
  await expect(floor).toHaveValue('0.05');
  await expect(form).toContainText(/in 4 lots of about .*, until /);
  const submit = form.getByRole('button', { name: 'Sign the sales' });
  await floor.fill('1.2');
  await expect(form).toContainText('A price between 0 and 1');
  await expect(submit).toBeDisabled();
  await floor.fill('0.04');
  await form.getByLabel('Hours').fill('13');
  await expect(form).toContainText('Whole hours from 1 to 12');
  await expect(submit).toBeDisabled();
  await form.getByLabel('Hours').fill('2');
  await form.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toContainText(/password/i);
  expect(await listViolations(page)).toEqual([]);
  await takePictures(page, 'prepare-exits');
  await form.getByLabel('Password').fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(security).toContainText(/1 position until .*, worst case/);
  await expectNothingClipped(page);
  await takePanePictures(page, 'Wallet');
  await security.getByRole('button', { name: 'Locked exits: Revoke' }).press('Enter');
  await expect(security).toContainText('none: they were revoked');
  await tabOf(page, 'Conditionals').click();
}

/** At the smallest size of a window; then it is as before. */
async function expectNothingClipped(page: Page): Promise<void> {
  await page.setViewportSize(SIZES[0]);
  await waitForSize(page);
  await expect.poll(() => listClippedTexts(page)).toEqual([]);
  await page.setViewportSize(SIZES[1]);
}

/** The trigger in sight on the ladder, in millionths. */
const readStop = (page: Page): Promise<number> =>
  page
    .getByTestId('ladder-canvas')
    .evaluate((canvas) => Number((canvas as HTMLCanvasElement).dataset.stopPrices?.split(' ')[0] || 0));

test.describe('conditional orders', () => {
  let folder: string;
  let app: OpenApp;

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-conditionals-'));
    app = await openApp({ dataFolder: folder, hasAccount: true });
    await app.page.setViewportSize(SIZES[1]);
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('are armed, watched, moved, fired, locked, and asked about after a restart', async () => {
    test.setTimeout(300_000);
    let { page } = app;
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    const protection = page.getByTestId('ladder').getByTestId('protection');

    await test.step('without one, the pane says how to make it', async () => {
      await armTrading(page);
      await tabOf(page, 'Conditionals').click();
      await expect(page.getByText('No conditional orders')).toBeVisible();
      await takePictures(page, 'conditionals-empty');
      await ticket.getByRole('textbox', { name: 'Contracts' }).fill('120');
      await ticket.getByRole('button', { name: /^Use ask/ }).click();
      const price = ticket.getByRole('textbox', { name: 'Price' });
      await price.press('ArrowUp');
      await price.press('ArrowUp');
      await ticket.getByRole('button', { name: /^Place: buy 120 yes/ }).click();
      await expect(protection).toHaveText('No stop');
    });

    await test.step('a stop by typing is armed, and protects a part of the position', async () => {
      await typeCommand(
        page,
        'stop sell yes 100 @ bid-8t limit -2t',
        /Enter arms: Stop: sell 100 yes at 0\.\d\d when ask ≤/,
      );
      await expect(rowsOf(page).filter({ hasText: 'Armed' })).toHaveCount(1);
      await expect(protection).toHaveText('Part protected');
      await expect(protection).toHaveAttribute('title', /20 of 120 unprotected\nStop of 100: book .* old/);
      await expect(rowsOf(page).first()).toContainText(/book \d/);
    });

    await test.step('a dry run by typing says what it would have done, and can be cancelled and repeated', () =>
      runDry(page));

    await test.step('its trigger moves by a drag on the ladder, and by keys on the chart', async () => {
      const canvas = page.getByTestId('ladder-canvas');
      // The pointer keeps the rows where they are.
      await canvas.hover();
      await expect.poll(() => readStop(page)).toBeGreaterThan(0);
      const from = await readStop(page);
      const data = await canvas.evaluate((element) => ({ ...(element as HTMLCanvasElement).dataset }));
      const [tick, height, top] = [data.tick, data.rowHeight, data.topPrice].map(Number) as [number, number, number];
      const box = (await canvas.boundingBox())!;
      const yOf = (price: number) => box.y + ((top - price) / tick) * height + height / 2;
      const x = box.x + Number(data.priceX);
      await page.mouse.move(x, yOf(from));
      await page.mouse.down();
      await page.mouse.move(x, yOf(from - tick), { steps: 3 });
      await expect(page.getByTestId('ladder-hint')).toContainText('Release to move the trigger');
      await page.mouse.up();
      await expect.poll(() => readStop(page)).toBe(from - tick);
      const handle = page.getByRole('slider', { name: /^Stop: sell 100 yes/ });
      await handle.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => readStop(page)).toBe(from - 2 * tick);
      await expect(page.getByText(/^Changed: Stop/).first()).toBeVisible();
    });

    await test.step('S on the ladder opens the form at the cursor; what is wrong is said at its field', async () => {
      await page.getByTestId('ladder-canvas').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('s');
      const form = formOf(page);
      await expect(form.getByLabel('Trigger', { exact: true })).toHaveValue(/^0\.\d\d$/);
      await form.getByLabel('Limit', { exact: true }).fill('0.99');
      await expect(form.getByRole('alert')).toContainText('at or below the trigger');
      await form.getByLabel('Limit', { exact: true }).fill('-1t');
      await expect(form.getByRole('list', { name: 'What it does' })).toContainText('Never sells below');
      await expect(form.getByLabel('Worst case')).toContainText('Gain at worst, after fees');
      expect(await listViolations(page)).toEqual([]);
      await expectNothingClipped(page);
      await takePictures(page, 'conditional-form');
      await form.getByRole('button', { name: 'Save as template' }).click();
      await expect(page.getByText('Template saved').first()).toBeVisible();
      await form.getByRole('button', { name: 'Limit order' }).click();
      await expect(ticket).toBeVisible();
    });

    await test.step('a stop whose trigger is true fires, and its details have the book that fired it', async () => {
      await typeCommand(page, 'stop sell yes 20 @ ask+5t limit bid-5t', /The trigger is true now/);
      const done = rowsOf(page).filter({ hasText: 'Done' });
      await expect(done).toHaveCount(1);
      await done.getByRole('button', { name: /^Details of/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Stop' });
      await expect(dialog.getByRole('table', { name: 'Steps' })).toContainText(
        /yes bid 0\.\d+, yes ask 0\.\d+ at sequence/,
      );
      await expect(dialog.getByRole('table', { name: 'Its orders' })).toContainText('20 of 20');
      expect(await listViolations(page)).toEqual([]);
      await takePicture(page, 'conditional-detail');
      await page.keyboard.press('Escape');
      await done.getByRole('button', { name: /^Remove/ }).click();
      await expect(done).toHaveCount(0);
    });

    await test.step('every type is armed by mouse and by typing, with the same terms', async () => {
      await rowsOf(page)
        .getByRole('button', { name: /^Cancel Stop/ })
        .click();
      await expect(rowsOf(page).filter({ hasText: 'Cancelled' })).toHaveCount(1);
      const active = rowsOf(page).filter({ hasText: /Armed|Order rests/ });
      await page.setViewportSize(SIZES[0]);
      await waitForSize(page);
      const startedAtMs = Date.now();
      for (const [at, type] of TYPES.entries()) {
        await armByMouse(page, type);
        if (at < MOST_ROWS) await expect.poll(() => listClippedTexts(page)).toEqual([]);
      }
      // What decides is read without a pointer, however many conditions there are.
      const conditions = page.locator('.conditionals-watch');
      await expect(conditions.filter({ hasText: / and .* ≥ 0\.98/ })).toHaveCount(1);
      expect(
        await conditions.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length),
      ).toBe(0);
      await page.setViewportSize(SIZES[1]);
      await expect(active).toHaveCount(TYPES.length);
      // Main arms at most 30 a minute: what was armed before these has left the window then.
      await expect.poll(() => Date.now() - startedAtMs, { timeout: 70_000 }).toBeGreaterThan(61_000);
      for (const { typed } of TYPES) await typeCommand(page, typed, /Enter arms: /);
      await expect(active).toHaveCount(2 * TYPES.length);
      const armed = readTerms(folder).slice(-2 * TYPES.length);
      for (const [at, { label, typed }] of TYPES.entries()) {
        expect(armed[at], `${label}: ${typed}`).toEqual(armed[at + TYPES.length]);
      }
      // The newest go through the lock and the restart.
      for (let left = 2 * TYPES.length; left > MOST_ROWS; left -= 1) {
        await active
          .last()
          .getByRole('button', { name: /^Cancel/ })
          .click();
        await expect(active).toHaveCount(left - 1);
      }
      expect(await listViolations(page)).toEqual([]);
      await expectNothingClipped(page);
      await test.step('a narrow pane keeps what decides and every button in sight', async () => {
        const pane = page.locator('.conditionals');
        const setWidth = (width: string) =>
          pane.evaluate((element, value) => {
            (element as HTMLElement).style.width = value;
          }, width);
        await expect(page.locator('.conditionals-what').first()).toBeHidden();
        await setWidth('420px');
        await expect(page.locator('.conditionals-what').first()).toBeVisible();
        const excess = () => pane.locator('.data-table').evaluate((table) => table.scrollWidth - table.clientWidth);
        await expect.poll(excess).toBe(0);
        for (const button of await active.getByRole('button', { name: /^Cancel/ }).all()) {
          const [box, around] = await Promise.all([button.boundingBox(), pane.boundingBox()]);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((around?.x ?? 0) + 420);
        }
        await expect.poll(() => listClippedTexts(page)).toEqual([]);
        await setWidth('');
        await expect(page.locator('.conditionals-what').first()).toBeHidden();
      });
      await takePanePictures(page, 'Conditionals');
      await takePictures(page, 'conditionals');
    });

    await test.step('conditions on another market are named, wherever they were typed', async () => {
      const last = readTerms(folder).at(-2) as { readonly trigger: { readonly of: readonly object[] } };
      expect(last.trigger.of).toHaveLength(2);
      await expect(rowsOf(page).nth(1)).toContainText(/ask ≤ 0\.02 and .* bid ≥ 0\.98/);
    });

    await test.step('exits are prepared for a key lock in the Wallet pane, by keys alone, and revoked', () =>
      prepareAndRevoke(page));

    await test.step('locked keys: each waits, and the top bar says so', async () => {
      const topBar = page.getByRole('banner');
      await topBar.getByRole('button', { name: 'Lock' }).click();
      await agreeToLock(page);
      await expect(topBar.getByRole('button', { name: /conditionals wait: locked/ })).toBeVisible();
      await expect(page.locator('.conditionals')).toContainText('The vault is locked');
      await expectNothingClipped(page);
      await takePictures(page, 'conditionals-locked');
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await page.getByRole('dialog').getByLabel('Password').fill(ACCOUNT_PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
      await expect(rowsOf(page).filter({ hasText: /Armed|Order rests/ })).not.toHaveCount(0);
    });

    await test.step('after a restart exits go on, and what buys asks in a red row', async () => {
      await app.close();
      app = await openApp({ dataFolder: folder });
      page = app.page;
      const topBar = page.getByRole('banner');
      await topBar.getByRole('button', { name: 'Unlock' }).click();
      await page.getByRole('dialog').getByLabel('Password').fill(ACCOUNT_PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
      await tabOf(page, 'Conditionals').click();
      const halted = rowsOf(page).filter({ hasText: 'Needs an answer' });
      await expect(halted.first()).toContainText('Stop');
      await expect(rowsOf(page).first()).toContainText('Needs an answer');
      await expect(topBar.getByRole('button', { name: /needs? an answer/ })).toBeVisible();
      // The account and the palette keep their names beside it.
      await expectNothingClipped(page);
      await expect(rowsOf(page).filter({ hasText: /Trailing.*Armed/ })).toHaveCount(1);
      await takePictures(page, 'conditionals-halted');
      await halted
        .first()
        .getByRole('button', { name: /^Answer/ })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Stop needs an answer' });
      await expect(dialog).toContainText('The program was restarted');
      await takePicture(page, 'conditional-answer');
      expect(await listViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'End it' }).click();
      await expect(rowsOf(page).filter({ hasText: /Stop.*Cancelled/ })).not.toHaveCount(0);
      await expect(topBar.getByRole('button', { name: /needs? an answer/ })).toHaveCount(0);
    });
  });
});
