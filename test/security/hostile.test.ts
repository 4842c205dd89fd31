/** Hostile page: an attacker's page calls every command with any input, while the vault is unlocked. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import type { Result } from '#shared/ipc/result.ts';
import { openFakeKeychain } from '#test/unit/main/vault/unlock/fakeKeychain.ts';
import { arbitraryOf, buildValidInputs, fieldName } from './fieldsOf.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, PASSWORD, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

const CALLS = 3_000;
const CALLS_WITH_PASSWORD = 3_600;
/** Beside the step-ups: what must not succeed for this page either. */
const REFUSED: ReadonlySet<string> = new Set(['vault.create', 'vault.unlockWithKeychain', 'account.open']);
const mustFail = (name: string): boolean =>
  REFUSED.has(name) ||
  ((COMMAND_NAMES as readonly string[]).includes(name) && rulesOf(name as CommandName).isStepUp === true);
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
  known = { ...known, market: markets[0]!.id };
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

/** Inputs of every command by its schema: with what the page knows, and with anything. */
function buildArbitraries(passwords: fc.Arbitrary<string>): ReadonlyMap<CommandName, fc.Arbitrary<unknown>> {
  const texts: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    password: passwords,
    backupPassword: fc.constant('Attackers-own-password-9'),
    newPassword: fc.constant('Attackers-own-password-9'),
    market: fc.constantFrom(known.market, MARKER),
    orderId: fc.constantFrom('1', MARKER),
    hash: fc.constantFrom(...known.hashes, `0x${'ab'.repeat(32)}`),
    hashes: fc.constantFrom(...known.hashes, `0x${'ab'.repeat(32)}`),
    address: fc.constantFrom(`0x${'9e'.repeat(20)}`, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
    to: fc.constant(`0x${'9e'.repeat(20)}`),
    handler: fc.constant(`0x${'5e'.repeat(20)}`),
    verifier: fc.constant(`0x${'5e'.repeat(20)}`),
    apiSecret: fc.constantFrom(known.apiSecret, MARKER),
    keyId: fc.constantFrom(...known.keys),
    intentId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
    moveId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
    flattenId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
    exitId: fc.stringMatching(/^[a-z0-9-]{12,20}$/),
    workspace: fc.constantFrom('w1', 'w2', 'w99'),
    json: fc.json(),
  };
  const ids: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    workspace: fc.constantFrom('w1', 'w2', 'w99'),
    vault: fc.constantFrom(...known.keys),
    accounts: fc.constantFrom('first', 'unknown'),
  };
  /** What is rarely made of random fields: all calls of the wallet, and what loosens (the other direction needs no step-up). */
  const chosen: { readonly [N in CommandName]?: fc.Arbitrary<unknown> } = {
    'wallet.setup': fc.record({ password: passwords, hashes: fc.constant([...known.hashes]) }),
    'risk.setLimits': fc.record({
      password: passwords,
      limits: fc.record({ orderCost: fc.constantFrom(6n * 10n ** 9n, 10n ** 12n, 10n ** 13n) }),
    }),
    'risk.markExclusive': fc.record({ password: passwords, eventId: fc.nat(), isExclusive: fc.constant(true) }),
  };
  const build = (name: CommandName): fc.Arbitrary<unknown> => {
    const own = chosen[name];
    if (own !== undefined) return own;
    // A dry run of a listed market would start a process.
    if (name === 'conditional.dryRun') return fc.constantFrom(...buildValidInputs(name, { market: MARKER }));
    // Most random terms contradict themselves.
    if (name.startsWith('conditional.')) {
      return fc.oneof(
        ...[known.market, MARKER].map((market) => fc.constantFrom(...buildValidInputs(name, { market }))),
        arbitraryOf(COMMANDS[name].input, textOf(name)),
      );
    }
    return arbitraryOf(COMMANDS[name].input, textOf(name));
  };
  const textOf = (name: CommandName) => (path: string) => {
    const field = fieldName(path);
    const id = field === 'id' ? (ids[name.split('.')[0]!] ?? fc.uuid()) : undefined;
    return id ?? texts[field] ?? fc.oneof(fc.constant(MARKER), fc.string({ maxLength: 60 }));
  };
  return new Map(COMMAND_NAMES.map((name) => [name, build(name)]));
}

/** Name and text of one call: mostly valid, sometimes with an extra key, sometimes anything. */
function buildCalls(passwords: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, string]> {
  const inputs = buildArbitraries(passwords);
  const shaped = fc
    .constantFrom(...COMMAND_NAMES)
    .chain((name) => inputs.get(name)!.map((input) => [name, encodeMessage(input)] as const));
  const extended = fc
    .tuple(fc.constantFrom(...COMMAND_NAMES), fc.string({ maxLength: 8 }), junk)
    .chain(([name, key, value]) =>
      inputs.get(name)!.map((input) => [name, encodeMessage({ ...(input as object), [key]: value })] as const),
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
    if (answer.ok && mustFail(name)) done.push(name);
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
    // Random input does not reach every question in every run; none but these is asked.
    const titles = new Set(bench.questions.map((question) => question.title));
    expect(titles.size).toBeGreaterThan(14);
    const questions = [
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
      'Let this order sell although the book is not live?',
      'Add this second signing key to the vault?',
      'Remove this key from the vault?',
      'Add this account to the vault?',
      'Change how this account is shown?',
      'Create a session key?',
      'Ask for the calls of this session key again?',
      'Confirm this signature handler?',
    ];
    expect([...titles].filter((title) => !questions.includes(title))).toEqual([]);
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
