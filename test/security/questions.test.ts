/**
 * Questions outside the page: the password comes first, few of them, one at a time, and nothing that reduces risk waits.
 *
 * Source      docs/security-coverage.md#r42, #r44
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeKeystore } from '#main/vault/keys/keystoreV3.ts';
import { phraseOf } from '#main/vault/keys/phrase.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName } from '#shared/ipc/commands.ts';
import type { KeySource } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { buildInputs, listTextFields } from './fieldsOf.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, buildRestingIntent, buildStop, PASSWORD, setUp, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});
vi.mock('#main/vault/keys/keystoreDerivation.ts', async () => {
  const { cheapKdf } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { deriveKeystoreKey: ({ kdf, password, salt }: never) => cheapKdf(password, salt, kdf) };
});

const FILE_PASSWORD = 'Password-of-the-key-file';
let bench: Bench;
let shiftMs = 0;
const readClock = Date.now;

beforeEach(async () => {
  shiftMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => readClock() + shiftMs);
  bench = await openBench();
});
afterEach(async () => {
  await bench.close();
  vi.restoreAllMocks();
});

const setTimes = (screenMinutes: number) =>
  bench.call('vault.setLockTimes', { password: PASSWORD, screenMinutes, keysMinutes: 30 });
const vaultFiles = () => bench.files().filter((file) => file.where.includes('vault'));
/** A minute later, and not idle for ten. */
async function passMinute(): Promise<void> {
  shiftMs += 61_000;
  answerOf(await bench.call('app.noteAct', {}));
}

describe('the password', () => {
  it('is checked before any question, for every command that has one', async () => {
    const { owner } = answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    answerOf(await bench.call('account.connect', { ...(await bench.openMember(owner)), password: PASSWORD }));
    const setup = answerOf(await bench.call('wallet.read', {}));
    const known: Record<string, string> = {
      hashes: setup.calls[0]!.hash,
      id: bench.shown.wallet?.custody.keys[0]?.id ?? '',
      apiKey: 'another-key-of-mine',
    };
    const commands = COMMAND_NAMES.filter((name) => listTextFields(COMMANDS[name].input).includes('password'));
    expect(commands.length).toBeGreaterThan(12);
    bench.questions.length = 0;
    for (const name of commands) {
      // Past the delay that the wrong passwords before caused.
      await passMinute();
      const codes = new Set<string>();
      for (let call = 0; call < 100; call += 1) {
        const fill = (path: string): string => known[path.slice(path.lastIndexOf('.') + 1)] ?? 'Not-the-password-1';
        const [input] = buildInputs(COMMANDS[name].input, fill);
        const answer = decodeMessage(await bench.send(name, encodeMessage(input))) as Result<unknown>;
        codes.add(answer.ok ? 'ok' : answer.error.code);
      }
      expect(codes, name).not.toContain('ok');
      expect(codes, name).not.toContain('QUESTION_OPEN');
    }
    expect(bench.questions).toEqual([]);
  });
});

/** Commands that only take risk away. */
const REDUCING: readonly (readonly [CommandName, object])[] = [
  ['conditional.revokeExits', {}],
  ['exit.panic', {}],
  ['exit.stopFlatten', { flattenId: 'flatten-none' }],
  ['exit.disablePanicFlatten', {}],
  ['risk.setLimits', { password: null, limits: { orderCost: 1_000_000_000n } }],
  ['vault.cancelImport', {}],
];

