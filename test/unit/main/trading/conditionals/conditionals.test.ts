import { describe, expect, it } from 'vitest';
import { ALL_ORDERS, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { MARKET, makeCandle, makeIntent, makePosition, OTHER_MARKET, OWNER, SAFE } from '#test/slice/makers.ts';
import { type ConditionalsBench, ID, openConditionalsBench, STOP } from './makers.ts';

const BUY_STOP = {
  ...STOP,
  direction: 'buy',
  worst: parsePrice('0.50'),
  limit: parsePrice('0.48'),
  trigger: { ...STOP.trigger, crosses: 'atOrAbove', price: parsePrice('0.45'), source: 'bid' } as typeof STOP.trigger,
} as const;

async function fire(bench: ConditionalsBench): Promise<void> {
  bench.book('0.40', '0.42');
  await bench.clock.advance(600);
  bench.book('0.33', '0.35');
  await bench.clock.advance(600);
  bench.book('0.33', '0.35');
  await bench.clock.settle();
}

describe('conditional orders', () => {
  it('place one exit by the placer, unattended and as an exit, and follow it to its end', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    await fire(bench);
    expect(bench.placed).toMatchObject([
      {
        intent: { direction: 'sell', price: STOP.limit, shares: STOP.shares },
        how: { exit: { isBookConfirmed: false } },
      },
    ]);
    expect(bench.placed[0]!.how.unattended?.isArmed()).toBe(false);
    bench.conditionals.setEntriesArmed(true);
    expect(bench.placed[0]!.how.unattended?.isArmed()).toBe(true);
    const { intentId } = bench.placed[0]!.intent;
    expect(bench.state().life.at).toBe('working');
    bench.report(intentId, { filledShares: parseShares('40') });
    expect(bench.state()).toMatchObject({ filled: parseShares('40'), life: { at: 'working' } });
    bench.report(intentId, { filledShares: STOP.shares }, { at: 'done', orderId: '101' as never });
    expect(bench.state()).toMatchObject({ filled: STOP.shares, life: { at: 'done' } });
    expect(bench.notices.map(({ notice }) => notice.code)).toEqual(expect.arrayContaining(['fired', 'ended']));
  });

  it('wait with a sale that is no exit until trading is armed, and arm none meanwhile', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.isExit = false;
    bench.conditionals.noteAccount();
    await fire(bench);
    expect(bench.placed).toEqual([]);
    expect(bench.state().life).toMatchObject({
      at: 'waiting',
      reason: { code: 'blocked', parameters: { code: 'disarmed' } },
    });
    const other = '5b1f6a1e-9a5f-4c64-8a54-6f2f0a3f1c23' as typeof ID;
    expect(bench.conditionals.arm(other, STOP)).toMatchObject({ reason: { code: 'disarmed' } });
    bench.conditionals.setEntriesArmed(true);
    await bench.clock.settle();
    expect(bench.placed).toMatchObject([{ intent: { direction: 'sell', shares: STOP.shares } }]);
  });

  it('are armed and changed 30 times a minute, and ended as often as a person wants', async () => {
    const bench = openConditionalsBench();
    const ids = Array.from(
      { length: 31 },
      (_, at) => `5b1f6a1e-9a5f-4c64-8a54-${String(at).padStart(12, '0')}` as typeof ID,
    );
    for (const id of ids.slice(0, 30)) {
      expect(bench.conditionals.arm(id, STOP)).toMatchObject({ outcome: 'armed' });
      expect(bench.conditionals.cancel(id)).toBe(true);
    }
    const last = ids.at(-1)!;
    expect(bench.conditionals.arm(last, STOP)).toMatchObject({ reason: { code: 'tooOften' } });
    await bench.clock.advance(60_001);
    expect(bench.conditionals.arm(last, STOP)).toMatchObject({ outcome: 'armed' });
    expect(bench.conditionals.cancel(last)).toBe(true);
  });

  it('are recorded before they act, and again without what ended', async () => {
    const bench = openConditionalsBench();
    const events: string[] = [];
    const { append, record } = bench.store;
    bench.store.append = (account, stored) => {
      append(account, stored);
      events.push(stored.entry.kind === 'event' ? stored.entry.event.kind : 'created');
    };
    bench.store.record = (account, ids) => {
      record(account, ids);
      events.push(`record ${ids.length}`);
    };
    bench.arm();
    expect(events.slice(0, 3)).toEqual(['created', 'record 1', 'arm']);
    bench.conditionals.cancel(ID);
    await bench.clock.settle();
    await bench.clock.advance(1);
    expect(events.at(-1)).toBe('record 0');
  });

  it('are stopped, and say so, when the vault cannot vouch for them', () => {
    const bench = openConditionalsBench();
    bench.store.record = () => {
      throw new Error('locked');
    };
    expect(bench.conditionals.arm(ID, STOP)).toMatchObject({ reason: { code: 'notStored' } });
    expect(bench.conditionals.hasActive()).toBe(false);
  });

  it('open no account once they are closed', () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.conditionals.close();
    bench.conditionals.open(SAFE);
    expect(bench.conditionals.hasActive()).toBe(false);
  });

  it('arm an id once, and keep a refused one out of the journal', () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.arm();
    expect(bench.conditionals.view().conditionals).toHaveLength(1);
    const other = '5b1f6a1e-9a5f-4c64-8a54-6f2f0a3f1c22' as typeof ID;
    expect(bench.conditionals.arm(other, BUY_STOP)).toMatchObject({ reason: { code: 'disarmed' } });
    expect(bench.store.entries.every(({ entry }) => entry.id === ID)).toBe(true);
  });

  it('say that a stored one which was never armed is not', () => {
    const bench = openConditionalsBench();
    bench.store.append(SAFE, {
      entry: { kind: 'created', id: ID, atMs: 0, terms: STOP },
      after: '',
    });
    const conditionals = bench.reopen();
    expect(conditionals.arm(ID, STOP)).toMatchObject({ outcome: 'refused', reason: { code: 'notStored' } });
  });

  it('let a buy wait while trading is disarmed by a person, and an exit not', async () => {
    const bench = openConditionalsBench();
    bench.conditionals.setEntriesArmed(true);
    bench.arm(BUY_STOP);
    bench.book('0.40', '0.42');
    bench.conditionals.setEntriesArmed(false);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'blocked' } });
    for (const step of [600, 600, 600]) {
      await bench.clock.advance(step);
      bench.book('0.46', '0.47');
    }
    expect(bench.placed).toEqual([]);
  });

  it('never sell more than what is free beside a manual order', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    const manual = makeIntent({ direction: 'sell', shares: parseShares('70') });
    const endLease = bench.conditionals.leaseManual(manual);
    await fire(bench);
    expect(bench.placed.map(({ intent }) => intent.shares)).toEqual([parseShares('30')]);
    endLease();
    bench.conditionals.leaseManual(makeIntent({ direction: 'buy' }))();
  });

  it('wait with the keys locked, say so, and go on after the account was read again', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.book('0.40', '0.42');
    bench.readiness = { code: 'locked', parameters: {} };
    bench.conditionals.suspend();
    expect(bench.conditionals.view()).toMatchObject({ active: 1, locked: 1 });
    expect(bench.notices.at(-1)).toMatchObject({
      notice: { code: 'waiting', parameters: { reason: { code: 'locked' } } },
    });
    await fire(bench);
    expect([bench.placed, bench.conditionals.hasActive()]).toEqual([[], false]);
    bench.readiness = { code: 'armed', parameters: {} };
    bench.conditionals.open(SAFE);
    await fire(bench);
    expect(bench.placed).toEqual([]);
    bench.read();
    await fire(bench);
    expect(bench.placed).toHaveLength(1);
  });

  it('go on after a restart once everything was read, and place nothing twice', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    await fire(bench);
    bench.reopen();
    await fire(bench);
    bench.read();
    await fire(bench);
    expect(bench.placed).toHaveLength(1);
    expect(bench.state()).toMatchObject({ life: { at: 'working' }, orders: [{ life: { at: 'working' } }] });
  });

  it('place the order again where the program stopped before it reached the order journal', async () => {
    const bench = openConditionalsBench();
    bench.answerPlace = () => new Promise(() => {});
    bench.arm();
    await fire(bench);
    expect([bench.placed.length, bench.orders.size]).toEqual([1, 0]);
    bench.reopen();
    bench.answerPlace = async (_intent, rest) => ({ outcome: 'accepted', orderId: rest().orderId });
    bench.read();
    await fire(bench);
    expect(bench.placed).toHaveLength(2);
    expect(bench.placed[1]!.intent.intentId).not.toBe(bench.placed[0]!.intent.intentId);
    expect(bench.orders.size).toBe(1);
  });

  it('end with a panic, and those that buy with a cancel of everything in their market', () => {
    const bench = openConditionalsBench();
    bench.conditionals.setEntriesArmed(true);
    bench.arm(BUY_STOP);
    bench.conditionals.cancelEntries(ordersOfMarket(OTHER_MARKET));
    bench.conditionals.cancelEntries({ ...ordersOfMarket(MARKET), column: 'ask' });
    expect(bench.conditionals.hasActive()).toBe(true);
    bench.conditionals.cancelEntries(ALL_ORDERS);
    expect(bench.state().life).toMatchObject({ at: 'cancelled' });
    const second = openConditionalsBench();
    second.arm();
    second.conditionals.cancelEntries(ALL_ORDERS);
    expect(second.conditionals.hasActive()).toBe(true);
    expect([second.conditionals.stopAll(), second.state().life.at]).toEqual([1, 'cancelled']);
  });

  it('change while no order is live, and only to the same kind', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    const changed = { ...STOP, limit: parsePrice('0.31') };
    expect(bench.conditionals.change(ID, changed)).toEqual({ outcome: 'armed', id: ID });
    expect(bench.state()).toMatchObject({ generation: 2, terms: changed });
    await fire(bench);
    expect(bench.conditionals.change(ID, STOP)).toMatchObject({ reason: { code: 'notChangeable' } });
    expect(bench.conditionals.cancel(ID)).toBe(true);
    expect(bench.cancelled).toEqual(['101']);
  });

  it('answer a halt, and nothing else', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    expect(bench.conditionals.answer(ID, 'resume')).toBe(false);
    await fire(bench);
    const { intentId } = bench.placed[0]!.intent;
    bench.report(intentId, {}, { at: 'cancelled', orderId: '101' as never });
    expect(bench.state().life).toMatchObject({ at: 'halted', reason: { code: 'orderCancelled' } });
    expect(bench.conditionals.view().halted).toBe(1);
    expect(bench.conditionals.answer(ID, 'end')).toBe(true);
    expect(bench.state().life).toMatchObject({ at: 'cancelled' });
    expect(bench.conditionals.dismiss(ID)).toBe(true);
    expect(bench.conditionals.cancel(ID)).toBe(false);
  });

  it('end with a position that is gone', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.book('0.40', '0.42');
    bench.position = makePosition('100', { quantity: ZERO_SHARES, sellable: ZERO_SHARES });
    bench.conditionals.noteAccount();
    await bench.clock.advance(30_000);
    expect(bench.state().life).toMatchObject({ at: 'ended', reason: { code: 'positionGone' } });
  });

  it('show when one would have fired while the program did not run', async () => {
    const bench = openConditionalsBench();
    bench.minutes = [{ ...makeCandle(bench.clock.now() + 60_000, '0.40'), low: parsePrice('0.20') }];
    bench.arm();
    bench.conditionals.close();
    await bench.clock.advance(300_000);
    bench.reopen();
    await bench.clock.settle();
    expect(bench.state()).toMatchObject({ missedAtMs: bench.minutes[0]!.openTimeMs });
    expect(bench.placed).toEqual([]);
  });
});

