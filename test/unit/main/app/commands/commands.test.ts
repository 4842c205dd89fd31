import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openRiskStore } from '#main/app/account/riskStore.ts';
import { buildHandlers, type CommandOptions } from '#main/app/commands/commands.ts';
import { openConfirmations } from '#main/app/confirmations.ts';
import { openCustodyMemory } from '#main/app/custody/custody.ts';
import type { Confirmation } from '#main/shell/port.ts';
import { openProtectedSettings, PROTECTED_DEFAULTS } from '#main/storage/settings/protectedSettings.ts';
import { openSettings } from '#main/storage/settings/settings.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';
import { openTestVault, PASSWORD } from '#test/unit/main/vault/openTestVault.ts';
import { openFakeKeychain } from '#test/unit/main/vault/unlock/fakeKeychain.ts';

const folders: string[] = [];
const stores: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const WRONG = 'Not-the-password-1';
const NEW = 'another long password';

async function openBench() {
  const folder = mkdtempSync(join(tmpdir(), 'adyton-custody-'));
  folders.push(folder);
  const settings = openSettings(folder, () => 1);
  const memory = openCustodyMemory(settings, 'paper', (error) => {
    throw error;
  });
  const vaultFolder = join(folder, 'paper', 'vault');
  const keychain = openFakeKeychain();
  const openVault = () =>
    openTestVault({ folder: vaultFolder, rollbackMemory: memory.rollbackMemory, keychain, schedule: () => () => {} });
  const vault = openVault();
  await vault.create(PASSWORD, { kind: 'random' });
  const asked: Confirmation[] = [];
  const state = {
    agree: true,
    savePath: join(folder, 'copy.json') as string | null,
    changes: 0,
    days: 0,
    opened: 0,
    whileAsked: async (): Promise<void> => undefined,
  };
  const exchange = { network: 'test', baseUrl: 'http://127.0.0.1:4000' } as const;
  const protectedSettings = openProtectedSettings({
    path: join(folder, 'paper', 'protected-settings.json'),
    vault,
    network: exchange.network,
    origin: exchange.baseUrl,
    legacy: { find: () => null, remove: () => {} },
    now: () => 1,
    onFault(error) {
      throw error;
    },
  });
  // A minute between two questions: how often they may be asked is tested apart.
  let nowMs = 0;
  const confirmations = openConfirmations({
    now: () => (nowMs += 60_000),
    schedule: () => () => undefined,
    vault,
    exchange,
    shell: {
      async confirm(question) {
        asked.push(question);
        await state.whileAsked();
        return state.agree;
      },
    },
  });
  stores.push(protectedSettings);
  const riskStore = openRiskStore(protectedSettings);
  const trader = {
    vault,
    vaultFolder,
    settings,
    protectedSettings,
    custodyMemory: memory,
    trading: {
      view: () => ({ risk: makeRiskView(riskStore.value()) }),
      changeRisk: riskStore.save,
      planDayStart: () => ({ equity: 0n, loss: 0n }),
      restartDay: () => {
        state.days += 1;
        return true;
      },
    },
    locks: {
      noteUnlocked: () => {
        state.opened += 1;
      },
    },
    emitWalletChange: () => {
      state.changes += 1;
    },
    now: () => 1_700_000_000_000,
  };
  const handlers = buildHandlers({
    trader,
    confirmations,
    buildConsent: { settle: async () => null },
    info: exchange,
    shell: { chooseSavePath: async () => state.savePath },
    // The commands of other modules are not called here.
  } as unknown as CommandOptions);
  return { folder, riskStore, protectedSettings, memory, vaultFolder, vault, openVault, handlers, asked, state };
}

