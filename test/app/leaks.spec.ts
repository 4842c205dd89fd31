/**
 * Types secrets into the real page as a person does; afterwards neither its heap, its fields and stores, nor a file has one.
 *
 * Source      docs/security-coverage.md#r14, #r15, and what of it cannot be shown
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { encodeKeystore } from '../../src/main/vault/keys/keystoreV3.ts';
import { deriveOwnKey, entropyOf, phraseOf } from '../../src/main/vault/keys/phrase.ts';
import { SecretBytes } from '../../src/main/vault/keys/secretBytes.ts';
import { addressOf } from '../../src/main/vault/signing/secp256k1.ts';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { hashText } from '../../src/wire/eip712/bytes.ts';
import { buildPatterns, findSecrets, type Secret, secretText } from '../security/findSecrets.ts';
import { takeHeap } from './heapSnapshot.ts';
import { type OpenApp, type OpenOptions, openApp, testNetwork } from './launch.ts';
import { openMember } from './testAccount.ts';

const PASSWORD = 'Canary-81-opens-the-vault';
const BACKUP = 'Canary-82-seals-the-backup';
const WRONG = 'Canary-83-is-the-wrong-one';
const NEXT = 'Canary-88-is-the-next-password';
const FOREIGN = 'Canary-84-of-another-wallet';
const MISTYPED = `5e${'a7'.repeat(30)}c`;
const PHRASE = phraseOf(hashText('canary 85').slice(0, 16));
/** Typing key by key, and four rounds of scrypt. */
test.describe.configure({ timeout: 300_000 });

const CONTROL = 'Control-86-is-kept-on-purpose';

const bytesOf = (secret: SecretBytes): Uint8Array => secret.use((bytes) => bytes.slice());
const PASSWORDS = [
  secretText('password', PASSWORD),
  secretText('backup password', BACKUP),
  secretText('wrong password', WRONG),
  secretText('next password', NEXT),
];

/** Types by keys: a driver's own `fill` is another way than a person's, and has copies of its own. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.type(text);
  await expect.poll(async () => (await field.inputValue()).length).toBe(text.length);
}

/** Every field for a secret in sight is what it must be; the answer waits until each of them is empty. */
async function watchFields(page: Page): Promise<() => Promise<void>> {
  const fields = await page.locator('input[type="password"]').elementHandles();
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    const attributes = await field.evaluate((node) => {
      const input = node as HTMLInputElement;
      // Where a framework controls a field, it mirrors what is typed into the attribute `value`.
      const [autocomplete, value, name] = ['autocomplete', 'value', 'name'].map((each) => input.getAttribute(each));
      return { autocomplete, spellcheck: input.spellcheck, value, name };
    });
    expect(attributes).toEqual({ autocomplete: 'off', spellcheck: false, value: null, name: null });
  }
  const lengths = () =>
    Promise.all(fields.map((field) => field.evaluate((input) => (input as HTMLInputElement).value.length)));
  return async () => {
    await expect.poll(lengths).toEqual(fields.map(() => 0));
    // A handle would keep a field of a step that is over alive.
    await Promise.all(fields.map((field) => field.dispose()));
  };
}

/** Every field for a secret in sight is what it must be before `act`, and empty after it. */
async function submit(page: Page, act: () => Promise<void>): Promise<void> {
  const seeEmpty = await watchFields(page);
  await act();
  await seeEmpty();
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function searchFiles(folder: string, secrets: readonly Secret[]): Promise<string[]> {
  const patterns = buildPatterns(secrets);
  const found: string[] = [];
  for (const file of await listFiles(folder)) {
    // A browser's own files come and go while it runs.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    found.push(...findSecrets(bytes, patterns).map((what) => `${path.relative(folder, file)}: ${what}`));
  }
  return found;
}

async function searchHeap(page: Page, secrets: readonly Secret[]): Promise<string[]> {
  const patterns = buildPatterns(secrets);
  const session = await page.context().newCDPSession(page);
  try {
    const heap = await takeHeap(session);
    expect(heap.size).toBeGreaterThan(50_000);
    const find = (text: string): string | null => findSecrets(Buffer.from(text, 'utf8'), patterns)[0] ?? null;
    // All at once is quick and is what counts; one by one tells who keeps it.
    return find(heap.texts().join('\n')) === null ? [] : heap.find(find);
  } finally {
    await session.detach();
  }
}

/** Everything that a page could keep beyond its life, as one text. */
const readStores = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const cached = await caches.keys();
    const kept = { ...localStorage, ...sessionStorage };
    return JSON.stringify([kept, databases, cached, document.cookie, window.name, history.state, location.href]);
  });

class Walk {
  readonly page: Page;
  readonly said: string[] = [];
  readonly #app: OpenApp;

