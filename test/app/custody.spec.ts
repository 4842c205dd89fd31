/** Custody in the terminal: address of a phrase, every form of the Wallet pane, an older vault. */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { SESSION_HANDLER } from '#paper/server/chain/chain.ts';
import { type OpenApp, openApp } from './launch.ts';
import { takePicture, takePictures } from './picture.ts';
import { finishSetUp } from './steps.ts';
import { listViolations } from './violations.ts';

/** The phrase that every test chain gives its money to; its addresses are published. */
const PHRASE = 'test test test test test test test test test test test junk';
const ADDRESSES = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
];
const FIRST = 'the first password of paper';
const SECOND = 'the second password of paper';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

test.describe('custody on paper', () => {
  let folder: string;
  let app: OpenApp;
  let page: Page;
  let copy = '';

  const topBar = () => page.getByRole('banner');
  const pane = () => page.getByRole('region', { name: 'Keys and wallet' });
  const button = (name: string) => pane().getByRole('button', { name });
  const form = (name: string) => pane().getByRole('form', { name });
  const result = () => pane().locator('.wallet-result');
  /** Every form derives a key from the password, some several times: slow on a busy machine. */
  const expectResult = (text: string) => expect(result()).toContainText(text, { timeout: 60_000 });
  const expectUnlocked = () => expect(page.getByRole('dialog')).toBeHidden({ timeout: 60_000 });

  async function open(): Promise<void> {
    app = await openApp({ dataFolder: folder });
    page = app.page;
    await expect(topBar().getByText('Live', { exact: true })).toBeVisible();
  }
  async function unlock(password: string): Promise<void> {
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click();
  }

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-custody-'));
    await open();
  });
  test.afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  test('a phrase lists its addresses, hides them when a word changes, and imports the chosen one', async () => {
    await topBar().getByRole('button', { name: 'Set up wallet' }).click();
    const dialog = page.getByRole('dialog');
    const password = dialog.getByLabel('Password', { exact: true });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByText('Missing: enter it here')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill(FIRST);
    await expect(dialog.getByText('Missing: enter it here')).toBeHidden();
    await dialog.getByRole('radio', { name: 'Recovery phrase' }).click();
    const words = dialog.getByLabel('Recovery phrase', { exact: true }).and(dialog.locator('input[type="password"]'));
    const choice = dialog.getByRole('group', { name: /^Addresses of the phrase/ });
    await words.fill('test test test');
    await dialog.getByRole('button', { name: 'Show addresses' }).click();
    await expect(dialog.getByRole('alert')).toContainText('12, 15, 18, 21 or 24 words, and these are 3');
    await words.fill(PHRASE);
    await dialog.getByRole('button', { name: 'Show addresses' }).click();
    await expect(choice.getByRole('radio')).toHaveCount(11);
    for (const address of ADDRESSES) await expect(choice.getByText(address)).toBeVisible();
    await words.press('End');
    await words.press('Space');
    await expect(choice).toBeHidden();
    await dialog.getByRole('button', { name: 'Show addresses' }).click();
    await expect(choice.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await takePicture(page, 'wizard-phrase');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Back up later' }).click();
    await finishSetUp(page, FIRST);
  });

  test('the pane shows each key, what it signs, the risk, and that the key has no backup', async () => {
    await page.getByRole('tab', { name: 'Wallet' }).click();
    const keys = pane().getByRole('region', { name: 'Keys', exact: true }).getByRole('listitem');
    await expect(keys).toHaveCount(2);
    await expect(keys.first()).toContainText('not backed up');
    await takePicture(page, 'wallet');
    await expect(keys.first().getByRole('button', { name: `Copy address ${ADDRESSES[2]}` })).toBeVisible();
    await keys
      .first()
      .getByRole('button', { name: /^Copy address/ })
      .click();
    await expect(keys.first().getByRole('status')).toHaveText('copied');
    const risk = pane().getByRole('region', { name: 'At risk now' });
    await expect(risk).toContainText('Unlocked, disarmed');
    await expect(risk).toContainText('10,000.00 free');
    await page.keyboard.press('F8');
    await expect(risk).toContainText('Unlocked and armed');
    await page.keyboard.press('F8');
    expect(await listViolations(page)).toEqual([]);
  });

  test('funds leave for a listed address and become sets and back, each after a decoded preview', async () => {
    const section = (name: string) => pane().getByRole('region', { name, exact: true });
    const call = (name: string) => section('Calls').getByRole('listitem').filter({ hasText: name }).first();
    await expect(section('Withdraw')).toContainText('add an address first');
    await expect(section('Redeem')).toContainText('Nothing to redeem');
    await takePictures(page, 'wallet-funds-empty');

    await test.step('an address is listed with its checksum, a mistyped one is not', async () => {
      const address = form('Add a withdrawal address');
      await section('Withdraw').getByRole('button', { name: 'Add an address…' }).click();
      await address.getByLabel('Address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD');
      await address.getByLabel('Label').fill('Cold storage');
      await address.getByLabel('Password').fill(FIRST);
      await button('Add address').click();
      await expect(address.getByRole('alert')).toContainText('valid checksum', { timeout: 60_000 });
      await address.getByLabel('Address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
      await address.getByLabel('Password').fill(FIRST);
      await button('Add address').click();
      await expectResult('Withdrawals to Cold storage are possible');
      await expect(section('Withdraw').getByRole('listitem')).toContainText('never used');
    });

    await test.step('a withdrawal by mouse: edited amounts need another preview', async () => {
      const withdraw = form('Withdraw');
      await section('Withdraw').getByRole('button', { name: 'Withdraw…' }).click();
      await withdraw.getByLabel('Amount').fill('100000');
      await withdraw.getByRole('button', { name: 'Preview' }).click();
      await expect(withdraw.getByRole('alert')).toContainText('10,000.00 is free');
      await withdraw.getByLabel('Amount').fill('250.5');
      await withdraw.getByRole('button', { name: 'Preview' }).click();
      await expect(withdraw).toContainText('First withdrawal to this address');
      await expect(withdraw).toContainText('−250.50');
      await expect(withdraw).toContainText('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
      await takePictures(page, 'wallet-withdraw');
      await withdraw.getByLabel('Amount').fill('100');
      await expect(withdraw.getByRole('button', { name: 'Sign and send' })).toHaveCount(0);
      await withdraw.getByRole('button', { name: 'Preview' }).click();
      await withdraw.getByLabel('Password').fill(FIRST);
      await withdraw.getByRole('button', { name: 'Sign and send' }).click();
      await expectResult('Withdraw 100.00: signed');
      await expect(call('Withdraw 100.00')).toContainText('the balances changed as expected');
      await expect(call('Withdraw 100.00')).toContainText('from 10,000.00, now 9,900.00');
      await expect(topBar()).toContainText('9,900.00');
    });

    await test.step('a split and a merge by keyboard, from the palette and the pane', async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('Split collateral');
      await expect(page.getByRole('option', { name: /Split collateral/ })).toBeVisible();
      await page.keyboard.press('Enter');
      const split = form('Split into complete sets');
      await split.getByLabel('Market').selectOption({ index: 1 });
      await split.getByLabel('Dollars').fill('40');
      await split.getByLabel('Dollars').press('Enter');
      await expect(split.getByLabel('Password')).toBeFocused();
      await page.keyboard.type(FIRST);
      await page.keyboard.press('Enter');
      await expectResult('Split 40.00 into sets: signed');
      await expect(section('Complete sets')).toContainText('frees 40.00');
      await section('Complete sets')
        .getByRole('button', { name: /Merge…$/ })
        .press('Enter');
      const merge = pane().getByRole('form', { name: /^Merge / });
      await merge.getByLabel('Sets').press('Enter');
      await expect(merge.getByLabel('Password')).toBeFocused();
      await page.keyboard.type(FIRST);
      await page.keyboard.press('Enter');
      await expect(call('Merge 40 sets')).toContainText('the balances changed as expected');
      await expect(section('Complete sets')).toContainText('No complete set');
      await expect(topBar()).toContainText('9,900.00');
      await takePictures(page, 'wallet-funds');
    });
    expect(await listViolations(page)).toEqual([]);
  });

  test('a key backup is written and shown beside the key', async () => {
    await button('Own key: Back up…').click();
    await form('Write a key backup').getByLabel('Vault password').fill(FIRST);
    await form('Write a key backup').getByLabel('Backup password', { exact: true }).fill('of the backup');
    await form('Write a key backup').getByLabel('Backup password again').fill('of the backuq');
    await button('Write backup').click();
    await expect(form('Write a key backup').getByRole('alert')).toContainText('The passwords differ');
    await form('Write a key backup').getByLabel('Backup password again').fill('of the backup');
    await expect(form('Write a key backup').getByRole('alert')).toHaveCount(0);
    await button('Write backup').click();
    await expectResult('verified with its password');
    const written = (await result().locator('.mono').textContent()) ?? '';
    expect(JSON.parse(await readFile(written.trim(), 'utf8'))).toMatchObject({
      version: 3,
      address: ADDRESSES[2]?.slice(2),
    });
    await expect(pane().getByText(/^backed up today/)).toBeVisible();
  });

  test('a copy of the vault is saved encrypted, at the path shown', async () => {
    await button('Vault copy: Save…').click();
    await form('Save a copy of the vault').getByLabel('Password').fill('not the password');
    await button('Save copy').click();
    await expect(form('Save a copy of the vault').getByRole('alert')).toContainText(/password/i);
    await expect(form('Save a copy of the vault').getByLabel('Password')).toHaveValue('');
    await form('Save a copy of the vault').getByLabel('Password').fill(FIRST);
    await button('Save copy').click();
    await expectResult('written and verified');
    copy = ((await result().locator('.mono').textContent()) ?? '').trim();
    const text = await readFile(copy, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'adyton-vault' });
    for (const word of [FIRST, PHRASE]) expect(text).not.toContain(word);
  });

  test('a lower order limit is shown in the ticket and enforced by main', async () => {
    await button('Order limit: Change…').click();
    const limit = form('Change the order limit');
    await limit.getByLabel('Order limit').fill('none');
    await expect(limit.getByRole('alert')).toContainText('An amount above 0');
    await limit.getByLabel('Order limit').fill('5');
    await limit.getByLabel('Password').fill(FIRST);
    await button('Change limit').click();
    await expectResult('may now cost at most 5');
    await page.keyboard.press('F8');
    const ticket = page.getByRole('form', { name: 'Order ticket' });
    await ticket.getByRole('textbox', { name: 'Contracts' }).fill('100');
    await ticket.getByRole('textbox', { name: 'Price' }).fill('0.50');
    await expect(ticket.getByRole('list', { name: "Why it can't be sent" })).toContainText(
      'Cost of one buy: at most 5.00',
    );
    const answer = await page.evaluate(async () => {
      const { adyton } = globalThis as unknown as {
        adyton: { order: { place(input: unknown): Promise<unknown> } };
      };
      const followed = document.querySelector('[role="option"][aria-selected="true"]')?.id ?? '';
      const market = followed.replace(/^.*-market-/, '');
      return adyton.order.place({
        intentId: crypto.randomUUID(),
        market,
        side: 'yes',
        direction: 'buy',
        price: 500_000,
        shares: 100_000_000,
        postOnly: false,
        bookVersion: null,
      });
    });
    expect(answer).toMatchObject({
      ok: true,
      value: {
        outcome: 'denied',
        denials: expect.arrayContaining([
          { code: 'limit', parameters: expect.objectContaining({ limit: 'orderCost', allowed: 5_000_000n }) },
        ]),
      },
    });
    await page.keyboard.press('F8');
  });

  test('lock times are saved, the screen never after the keys', async () => {
    await button('Auto-lock: Change…').click();
    const times = form('Change the lock times');
    await times.getByLabel('Screen, minutes').fill('40');
    await times.getByLabel('Keys, minutes').fill('34');
    await expect(times.getByRole('alert')).toContainText('Not shorter than the screen time');
    await times.getByLabel('Screen, minutes').fill('12');
    await times.getByLabel('Password').fill(FIRST);
    await button('Change times').click();
    await expect(pane().getByRole('region', { name: 'At risk now' })).toContainText(
      'after 12 minutes without activity; the keys after 34 minutes',
    );
  });

  test('a session key is prepared, refused without a confirmed handler, authorised and listed with its expiry', async () => {
    const sessions = pane().getByRole('region', { name: 'Session keys' });
    await expect(sessions).toContainText('sessionKeySigning is off');
    await sessions.getByRole('button', { name: 'New session key…' }).click();
    const create = form('New session key');
    await create.getByLabel('Lifetime, hours').fill('0');
    await expect(create.getByRole('alert')).toContainText('Whole hours');
    await create.getByLabel('Lifetime, hours').fill('720');
    await create.getByLabel('Password').fill(FIRST);
    await button('Create and prepare').click();
    await expectResult('the exchange’s policy shortened the requested');
    await sessions.getByRole('button', { name: /Check and authorise/ }).click();
    await expect(form('Authorise the session key').getByRole('alert')).toContainText('Confirm the address');
    await expect(button('Sign and send 2')).toBeDisabled();
    await takePictures(page, 'wallet-session-refused');
    await page.keyboard.press('Escape');

    await sessions.getByRole('button', { name: 'Confirm a handler…' }).click();
    const confirm = form('Confirm the signature handler');
    await confirm.getByLabel('Handler').fill('0x12');
    await expect(confirm.getByRole('alert')).toContainText('40 hexadecimal digits');
    await confirm.getByLabel('Handler').fill(SESSION_HANDLER);
    await confirm.getByLabel('Password').fill(FIRST);
    await button('Confirm handler').click();
    await expectResult('The handler is confirmed');

    await sessions.getByRole('button', { name: /Prepare again/ }).click();
    await form('Prepare the session key again').getByLabel('Password').fill(FIRST);
    await form('Prepare the session key again').getByRole('button', { name: 'Prepare', exact: true }).click();
    await expectResult('Nothing is signed yet');
    await sessions.getByRole('button', { name: /Check and authorise/ }).click();
    await expect(form('Authorise the session key').getByRole('list', { name: 'Calls' })).toContainText(
      'session key 0x',
    );
    await takePictures(page, 'wallet-session-calls');
    await form('Authorise the session key').getByLabel('Password').fill(FIRST);
    await button('Sign and send 2').click();
    await expectResult('Trading was disarmed');
    await expect(sessions.getByRole('listitem')).toContainText('authorised until');
    await expect(sessions.getByRole('button', { name: /Check and authorise/ })).toHaveCount(0);
    await sessions.scrollIntoViewIfNeeded();
    await takePictures(page, 'wallet-session');
    expect(await listViolations(page)).toEqual([]);
  });

  test('a new password opens, the old one does not, and the dialog shows when and why the vault locked', async () => {
    await button('Password: Change…').click();
    const change = form('Change the password');
    expect(await listViolations(page)).toEqual([]);
    await change.getByLabel('Current password').fill(FIRST);
    await change.getByLabel('New password', { exact: true }).fill(SECOND);
    await change.getByLabel('New password again').fill(SECOND);
    await button('Change password').click();
    await expectResult('The password is changed');
    await page.getByRole('button', { name: 'Lock now' }).click();
    await expect(pane()).toContainText('Open orders stay at the exchange');
    await expect(pane().getByRole('region', { name: 'Keys', exact: true })).toHaveCount(0);
    await pane().getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('dialog')).toContainText(/Locked today \d\d:\d\d: you locked it/);
    await unlock(FIRST);
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/password/i);
    await unlock(SECOND);
    await expectUnlocked();
    await expect(topBar().getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
  });

  test('a layout that was saved before the pane existed has it at its place, and the menu brings it to the front', async () => {
    await app.close();
    const file = path.join(folder, 'workspaces.json');
    const held = JSON.parse(await readFile(file, 'utf8')) as { workspaces: { layout: string }[] };
    const layout = JSON.parse(held.workspaces[0]?.layout ?? '') as {
      known?: string[];
      dock: { panels: Record<string, unknown> };
    };
    delete layout.known;
    delete layout.dock.panels.wallet;
    const current = JSON.stringify(layout, (key, value: unknown) => {
      if (key === 'activeView' && value === 'wallet') return 'orders';
      return key === 'views' && Array.isArray(value) ? value.filter((name) => name !== 'wallet') : value;
    });
    await rm(file);
    await writeFile(path.join(folder, 'layout.json'), JSON.stringify({ current, lastGood: current }));
    await open();
    await expect(page.getByRole('tab', { name: 'Wallet' })).toBeVisible();
    await expect(pane()).toHaveCount(0);
    await topBar().getByRole('button', { name: 'Panes' }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.type('wal');
    await expect(page.getByRole('menuitem', { name: 'Wallet' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(pane()).toContainText('Locked');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  test('an older vault is reported in the top bar and in the pane until a person accepts it', async () => {
    await app.close();
    await copyFile(copy, path.join(folder, 'paper', 'vault', 'vault.json'));
    await open();
    await topBar().getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('dialog')).toContainText('Adyton quit');
    await unlock(FIRST);
    await expectUnlocked();
    await topBar().getByRole('button', { name: 'Older vault · Wallet' }).click();
    await expect(pane().getByRole('alert')).toContainText('A copy was restored');
    await takePicture(page, 'wallet-older');
    await button('I restored this vault…').click();
    await form('I restored this vault').getByLabel('Password').fill(FIRST);
    await button('Accept this vault').click();
    await expectResult('This vault is now the current one');
    await expect(topBar().getByRole('button', { name: 'Older vault · Wallet' })).toBeHidden();
    await expect(pane().getByRole('alert')).toHaveCount(0);
  });
});