type Bench = Awaited<ReturnType<typeof openBench>>;
const STEP_UPS: readonly [string, (bench: Bench, password: string) => Promise<unknown>][] = [
  ['saveCopy', ({ handlers }, password) => handlers['vault.saveCopy']({ password })],
  ['changePassword', ({ handlers }, password) => handlers['vault.changePassword']({ password, newPassword: NEW })],
  [
    'setLockTimes',
    ({ handlers }, password) => handlers['vault.setLockTimes']({ password, screenMinutes: 5, keysMinutes: 20 }),
  ],
  ['enableKeychainUnlock', ({ handlers }, password) => handlers['vault.enableKeychainUnlock']({ password })],
  ['addSecondKey', ({ handlers }, password) => handlers['vault.addSecondKey']({ password, key: { kind: 'random' } })],
  [
    'addAccount',
    ({ handlers }, password) =>
      handlers['accounts.add']({ password, label: 'Hedges', colour: 'violet', key: { kind: 'random' } }),
  ],
  [
    'nameAccount',
    ({ handlers }, password) => handlers['accounts.rename']({ password, id: 'first', label: 'Main', colour: 'orange' }),
  ],
  ['disableKeychainUnlock', ({ handlers }, password) => handlers['vault.disableKeychainUnlock']({ password })],
  [
    'setLimits',
    ({ handlers }, password) => handlers['risk.setLimits']({ password, limits: { orderCost: parseUsd('6000') } }),
  ],
  [
    'markExclusive',
    ({ handlers }, password) => handlers['risk.markExclusive']({ password, eventId: 7, isExclusive: true }),
  ],
  ['restartDay', ({ handlers }, password) => handlers['risk.restartDay']({ password })],
];

