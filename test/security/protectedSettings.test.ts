/** Limits, lock times and pins against an editor of files: real files, a real vault, each way to loosen them. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLegacySettings } from '#main/storage/settings/legacySettings.ts';
import {
  openProtectedSettings,
  PROTECTED_DEFAULTS,
  type ProtectedSettings,
} from '#main/storage/settings/protectedSettings.ts';
import { openSettings } from '#main/storage/settings/settings.ts';
import { DEFAULT_RISK, STRICTEST_RISK } from '#main/storage/settings/storedRisk.ts';
import type { VaultOptions } from '#main/vault/vault.ts';
import type { WalletPin } from '#shared/order/wallet/pins.ts';
import { parseAddress, parseHex32, parseMarketId, parseTokenId } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { openTestVault, PASSWORD } from '#test/unit/main/vault/openTestVault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-protected-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NAME = 'protected-settings.json';
const address = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const OWNER = address('1');
const PIN: WalletPin = {
  proxyAddress: address('2'),
  ownerAddress: OWNER,
  exchangeAddress: address('3'),
  conditionalTokensAddress: address('4'),
  usdcAddress: address('5'),
  chainId: 137,
  domainName: 'Exchange',
  signatureType: 2,
};
const M = parseMarketId('rain');
const MARKET_PIN = {
  conditionId: parseHex32(`0x${'6'.repeat(64)}`),
  yesTokenId: parseTokenId('7'),
  noTokenId: parseTokenId('8'),
  closeAtMs: 1_800_000_000_000,
};
const STRICT = {
  maxOrderCost: 0n,
  risk: STRICTEST_RISK,
  screenLockMinutes: 1,
  keysLockMinutes: 1,
  panicFlattens: false,
  walletPins: {},
  custodial: {},
  marketPins: {},
  addresses: [],
  sessionKeys: { handlers: {}, authorisations: {} },
  consent: null,
  build: null,
};

/** One start of the program on a server's folder; `create` makes its vault. */
async function start(server = 'server', options: Partial<VaultOptions> = {}, create = false) {
  const home = join(folder, server);
  const path = join(home, NAME);
  const vault = openTestVault({ folder: join(home, 'vault'), origin: `http://${server}`, ...options });
  const faults: unknown[] = [];
  const settings = openProtectedSettings({
    path,
    vault,
    network: 'test',
    origin: `http://${server}`,
    legacy: openLegacySettings(
      openSettings(folder, () => 1),
      join(home, 'wallet-pins.json'),
    ),
    now: () => 1,
    onFault: (error) => void faults.push(error),
  });
  const atStart = settings.value();
  if (create) await vault.create(PASSWORD, { kind: 'random' });
  else await vault.unlock(PASSWORD);
  return { home, path, vault, settings, faults, atStart };
}

/** A vault with settings that a person set and pins, closed again. */
async function prepare(server = 'server') {
  const { settings, path, home, vault } = await start(server, {}, true);
  settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('250') });
  settings.saveConfirmed('lockTimes', { screenLockMinutes: 5, keysLockMinutes: 20 });
  settings.save({ walletPins: { [OWNER]: PIN } });
  settings.save({ marketPins: { [M]: MARKET_PIN } });
  await settings.close();
  vault.lock();
  return { path, home, saved: settings.value() };
}

const read = (path: string): string => readFileSync(path, 'utf8');

