/** Passkey wallet: read-only until the vault has a second signing key that the exchange has authorised. */
import { expect, type Page, test } from '@playwright/test';
import { addressOf } from '../../src/main/vault/signing/secp256k1.ts';
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { type OpenApp, openApp, testNetwork } from './launch.ts';
import { takePicture, takePictures } from './picture.ts';
import { clickLadderBid, readLadder } from './steps.ts';
import { openMember, TEST_PASSWORD } from './testAccount.ts';
import { listViolations } from './violations.ts';

/** Test keys: one stands for the passkey's signer, the other is the second key. */
const OWNER = addressOf(Buffer.from(`${'5e'.repeat(31)}08`, 'hex'));
const SECOND_KEY = `${'5e'.repeat(31)}09`;
const SECOND = addressOf(Buffer.from(SECOND_KEY, 'hex'));
/** Key derivation is slow on a busy machine, and some commands run it several times. */
const SLOW = { timeout: 60_000 };
const READ_ONLY = 'Read-only: a passkey owns this wallet';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

/** The wizard's way for an account whose orders the vault's first key does not sign, up to what the exchange says of it. */
async function connectWithoutKey(
  { page, confirming }: OpenApp,
  { apiKey, apiSecret }: Awaited<ReturnType<typeof openMember>>,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByLabel('Password again').fill(TEST_PASSWORD);
  await dialog.getByRole('radio', { name: 'I use a passkey' }).click();
  await takePicture(page, 'passkey-key');
  await dialog.getByRole('button', { name: 'Create the vault' }).click();
  await dialog.getByLabel('API key').fill(apiKey);
  await dialog.getByLabel('API secret').fill(apiSecret);
  await dialog.getByLabel('Password of the vault').fill(TEST_PASSWORD);
  await confirming(true, () => dialog.getByRole('button', { name: 'Connect' }).click());
}

