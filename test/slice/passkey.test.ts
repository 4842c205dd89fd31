/** A passkey's wallet in the whole terminal, on an embedded exchange: read-only, then with a second signing key, then without. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Input } from '#shared/ipc/contract.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatRefusal } from '#shared/text/orders/exchangeErrors.ts';
import { type Bench, openBench } from '#test/security/openBench.ts';
import { answerOf, buildRestingIntent, PASSWORD, until } from '#test/security/walk.ts';
import { denialCodes } from './makers.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

/** What the passkey's account is opened under; nobody here has a key of it. */
const OWNER = `0x${'5e'.repeat(20)}`;
const TICK = 10_000;

const orderOf = (bench: Bench, orderId: string | null): OrderView | undefined =>
  bench.shown.account?.orders.find((order) => order.orderId === orderId);
const ordersLeft = (bench: Bench): number => bench.sent().split('POST /api/v2/atlas/account/orders').length - 1;
/** The same order as another intent. */
let count = 0;
const again = (intent: Input<'order.place'>): Input<'order.place'> => {
  count += 1;
  return { ...intent, intentId: `passkey-slice-${count}` };
};

describe('a wallet that a passkey owns', () => {
  let bench: Bench;
  let intent: Input<'order.place'>;
  let second: string;

  beforeAll(async () => {
    bench = await openBench();
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    const member = await bench.openMember(OWNER, { kind: 'passkey' });
    answerOf(await bench.call('account.connect', { ...member, password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.setup?.signatureType).toBe(3));
    intent = await buildRestingIntent(bench);
  });
  afterAll(() => bench.close());

  it('is read-only without a second signing key: it cannot be armed, sends no order, and reads everything', async () => {
    expect(bench.shown.wallet?.signer).toMatchObject({
      kind: 'none',
      reason: { code: 'noSecondKey' },
    });
    expect(bench.shown.account?.balance?.total).toBe(10_000_000_000n);
    const armed = await bench.call('account.arm', { armed: true });
    expect(armed).toMatchObject({
      ok: false,
      error: { code: 'NOT_READY', parameters: { code: 'readOnly' } },
    });
    const receipt = answerOf(await bench.call('order.place', again(intent)));
    expect(receipt).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'readOnly', parameters: { reason: { code: 'noSecondKey' } } }],
    });
    expect(ordersLeft(bench)).toBe(0);
    expect(answerOf(await bench.call('order.cancelAll', ALL_ORDERS))).toMatchObject({ asked: 0, unknown: [] });
  });

  it('is refused by the exchange with a fitting explanation until the exchange knows the second key', async () => {
    const added = await bench.call('vault.addSecondKey', { password: PASSWORD, key: { kind: 'random' } });
    second = answerOf(added).address;
    await until(() => expect(bench.shown.wallet?.signer).toEqual({ kind: 'second', key: second }));
    expect(answerOf(await bench.call('account.arm', { armed: true })).armed).toBe(true);
    const receipt = answerOf(await bench.call('order.place', again(intent)));
    const refusal = { codes: ['account.custody.order_signature_rejected'], signedBy: 'second' } as const;
    expect(receipt).toMatchObject({ outcome: 'rejected', refusal });
    expect(formatRefusal(refusal)).toContain('not an owner of the wallet yet');
    expect(ordersLeft(bench)).toBe(1);
  });

  it('rests, fills and is cancelled by the second key’s signature once the exchange knows it', async () => {
    await bench.openMember(OWNER, { kind: 'passkey', signing_key: second });
    const rested = answerOf(await bench.call('order.place', again(intent)));
    expect(rested).toMatchObject({ outcome: 'accepted' });
    await until(() => expect(orderOf(bench, rested.orderId)?.life.at).toBe('resting'));
    expect(answerOf(await bench.call('order.cancel', { orderId: rested.orderId! })).outcome).toBe('cancelled');
    const ask = await until(() => {
      const book = bench.shown.books?.find((one) => one.market === intent.market);
      if (book?.asks[0] === undefined) throw new Error('Expected somebody to sell');
      return book.asks[0];
    });
    // Far through, so that a book that moves meanwhile is still met; the improvement is the taker's.
    const price = Math.min(ask + 8 * TICK, 990_000);
    const taking = { ...again(intent), price, shares: 1_000_000, postOnly: false };
    const taken = answerOf(await bench.call('order.place', taking));
    expect(taken).toMatchObject({ outcome: 'accepted' });
    await until(() => expect(orderOf(bench, taken.orderId)?.life.at).toBe('done'));
    await until(() => expect(bench.shown.account?.positions).toHaveLength(1));
  });

  it('is examined by the doctor: nothing failed, and the second key signs', async () => {
    const { lines } = answerOf(await bench.call('doctor.run', {}));
    expect(lines.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ check: 'signature', finding: { parameters: { key: second } } });
  });

  it('has the same limits as any order', async () => {
    const before = ordersLeft(bench);
    const huge = { ...again(intent), shares: 300_000_000_000 };
    expect(answerOf(await bench.call('order.place', huge))).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'limit', parameters: { limit: 'orderCost' } }, { code: 'limit' }],
    });
    expect(ordersLeft(bench)).toBe(before);
  });

  it('is restored with its key after a restart, and is disarmed and read-only once the key is removed', async () => {
    await bench.restart();
    answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.signer).toEqual({ kind: 'second', key: second }));
    const rested = again(await buildRestingIntent(bench));
    expect(answerOf(await bench.call('account.arm', { armed: true })).armed).toBe(true);
    const { orderId } = answerOf(await bench.call('order.place', rested));
    const { id } = bench.shown.wallet!.custody.keys.find((key) => key.public === second)!;
    answerOf(await bench.call('vault.removeKey', { password: PASSWORD, id }));
    await until(() => expect(bench.shown.wallet?.signer?.kind).toBe('none'));
    await until(() => expect(bench.shown.account?.armed).toBe(false));
    // What rests was signed: taking it away needs the API key alone.
    expect(answerOf(await bench.call('order.cancel', { orderId: orderId! })).outcome).toBe('cancelled');
  });

  it('refuses its set-up before anything is signed', async () => {
    const unready = await openBench();
    try {
      answerOf(await unready.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
      const { address } = answerOf(
        await unready.call('vault.addSecondKey', { password: PASSWORD, key: { kind: 'random' } }),
      );
      const member = await unready.openMember(OWNER, { kind: 'passkey', signing_key: address });
      answerOf(await unready.call('account.connect', { ...member, password: PASSWORD }));
      const setup = answerOf(await unready.call('wallet.read', {}));
      expect(setup).toMatchObject({ signatureType: 3, status: 'setup_required' });
      const hashes = setup.calls.map((call) => call.hash);
      expect(hashes.length).toBeGreaterThan(0);
      const refused = await unready.call('wallet.setup', { password: PASSWORD, hashes });
      expect(refused).toMatchObject({ ok: false, error: { code: 'SETUP_REFUSED' } });
      expect(refused.ok ? '' : formatBridgeError(refused.error)).toContain('where the passkey is');
      expect(unready.sent()).not.toContain('/relay');
      const receipt = answerOf(await unready.call('order.place', again(intent)));
      expect(receipt).toMatchObject({ outcome: 'denied' });
      expect(denialCodes(receipt)[0]).toBe('setupRequired');
    } finally {
      await unready.close();
    }
  });
});