describe('questions', () => {
  it('are at most three a minute; the next says when it is possible, and is possible then', async () => {
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    bench.agree = false;
    for (let count = 0; count < 3; count += 1) {
      expect(await setTimes(5)).toMatchObject({ error: { code: 'CANCELLED', parameters: { reason: 'declined' } } });
    }
    for (let count = 0; count < 50; count += 1) {
      const answer = await setTimes(5);
      expect(answer).toMatchObject({ ok: false, error: { code: 'QUESTIONS_LIMITED' } });
      if (!answer.ok && answer.error.code === 'QUESTIONS_LIMITED') {
        expect(answer.error.parameters.seconds).toBeGreaterThan(0);
        expect(answer.error.parameters.seconds).toBeLessThanOrEqual(60);
      }
    }
    expect(bench.questions).toHaveLength(3);
    await passMinute();
    bench.agree = true;
    expect(await setTimes(5)).toMatchObject({ ok: true });
    expect(bench.questions).toHaveLength(4);
  });

  it('without a password can neither use up those after it nor stay open before a withdrawal address or a limit', async () => {
    await setUp(bench, { kind: 'random' });
    const { market } = await buildRestingIntent(bench);
    const terms = { ...buildStop(market), standIn: { kind: 'rest' } } as const;
    const arm = () => bench.call('conditional.arm', { id: randomUUID(), terms });
    const address = `0x${'1a'.repeat(20)}`;
    const steps = [
      () => bench.call('wallet.addAddress', { password: PASSWORD, address, label: 'cold' }),
      () => bench.call('risk.setLimits', { password: PASSWORD, limits: { orderCost: 6_000_000_000n } }),
    ];
    for (const ask of steps) {
      await passMinute();
      const asked = bench.questions.length;
      // Nobody answers it.
      bench.agree = new Promise(() => undefined);
      const open = arm();
      await until(() => expect(bench.questions).toHaveLength(asked + 1));
      for (let call = 0; call < 300; call += 1) {
        // Main also counts how often a page arms.
        expect(await arm()).toMatchObject({
          ok: false,
          error: { code: expect.stringMatching(/^(QUESTION_OPEN|TOO_OFTEN)$/) },
        });
      }
      bench.agree = true;
      expect(await ask()).toMatchObject({ ok: true });
      expect(await open).toMatchObject({ ok: false, error: { code: 'QUESTION_OPEN' } });
      // A page that declines its own questions uses up its own budget alone.
      bench.agree = false;
      for (let call = 0; call < 300; call += 1) await arm();
      expect(await arm()).toMatchObject({
        ok: false,
        error: { code: expect.stringMatching(/^(QUESTIONS_LIMITED|TOO_OFTEN)$/) },
      });
      bench.agree = true;
      expect(await setTimes(5)).toMatchObject({ ok: true });
    }
  });

  it('are asked one at a time, and nothing that reduces risk waits for an open one', async () => {
    await setUp(bench, { kind: 'random' });
    const intent = await buildRestingIntent(bench);
    const standIn = { ...buildStop(intent.market), standIn: { kind: 'rest' } } as const;
    answerOf(await bench.call('account.arm', { armed: true }));
    const ids: string[] = [];
    for (const intentId of ['while-asked-1', 'while-asked-2', 'while-asked-3']) {
      ids.push(answerOf(await bench.call('order.place', { ...intent, intentId })).orderId ?? '');
    }
    await passMinute();
    const key = { kind: 'random' } as const;
    const asks = [
      { of: 'afterPassword', ask: () => setTimes(5) },
      { of: 'afterPassword', ask: () => bench.call('vault.addSecondKey', { password: PASSWORD, key }) },
      { of: 'withoutPassword', ask: () => bench.call('conditional.arm', { id: randomUUID(), terms: standIn }) },
    ] as const;
    for (const { of, ask } of asks) {
      answerOf(await bench.call('account.arm', { armed: true }));
      const armed = randomUUID();
      const entry = { ...buildStop(intent.market), direction: 'buy' } as const;
      expect(await bench.call('conditional.arm', { id: armed, terms: entry })).toMatchObject({
        value: { outcome: 'armed' },
      });
      let answer = (_agreed: boolean): void => undefined;
      bench.agree = new Promise<boolean>((resolve) => {
        answer = resolve;
      });
      const asked = bench.questions.length;
      const open = ask();
      await until(() => expect(bench.questions).toHaveLength(asked + 1));
      if (of === 'afterPassword') {
        expect(await setTimes(6)).toMatchObject({ ok: false, error: { code: 'QUESTION_OPEN' } });
      }
      expect(await bench.call('conditional.arm', { id: randomUUID(), terms: standIn })).toMatchObject({
        error: { code: 'QUESTION_OPEN' },
      });
      expect(bench.questions).toHaveLength(asked + 1);
      expect(await bench.call('conditional.cancel', { id: armed })).toMatchObject({ ok: true });
      expect(answerOf(await bench.call('order.cancel', { orderId: ids.shift()! })).outcome).toBe('cancelled');
      expect(answerOf(await bench.call('order.cancelAll', ALL_ORDERS))).toMatchObject({ isListed: true });
      expect(await bench.call('account.arm', { armed: false })).toMatchObject({ value: { armed: false } });
      for (const [name, input] of REDUCING) {
        const done = decodeMessage(await bench.send(name, encodeMessage(input)));
        expect([name, done]).toMatchObject([name, { ok: true }]);
      }
      // The vault is not held up either.
      expect(await bench.call('vault.unlock', { password: PASSWORD })).toMatchObject({ ok: true });
      answer(false);
      expect(await open).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    }
  });
});