test.describe('a wallet that a passkey owns', () => {
  let exchange: PaperExchange;
  let app: OpenApp;
  let page: Page;

  const topBar = () => page.getByRole('banner');
  const dialog = () => page.getByRole('dialog');
  const pane = () => page.getByRole('region', { name: 'Keys and wallet' });
  const ticket = () => page.getByRole('form', { name: 'Order ticket' });

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null });
    app = await openApp({ network: testNetwork(exchange.port) });
    page = app.page;
  });
  test.afterAll(async () => {
    await app.close();
    await exchange.close();
  });

  test('is connected without a backup of its vault key, and is described', async () => {
    await connectWithoutKey(app, await openMember(exchange.port, { owner: OWNER, kind: 'passkey' }));
    await expect(dialog().getByText('A passkey owns this wallet')).toBeVisible(SLOW);
    await expect(dialog().getByRole('button', { name: /Sign/ })).toHaveCount(0);
    await takePicture(page, 'passkey-offer');
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Continue read-only' }).click();
    await expect(dialog()).toBeHidden();
  });

  test('is read-only wherever orders are placed, while its account is live', async () => {
    await expect(topBar()).toContainText('10,000.00');
    await expect(topBar().getByRole('button', { name: 'Read-only' })).toBeVisible();
    await expect(topBar().getByRole('button', { name: /F8/ })).toHaveCount(0);
    await page.keyboard.press('F8');
    await expect(page.getByText('Nothing to arm').first()).toBeVisible();
    await expect(page.getByTestId('ladder-hint')).toContainText('Read-only');
    const price = await clickLadderBid(page, 3);
    await expect(ticket().getByRole('textbox', { name: 'Price' })).toHaveValue((price / 1_000_000).toFixed(2));
    await ticket().getByRole('textbox', { name: 'Contracts' }).fill('10');
    await expect(ticket().getByRole('list', { name: "Why it can't be sent" })).toContainText(READ_ONLY);
    await takePicture(page, 'passkey-ticket');
    const answers = await page.evaluate(async () => {
      const { adyton } = globalThis as unknown as {
        adyton: {
          order: { place(input: unknown): Promise<unknown> };
          account: { arm(input: unknown): Promise<unknown> };
        };
      };
      const followed = document.querySelector('[role="option"][aria-selected="true"]')?.id ?? '';
      const market = followed.replace(/^.*-market-/, '');
      const intent = { market, side: 'yes', direction: 'buy', price: 10_000, shares: 1_000_000 };
      const rest = { intentId: crypto.randomUUID(), postOnly: false, bookVersion: null };
      return [await adyton.order.place({ ...intent, ...rest }), await adyton.account.arm({ armed: true })];
    });
    expect(answers).toMatchObject([
      { ok: true, value: { outcome: 'denied', denials: [{ code: 'readOnly' }] } },
      { ok: false, error: { code: 'NOT_READY', parameters: { code: 'readOnly' } } },
    ]);
  });

  test('accepts a second signing key in the Wallet pane with the password and a confirmation', async () => {
    await page.getByRole('tab', { name: 'Wallet' }).click();
    await expect(pane().getByRole('region', { name: 'At risk now' })).toContainText('Read-only');
    const keys = pane().getByRole('region', { name: 'Keys', exact: true });
    await expect(keys).toContainText('signs nothing for this wallet');
    await takePicture(page, 'passkey-wallet');
    await keys.getByRole('button', { name: 'Add a second signing key…' }).click();
    await dialog().getByRole('radio', { name: 'Private key' }).click();
    await dialog().getByRole('textbox', { name: 'Private key' }).fill(SECOND_KEY);
    await dialog().getByLabel('Password of the vault').fill('not this one');
    await dialog().getByRole('button', { name: 'Import key' }).click();
    await expect(dialog().getByRole('alert')).toContainText(/password/i, SLOW);
    await dialog().getByRole('textbox', { name: 'Private key' }).fill(SECOND_KEY);
    await dialog().getByLabel('Password of the vault').fill(TEST_PASSWORD);
    await takePicture(page, 'passkey-second');
    await app.confirming(true, () => dialog().getByRole('button', { name: 'Import key' }).click());
    await expect(dialog()).toContainText(SECOND, SLOW);
    await expect(dialog()).toContainText('two-factor authentication');
    await takePicture(page, 'passkey-second-made');
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect(keys.getByRole('listitem')).toHaveCount(3);
    await expect(keys).toContainText('Signs your orders while the vault is unlocked');
    await expect(pane().getByRole('region', { name: 'On the chain' })).toContainText('signed by the second key');
    await takePicture(page, 'passkey-wallet-second');
  });

  test('explains that the exchange has not authorised the key yet, and no order rests', async () => {
    await topBar().getByRole('button', { name: 'Disarmed · F8' }).click();
    await ticket().getByRole('textbox', { name: 'Contracts' }).fill('10');
    await clickLadderBid(page, 3);
    const notice = page.getByText(/^Rejected:/).first();
    await expect(notice).toBeVisible();
    await expect(page.getByText('not an owner of the wallet yet').first()).toBeVisible();
    await takePicture(page, 'passkey-refused');
    // The row shows the pending order until the refusal is drawn.
    await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([]);
  });

  test('places and cancels orders on the ladder once the exchange has authorised the key', async () => {
    await openMember(exchange.port, { owner: OWNER, kind: 'passkey', signing_key: SECOND });
    const price = await clickLadderBid(page, 4);
    await expect.poll(async () => (await readLadder(page)).ownBids).toContain(price);
    await takePicture(page, 'passkey-rests');
    await page.keyboard.press('Shift+F9');
    await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([]);
  });

  test('is read-only and disarmed after the key is removed', async () => {
    await page.getByRole('tab', { name: 'Wallet' }).click();
    await pane().getByRole('button', { name: 'Second key: Remove…' }).click();
    const form = pane().getByRole('form', { name: /^Remove the second key/ });
    await takePicture(page, 'passkey-remove');
    await form.getByLabel('Password').fill(TEST_PASSWORD);
    await app.confirming(true, () => form.getByRole('button', { name: 'Remove key' }).click());
    await expect(pane().locator('.wallet-result')).toContainText('was removed from this vault', SLOW);
    await expect(topBar().getByRole('button', { name: 'Read-only' })).toBeVisible();
    await expect(page.getByTestId('ladder-hint')).toContainText('Read-only');
  });

  test('leads from the read-only button to a created key and shows which key signs', async () => {
    await topBar().getByRole('button', { name: 'Read-only' }).click();
    await dialog().getByRole('button', { name: 'Add a second signing key' }).click();
    await dialog().getByRole('button', { name: 'Back' }).click();
    await dialog().getByRole('button', { name: 'Add a second signing key' }).click();
    await dialog().getByLabel('Password of the vault').fill(TEST_PASSWORD);
    await takePicture(page, 'passkey-wizard-second');
    await app.confirming(true, () => dialog().getByRole('button', { name: 'Create key' }).click());
    await expect(dialog().getByText('Key added; the exchange must now authorise it')).toBeVisible(SLOW);
    const created = await dialog()
      .getByRole('button', { name: /^Copy address/ })
      .getAttribute('title');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await expect(dialog()).toContainText('The wallet is ready');
    await expect(dialog()).toContainText(created ?? 'an address');
    await takePicture(page, 'passkey-ready');
    await dialog().getByRole('button', { name: 'Start trading' }).click();
    await expect(topBar().getByRole('button', { name: 'Disarmed · F8' })).toBeVisible();
  });
});