  constructor(app: OpenApp) {
    this.#app = app;
    this.page = app.page;
    this.page.on('console', (message) => this.said.push(message.text()));
    this.page.on('pageerror', (error) => this.said.push(error.message));
    this.page.on('request', (request) => this.said.push(`${request.url()} ${request.postData() ?? ''}`));
  }

  static async open(options?: OpenOptions): Promise<Walk> {
    return new Walk(await openApp(options));
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  press(name: string | RegExp): Promise<void> {
    return this.dialog.getByRole('button', { name, exact: true }).click();
  }

  fill(label: string, text: string): Promise<void> {
    return type(this.page, this.field(label), text);
  }

  confirming(act: () => Promise<void>): Promise<void> {
    return this.#app.confirming(true, act);
  }

  async begin(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
  }

  choose(kind: string): Promise<void> {
    return this.dialog.getByRole('radio', { name: kind }).click();
  }

  /** `confirm` where main asks outside the page: everywhere but on paper. */
  async backUp(confirm: boolean): Promise<void> {
    await this.fill('Password of the vault', PASSWORD);
    await this.fill('Backup password', BACKUP);
    await this.fill('Backup password again', BACKUP);
    // A password that main refuses stays in its fields, so they are emptied once main has answered.
    const seeEmpty = await watchFields(this.page);
    const write = () => this.press('Write backup');
    await (confirm ? this.confirming(write) : write());
    await seeEmpty();
    await expect(this.dialog.getByText('Backup verified')).toBeVisible({ timeout: 60_000 });
    await this.press('Continue');
  }

  /** Ends before the dialog closes: what its state holds is still held. */
  async sign(confirm: boolean): Promise<void> {
    await this.press(/^Continue with/);
    await this.fill('Password', PASSWORD);
    const send = () => submit(this.page, () => this.press(/^Sign and send/));
    await (confirm ? this.confirming(send) : send());
    await expect(this.dialog.getByText('The wallet is ready')).toBeVisible({ timeout: 60_000 });
  }

  /** Lock, and a wrong password that no undoing brings back; the dialog stays. */
  async lockAndMistype(): Promise<void> {
    await this.press('Start trading');
    const topBar = this.page.getByRole('banner');
    await topBar.getByRole('button', { name: 'Lock', exact: true }).click();
    await topBar.getByRole('button', { name: 'Unlock', exact: true }).click();
    await this.fill('Password', WRONG);
    await submit(this.page, () => this.press('Unlock'));
    await expect(this.dialog.getByRole('alert')).toContainText(/password/i);
    await this.field('Password').focus();
    await this.page.keyboard.press('ControlOrMeta+z');
    expect(await this.field('Password').inputValue()).toHaveLength(0);
  }

  async unlock(): Promise<void> {
    await this.fill('Password', PASSWORD);
    await submit(this.page, () => this.press('Unlock'));
    await expect(this.dialog).toBeHidden();
  }

  /** In the Wallet pane, which stays. */
  async changePassword(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Wallet' }).click();
    const pane = this.page.getByRole('region', { name: 'Keys and wallet' });
    await pane.getByRole('button', { name: 'Password: Change…' }).click();
    const form = pane.getByRole('form', { name: 'Change the password' });
    await type(this.page, form.getByLabel('Current password'), PASSWORD);
    await type(this.page, form.getByLabel('New password', { exact: true }), NEXT);
    await type(this.page, form.getByLabel('New password again'), NEXT);
    await submit(this.page, () => pane.getByRole('button', { name: 'Change password' }).click());
    await expect(pane.getByText('The password is changed')).toBeVisible({ timeout: 60_000 });
  }

  /** Nothing in the page, while a dialog is open too. */
  async expectCleanPage(secrets: readonly Secret[]): Promise<void> {
    const { page } = this;
    const stores = await readStores(page);
    expect(JSON.parse(stores)).toEqual([{}, [], [], '', '', null, page.url()]);
    const texts = Buffer.from([stores, await page.content(), ...this.said].join('\n'));
    expect(findSecrets(texts, buildPatterns(secrets))).toEqual([]);
    expect(await searchHeap(page, secrets)).toEqual([]);
  }

  /** Nothing in any file of the program or of the browser's profile. */
  async expectCleanFiles(secrets: readonly Secret[]): Promise<void> {
    const { dataFolder } = this.#app;
    const files = (await listFiles(dataFolder)).map((file) => path.relative(dataFolder, file));
    expect(files.map((file) => path.basename(file))).toEqual(
      expect.arrayContaining(['vault.json', 'journal.sqlite', 'adyton.log']),
    );
    expect(files.filter((file) => /^(browser-profile|electron)\b/.test(file))).not.toEqual([]);
    expect(await searchFiles(dataFolder, secrets)).toEqual([]);
  }

  async expectControlFound(): Promise<void> {
    await this.page.evaluate((words) => {
      // Pieced together at run time, as a secret inside a message is.
      Object.assign(globalThis, { keptOnPurpose: `{"now":${performance.now()},"password":"${words.join('-')}"}` });
    }, CONTROL.split('-'));
    const found = await searchHeap(this.page, [secretText('control', CONTROL)]);
    expect(found).toEqual([expect.stringMatching(/^control: raw, kept by .*keptOnPurpose of Window/)]);
  }

  close(): Promise<void> {
    return this.#app.close();
  }
}

test('keeps nothing of a mistyped key, a recovery phrase and four passwords typed on paper', async () => {
  const walk = await Walk.open();
  try {
    await walk.begin();
    await walk.fill('Password', PASSWORD);
    await walk.choose('Private key');
    await type(walk.page, walk.dialog.getByRole('textbox', { name: 'Private key' }), MISTYPED);
    await submit(walk.page, () => walk.press('Import key'));
    await expect(walk.dialog.getByRole('alert')).toBeVisible();
    await walk.choose('Recovery phrase');
    await walk.fill('Password', PASSWORD);
    await type(walk.page, walk.dialog.getByRole('textbox', { name: 'Recovery phrase' }), PHRASE);
    // The words stay in their field, and nowhere else, until one of their addresses is chosen.
    await walk.press('Show addresses');
    await expect(walk.dialog.getByRole('group', { name: /^Addresses of the phrase/ })).toBeVisible();
    await submit(walk.page, () => walk.press('Import key'));
    await walk.backUp(false);
    await walk.press('Open a paper account');
    await walk.sign(false);
    const secrets = [
      ...PASSWORDS,
      secretText('mistyped key', MISTYPED),
      secretText('phrase', PHRASE),
      { name: 'entropy', bytes: bytesOf(entropyOf(PHRASE)) },
      { name: 'own key', bytes: bytesOf(await deriveOwnKey(PHRASE, 0)) },
    ];
    await walk.expectCleanPage(secrets);
    await walk.lockAndMistype();
    await walk.expectCleanPage(secrets);
    await walk.unlock();
    await walk.changePassword();
    await walk.expectCleanPage(secrets);
    await walk.expectCleanFiles(secrets);
    await walk.expectControlFound();
  } finally {
    await walk.close();
  }
});

test("keeps nothing of a key file's password, the key in it, or the secret of an API key typed for a test server", async () => {
  // Four questions, of which at most three are asked in a minute.
  test.slow();
  const key = hashText('canary 87');
  const owner = addressOf(key);
  const id = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
  const file = await encodeKeystore(new SecretBytes(key.slice()), FOREIGN, (length) => key.slice(0, length), id);
  const exchange = await openExchange({ token: null });
  const walk = await Walk.open({ network: testNetwork(exchange.port) });
  try {
    const { apiKey, apiSecret } = await openMember(exchange.port, { owner });
    const importFile = async (filePassword: string) => {
      await walk.fill('Password', PASSWORD);
      await walk.fill('Password again', PASSWORD);
      await walk.field('Or paste the text of the file').fill(file);
      await walk.fill('Password of the key file', filePassword);
    };
    await walk.begin();
    await walk.choose('Key file');
    await importFile(WRONG);
    await submit(walk.page, () => walk.press('Import key'));
    await expect(walk.dialog.getByRole('alert')).toBeVisible();
    await expect(walk.field('Or paste the text of the file')).toHaveValue('');
    await importFile(FOREIGN);
    // A password that main refuses as weak stays in its fields, so they are emptied once main has answered.
    const seeEmpty = await watchFields(walk.page);
    await walk.confirming(() => walk.press('Import key'));
    await seeEmpty();
    await walk.backUp(true);
    await walk.fill('API key', apiKey);
    await walk.fill('API secret', apiSecret);
    await walk.fill('Password of the vault', PASSWORD);
    await walk.confirming(() => submit(walk.page, () => walk.press('Connect')));
    await walk.sign(true);
    const secrets = [
      ...PASSWORDS,
      secretText('password of the key file', FOREIGN),
      { name: 'own key', bytes: key },
      secretText('API secret', apiSecret),
      { name: 'API secret as bytes', bytes: Buffer.from(apiSecret, 'hex') },
    ];
    await walk.expectCleanPage(secrets);
    await walk.lockAndMistype();
    await walk.unlock();
    await walk.expectCleanPage(secrets);
    await walk.expectCleanFiles(secrets);
  } finally {
    await walk.close();
    await exchange.close();
  }
});
