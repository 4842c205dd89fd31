/** A custodial account in the whole terminal: confirmed once, then traded without a signature, lost answers and restarts included. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Input } from '#shared/ipc/contract.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { DEFAULT_DIRECTION, type DirectionField } from '#shared/order/account/custodial.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { type Bench, openBench } from '#test/security/openBench.ts';
import { answerOf, buildRestingIntent, PASSWORD, until } from '#test/security/walk.ts';
import { denialCodes } from './makers.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

/** What the account is opened under; nobody here has a key of it. */
const OWNER = `0x${'c5'.repeat(20)}`;
/** How this exchange reads the direction of an order; it tells nobody. */
const WAY = { name: 'way', buy: 'bid', sell: 'ask' };
const TICK = 10_000;
const TARGET = 'POST /api/v2/atlas/account/orders';

const ordersLeft = (bench: Bench): number => bench.sent().split(TARGET).length - 1;
let count = 0;
const again = (intent: Input<'order.place'>, change: Partial<Input<'order.place'>> = {}): Input<'order.place'> => {
  count += 1;
  return { ...intent, intentId: `custodial-slice-${count}`, ...change };
};

describe('an account whose funds the exchange holds', () => {
  let bench: Bench;
  let intent: Input<'order.place'>;
  const find = (orderId: string | null): OrderView | undefined =>
    bench.shown.account?.orders.find((order) => order.orderId === orderId);
  const settled = async (orderId: string | null, at: OrderView['life']['at']): Promise<void> =>
    until(() => expect(find(orderId)?.life.at).toBe(at));

  beforeAll(async () => {
    bench = await openBench(null, { direction: WAY });
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    const member = await bench.openMember(OWNER, { kind: 'custodial' });
    answerOf(await bench.call('account.connect', { ...member, password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.readiness.code).toBe('custodialUnconfirmed'));
    intent = await buildRestingIntent(bench);
  });
  afterAll(() => bench.close());

  it('is read as such, reads everything, and sends no order before a person confirms it', async () => {
    expect(bench.shown.wallet).toMatchObject({
      setup: null,
      signer: null,
      custodial: { sign: { code: 'refused' }, agreedAtMs: null, proof: { at: 'unconfirmed' } },
    });
    await until(() => expect(bench.shown.account?.balance?.total).toBe(10_000_000_000n));
    expect(await bench.call('account.arm', { armed: true })).toMatchObject({
      ok: false,
      error: { code: 'NOT_READY', parameters: { code: 'custodialUnconfirmed' } },
    });
    const receipt = answerOf(await bench.call('order.place', again(intent)));
    expect(receipt).toMatchObject({ outcome: 'denied' });
    expect(denialCodes(receipt)).toContain('custodialUnconfirmed');
    expect(ordersLeft(bench)).toBe(0);
    expect((await bench.call('account.confirmCustodial', { password: 'wrong', direction: DEFAULT_DIRECTION })).ok).toBe(
      false,
    );
    expect(bench.shown.wallet?.readiness.code).toBe('custodialUnconfirmed');
  });

  it('is refused while the exchange reads the direction elsewhere, which the member then states', async () => {
    const confirm = (direction: DirectionField) =>
      bench.call('account.confirmCustodial', { password: PASSWORD, direction });
    expect(await confirm({ ...WAY, name: 'side' })).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
    expect(answerOf(await confirm(DEFAULT_DIRECTION))).toMatchObject({ outcome: 'rejected', isEnded: true });
    expect(bench.sent()).toContain('"direction":"buy"');
    await until(() =>
      expect(bench.shown.wallet).toMatchObject({
        readiness: { code: 'custodialUnconfirmed' },
        custodial: { agreedAtMs: null, proof: { at: 'refused', codes: ['market.order.missing_direction'] } },
      }),
    );
    expect((await bench.call('account.arm', { armed: true })).ok).toBe(false);
    expect(ordersLeft(bench)).toBe(1);
  });

  it('is proved by the one order that the question names, which rests far from the market and is cancelled', async () => {
    const before = ordersLeft(bench);
    bench.questions.length = 0;
    const receipt = answerOf(await bench.call('account.confirmCustodial', { password: PASSWORD, direction: WAY }));
    expect(receipt).toEqual({ outcome: 'accepted', denials: [], isEnded: true });
    expect(bench.questions).toHaveLength(1);
    expect(bench.questions[0]?.facts).toContainEqual({
      label: 'Order of the proof',
      value: 'buy 1 yes at 0.01, post-only, sent now and cancelled at once',
    });
    expect(ordersLeft(bench)).toBe(before + 1);
    await until(() =>
      expect(bench.shown.wallet?.custodial).toMatchObject({ direction: WAY, proof: { at: 'confirmed' } }),
    );
    expect(bench.shown.account?.orders.some(({ life }) => life.at === 'resting')).toBe(false);
    expect(bench.shown.account?.fills).toEqual([]);
    expect(bench.shown.wallet?.signer).toEqual({ kind: 'custodial' });
    expect(answerOf(await bench.call('account.arm', { armed: true })).armed).toBe(true);
  });

  it('places and cancels with the API key alone', async () => {
    const rested = answerOf(await bench.call('order.place', again(intent)));
    expect(rested).toMatchObject({ outcome: 'accepted' });
    await settled(rested.orderId, 'resting');
    const sent = bench.sent();
    expect(sent).not.toContain('signed_order');
    expect(sent).toContain('"way":"bid"');
    expect(sent).not.toContain('/account/wallet/markets/');
    expect(answerOf(await bench.call('order.cancel', { orderId: rested.orderId! })).outcome).toBe('cancelled');
    await settled(rested.orderId, 'cancelled');
  });

  it('is examined by the doctor without a wallet’s checks: nothing failed', async () => {
    const { lines } = answerOf(await bench.call('doctor.run', {}));
    expect(lines.map(({ check, verdict }) => [check, verdict])).toEqual([
      ['clock', 'ok'],
      ['apiKey', 'ok'],
      ['stream', 'ok'],
      ['kind', 'ok'],
      ['custody', 'ok'],
      ['direction', 'ok'],
    ]);
  });

  it('fills, sells what it bought, moves an order, and flattens', async () => {
    const ask = await until(() => {
      const book = bench.shown.books?.find((one) => one.market === intent.market);
      if (book?.asks[0] === undefined) throw new Error('Expected somebody to sell');
      return book.asks[0];
    });
    const price = Math.min(ask + 8 * TICK, 990_000);
    const taking = { price, shares: 10_000_000, postOnly: false };
    const taken = answerOf(await bench.call('order.place', again(intent, taking)));
    expect(taken).toMatchObject({ outcome: 'accepted' });
    await settled(taken.orderId, 'done');
    await until(() =>
      expect(bench.shown.account?.positions).toMatchObject([{ custody: 'custodial', quantity: 10_000_000 }]),
    );
    await until(() => expect(bench.shown.account?.fills.length).toBeGreaterThan(0));
    const selling = { direction: 'sell', price: 980_000, shares: 4_000_000, postOnly: false } as const;
    const sale = answerOf(await bench.call('order.place', again(intent, selling)));
    expect(sale).toMatchObject({ outcome: 'accepted' });
    await settled(sale.orderId, 'resting');
    expect(find(sale.orderId)).toMatchObject({ direction: 'sell', locked: 0n });
    const moveId = again(intent).intentId;
    const moved = answerOf(
      await bench.call('exit.move', { moveId, orderId: sale.orderId!, price: 970_000, bookVersion: null }),
    );
    expect(moved).toMatchObject({ outcome: 'ended', result: { code: 'moved' } });
    await settled(sale.orderId, 'cancelled');
    const preview = answerOf(
      await bench.call('exit.previewFlatten', {
        scope: { kind: 'market', market: intent.market },
        cancelsOrders: true,
      }),
    );
    const legs = preview.legs.map(({ market, side, toExit }) => {
      return { market, side, route: 'sell' as const, worst: 10_000, shares: toExit, isBookConfirmed: false };
    });
    expect(legs).toHaveLength(1);
    answerOf(await bench.call('exit.flatten', { flattenId: again(intent).intentId, legs, cancelsOrders: true }));
    await until(() => expect(bench.shown.account?.positions.filter(({ quantity }) => quantity > 0)).toEqual([]));
  });

  it('keeps an order with a lost answer unknown, finds it by its terms, and never sends it twice', async () => {
    const before = ordersLeft(bench);
    await bench.operate('faults', { faults: [{ kind: 'lost_answer', target: '/account/orders' }] });
    const lost = answerOf(await bench.call('order.place', again(intent)));
    // The stream may have shown the order by the time the answer is lost.
    expect(['unknown', 'accepted']).toContain(lost.outcome);
    await until(() => {
      const found = bench.shown.account?.orders.filter(({ life }) => life.at === 'resting') ?? [];
      expect(found.map(({ intentId }) => intentId)).toEqual([`custodial-slice-${count}`]);
      expect(found[0]?.steps.map(({ step }) => step)).toContain('lost');
    });
    expect(ordersLeft(bench)).toBe(before + 1);
  });

  it('is the same account after a restart: its order is still ours, and nothing is asked again', async () => {
    await bench.restart();
    answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.readiness.code).toBe('disarmed'));
    expect(bench.shown.wallet?.custodial?.proof.at).toBe('confirmed');
    await until(() => {
      const open = bench.shown.account?.orders.filter(({ life }) => life.at === 'resting') ?? [];
      expect(open.map(({ intentId }) => intentId)).toEqual([`custodial-slice-${count}`]);
    });
    expect(answerOf(await bench.call('order.cancelAll', ALL_ORDERS))).toMatchObject({ unknown: [] });
    await until(() => expect(bench.shown.account?.orders.some(({ life }) => life.at === 'resting')).toBe(false));
  });

  it('is another account with another API key: it is confirmed anew, and the orders of the first are put aside', async () => {
    const other = await bench.openMember(`0x${'c6'.repeat(20)}`, { kind: 'custodial' });
    answerOf(await bench.call('account.connect', { ...other, password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.readiness.code).toBe('custodialUnconfirmed'));
    await until(() => expect(bench.shown.account?.orders).toEqual([]));
  });
});