test.describe('an account whose funds the exchange holds', () => {
  let exchange: PaperExchange;
  let app: OpenApp;
  let page: Page;

  const topBar = () => page.getByRole('banner');
  const dialog = () => page.getByRole('dialog');

  test.beforeAll(async () => {
    exchange = await openExchange({ token: null, direction: { name: 'way', buy: 'bid', sell: 'ask' } });
    app = await openApp({ network: testNetwork(exchange.port) });
    page = app.page;
  });
  test.afterAll(async () => {
    await app.close();
    await exchange.close();
  });

  test('is read as such, confirmed once, and trades by mouse', async () => {
    await connectWithoutKey(app, await openMember(exchange.port, { owner: OWNER, kind: 'custodial' }));
    await expect(dialog().getByText('Who holds the funds of this account?')).toBeVisible(SLOW);
    await expect(dialog()).toContainText('it refused to name a wallet');
    const confirm = dialog().getByRole('button', { name: 'The exchange holds them' });
    // The usual form is proved without a question about fields; they are asked where the exchange refuses the order.
    await expect(dialog().getByLabel('Name of the direction')).toBeHidden();
    await dialog().getByLabel('Password of the vault').fill(TEST_PASSWORD);
    await app.confirming(true, () => confirm.click());
    await expect(dialog().getByLabel('Name of the direction')).toBeVisible(SLOW);
    await expect(dialog().getByRole('alert')).toContainText(
      'Refused: expected the exchange to accept the order of the proof, found',
    );
    await dialog().getByLabel('Name of the direction').fill('side');
    await expect(dialog().getByText('An order has this field already')).toBeVisible();
    await confirm.click();
    await dialog().getByLabel('Name of the direction').fill('way');
    await dialog().getByLabel('Word for buy').fill('bid');
    await dialog().getByLabel('Word for sell').fill('ask');
    await takePictures(page, 'custodial-confirm');
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByLabel('Password of the vault').fill(TEST_PASSWORD);
    await app.confirming(true, () => confirm.click());
    await expect(dialog().getByText('The account is ready')).toBeVisible(SLOW);
    // The order of the proof was accepted as it was sent, and does not rest.
    await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([]);
    await takePictures(page, 'custodial-ready');
    await dialog().getByRole('button', { name: 'Start trading' }).click();
    await expect(topBar()).toContainText('10,000.00');
    await topBar().getByRole('button', { name: 'Disarmed · F8' }).click();
    await page.getByRole('form', { name: 'Order ticket' }).getByRole('textbox', { name: 'Contracts' }).fill('10');
    const price = await clickLadderBid(page, 4);
    await expect.poll(async () => (await readLadder(page)).ownBids).toContain(price);
    await page.keyboard.press('Shift+F9');
    await expect.poll(async () => (await readLadder(page)).ownBids).toEqual([]);
  });

  test('is described in the Wallet pane, and examined by the doctor in Health', async () => {
    await page.getByRole('tab', { name: 'Wallet' }).click();
    const custodial = page.getByRole('region', { name: 'Custodial account' });
    await expect(custodial).toContainText('held by the exchange');
    await expect(custodial).toContainText('Confirmed: the exchange accepted an order');
    await expect(page.getByRole('region', { name: 'Keys', exact: true })).toContainText('can trade with everything');
    await expect(custodial).toContainText('"way": "bid" or "ask"');
    await custodial.getByRole('button', { name: 'How orders say their direction: Change…' }).click();
    await expect(page.getByRole('form', { name: 'Change how orders say their direction' })).toBeVisible();
    await takePictures(page, 'custodial-wallet');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Health' }).click();
    await expect(page.getByRole('region', { name: 'Account without a wallet' })).toContainText('You confirmed');
    await page.getByRole('button', { name: 'Run the doctor' }).click();
    const report = page.getByRole('list', { name: 'Report of the doctor' });
    await expect(report.getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('region', { name: 'Doctor' })).toContainText('Nothing failed');
    await report.scrollIntoViewIfNeeded();
    await takePictures(page, 'custodial-doctor');
    // A row is stored once a minute.
    await page.getByRole('tab', { name: 'Equity', exact: true }).click();
    await expect(page.getByTestId('equity').or(page.getByText('No equity stored in this period'))).toBeVisible();
    expect(await listViolations(page)).toEqual([]);
  });
});
