import { describe, expect, it } from 'vitest';
import { createExecutor, type ExecutorOptions, RETRY_MS } from '#main/trading/conditionals/executor.ts';
import { createRequestBudget } from '#main/trading/conditionals/requestBudget.ts';
import { buildOwnRecord, type OrderRecord } from '#main/trading/orders/orderRecord.ts';
import type { ChildUpdate, ConditionalAction } from '#shared/order/conditional/events.ts';
import { emptyKnown } from '#shared/order/conditional/known.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import type { PlaceDenial, PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeIntent, makePosition, makeSigned } from '#test/slice/makers.ts';
import { ID, makeLot, makeRun, STOP } from './makers.ts';

const INTENT = makeIntent({ direction: 'sell', shares: parseShares('60') });
const PLACE: Extract<ConditionalAction, { kind: 'place' }> = {
  kind: 'place',
  key: { id: ID, generation: 1, step: 1 },
  intent: INTENT,
  urgency: 'exit',
  expiresAtMs: null,
};
const CHILD = { intentId: INTENT.intentId, slot: 'stop', shares: INTENT.shares, life: { at: 'requested' } } as Child;

function open(receipt: PlaceReceipt, change: Partial<ExecutorOptions> = {}) {
  const clock = openFakeClock();
  const told: ChildUpdate[] = [];
  const orders = new Map<IntentId, OrderRecord>();
  const cancelled: string[] = [];
  let placed = 0;
  let confirmed: boolean | null = null;
  let blockedUntilMs = 0;
  let unauthorised = 0;
  const executor = createExecutor({
    isArmed: () => false,
    placer: {
      async place(_intent, how) {
        confirmed = how?.exit?.isBookConfirmed ?? null;
        placed += 1;
        return receipt;
      },
      blockedUntilMs: () => blockedUntilMs,
    },
    canceller: {
      async cancel(id) {
        cancelled.push(id);
        return { outcome: 'cancelled' };
      },
    },
    locked: {
      isLocked: () => false,
      find: () => null,
      available: () => parseShares('0'),
      post: async () => receipt,
    },
    budget: createRequestBudget({ now: clock.now, orderBudget: () => null }),
    clock,
    orderOf: (id) => orders.get(id),
    findOrder: (id) => orders.get(id),
    ordersOf: (market) => [...orders.values()].filter((record) => record.market === market),
    position: () => makePosition('100'),
    feed(_id, event) {
      if (event.kind === 'child') told.push(event.update);
      else if (event.kind === 'ambiguous') told.push({ at: 'unknown', filled: parseShares('1') });
    },
    onUnauthorised() {
      unauthorised += 1;
    },
    onChange: () => {},
    ...change,
  });
  const run = makeRun({ children: [CHILD] });
  const put = (life: OrderRecord['life'], more: Partial<OrderRecord> = {}): OrderRecord => {
    const record = { ...buildOwnRecord(makeSigned({ intent: INTENT, intentId: INTENT.intentId })), life, ...more };
    orders.set(INTENT.intentId, record);
    return record;
  };
  const counts = () => ({ placed, unauthorised, confirmed });
  const block = (ms: number): void => {
    blockedUntilMs = clock.now() + ms;
  };
  return {
    executor,
    clock,
    told,
    run,
    put,
    cancelled,
    counts,
    block,
  };
}

const denied = (code: PlaceDenial['code']): PlaceReceipt => ({
  outcome: 'denied',
  orderId: null,
  denials: [{ code, parameters: code === 'rateLimited' ? { waitMs: 9_000 } : {} } as PlaceDenial],
});
const ACCEPTED: PlaceReceipt = { outcome: 'accepted', orderId: null };