describe('the file of the protected settings', () => {
  it('keeps what was saved, and nothing of it is known before the vault is unlocked', async () => {
    const { saved } = await prepare();
    const { settings, atStart, faults } = await start();
    expect(atStart).toEqual(PROTECTED_DEFAULTS);
    expect(settings.value()).toEqual(saved);
    expect(saved).toMatchObject({ maxOrderCost: parseUsd('250'), marketPins: { [M]: MARKET_PIN }, loss: null });
    expect(faults).toEqual([]);
  });

  const EDITS: readonly [string, object][] = [
    ['the order limit', { settings: { maxOrderCost: '1000000000000' } }],
    ['the screen’s lock time', { settings: { screenLockMinutes: 60 } }],
    ['the keys’ lock time', { settings: { keysLockMinutes: 60 } }],
    ['the panic setting', { settings: { panicFlattens: true } }],
    ['the risk limits', { settings: { risk: { limits: {}, exclusiveEvents: ['event'], baseline: null } } }],
    ['a wallet pin', { settings: { walletPins: { [OWNER]: { ...PIN, exchangeAddress: address('9') } } } }],
    ['the wallet pins', { settings: { walletPins: {} } }],
    [
      'a custodial account',
      { settings: { custodial: { [`custodial:${'c'.repeat(40)}`]: { agreedAtMs: 1, provedAtMs: null } } } },
    ],
    [
      'a signature handler',
      {
        settings: {
          sessionKeys: { handlers: { [address('8')]: { handler: address('9'), verifier: null } }, authorisations: {} },
        },
      },
    ],
    ['the legs of a market', { settings: { marketPins: { [M]: { ...MARKET_PIN, yesTokenId: '8', noTokenId: '7' } } } }],
    ['the counter', { counter: 99 }],
    ['the vault', { vaultId: crypto.randomUUID() }],
    ['the network', { network: 'paper' }],
    ['the server', { origin: 'http://other' }],
    ['the version', { version: 2 }],
    ['the MAC', { mac: Buffer.alloc(32).toString('base64') }],
    ['an added field', { extra: 1 }],
  ];
  it.each(EDITS)('with %s edited means the strictest values', async (_what, edit) => {
    const { path } = await prepare();
    const file = JSON.parse(read(path));
    const settings = { ...file.settings, ...('settings' in edit ? (edit.settings as object) : {}) };
    writeFileSync(path, `${JSON.stringify({ ...file, ...edit, settings })}\n`);
    const groups = ['orderLimit', 'lockTimes', 'pins'];
    expect((await start()).settings.value()).toEqual({ ...STRICT, loss: { reason: 'altered', groups } });
  });

  it.each([
    ['', 'emptied'],
    ['{', 'cut off'],
    ['[]', 'of another shape'],
    ['null\n', 'of another kind'],
  ])('that is %j (%s) means the strictest values', async (text) => {
    const { path } = await prepare();
    writeFileSync(path, text);
    expect((await start()).settings.value()).toMatchObject({ ...STRICT, loss: { reason: 'altered' } });
  });

  it('spelled otherwise, or cut off at any of its characters, means the strictest values', async () => {
    const { path } = await prepare();
    const text = read(path);
    const { vault } = await start();
    for (const changed of [` ${text}`, text.replace('":', '": '), text.slice(0, -1), `${text}\n`]) {
      writeFileSync(path, changed);
      vault.lock();
      const { settings, vault: next } = await start();
      expect(settings.value().loss?.reason).toBe('altered');
      next.lock();
    }
  });

  it('when deleted means the strictest values, also after the next start, until each group is set again', async () => {
    const { path, saved } = await prepare();
    rmSync(path);
    const first = await start();
    expect(first.settings.value()).toMatchObject({ ...STRICT, loss: { reason: 'missing' } });
    // Pins alone, which need no step-up, do not end the loss.
    first.settings.save({ marketPins: { [M]: MARKET_PIN } });
    expect(first.settings.value().loss?.groups).toEqual(['orderLimit', 'lockTimes', 'pins']);
    first.settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('250'), risk: DEFAULT_RISK });
    await first.settings.close();
    const second = await start();
    expect(second.settings.value()).toMatchObject({
      maxOrderCost: parseUsd('250'),
      screenLockMinutes: 1,
      loss: { reason: 'missing', groups: ['lockTimes', 'pins'] },
    });
    second.settings.saveConfirmed('lockTimes', { screenLockMinutes: 5, keysLockMinutes: 20 });
    second.settings.saveConfirmed('pins', { walletPins: saved.walletPins });
    await second.settings.close();
    expect((await start()).settings.value()).toEqual(saved);
  });

  it('as an older copy is refused, and the refused file stays under another name', async () => {
    const { path, home } = await prepare();
    const older = read(path);
    const { settings } = await start();
    settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('10') });
    await settings.close();
    writeFileSync(path, older);
    const again = await start();
    expect(again.settings.value()).toMatchObject({ ...STRICT, loss: { reason: 'older' } });
    again.settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('20') });
    const aside = readdirSync(home).filter((name) => name.includes('.broken-'));
    expect(aside.map((name) => read(join(home, name)))).toEqual([older]);
  });

  it('of another server, or of another vault with the same keys, means the strictest values', async () => {
    const { path } = await prepare('one');
    const other = await prepare('two');
    writeFileSync(path, read(other.path));
    expect((await start('one')).settings.value()).toMatchObject({ ...STRICT, loss: { reason: 'altered' } });
  });

  it('of a vault that is gone is set aside: a vault created here starts with the defaults', async () => {
    const { home, path } = await prepare();
    const before = read(path);
    rmSync(join(home, 'vault'), { recursive: true });
    const { settings } = await start('server', {}, true);
    expect(settings.value()).toEqual(PROTECTED_DEFAULTS);
    settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('10') });
    const aside = readdirSync(home).filter((name) => name.includes('.broken-'));
    expect(aside.map((name) => read(join(home, name)))).toEqual([before]);
  });
});

