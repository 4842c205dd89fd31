/** Hostile page: an attacker's page calls every command with any input, while the vault is unlocked. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { DRILL_KINDS } from '#shared/ipc/drills.ts';
import { COMMAND_NAMES, type CommandName } from '#shared/ipc/names.ts';
import type { Result } from '#shared/ipc/result.ts';
import { DEFAULT_DIRECTION } from '#shared/order/custodial.ts';
import { openFakeKeychain } from '#test/unit/main/vault/unlock/fakeKeychain.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, buildStop, PASSWORD, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

const CALLS = 3_000;
const CALLS_WITH_PASSWORD = 1_500;
/** Step-ups: their success moves funds, rights or keys. */
const STEP_UPS: readonly CommandName[] = [
  'vault.backup',
  'vault.create',
  'vault.saveCopy',
  'vault.changePassword',
  'vault.setLockTimes',
  'vault.acceptOlder',
  'vault.enableDevice',
  'vault.disableDevice',
  'vault.unlockByDevice',
  'vault.addSecondKey',
  'vault.removeKey',
  'risk.setLimits',
  'risk.markExclusive',
  'risk.restartDay',
  'exit.enablePanicFlatten',
  'conditional.setExitsOnly',
  'account.connect',
  'wallet.setup',
  'wallet.acceptChanges',
  'wallet.acceptMarket',
  'wallet.runAction',
  'wallet.addAddress',
  'wallet.removeAddress',
  'sessions.prepare',
  'sessions.authorise',
  'sessions.confirmHandler',
  'account.open',
  'account.confirmCustodial',
  'accounts.add',
  'accounts.rename',
  'accounts.select',
  'accounts.remove',
];
/** Text that the page puts into every free field; no answer may contain it. */
const MARKER = 'zq7markerzq7';

let bench: Bench;
const keychain = openFakeKeychain();
let known: {
  readonly market: string;
  readonly orderId: string;
  readonly hashes: readonly string[];
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Ids of the keys in the vault. */
  readonly keys: readonly string[];
};
let vaultBefore: unknown;
let shiftMs = 0;

/** Unlocks again: skips the delay that the page's wrong passwords cause. */
async function unlockAgain(): Promise<void> {
  shiftMs += 31_000;
  answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
}

const readFile = (name: string) =>
  JSON.parse(Buffer.from(bench.files().find((file) => file.where.endsWith(name))!.bytes).toString('utf8'));

/** Keys and slots; a pin that is saved meanwhile only raises the counter. */
const readVault = (): unknown => {
  const { items, slots, vaultId } = readFile('vault.json');
  return { items, slots, vaultId };
};

