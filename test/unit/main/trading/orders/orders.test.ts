import { describe, expect, it } from 'vitest';
import { createOrders } from '#main/trading/orders/orders.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { parseAddress, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

function openBench() {
  const journal: JournalEntry[] = [];
  const faults: string[] = [];
  const bench = { isFull: false, changes: 0 };
  const orders = createOrders({
    journal: {
      append(entry) {
        if (bench.isFull) throw new Error('disk full');
        journal.push(entry);
      },
      findByOrder: () => [],
    },
    onChange: () => {
      bench.changes += 1;
    },
    onFault: (where, error) => void faults.push(`${where}: ${(error as Error).message}`),
  });
  return { orders, journal, faults, bench };
}

const signedAs = (name: string, change = {}) =>
  makeSigned({ intent: makeIntent({ intentId: parseIntentId(name), ...change }) });

describe('orders', () => {
  it('writes each event of our order, `sent` together with the next one', () => {
    const { orders, journal } = openBench();
    const record = orders.addSigned(makeSigned());
    orders.apply(record, { kind: 'sent', atMs: 1 });
    expect(journal).toHaveLength(1);
    orders.applyPlacement(record, makeOrder('7'), 2);
    orders.applyExchangeOrders([makeOrder('7', { state: 'done', updatedAtMs: START_MS + 1 })], 3);
    expect(
      journal.map((entry) => (entry.kind === 'signed' ? 'signed' : `${entry.event.kind} ${entry.isLast}`)),
    ).toEqual(['signed', 'sent false', 'exchange false', 'exchange true']);
    expect(orders.byOrder(parseOrderId('7'))).toBe(record);
    expect(orders.byIntent(parseIntentId('intent-0001'))).toBe(record);
  });

  it('keeps the source of an event that overtook the answer', () => {
    const { orders } = openBench();
    const record = orders.addSigned(makeSigned({ intent: makeIntent({ postOnly: true }) }));
    orders.apply(record, { kind: 'sent', atMs: 1 });
    const order = makeOrder('7');
    // Terms that match no lost order yet: the answer joins both.
    orders.applyExchangeOrders([{ ...order, state: 'done', updatedAtMs: START_MS + 1 }], 2, 'stream');
    orders.applyPlacement(record, order, 3);
    expect(record.steps.map(({ step, source }) => [step, source])).toContainEqual(['filled', 'stream']);
  });

  it('puts orders of another wallet aside, concludes nothing about them, and shows them again with their wallet', () => {
    const { orders, journal } = openBench();
    const lost = orders.addSigned(signedAs('intent-lost'));
    orders.apply(lost, { kind: 'lost', atMs: 1, reason: noAnswer() });
    const resting = orders.addSigned(signedAs('intent-rest', { postOnly: true, shares: parseShares('7') }));
    orders.applyPlacement(
      resting,
      makeOrder('7', { originShares: parseShares('7'), remainingShares: parseShares('7') }),
      2,
    );
    const lines = journal.length;
    const { maker } = makeSigned();
    orders.setMaker(parseAddress(`0x${'9'.repeat(40)}`));
    expect([orders.views(), orders.lost(), orders.open()]).toEqual([[], [], []]);
    expect(orders.byOrder(parseOrderId('7'))).toBeUndefined();
    expect(orders.byIntent(parseIntentId('intent-lost'))).toBe(lost);
    orders.applyExchangeOrders([makeOrder('8')], 3);
    expect(orders.byOrder(parseOrderId('8'))?.signed).toBeNull();
    expect(journal).toHaveLength(lines);

    orders.removeForeign();
    orders.setMaker(maker);
    expect(orders.lost()).toEqual([lost]);
    expect(orders.byOrder(parseOrderId('7'))).toBe(resting);
    expect(orders.views()).toHaveLength(2);
  });

  it('journals a late answer to an order whose wallet is no longer the account, without showing it', () => {
    const { orders, journal } = openBench();
    const record = orders.addSigned(makeSigned());
    orders.apply(record, { kind: 'sent', atMs: 1 });
    orders.setMaker(parseAddress(`0x${'9'.repeat(40)}`));
    orders.applyPlacement(record, makeOrder('7'), 2);
    expect(orders.views()).toEqual([]);
    expect(journal.at(-1)).toMatchObject({ kind: 'event', event: { kind: 'exchange' } });
    orders.setMaker(makeSigned().maker);
    expect(orders.byOrder(parseOrderId('7'))).toBe(record);
  });

  it('treats an order of another creation time as another order once its own is absent', () => {
    const { orders } = openBench();
    const record = orders.addSigned(makeSigned());
    const seven = makeOrder('7');
    orders.applyPlacement(record, seven, 1);
    orders.apply(record, { kind: 'vanished', atMs: 2, reason: noAnswer('not listed') });
    orders.apply(record, { kind: 'provedAbsent', atMs: 3, reason: noAnswer('not listed') });
    orders.applyExchangeOrders(
      [{ ...seven, createdAtMs: seven.createdAtMs + 60_000, updatedAtMs: seven.updatedAtMs + 60_000 }],
      4,
    );
    expect(record.life.at).toBe('absent');
    expect(orders.byOrder(seven.id)).toMatchObject({ signed: null, life: { at: 'resting' } });
  });

  it('writes nothing about foreign orders', () => {
    const { orders, journal } = openBench();
    orders.applyExchangeOrders([makeOrder('7')], 1);
    expect(journal).toEqual([]);
    expect(orders.views()).toMatchObject([{ intentId: null, orderId: '7' }]);
  });

  it('does not start an order after a failed write, and reports later failed writes', () => {
    const { orders, faults, bench } = openBench();
    bench.isFull = true;
    expect(() => orders.addSigned(makeSigned())).toThrow('disk full');
    expect(orders.views()).toEqual([]);
    bench.isFull = false;
    const record = orders.addSigned(makeSigned());
    bench.isFull = true;
    orders.apply(record, { kind: 'lost', atMs: 1, reason: noAnswer('x') });
    expect(record.life.at).toBe('unknown');
    expect(faults).toEqual(['journal: disk full']);
  });

  it('hides an order that may be ours in flight, and joins them by id', () => {
    const { orders } = openBench();
    const record = orders.addSigned(makeSigned());
    orders.apply(record, { kind: 'sent', atMs: 1 });
    orders.applyExchangeOrders([makeOrder('7')], 2);
    expect(orders.views()).toHaveLength(1);
    orders.applyPlacement(record, makeOrder('7'), 3);
    expect(orders.views()).toMatchObject([{ intentId: 'intent-0001', orderId: '7' }]);
  });

  it('shows both when the answer names another order', () => {
    const { orders } = openBench();
    const record = orders.addSigned(makeSigned());
    orders.applyExchangeOrders([makeOrder('7')], 2);
    orders.applyPlacement(record, makeOrder('8'), 3);
    expect(
      orders
        .views()
        .map((view) => view.orderId)
        .sort(),
    ).toEqual(['7', '8']);
  });

  it('assigns a reused id to the order of the answer', () => {
    const { orders, faults } = openBench();
    const old = orders.addSigned(signedAs('intent-0001'));
    orders.applyPlacement(old, makeOrder('7', { state: 'done' }), 1);
    const record = orders.addSigned(signedAs('intent-0002'));
    orders.apply(record, { kind: 'sent', atMs: 2 });
    orders.applyPlacement(
      record,
      makeOrder('7', { createdAtMs: START_MS + 60_000, updatedAtMs: START_MS + 60_000 }),
      3,
    );
    expect(record.life).toEqual({ at: 'resting', orderId: '7' });
    expect(old.life.at).toBe('done');
    expect(orders.byOrder(parseOrderId('7'))).toBe(record);
    expect(faults).toEqual([]);
  });

  it('makes an order unknown when its answer has the id of another order of ours', () => {
    const { orders, faults } = openBench();
    const first = orders.addSigned(signedAs('intent-0001'));
    orders.applyPlacement(first, makeOrder('7'), 1);
    const record = orders.addSigned(signedAs('intent-0002'));
    orders.apply(record, { kind: 'sent', atMs: 2 });
    orders.applyPlacement(record, makeOrder('7'), 3);
    expect(record.life.at).toBe('unknown');
    expect(first.life.at).toBe('resting');
    expect(faults[0]).toContain('Expected order 7 to be one intent');
  });

  it('reports an accepted order with other terms than were signed', () => {
    const { orders, faults } = openBench();
    orders.applyPlacement(orders.addSigned(makeSigned()), makeOrder('7', { originShares: parseShares('1') }), 1);
    expect(faults[0]).toContain('Expected order 7 with the signed terms');
  });

  it('lists unknown orders first, then open, then closed ones, newest first', () => {
    const { orders } = openBench();
    const at = (id: string, createdAtMs: number, state: 'wait' | 'done') =>
      makeOrder(id, { createdAtMs: START_MS - 100_000 + createdAtMs, state });
    orders.applyExchangeOrders([at('1', 1, 'done'), at('2', 2, 'wait'), at('3', 3, 'wait'), at('4', 4, 'done')], 1);
    const record = orders.addSigned(makeSigned({ atMs: START_MS - 200_000 }));
    orders.apply(record, { kind: 'lost', atMs: 1, reason: noAnswer('x') });
    expect(orders.views().map((view) => view.orderId)).toEqual([null, '3', '2', '4', '1']);
    expect(orders.lost()).toEqual([record]);
    expect(
      orders
        .open()
        .map((item) => item.orderId)
        .sort(),
    ).toEqual(['2', '3']);
  });

  it('keeps a bounded number of closed orders', () => {
    const { orders } = openBench();
    const closed = Array.from({ length: 900 }, (_, at) =>
      makeOrder(String(at), { state: 'done', createdAtMs: at + 1 }),
    );
    orders.applyExchangeOrders(closed, 1);
    expect(orders.views()).toHaveLength(200);
    expect([...orders.all()].length).toBeLessThanOrEqual(400);
    expect(orders.views()[0]?.orderId).toBe('899');
  });

  it('calls listeners when an order ends', () => {
    const { orders } = openBench();
    orders.applyExchangeOrders([makeOrder('7')], 1);
    const closed: (string | null)[] = [];
    const stop = orders.onClosed((record) => void closed.push(record.orderId));
    orders.applyExchangeOrders([makeOrder('7', { state: 'cancel', updatedAtMs: START_MS + 1 })], 2);
    stop();
    expect(closed).toEqual(['7']);
  });
});