describe('what is late or of another account', () => {
  it('places nothing of an account while another one is open, and goes on with it', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.book('0.40', '0.42');
    bench.conditionals.suspend();
    bench.conditionals.open(OWNER);
    expect(bench.conditionals.view().conditionals).toEqual([]);
    await fire(bench);
    bench.conditionals.suspend();
    bench.conditionals.open(SAFE);
    bench.read();
    expect(bench.placed).toEqual([]);
    await fire(bench);
    expect(bench.placed).toHaveLength(1);
  });

  it('counts a fill that comes before the answer to its order, and again with it, once', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    bench.answerPlace = async (intent, restNow) => {
      const { orderId } = restNow();
      const end = { at: 'done', orderId: orderId! } as const;
      // By the stream, and by a read of the same moment.
      for (const _source of ['stream', 'read']) bench.report(intent.intentId, { filledShares: STOP.shares }, end);
      return { outcome: 'accepted', orderId };
    };
    await fire(bench);
    await fire(bench);
    expect(bench.placed).toHaveLength(1);
    expect(bench.state()).toMatchObject({ filled: STOP.shares, life: { at: 'done' } });
  });

  it('sends an exit once the keys are there again that were locked between its trigger and its order', async () => {
    const bench = openConditionalsBench();
    bench.arm();
    const { answerPlace } = bench;
    bench.answerPlace = async () => ({
      outcome: 'denied',
      orderId: null,
      denials: [{ code: 'locked', parameters: {} }],
    });
    await fire(bench);
    const before = bench.placed.length;
    expect(before).toBeGreaterThan(0);
    bench.answerPlace = answerPlace;
    await bench.clock.advance(3_000);
    expect(bench.placed).toHaveLength(before + 1);
    expect(bench.state().life).toMatchObject({ at: 'working' });
  });
});

describe('a clock that somebody sets', () => {
  // Over the close of its market too.
  it.each([3_600_000, -3_600_000, 100 * 3_600_000])(
    'by %i ms ends nothing, and the deadline passes at its own time once it is measured',
    async (jumpMs) => {
      const bench = openConditionalsBench();
      bench.arm({ ...STOP, goodTillMs: bench.clock.now() + 60_000 });
      bench.book('0.40', '0.42');
      expect(bench.state().life.at).toBe('armed');
      bench.measuredAtMs = bench.clock.now();
      bench.clock.jump(jumpMs);
      bench.clockDriftMs = jumpMs;
      bench.book('0.40', '0.42');
      await bench.clock.advance(2_000);
      expect(bench.state().life.at).not.toBe('expired');
      // A measurement finds the new offset.
      bench.clock.offsetMs = -jumpMs;
      bench.clockDriftMs = 0;
      bench.measuredAtMs = null;
      bench.book('0.40', '0.42');
      await bench.clock.advance(2_000);
      expect([bench.state().life.at, bench.placed]).toEqual(['armed', []]);
      await bench.clock.advance(60_000);
      expect(bench.state().life).toMatchObject({ at: 'expired' });
    },
  );
});