it('sends no order of the proof after a no, and one alone when its answer is lost, which is cancelled once it is shown', async () => {
  const bench = await openBench();
  try {
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    const member = await bench.openMember(OWNER, { kind: 'custodial' });
    answerOf(await bench.call('account.connect', { ...member, password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.readiness.code).toBe('custodialUnconfirmed'));
    const confirm = () => bench.call('account.confirmCustodial', { password: PASSWORD, direction: DEFAULT_DIRECTION });
    bench.agree = false;
    expect(await confirm()).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(ordersLeft(bench)).toBe(0);
    bench.agree = true;
    await bench.operate('faults', { faults: [{ kind: 'lost_answer', target: '/account/orders' }] });
    const receipt = answerOf(await confirm());
    // The stream may have shown the order by the time the answer is lost.
    expect(['lost', 'accepted']).toContain(receipt.outcome);
    await until(() => {
      const [order] = bench.shown.account?.orders ?? [];
      expect(order?.steps.map(({ step }) => step)).toContain('lost');
      expect(order?.life.at).toBe('cancelled');
    });
    expect(ordersLeft(bench)).toBe(1);
  } finally {
    await bench.close();
  }
});

describe('the order that proves the account', () => {
  let bench: Bench;
  const confirm = () => bench.call('account.confirmCustodial', { password: PASSWORD, direction: DEFAULT_DIRECTION });

  beforeEach(async () => {
    bench = await openBench();
    answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
    const member = await bench.openMember(OWNER, { kind: 'custodial' });
    answerOf(await bench.call('account.connect', { ...member, password: PASSWORD }));
    await until(() => expect(bench.shown.wallet?.readiness.code).toBe('custodialUnconfirmed'));
  });
  afterEach(() => bench.close());

  it('is not sent where a limit denies it, and the receipt names the limit', async () => {
    answerOf(await bench.call('risk.setLimits', { password: null, limits: { orderContracts: 0n } }));
    const { outcome, isEnded, denials } = answerOf(await confirm());
    expect([outcome, isEnded]).toEqual(['denied', true]);
    expect(denials).toContainEqual({
      code: 'limit',
      parameters: expect.objectContaining({ limit: 'orderContracts', allowed: 0n, found: 1_000_000n }),
    });
    expect(ordersLeft(bench)).toBe(0);
    await until(() => expect(bench.shown.wallet?.custodial?.proof.at).toBe('unconfirmed'));
  });

  it('is cancelled after a restart where its answer was lost and nothing showed it before', async () => {
    await until(() => expect(bench.shown.account?.at).toBe('live'));
    await bench.operate('faults', {
      faults: [
        { kind: 'lost_answer', target: '/account/orders' },
        { kind: 'delay', target: 'stream:order', ms: 600_000, count: 100 },
        { kind: 'refusal', target: '/pythia/orders', status: 503, count: 1_000 },
      ],
    });
    expect(answerOf(await confirm())).toMatchObject({ outcome: 'lost', isEnded: false });
    await bench.restart();
    await bench.endFaults();
    answerOf(await bench.call('vault.unlock', { password: PASSWORD }));
    await until(() => {
      const [order] = bench.shown.account?.orders ?? [];
      expect(order?.intentId).toMatch(/^custodial-proof-/);
      expect(order?.life.at).toBe('cancelled');
    });
    expect(ordersLeft(bench)).toBe(1);
  });
});