describe('the executor', () => {
  it('sends an exit on a book that is not live only where fresh data stands in, as was agreed', () => {
    for (const ageMs of [0, 5_001]) {
      const { executor, counts, clock } = open(ACCEPTED);
      const provedAtMs = clock.exchangeTimeMs() - ageMs;
      const book = { market: MARKET, epoch: -1, sequence: 1, provedAtMs, health: 'live', bids: [], asks: [] } as const;
      const known = { ...emptyKnown(false), restBooks: { [MARKET]: book } };
      executor.place(PLACE, makeRun({ children: [CHILD], known }, { ...STOP, standIn: { kind: 'rest' } }));
      expect(counts().confirmed).toBe(ageMs === 0);
    }
  });

  it('places an intent once, and promises its shares until the order journal has it', async () => {
    const { executor, run, put, counts, clock } = open(ACCEPTED);
    executor.place(PLACE, run);
    executor.place(PLACE, run);
    expect(executor.available(INTENT)).toBe(parseShares('40'));
    put({ at: 'sent' });
    // Its own commitment counts now, and the promise not any more.
    expect(executor.available(INTENT)).toBe(parseShares('40'));
    await clock.settle();
    executor.place(PLACE, run);
    expect(counts().placed).toBe(1);
  });

  it('sends nothing that is promised to another order', async () => {
    const { executor, run, told, counts, clock } = open(ACCEPTED);
    executor.leaseManual(
      makeIntent({ intentId: 'hand-0001' as IntentId, direction: 'sell', shares: parseShares('50') }),
    );
    executor.place(PLACE, run);
    expect(counts().placed).toBe(0);
    expect(told).toMatchObject([{ at: 'ended', end: { kind: 'notSent', codes: ['leased'] } }]);
    await clock.settle();
  });

  it('tells a denial with the time of the next try, or without one', async () => {
    for (const [code, retryInMs] of [
      ['rateLimited', 9_000],
      ['bookNotLive', RETRY_MS],
      ['marketChanged', null],
    ] as const) {
      const { executor, run, told, clock } = open(denied(code));
      executor.place(PLACE, run);
      await clock.settle();
      const retryAtMs = retryInMs === null ? null : clock.exchangeTimeMs() + retryInMs;
      expect(told, code).toMatchObject([{ at: 'ended', end: { kind: 'notSent', retryAtMs } }]);
      expect(run.denials).toMatchObject([{ code }]);
      expect(executor.available(INTENT)).toBe(parseShares('100'));
    }
  });

  it('follows the life of an order, and tells each state once', () => {
    const { executor, run, put, told } = open(ACCEPTED);
    const record = put({ at: 'unknown', sinceMs: 1, reason: { code: 'programStopped', parameters: {} } });
    executor.follow([run]);
    executor.follow([run]);
    record.life = { at: 'resting', orderId: '7' as never };
    executor.follow([run]);
    record.filled = parseShares('10');
    record.life = { at: 'cancelled', orderId: '7' as never };
    executor.follow([run]);
    expect(told).toEqual([
      { at: 'unknown', filled: 0 },
      { at: 'working', orderId: '7', filled: 0 },
      { at: 'ended', end: { kind: 'cancelled' }, filled: parseShares('10') },
    ]);
  });

  it('counts an order as not sent only where no placement of it runs', async () => {
    const { executor, run, told, clock } = open(ACCEPTED, {
      placer: { place: () => new Promise(() => {}), blockedUntilMs: () => 0 },
    });
    executor.place(PLACE, run);
    executor.follow([run]);
    expect(told).toEqual([]);
    executor.stop();
    executor.follow([run]);
    expect(told).toMatchObject([{ end: { kind: 'notSent', codes: ['programStopped'] } }]);
    await clock.settle();
  });

  it('waits after a refusal that names a time, and reports a refused API key', async () => {
    const refused: PlaceReceipt = {
      outcome: 'rejected',
      orderId: null,
      refusal: { codes: ['authz.x'], signedBy: null },
    };
    const { executor, run, put, told, counts, clock, block } = open(refused);
    executor.place(PLACE, run);
    block(7_000);
    put({ at: 'rejected', orderId: null, codes: ['authz.x'] });
    await clock.settle();
    expect(told).toMatchObject([{ end: { kind: 'rejected', retryAtMs: clock.exchangeTimeMs() + 7_000 } }]);
    expect(counts().unauthorised).toBe(1);
  });

  it('cancels an order as soon as the exchange has named it', async () => {
    const { executor, run, put, cancelled } = open(ACCEPTED);
    executor.cancel(INTENT.intentId);
    const record = put({ at: 'sent' });
    executor.follow([run]);
    expect(cancelled).toEqual([]);
    record.orderId = '7' as never;
    record.life = { at: 'resting', orderId: '7' as never };
    executor.follow([run]);
    executor.follow([run]);
    expect(cancelled).toEqual(['7']);
  });

  it('tells that several orders of the exchange may be this one', () => {
    const { executor, put, told } = open(ACCEPTED);
    const reason = { code: 'programStopped', parameters: {} } as const;
    put({ at: 'unknown', sinceMs: 1, reason }, { candidates: ['1', '2'] as never });
    const run = makeRun({ children: [{ ...CHILD, life: { at: 'unknown', sinceMs: 1 } }] });
    executor.follow([run]);
    expect(told.at(-1)).toEqual({ at: 'unknown', filled: parseShares('1') });
  });
});

describe('behind a key lock', () => {
  const lot = makeLot({ shares: INTENT.shares });
  const locked = (post: PlaceReceipt, found = true): Partial<ExecutorOptions> => ({
    locked: {
      isLocked: () => true,
      find: (_state, order) => (found && order?.shares === lot.shares ? { lot, worst: FLOOR } : null),
      available: () => lot.shares,
      post: async (how) => {
        posted.push(how);
        return post;
      },
    },
  });
  const FLOOR = parsePrice('0.02');
  const posted: unknown[] = [];

  it('an exit is the lot of its size, at its worst price or better', async () => {
    const { executor, run, counts } = open(ACCEPTED, locked(ACCEPTED));
    expect(executor.available({ market: INTENT.market, side: 'yes' })).toBe(lot.shares);
    executor.place(PLACE, run);
    await Promise.resolve();
    expect(posted).toMatchObject([{ lotId: lot.id, intentId: INTENT.intentId, worst: FLOOR }]);
    expect(counts().placed).toBe(0);
  });

  it('nothing else is sent: no buy, no other urgency, no order without its lot', async () => {
    posted.length = 0;
    for (const [urgency, found] of [
      ['entry', true],
      ['exit', false],
    ] as const) {
      const { executor, run, told, counts } = open(ACCEPTED, locked(ACCEPTED, found));
      executor.place({ ...PLACE, urgency }, run);
      await Promise.resolve();
      expect(told).toMatchObject([{ at: 'ended', end: { kind: 'notSent', codes: ['lotRefused'] } }]);
      expect(counts().placed).toBe(0);
    }
    expect(posted).toEqual([]);
  });
});