describe('a kill', () => {
  it('between the file and the vault’s counter loses nothing, and the counter is made up for', async () => {
    const { path, home, saved } = await prepare();
    const vaultBefore = read(join(home, 'vault', 'vault.json'));
    const olderFile = read(path);
    // The process ends before the vault's save: no byte of it is written.
    const killed = await start('server', {
      onSaveStep(step) {
        if (step === 'open') throw Object.assign(new Error('killed'), { code: 'EIO' });
      },
    });
    killed.settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('10') });
    await killed.settings.close();
    expect(killed.faults).toHaveLength(1);
    expect(read(join(home, 'vault', 'vault.json'))).toBe(vaultBefore);

    const next = await start();
    expect(next.settings.value()).toEqual({ ...saved, maxOrderCost: parseUsd('10') });
    await next.settings.close();
    expect(next.vault.recordCounter()).toBe(JSON.parse(read(path)).counter);
    // Made up for: the copy from before the kill is older now.
    writeFileSync(path, olderFile);
    expect((await start()).settings.value()).toMatchObject({ ...STRICT, loss: { reason: 'older' } });
  });

  it('after a lock in the middle of a save loses nothing either', async () => {
    const { saved } = await prepare();
    const { settings, vault, faults } = await start();
    settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('10') });
    vault.lock();
    await settings.close();
    expect(faults).toEqual([]);
    expect((await start()).settings.value()).toEqual({ ...saved, maxOrderCost: parseUsd('10') });
  });
});

describe('the vault', () => {
  it('keeps the generation before the last change of keys while a hundred pins are saved', async () => {
    const { settings, vault, home } = await start('server', {}, true);
    const before = read(join(home, 'vault', 'vault.json'));
    await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
    for (let index = 0; index < 100; index += 1) {
      settings.save({
        marketPins: { ...settings.value().marketPins, [parseMarketId(`market-${index}`)]: MARKET_PIN },
      });
    }
    await settings.close();
    expect(read(join(home, 'vault', 'vault.json.1'))).toBe(before);
    expect(vault.status().older).toBeNull();
    vault.lock();
    const again = await start();
    expect(Object.keys(again.settings.value().marketPins)).toHaveLength(100);
    expect(again.vault.status().older).toBeNull();
  });

  it('restored from an older copy accepts the newer settings', async () => {
    const { home, saved } = await prepare();
    const copy = join(folder, 'copy');
    cpSync(join(home, 'vault'), copy, { recursive: true });
    const { settings } = await start();
    settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('10') });
    await settings.close();
    rmSync(join(home, 'vault'), { recursive: true });
    cpSync(copy, join(home, 'vault'), { recursive: true });
    expect((await start()).settings.value()).toEqual({ ...saved, maxOrderCost: parseUsd('10') });
  });
});

describe('settings of an earlier version', () => {
  const writePreferences = (values: object) =>
    writeFileSync(join(folder, 'preferences.json'), JSON.stringify({ version: 1, theme: 'light', ...values }));

  it('are taken over once, and then removed', async () => {
    const { vault, home } = await start('server', {}, true);
    vault.lock();
    writePreferences({ maxOrderCost: '250.5', screenLockMinutes: 5, autoLockMinutes: 20 });
    writeFileSync(join(home, 'wallet-pins.json'), JSON.stringify({ version: 1, pins: { [OWNER]: PIN } }));
    const taken: ProtectedSettings = {
      ...PROTECTED_DEFAULTS,
      maxOrderCost: parseUsd('250.5'),
      screenLockMinutes: 5,
      keysLockMinutes: 20,
      walletPins: { [OWNER]: PIN },
    };
    const first = await start();
    expect(first.settings.value()).toEqual(taken);
    await first.settings.close();
    expect(existsSync(join(home, 'wallet-pins.json'))).toBe(false);
    expect(JSON.parse(read(join(folder, 'preferences.json')))).toEqual({ version: 1, theme: 'light' });
    // What is put there afterwards is not read.
    writePreferences({ maxOrderCost: '1', screenLockMinutes: 1 });
    expect((await start()).settings.value()).toEqual(taken);
  });

  it('are not taken over where they are looser than the defaults', async () => {
    writePreferences({ maxOrderCost: '5000.01', screenLockMinutes: 11, autoLockMinutes: 60 });
    const { settings } = await start('server', {}, true);
    expect(settings.value()).toEqual(PROTECTED_DEFAULTS);
  });

  it('with unreadable pins lose the pins alone', async () => {
    const { vault, home } = await start('server', {}, true);
    vault.lock();
    writeFileSync(join(home, 'wallet-pins.json'), '{"version": 1, "pins": {"me"');
    const { settings } = await start();
    expect(settings.value()).toEqual({ ...PROTECTED_DEFAULTS, loss: { reason: 'unreadable', groups: ['pins'] } });
  });
});

it('changes nothing when the file cannot be written', async () => {
  const { saved } = await prepare();
  const { settings, home } = await start();
  rmSync(home, { recursive: true });
  expect(() => settings.saveConfirmed('orderLimit', { maxOrderCost: parseUsd('10') })).toThrow(
    'Expected to save the protected settings',
  );
  expect(settings.value()).toEqual(saved);
});