const KEY = hashText('a key of the window');
const PHRASE = phraseOf(hashText('a phrase of the window').slice(0, 16));
const random = (length: number): Uint8Array => hashText(`salt ${length}`).slice(0, length);

async function buildSource(kind: KeySource['kind']): Promise<KeySource> {
  switch (kind) {
    case 'random':
      return { kind };
    case 'hex':
      return { kind, privateKey: Buffer.from(KEY).toString('hex') };
    case 'phrase':
      return { kind, phrase: PHRASE, index: 2 };
    case 'keystore': {
      const id = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
      const json = await encodeKeystore(new SecretBytes(KEY.slice()), FILE_PASSWORD, random, id);
      return { kind, json, keystorePassword: FILE_PASSWORD };
    }
  }
}

const KINDS: Record<KeySource['kind'], string> = {
  random: 'made here at random',
  hex: 'imported from the window',
  phrase: 'imported from the window',
  keystore: 'imported from the window',
};

describe.each(Object.entries(KINDS) as [KeySource['kind'], string][])('a key of kind %s', (kind, origin) => {
  it('is asked about with address and origin before the vault is created', async () => {
    const key = await buildSource(kind);
    bench.agree = false;
    const declined = await bench.call('vault.create', { password: PASSWORD, key });
    if (kind === 'random') {
      // The window hands nothing over, and main makes the key.
      expect([declined.ok, bench.questions]).toEqual([true, []]);
      return;
    }
    expect(declined).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(vaultFiles()).toEqual([]);
    bench.agree = true;
    const { owner } = answerOf(await bench.call('vault.create', { password: PASSWORD, key }));
    for (const { facts } of bench.questions) {
      expect(facts).toContainEqual({ label: 'Address', value: owner });
      expect(facts).toContainEqual({ label: 'Origin', value: origin });
    }
    expect(bench.questions).toHaveLength(2);
  });

  it('is asked about with address and origin before it is added as a second signing key', async () => {
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    const key = await buildSource(kind);
    const before = vaultFiles().map((file) => Buffer.from(file.bytes).toString('utf8'));
    bench.agree = false;
    expect(await bench.call('vault.addSecondKey', { password: PASSWORD, key })).toMatchObject({
      error: { code: 'CANCELLED' },
    });
    expect(vaultFiles().map((file) => Buffer.from(file.bytes).toString('utf8'))).toEqual(before);
    bench.agree = true;
    const { address } = answerOf(await bench.call('vault.addSecondKey', { password: PASSWORD, key }));
    expect(bench.questions).toHaveLength(2);
    for (const { facts } of bench.questions) expect(facts).toContainEqual({ label: 'Origin', value: origin });
    expect(bench.questions.at(-1)?.facts).toContainEqual({ label: 'Address', value: address });
  });
});
