import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { PACK_POLL_MS } from '#main/vault/prepared/preparedVault.ts';
import type { Vault } from '#main/vault/vault.ts';
import { parseHex32, parseOrderId } from '#shared/units/ids.ts';
import { buildAuthMessage } from '#wire/auth/message.ts';
import { KEY_HEX, openTestVault, PASSWORD, removeFolders } from '../openTestVault.ts';
import { HOUR_MS, makePlan, NOW_MS } from './makePlan.ts';

afterEach(removeFolders);

const apiKey = 'ak-1';
const apiSecret = 'the-api-secret-of-the-member';

interface Bench {
  readonly vault: Vault;
  /** Sets both clocks and runs what is due. */
  pass(ms: number, steadyMs?: number): void;
  ask(method: string, target: string, body?: string): string;
}

async function openPrepared(plan = makePlan()): Promise<Bench> {
  let wallMs = NOW_MS;
  let steady = 0;
  let polls: (() => void)[] = [];
  const vault = openTestVault({
    now: () => wallMs,
    steadyMs: () => steady,
    schedule(_delayMs, run) {
      polls.push(run);
      return () => {
        polls = polls.filter((other) => other !== run);
      };
    },
  });
  await vault.create(PASSWORD, { kind: 'hex', privateKey: KEY_HEX });
  await vault.storeApiKey({ apiKey, apiSecret });
  await vault.prepared.prepare(PASSWORD, plan);
  return {
    vault,
    pass(ms, steadyMs = ms) {
      wallMs += ms;
      steady += steadyMs;
      for (const run of polls.splice(0)) run();
    },
    ask: (method, target, body = '') =>
      vault.prepared.credentials()!.sign(buildAuthMessage({ nonce: String(wallMs), apiKey, method, target, body })),
  };
}

const PLACE = '/api/v2/atlas/account/orders';