beforeAll(async () => {
  const readClock = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => readClock() + shiftMs);
  bench = await openBench(keychain);
  const { owner } = answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
  const { apiKey, apiSecret } = await bench.openMember(owner);
  answerOf(await bench.call('account.connect', { apiKey, apiSecret, password: PASSWORD }));
  const setup = answerOf(await bench.call('wallet.read', {}));
  // The wallet's calls stay unsigned, for the page to try.
  const keys = await until(() => {
    const ids = (bench.shown.wallet?.custody.keys ?? []).map((key) => key.id);
    expect(ids).toHaveLength(2);
    return ids;
  });
  known = { market: 'unknown', orderId: '0', hashes: setup.calls.map((call) => call.hash), apiKey, apiSecret, keys };
  expect(known.hashes.length).toBeGreaterThan(0);
  const markets = await until(() => {
    const found = bench.shown.catalogue?.markets ?? [];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  known = { ...known, market: markets[0]!.market };
  vaultBefore = readVault();
  bench.questions.length = 0;
});

afterAll(async () => {
  await bench.close();
  vi.restoreAllMocks();
});

const junk = fc.oneof(
  fc.constant(MARKER),
  fc.string({ maxLength: 30 }),
  fc.anything({ maxDepth: 2, withBigInt: false }),
);

function buildInputs(passwords: fc.Arbitrary<string>): { readonly [N in CommandName]: fc.Arbitrary<unknown> } {
  const nothing = fc.constant({});
  const workspaceId = fc.constantFrom('w1', 'w2', 'w99');
  const market = fc.oneof(fc.constant(known.market), fc.constant(MARKER));
  const alertTerms = fc.record({
    condition: fc.constantFrom({ kind: 'fill' }, { kind: 'stream', of: 'book', forMs: 1_000 }),
    scope: fc.record({ kind: fc.constant('market'), market }),
    repeat: fc.constantFrom(null, { pauseMs: 5_000, rearmBy: 0 }),
    expiresAtMs: fc.constant(null),
  });
  const hash = fc.oneof(fc.constantFrom(...known.hashes), fc.constant(`0x${'ab'.repeat(32)}`));
  const address = fc.constantFrom(`0x${'9e'.repeat(20)}`, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  const accountIds = fc.constantFrom('first', 'unknown');
  const accountName = { label: fc.constantFrom('Hedges', MARKER), colour: fc.constantFrom('blue', 'violet') };
  const secret = fc.oneof(fc.constant(known.apiSecret), fc.constant(MARKER));
  return {
    'app.describe': nothing,
    'app.reportFault': fc.record({ where: fc.constant(MARKER), message: fc.string({ maxLength: 100 }) }),
    'app.noteAct': nothing,
    'layout.load': nothing,
    'layout.save': fc.record({ workspace: workspaceId, json: fc.json() }),
    'layout.opened': fc.record({ workspace: workspaceId }),
    'layout.takeReturned': fc.record({ workspace: workspaceId }),
    'layout.point': fc.record({
      workspace: workspaceId,
      link: fc.constant('blue'),
      at: fc.option(fc.record({ timeMs: fc.double(), price: fc.double() })),
    }),
    'layout.share': fc.record({
      workspace: workspaceId,
      changes: fc.array(fc.record({ link: fc.constant('blue'), market, draft: fc.string() }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    'window.open': fc.record({ workspace: workspaceId, json: fc.json() }),
    'window.close': nothing,
    'window.focus': nothing,
    'workspace.open': fc.record({ id: workspaceId }),
    'workspace.create': fc.record({ name: fc.string(), arrangement: fc.constant('market') }),
    'workspace.rename': fc.record({ id: workspaceId, name: fc.constant(MARKER) }),
    'workspace.duplicate': fc.record({ id: workspaceId }),
    'workspace.remove': fc.record({ id: workspaceId }),
    'workspace.restore': nothing,
    'workspace.export': fc.record({ id: workspaceId }),
    'workspace.import': fc.record({ panes: fc.array(fc.constant('ladder')) }),
    'preferences.load': nothing,
    'preferences.save': fc.record({
      change: fc.record({ keys: fc.dictionary(fc.string({ maxLength: 20 }), fc.array(fc.constant(MARKER))) }),
    }),
    'feed.watch': fc.record({
      books: fc.array(market, { maxLength: 3 }),
      tapes: fc.array(market, { maxLength: 3 }),
      candles: fc.constant([]),
      underlyings: fc.constant([]),
    }),
    'watchlists.load': nothing,
    'watchlists.save': fc.record({
      lists: fc.array(fc.record({ name: fc.constantFrom(MARKER, 'a'), markets: fc.array(market, { maxLength: 3 }) }), {
        maxLength: 3,
      }),
    }),
    'alerts.create': fc.record({ terms: alertTerms }),
    'alerts.change': fc.record({ id: fc.uuid(), terms: alertTerms }),
    'alerts.remove': fc.record({ id: fc.uuid() }),
    'alerts.setPaused': fc.record({ id: fc.uuid(), isPaused: fc.boolean() }),
    'alerts.rearm': fc.record({ id: fc.uuid() }),
    'alerts.clearLog': nothing,
    'alerts.markSeen': nothing,
    'alerts.setMuted': fc.record({ workspace: fc.constantFrom(null, MARKER), isMuted: fc.boolean() }),
    'vault.create': fc.record({ password: passwords, key: fc.constant({ kind: 'random' }) }),
    'vault.cancelImport': nothing,
    'vault.unlock': fc.record({ password: passwords }),
    'vault.lock': nothing,
    'vault.backup': fc.record({ password: passwords, backupPassword: fc.constant('Attackers-own-password-9') }),
    'vault.saveCopy': fc.record({ password: passwords }),
    'vault.changePassword': fc.record({ password: passwords, newPassword: fc.constant('Attackers-own-password-9') }),
    'vault.listPhraseAddresses': fc.record({ phrase: fc.oneof(fc.constant(MARKER), fc.string({ maxLength: 60 })) }),
    'vault.setLockTimes': fc.record({
      password: passwords,
      screenMinutes: fc.integer({ min: 0, max: 61 }),
      keysMinutes: fc.constant(60),
    }),
    'vault.acceptOlder': fc.record({ password: passwords }),
    'vault.enableDevice': fc.record({ password: passwords }),
    'vault.disableDevice': fc.record({ password: passwords }),
    'vault.unlockByDevice': nothing,
    'vault.addSecondKey': fc.record({ password: passwords, key: fc.constant({ kind: 'random' }) }),
    'vault.removeKey': fc.record({ password: passwords, id: fc.constantFrom(...known.keys) }),
    'account.open': fc.oneof(nothing, fc.constant({ kind: 'custodial' as const })),
    'account.confirmCustodial': fc.record({
      password: passwords,
      direction: fc.constantFrom(DEFAULT_DIRECTION, { ...DEFAULT_DIRECTION, name: 'side' }),
    }),
    'account.connect': fc.record({ apiKey: fc.constant(MARKER), apiSecret: secret, password: passwords }),
    'account.arm': fc.record({ armed: fc.boolean() }),
    'accounts.add': fc.record({ password: passwords, ...accountName, key: fc.constant({ kind: 'random' as const }) }),
    'accounts.rename': fc.record({ password: passwords, id: accountIds, ...accountName }),
    'accounts.select': fc.record({ password: passwords, id: accountIds }),
    'accounts.remove': fc.record({ password: passwords, id: accountIds }),
    'accounts.readLeft': fc.record({ id: accountIds }),
    'risk.setLimits': fc.record({
      password: passwords,
      limits: fc.record({ orderCost: fc.constantFrom(6n * 10n ** 9n, 10n ** 12n, 10n ** 13n) }),
    }),
    'risk.markExclusive': fc.record({ password: passwords, eventId: fc.nat(), isExclusive: fc.constant(true) }),
    'risk.restartDay': fc.record({ password: passwords }),
    'wallet.read': nothing,
    'wallet.setup': fc.record({
      password: passwords,
      hashes: fc.oneof(fc.array(hash, { minLength: 1, maxLength: 4 }), fc.constant([...known.hashes])),
    }),
    'wallet.acceptChanges': fc.record({ password: passwords }),
    'wallet.acceptMarket': fc.record({ password: passwords, market }),
    'wallet.readMarketIds': fc.record({ market }),
    'wallet.planAction': fc.record({
      intent: fc.oneof(
        fc.record({ kind: fc.constant('withdraw'), to: address, amount: fc.constantFrom(1n, 'all') }),
        fc.record({ kind: fc.constantFrom('split', 'merge'), market, amount: fc.constant(1_000_000n) }),
        fc.record({ kind: fc.constant('redeem'), markets: fc.constant([known.market]) }),
      ),
      nonce: fc.constantFrom(null, 0, 9),
    }),
    'wallet.runAction': fc.record({ password: passwords, hash }),
    'wallet.checkRelays': nothing,
    'wallet.stopRelay': fc.record({ hash }),
    'wallet.addAddress': fc.record({ password: passwords, address, label: fc.constantFrom('Cold', MARKER) }),
    'wallet.removeAddress': fc.record({ password: passwords, address }),
    'sessions.prepare': fc.record({
      password: passwords,
      keyId: fc.constantFrom(null, ...known.keys),
      hours: fc.integer({ min: 1, max: 100 }),
    }),
    'sessions.authorise': fc.record({ password: passwords, hashes: fc.array(hash, { minLength: 1, maxLength: 4 }) }),
    'sessions.confirmHandler': fc.record({
      password: passwords,
      handler: fc.constant(`0x${'5e'.repeat(20)}`),
      verifier: fc.constant(null),
    }),
    'order.place': fc.record({
      intentId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
      market,
      side: fc.constantFrom('yes', 'no'),
      direction: fc.constantFrom('buy', 'sell'),
      price: fc.integer({ min: 1, max: 999_999 }),
      shares: fc.integer({ min: 1, max: 1_000_000_000 }),
      postOnly: fc.boolean(),
      bookVersion: fc.constant(null),
    }),
    'order.cancel': fc.record({ orderId: fc.constantFrom('1', MARKER) }),
    'order.cancelAll': fc.record({
      market: fc.oneof(fc.constant(null), market),
      eventId: fc.oneof(fc.constant(null), fc.integer()),
      side: fc.constantFrom(null, 'yes' as const, 'no' as const),
      column: fc.constantFrom(null, 'bid' as const, 'ask' as const),
      yesPrice: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 999_999 })),
    }),
    'exit.previewFlatten': fc.record({
      scope: fc.oneof(
        fc.constant({ kind: 'all' as const }),
        fc.record({ kind: fc.constant('market' as const), market }),
        fc.record({ kind: fc.constant('event' as const), eventId: fc.integer() }),
      ),
      cancelsOrders: fc.boolean(),
    }),
    'exit.flatten': fc.record({
      flattenId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
      legs: fc.array(
        fc.record({
          market,
          side: fc.constantFrom('yes' as const, 'no' as const),
          route: fc.constantFrom('sell' as const, 'buyOther' as const),
          worst: fc.integer({ min: 1, max: 999_999 }),
          isBookConfirmed: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      cancelsOrders: fc.boolean(),
    }),
    'exit.stopFlatten': fc.record({ flattenId: fc.stringMatching(/^[a-z0-9-]{12,20}$/) }),
    'exit.dismiss': fc.record({ exitId: fc.stringMatching(/^[a-z0-9-]{12,20}$/) }),
    'exit.panic': nothing,
    'exit.enablePanicFlatten': fc.record({ password: passwords }),
    'conditional.setExitsOnly': fc.record({
      password: passwords,
      hours: fc.integer({ min: 1, max: 12 }),
      exits: fc.array(
        fc.record({
          market: fc.constantFrom(known.market, MARKER) as fc.Arbitrary<never>,
          side: fc.constantFrom('yes' as const, 'no' as const),
          price: fc.integer({ min: 1, max: 999_999 }),
          shares: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 10 ** 9 })),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    'conditional.revokeExits': nothing,
    'exit.disablePanicFlatten': nothing,
    'order.export': fc.record({
      what: fc.constantFrom('orders' as const, 'fills' as const),
      format: fc.constantFrom('csv' as const, 'json' as const),
      fromMs: fc.oneof(fc.constant(null), fc.nat()),
      toMs: fc.oneof(fc.constant(null), fc.nat()),
    }),
    'exit.move': fc.record({
      moveId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
      orderId: fc.constantFrom('1', MARKER),
      price: fc.integer({ min: 1, max: 999_999 }),
      bookVersion: fc.constant(null),
    }),
    'order.resolveUnknown': fc.record({
      intentId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
      orderId: fc.constantFrom(null, '1', MARKER),
    }),
    'conditional.arm': fc.record({ id: fc.uuid(), terms: market.map(buildStop) }),
    'conditional.cancel': fc.record({ id: fc.uuid() }),
    'conditional.change': fc.record({ id: fc.uuid(), terms: market.map(buildStop) }),
    'conditional.answer': fc.record({ id: fc.uuid(), answer: fc.constant('resume') }),
    'conditional.dismiss': fc.record({ id: fc.uuid() }),
    'conditional.dryRun': fc.record({
      // Of no listed market: nothing here starts a process.
      terms: fc.constant(MARKER).map(buildStop),
      seed: fc.nat(),
      start: fc.constant(null),
    }),
    'conditional.cancelDryRun': nothing,
    'equity.read': fc.record({ fromMs: fc.oneof(fc.constant(null), fc.nat()) }),
    'doctor.run': nothing,
    'drill.start': fc.record({ kind: fc.constantFrom(...DRILL_KINDS) }),
    'drill.stop': nothing,
  };
}

/** Name and text of one call: mostly valid, sometimes with an extra key, sometimes anything. */
function buildCalls(passwords: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, string]> {
  const inputs = buildInputs(passwords);
  const shaped = fc
    .constantFrom(...COMMAND_NAMES)
    .chain((name) => inputs[name].map((input) => [name, encodeMessage(input)] as const));
  const extended = fc
    .tuple(fc.constantFrom(...COMMAND_NAMES), fc.string({ maxLength: 8 }), junk)
    .chain(([name, key, value]) =>
      inputs[name].map((input) => [name, encodeMessage({ ...(input as object), [key]: value })] as const),
    );
  const arbitrary = fc.tuple(
    fc.oneof(fc.constantFrom(...COMMAND_NAMES), fc.constant(MARKER)),
    fc.oneof(fc.json(), fc.string(), fc.constant(`{"${MARKER}":`)),
  );
  return fc.oneof({ weight: 6, arbitrary: shaped }, { weight: 2, arbitrary: extended }, { weight: 2, arbitrary });
}

async function attack(passwords: fc.Arbitrary<string>, calls: number) {
  const done: string[] = [];
  const echoes: string[] = [];
  const bugs: string[] = [];
  const codes = new Map<string, number>();
  for (const [name, text] of fc.sample(buildCalls(passwords), { numRuns: calls, seed: 20_261_121 })) {
    const answer = decodeMessage(await bench.send(name, text)) as Result<unknown>;
    const code = answer.ok ? 'ok' : answer.error.code;
    codes.set(`${name} ${code}`, (codes.get(`${name} ${code}`) ?? 0) + 1);
    if (answer.ok && (STEP_UPS as readonly string[]).includes(name)) done.push(name);
    if (!answer.ok && JSON.stringify(answer).includes(MARKER)) echoes.push(`${name}: ${JSON.stringify(answer)}`);
    if (code === 'BUG') bugs.push(`${name} ${text.slice(0, 80)}`);
    // The page waits until questions are possible again.
    if (code === 'QUESTIONS_LIMITED') {
      shiftMs += 61_000;
      await bench.call('app.noteAct', {});
    }
    // The person unlocks again after the page locked the vault.
    if (name === 'vault.lock' && answer.ok) {
      await unlockAgain();
    }
  }
  return { done, echoes, bugs, codes };
}

const backups = () => bench.files().filter((file) => /UTC--|adyton-vault-/.test(file.where));
/** What step-ups could change besides the vault. */
const settings = () => ({
  orderLimit: readFile('protected-settings.json').settings.maxOrderCost,
  lockTimes: bench.shown.wallet?.custody.lockTimes,
  keychainEntries: keychain.entries.size,
});
const UNCHANGED = {
  orderLimit: '5000000000',
  lockTimes: { screenMinutes: 10, keysMinutes: 30 },
  keychainEntries: 0,
};

describe('a hostile page', () => {
  it('completes no step-up without the password, even when the person confirms everything', async () => {
    bench.agree = true;
    const guesses = fc.constantFrom('', 'password', PASSWORD.toLowerCase(), `${PASSWORD} `, MARKER);
    const { done, echoes, bugs, codes } = await attack(guesses, CALLS);
    expect(done).toEqual([]);
    expect(echoes).toEqual([]);
    expect(bugs).toEqual([]);
    expect(readVault()).toEqual(vaultBefore);
    expect(backups()).toEqual([]);
    expect(settings()).toEqual(UNCHANGED);
    expect(bench.sent()).not.toContain('/relay');
    expect(new Set([...codes.keys()].map((key) => key.split(' ')[0])).size).toBeGreaterThan(COMMAND_NAMES.length - 1);
  }, 300_000);

  it('completes no step-up with the password that the person did not confirm outside the page', async () => {
    bench.agree = false;
    await unlockAgain();
    bench.questions.length = 0;
    const { done, echoes, bugs } = await attack(fc.constant(PASSWORD), CALLS_WITH_PASSWORD);
    expect(done).toEqual([]);
    expect(echoes).toEqual([]);
    expect(bugs).toEqual([]);
    expect(readVault()).toEqual(vaultBefore);
    expect(backups()).toEqual([]);
    expect(settings()).toEqual(UNCHANGED);
    expect(bench.sent()).not.toContain('/relay');
    expect(new Set(bench.questions.map((question) => question.title))).toEqual(
      new Set([
        'Allow withdrawals to this address?',
        'Write a copy of this key to a file?',
        'Trade with this API key?',
        'Sign these wallet calls?',
        'Write a copy of the whole vault to a file?',
        'Change the password of the vault?',
        'Change the lock times?',
        'Let this computer’s keychain open the vault?',
        'Open the vault with the password only?',
        'Change this risk limit?',
        'Mark this event as exclusive?',
        'Start the loss of the day again at 0?',
        'Flatten everything in a panic?',
        'Add this second signing key to the vault?',
        'Remove this key from the vault?',
        'Add this account to the vault?',
        'Change how this account is shown?',
        'Create a session key?',
        'Ask for the calls of this session key again?',
        'Confirm this signature handler?',
      ]),
    );
  }, 300_000);

  it('cannot put text into the question about calls, which shows what main decoded', () => {
    const questions = bench.questions.filter((question) => question.title === 'Sign these wallet calls?');
    expect(questions.length).toBeGreaterThan(0);
    for (const { facts } of questions) {
      expect(JSON.stringify(facts)).not.toContain(MARKER);
      expect(facts.map((fact) => fact.label)).toEqual(expect.arrayContaining(['Wallet', 'Chain']));
    }
  });
});
