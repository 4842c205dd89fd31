/** Locked terminal: every command follows its lock rule, and the account is neither shown nor used. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LockReason } from '#main/shell/port.ts';
import { COMMAND_NAMES, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { buildValidInputs } from './fieldsOf.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, buildRestingIntent, PASSWORD, setUp, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

let bench: Bench;
/** Texts by the name of their field. */
let known: Readonly<Record<string, string>>;

function call(name: CommandName) {
  const texts = name === 'vault.unlock' ? { ...known, password: 'Not-the-password-1' } : known;
  return bench.call(name, buildValidInputs(name, texts)[0] as never);
}

beforeAll(async () => {
  bench = await openBench();
  const { apiKey, apiSecret } = await setUp(bench, { kind: 'random' });
  const intent = await buildRestingIntent(bench);
  answerOf(await bench.call('account.arm', { armed: true }));
  const { orderId } = answerOf(await bench.call('order.place', intent));
  known = { market: intent.market, orderId: orderId!, apiKey, apiSecret, password: PASSWORD, json: '{}', draft: '{}' };
  await until(() => expect(bench.shown.account?.orders.length).toBeGreaterThan(0));
  bench.lockReason('suspend');
  await until(() => expect(bench.shown.wallet?.vault).toBe('locked'));
});

afterAll(() => bench.close());

describe('after a lock of the keys', () => {
  it.each(COMMAND_NAMES)('%s follows its lock rule', async (name) => {
    const answer = await call(name);
    const code = answer.ok ? 'ok' : answer.error.code;
    // This bench is on network test.
    if (name.startsWith('drill.')) expect(code).toBe('NOT_IN_THIS_NETWORK');
    else if (name === 'vault.unlock') expect(code).toBe('WRONG_PASSWORD');
    // The shell of this bench is a stand-in, which cannot be checked.
    else if (name === 'computer.check') expect(code).toBe('NOT_FOUND');
    // There is no keychain on this bench.
    else if (name === 'vault.unlockWithKeychain') expect(code).toBe('DENIED');
    else if (rulesOf(name).lock === 'always') expect(code).toBe('ok');
    else expect(code).toBe('LOCKED');
  });

  it('shows nothing of the account, and the reason of the lock', () => {
    expect(bench.shown.wallet).toMatchObject({ setup: null, lockReason: { code: 'suspend' } });
    expect(bench.shown.wallet?.custody).toMatchObject({ keys: [], keysInMemory: false });
    expect(bench.shown.wallet?.custody.lastLock?.reason.code).toBe('suspend');
    expect(bench.shown.account).toMatchObject({
      at: 'none',
      armed: false,
      balance: null,
      orders: [],
      fills: [],
      positions: [],
    });
  });

  it('sends no signed request and closes the private stream', async () => {
    // Requests that started before the lock may still have been sent.
    const count = () => bench.sent().match(/X-Auth-Apikey/gi)?.length ?? 0;
    expect(count()).toBeGreaterThan(5);
    const before = count();
    for (const name of COMMAND_NAMES) await call(name);
    expect(count()).toBe(before);
    // Health is sent once a second.
    await until(() => {
      const own = bench.shown.health?.streams.find((stream) => stream.name === 'private');
      expect(own?.at ?? 'closed').toBe('closed');
    });
  });

  it('leaves the resting order at the exchange, and shows it again after the unlock', async () => {
    await until(async () => answerOf(await bench.call('vault.unlock', { password: PASSWORD })));
    await until(() => {
      expect(bench.shown.account?.orders.filter((order) => order.life.at === 'resting')).toHaveLength(1);
    });
    expect(bench.shown.account?.armed).toBe(false);
  });

  it.each<LockReason>(['lock-screen', 'last window closed', 'renderer crash', 'user switch'])(
    'comes on "%s" too',
    async (reason) => {
      await until(async () => answerOf(await bench.call('vault.unlock', { password: PASSWORD })));
      bench.lockReason(reason);
      expect(await bench.call('order.cancelAll', ALL_ORDERS)).toMatchObject({ error: { code: 'LOCKED' } });
    },
  );
});