describe('prepared exits of the vault', () => {
  it('outlive the lock, without the keys', async () => {
    const { vault, ask } = await openPrepared();
    const credentials = vault.prepared.credentials();
    vault.lock();
    expect(vault.credentials()).toBeNull();
    expect(vault.prepared.credentials()).toBe(credentials);
    const target = '/api/v2/atlas/account/balances';
    const message = `${NOW_MS}${apiKey}GET${target}`;
    expect(ask('GET', target)).toBe(createHmac('sha256', apiSecret).update(message).digest('hex'));
    expect(() => vault.signOrder({} as never, {} as never)).toThrow(expect.objectContaining({ code: 'LOCKED' }));
  });

  it('authenticate one post of each body, and the cancel of its order alone', async () => {
    const { vault, ask } = await openPrepared();
    vault.lock();
    const [lot] = vault.prepared.pack()!.lots;
    expect(() => ask('POST', PLACE, '{"market":"other"}')).toThrow('found another request');
    const body = vault.prepared.take(lot!.id);
    expect(() => ask('POST', PLACE, body.replace('0.31', '0.01'))).toThrow('found another request');
    expect(ask('POST', PLACE, body)).toMatch(/^[0-9a-f]{64}$/);
    expect(() => ask('POST', PLACE, body)).toThrow('found another request');
    expect(() => ask('POST', '/api/v2/pythia/orders/7/cancel')).toThrow('found another request');
    vault.prepared.noteOrder(lot!.id, parseOrderId('7'));
    expect(ask('POST', '/api/v2/pythia/orders/7/cancel')).toMatch(/^[0-9a-f]{64}$/);
    expect(() => ask('POST', '/api/v2/pythia/orders/8/cancel')).toThrow('found another request');
    expect(() => ask('POST', '/api/v2/atlas/account/wallet/relay', '{}')).toThrow('found another request');
  });

  it('end with their time, by either clock', async () => {
    const wall = await openPrepared();
    wall.vault.lock();
    wall.pass(6 * HOUR_MS - 1);
    expect(wall.vault.prepared.pack()).not.toBeNull();
    wall.pass(1);
    expect(wall.vault.prepared.ended()).toMatchObject({ reason: 'expired' });
    expect(wall.vault.prepared.credentials()).toBeNull();
  });

  it.each([
    ['sleep', 10 * 60_000, 0],
    ['a clock set back', -10 * 60_000, 0],
    ['a clock that stands while time passes', 0, 10 * 60_000],
  ])('end after %s', async (_name, wallMs, steadyMs) => {
    const { vault, pass } = await openPrepared();
    vault.lock();
    const { sign } = vault.prepared.credentials()!;
    pass(wallMs, steadyMs);
    expect(vault.prepared.pack()).toBeNull();
    expect(vault.prepared.ended()).toMatchObject({ reason: 'clock' });
    expect(() => sign(`${NOW_MS}${apiKey}GET/api/v2/atlas/account/balances`)).toThrow('found it locked');
  });

  it('are checked every few seconds, and not polled once they are gone', async () => {
    const { vault, pass } = await openPrepared();
    let changes = 0;
    vault.onChange(() => {
      changes += 1;
    });
    pass(PACK_POLL_MS);
    expect(changes).toBe(0);
    pass(6 * HOUR_MS);
    expect(changes).toBe(1);
  });

  it('end on request, and with another plan', async () => {
    const { vault, ask } = await openPrepared();
    const [lot] = vault.prepared.pack()!.lots;
    await vault.prepared.prepare(PASSWORD, makePlan());
    expect(() => vault.prepared.take(lot!.id)).toThrow('Expected a prepared lot, found another');
    const held = vault.prepared.credentials()!;
    vault.lock();
    vault.prepared.discard('revoked');
    expect(vault.prepared.credentials()).toBeNull();
    expect(vault.prepared.ended()).toMatchObject({ reason: 'revoked' });
    expect(() => held.sign(`${NOW_MS}${apiKey}GET/api/v2/atlas/account/balances`)).toThrow('found it locked');
    expect(() => vault.prepared.take(lot!.id)).toThrow('found it locked');
    expect(() => ask('GET', '/')).toThrow();
  });

  it('end with another API key or secret, and with a removed key', async () => {
    const first = await openPrepared();
    await first.vault.storeApiKey({ apiKey, apiSecret: 'another-secret-of-the-member' });
    expect(first.vault.prepared.ended()).toMatchObject({ reason: 'accountChanged' });
    const second = await openPrepared();
    const api = second.vault.keys().find(({ use }) => use === 'api')!;
    await second.vault.removeKey(PASSWORD, api.id);
    expect(second.vault.prepared.ended()).toMatchObject({ reason: 'accountChanged' });
  });

  it('stay over a lock and an unlock of the same account', async () => {
    const { vault } = await openPrepared();
    vault.lock();
    await vault.unlock(PASSWORD);
    expect(vault.prepared.pack()).not.toBeNull();
  });

  it('end once each lot is used or burnt', async () => {
    const { vault, pass } = await openPrepared();
    for (const { id } of vault.prepared.pack()!.lots.slice(1)) vault.prepared.burn(id);
    const { lots } = vault.prepared.pack()!;
    vault.prepared.take(lots[0]!.id);
    expect(vault.prepared.pack()).not.toBeNull();
    vault.prepared.settle(lots[0]!.id);
    // What it sold is read for a while.
    pass(29_000);
    expect(vault.prepared.credentials()).not.toBeNull();
    pass(1_000);
    expect(vault.prepared.ended()).toMatchObject({ reason: 'used' });
  });

  it('need the password, a plan within its bounds and a policy that signs it', async () => {
    const { vault } = await openPrepared();
    const before = vault.prepared.credentials();
    await expect(vault.prepared.prepare('Not-the-password-1', makePlan())).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    await expect(vault.prepared.prepare(PASSWORD, makePlan({ domainVersion: '2' }))).rejects.toMatchObject({
      coded: { code: 'EXITS_REFUSED', parameters: { fault: 'noExpiryInSignature' } },
    });
    expect(vault.prepared.credentials()).toBe(before);
    const { account } = makePlan();
    const other = makePlan({ account: { ...account, ownerAddress: account.proxyAddress } });
    await expect(vault.prepared.prepare(PASSWORD, other)).rejects.toMatchObject({ code: 'DENIED' });
    expect(vault.prepared.pack()).toBeNull();
    vault.lock();
    await expect(vault.prepared.prepare(PASSWORD, makePlan())).rejects.toMatchObject({ code: 'LOCKED' });
  });

  it('prints nothing of a key or a body', async () => {
    const { vault } = await openPrepared();
    const [lot] = vault.prepared.pack()!.lots;
    expect(parseHex32(lot!.digest)).toBe(lot!.digest);
    expect(JSON.stringify(vault.prepared.credentials())).toBe(JSON.stringify({ apiKey }));
  });
});