describe.each(STEP_UPS)('%s', (_name, call) => {
  it('asks only after a correct password, and does nothing that was declined', async () => {
    const bench = await openBench();
    const before = readFileSync(join(bench.vaultFolder, 'vault.json'), 'utf8');
    await expect(call(bench, WRONG)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(bench.asked).toEqual([]);
    bench.state.agree = false;
    expect(await call(bench, PASSWORD)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(bench.asked).toHaveLength(1);
    expect(bench.asked[0]!.facts).toEqual(
      expect.arrayContaining([{ label: 'Network', value: 'test, http://127.0.0.1:4000' }]),
    );
    expect(readFileSync(join(bench.vaultFolder, 'vault.json'), 'utf8')).toBe(before);
    expect(existsSync(join(bench.folder, 'copy.json'))).toBe(false);
    expect(bench.protectedSettings.value()).toEqual(PROTECTED_DEFAULTS);
  });
});

describe('a copy of the vault', () => {
  it('is the sealed file, private, opens elsewhere with the password, and is recorded', async () => {
    const { handlers, folder, vaultFolder, memory, vault, state } = await openBench();
    const path = join(folder, 'copy.json');
    expect(await handlers['vault.saveCopy']({ password: PASSWORD })).toEqual({ ok: true, value: { path } });
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(readFileSync(join(vaultFolder, 'vault.json'), 'utf8'));
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(memory.load().copied).toEqual({ vaultId: vault.status().vaultId, atMs: 1_700_000_000_000 });
    expect(state.changes).toBe(1);
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    writeFileSync(join(elsewhere, 'vault.json'), text, { mode: 0o600 });
    const restored = openTestVault({ folder: elsewhere });
    await restored.unlock(PASSWORD);
    expect(restored.owner()).toBe(vault.owner());
  });

  it('is never written into the vault’s folder, through links either, nor over a file', async () => {
    const { handlers, folder, vaultFolder, state, memory } = await openBench();
    mkdirSync(join(vaultFolder, 'deeper'));
    symlinkSync(vaultFolder, join(folder, 'by-another-name'), 'junction');
    for (const within of [
      vaultFolder,
      join(vaultFolder, 'deeper'),
      join(vaultFolder, '..', 'vault'),
      join(folder, 'by-another-name'),
    ]) {
      state.savePath = join(within, 'copy.json');
      expect(await handlers['vault.saveCopy']({ password: PASSWORD })).toMatchObject({ error: { code: 'BAD_INPUT' } });
      expect(existsSync(state.savePath)).toBe(false);
    }
    state.savePath = join(folder, 'taken.json');
    writeFileSync(state.savePath, 'mine');
    await expect(handlers['vault.saveCopy']({ password: PASSWORD })).rejects.toMatchObject({
      coded: { code: 'SAVE_FAILED', parameters: { reason: 'copyExists' } },
    });
    expect(readFileSync(state.savePath, 'utf8')).toBe('mine');
    state.savePath = join(folder, 'nowhere', 'copy.json');
    await expect(handlers['vault.saveCopy']({ password: PASSWORD })).rejects.toMatchObject({ code: 'SAVE_FAILED' });
    state.savePath = null;
    expect(await handlers['vault.saveCopy']({ password: PASSWORD })).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(memory.load().copied).toBeNull();
    // A neighbour whose name only begins the same is none of the vault's.
    mkdirSync(`${vaultFolder}-copies`);
    state.savePath = join(`${vaultFolder}-copies`, 'copy.json');
    expect(await handlers['vault.saveCopy']({ password: PASSWORD })).toMatchObject({ ok: true });
  });
});

describe('lock times', () => {
  it('take effect at once and persist', async () => {
    const { handlers, protectedSettings, asked } = await openBench();
    const times = { password: PASSWORD, screenMinutes: 60, keysMinutes: 60 };
    expect(await handlers['vault.setLockTimes'](times)).toEqual({ ok: true, value: null });
    expect(protectedSettings.value()).toMatchObject({ screenLockMinutes: 60, keysLockMinutes: 60 });
    const facts = asked.flatMap((question) => question.facts.map((fact) => `${fact.label}: ${fact.value}`));
    expect(facts).toEqual(expect.arrayContaining(['Screen: 60 min, was 10 min', 'Keys: 60 min, was 30 min']));
  });

  it('are refused out of range, before the question', async () => {
    const { handlers, asked } = await openBench();
    const upside = { password: PASSWORD, screenMinutes: 31, keysMinutes: 30 };
    expect(await handlers['vault.setLockTimes'](upside)).toMatchObject(refused({ reason: 'lockTimes' }));
    expect(asked).toEqual([]);
  });
});

const refused = (parameters: object) => ({ ok: false, error: { code: 'BAD_INPUT', parameters } });

describe('risk limits', () => {
  it('are raised with the password and a question that shows both values', async () => {
    const { handlers, protectedSettings, riskStore, asked } = await openBench();
    const limits = { orderCost: parseUsd('1000000'), exitBudget: 0n, dayLoss: parseUsd('10') };
    expect(await handlers['risk.setLimits']({ password: null, limits })).toMatchObject(
      refused({ reason: 'passwordNeeded' }),
    );
    expect(riskStore.value().limits).toEqual(DEFAULT_RISK_LIMITS);
    expect(await handlers['risk.setLimits']({ password: PASSWORD, limits })).toEqual({ ok: true, value: null });
    expect(riskStore.value().limits).toEqual({ ...DEFAULT_RISK_LIMITS, ...limits });
    expect(protectedSettings.value().maxOrderCost).toBe(limits.orderCost);
    const facts = asked.flatMap((question) => question.facts.map((fact) => `${fact.label}: ${fact.value}`));
    expect(facts).toContain('Cost of one buy: 1,000,000.00, was 5,000.00');
    expect(facts).toContain('Order budget for exits: 0%, was 25%');
  });

  it('are lowered, and events unmarked, without password and question', async () => {
    const { handlers, riskStore, asked } = await openBench();
    riskStore.save({ exclusiveEvents: [7, 8] }, true);
    const limits = { orderCost: 0n, timeToClose: 60_000n };
    expect(await handlers['risk.setLimits']({ password: null, limits })).toMatchObject({ ok: true });
    expect(riskStore.value().limits).toMatchObject(limits);
    const unmark = { password: null, eventId: 7, isExclusive: false };
    expect(await handlers['risk.markExclusive'](unmark)).toMatchObject({ ok: true });
    expect(riskStore.value().exclusiveEvents).toEqual([8]);
    expect(asked).toEqual([]);
  });

  it('stay as they are when the page tightened one of them while the question was open', async () => {
    const { handlers, riskStore, state } = await openBench();
    state.whileAsked = async () => {
      const tighter = { password: null, limits: { dayLoss: parseUsd('10') } };
      expect(await handlers['risk.setLimits'](tighter)).toMatchObject({ ok: true });
    };
    const limits = { orderCost: parseUsd('6000'), dayLoss: parseUsd('2000') };
    expect(await handlers['risk.setLimits']({ password: PASSWORD, limits })).toMatchObject({
      error: { code: 'CHANGED_MEANWHILE', parameters: { what: 'limits' } },
    });
    expect(riskStore.value().limits).toEqual({ ...DEFAULT_RISK_LIMITS, dayLoss: parseUsd('10') });
  });

  it('are refused outside their bounds, before the question', async () => {
    const { handlers, riskStore, asked } = await openBench();
    for (const [limit, value] of [
      ['orderCost', parseUsd('1000000.000001')],
      ['orderCost', -1n],
      ['exitBudget', 91n],
      ['uncheckedBook', 2n],
    ] as const) {
      const input = { password: PASSWORD, limits: { [limit]: value } };
      expect(await handlers['risk.setLimits'](input)).toMatchObject(refused({ reason: 'limit', limit }));
    }
    riskStore.save({ exclusiveEvents: Array.from({ length: 500 }, (_, id) => id) }, true);
    const mark = { password: PASSWORD, eventId: 900, isExclusive: true };
    expect(await handlers['risk.markExclusive'](mark)).toMatchObject(refused({ reason: 'tooManyEvents' }));
    expect(asked).toEqual([]);
  });
});

it('accepts an older vault with password and confirmation, and refuses when the vault is not older', async () => {
  const { handlers, vault, vaultFolder, state, asked } = await openBench();
  expect(await handlers['vault.acceptOlder']({ password: PASSWORD })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  const path = join(vaultFolder, 'vault.json');
  const first = readFileSync(path, 'utf8');
  await vault.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
  vault.lock();
  writeFileSync(path, first, { mode: 0o600 });
  await vault.unlock(PASSWORD);
  await expect(handlers['vault.acceptOlder']({ password: WRONG })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  state.agree = false;
  expect(await handlers['vault.acceptOlder']({ password: PASSWORD })).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(vault.status().older).toEqual({ found: 1, seen: 2 });
  state.agree = true;
  expect(await handlers['vault.acceptOlder']({ password: PASSWORD })).toEqual({ ok: true, value: null });
  expect(vault.status().older).toBeNull();
  expect(asked).toHaveLength(2);
});

it('unlocks with the keychain after the next start, and reports it to the lock controller', async () => {
  const bench = await openBench();
  expect(await bench.handlers['vault.enableKeychainUnlock']({ password: PASSWORD })).toEqual({ ok: true, value: null });
  await expect(bench.handlers['vault.unlockWithKeychain']({})).rejects.toMatchObject({ code: 'DENIED' });
  expect(bench.state.opened).toBe(0);
  expect(await bench.handlers['vault.disableKeychainUnlock']({ password: PASSWORD })).toEqual({
    ok: true,
    value: null,
  });
  expect(bench.vault.keychainUnlock().at).toBe('off');
});

describe('a second signing key', () => {
  it('is added with password and confirmation, and its address is answered', async () => {
    const { handlers, vault, asked } = await openBench();
    const key = { kind: 'hex', privateKey: `0x${'07'.repeat(32)}` } as const;
    const answer = await handlers['vault.addSecondKey']({ password: PASSWORD, key });
    const [, second] = vault.keys();
    expect(answer).toEqual({ ok: true, value: { address: second!.public } });
    expect(second!.use).toBe('second');
    expect(JSON.stringify(asked)).not.toContain('0707');
    // The page is not believed about the address that a person hands to the exchange.
    expect(asked[0]!.facts).toContainEqual({ label: 'Address', value: second!.public });
    await expect(handlers['vault.addSecondKey']({ password: PASSWORD, key })).rejects.toMatchObject({
      code: 'BAD_KEY',
    });
  });

  it('is removed with password and a confirmation that names it; the own key and unknown keys never are', async () => {
    const { handlers, vault, asked, state } = await openBench();
    const key = await vault.addSecondKey(PASSWORD, { kind: 'random' });
    const [own, second] = vault.keys();
    const password = PASSWORD;
    expect(await handlers['vault.removeKey']({ password, id: own!.id })).toMatchObject({ error: { code: 'DENIED' } });
    const id = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
    expect(await handlers['vault.removeKey']({ password, id })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    const wrong = handlers['vault.removeKey']({ password: WRONG, id: second!.id });
    await expect(wrong).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(asked).toEqual([]);
    state.agree = false;
    const refused = await handlers['vault.removeKey']({ password, id: second!.id });
    expect([refused, vault.keys().length]).toMatchObject([{ error: { code: 'CANCELLED' } }, 2]);
    expect(asked[0]!.facts).toEqual(expect.arrayContaining([{ label: 'Removed', value: `Second signing key ${key}` }]));
    state.agree = true;
    expect(await handlers['vault.removeKey']({ password, id: second!.id })).toEqual({ ok: true, value: null });
    expect(vault.keys()).toEqual([own]);
  });
});

it('lists the addresses of a phrase without a password, and refuses an invalid phrase', async () => {
  const { handlers } = await openBench();
  const phrase = `${'abandon '.repeat(11)}about`;
  const answer = await handlers['vault.listPhraseAddresses']({ phrase });
  expect(answer).toMatchObject({ ok: true, value: { addresses: { 0: '0x9858effd232b4033e47d90003d41ec34ecaeda94' } } });
  await expect(handlers['vault.listPhraseAddresses']({ phrase: 'abandon' })).rejects.toMatchObject({ code: 'BAD_KEY' });
});
