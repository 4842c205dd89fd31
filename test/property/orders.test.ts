import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJournalLine } from '#main/storage/journalLine.ts';
import { StoredDataError } from '#main/storage/storedData.ts';
import { createOrders } from '#main/trading/orders/orders.ts';
import { restoreRecords } from '#main/trading/orders/restore.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import { isTerminal, type LifeReason, type OrderEvent, type OrderLife, reduceOrder } from '#shared/order/life.ts';
import { BugError } from '#shared/units/errors.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { toShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

const state = fc.constantFrom<ExchangeOrder['state']>('pending', 'wait', 'done', 'cancel', 'reject', {
  unknown: 'frozen',
});
const atMs = fc.nat(1_000);
const reason: fc.Arbitrary<LifeReason> = fc.oneof(
  fc.string().map((error) => noAnswer(error)),
  fc.constant<LifeReason>({ code: 'notListed', parameters: {} }),
  fc.record({ equal: fc.nat(), arrived: fc.nat() }).map((parameters) => ({ code: 'surplus' as const, parameters })),
);
const event: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sent', 'cancelSent'), atMs }),
  fc.record({ kind: fc.constantFrom('lost', 'vanished', 'cancelFailed', 'provedAbsent'), atMs, reason }),
  fc.record({ kind: fc.constant('resolved'), atMs, orderId: fc.constantFrom(null, parseOrderId('7')) }),
  fc.record({ kind: fc.constant('refused'), atMs, codes: fc.array(fc.string()) }),
  fc.record({ kind: fc.constant('exchange'), atMs, order: state.map((word) => makeOrder('7', { state: word })) }),
);

describe('an order’s life', () => {
  it('never leaves a terminal state, and leaves unknown by the exchange’s word, a refusal, a proof or a person only', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        let life: OrderLife = { at: 'signed' };
        for (const next of events) {
          const before: OrderLife = life;
          try {
            life = reduceOrder(life, next);
          } catch (error) {
            expect(error).toBeInstanceOf(BugError);
            continue;
          }
          const isFoundAfterAll = before.at === 'absent' && next.kind === 'exchange';
          if (isTerminal(before) && !isFoundAfterAll) expect(life).toBe(before);
          if (before.at === 'unknown' && life.at !== 'unknown') {
            expect(['exchange', 'refused', 'provedAbsent', 'resolved']).toContain(next.kind);
          }
          if (life.at === 'resting' && before.at !== 'resting')
            expect(['exchange', 'cancelFailed']).toContain(next.kind);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the trading’s orders', () => {
  const wordOf = (id: number, filled: number, word: 'wait' | 'done' | 'cancel', time: number) =>
    makeOrder(String(id), { state: word, filledShares: toShares(filled * 1_000_000), updatedAtMs: START_MS + time });
  const word = fc.record({
    id: fc.integer({ min: 1, max: 4 }),
    filled: fc.integer({ min: 0, max: 100 }),
    state: fc.constantFrom('wait', 'done', 'cancel'),
    time: fc.nat(50),
  });

  it('are one record an exchange id, whose end and fills are never taken back, nor by an older word', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const orders = createOrders({
          journal: { append: () => {}, findByOrder: () => [] },
          onChange: () => {},
          onFault: () => {},
        });
        const newest = new Map<string, number>();
        // An end weighs more than any fill, a fill more than any time: clocks may be coarse.
        const weigh = (closed: boolean, filled: number, time: number): number =>
          (closed ? 1_000_000 : 0) + filled * 1_000 + time;
        for (const { id, filled, state: kind, time } of words) {
          orders.applyExchangeOrders([wordOf(id, filled, kind, time)], 1);
          newest.set(String(id), Math.max(newest.get(String(id)) ?? 0, weigh(kind !== 'wait', filled, time)));
          const records = [...orders.all()];
          expect(new Set(records.map((record) => record.orderId)).size).toBe(records.length);
          for (const record of records) {
            const { state: known, filledShares, updatedAtMs } = record.latest!;
            expect(weigh(known !== 'wait', filledShares / 1_000_000, updatedAtMs - START_MS)).toBe(
              newest.get(record.orderId!),
            );
          }
        }
      }),
    );
  });

  it('come back from the journal as they were, but what was on its way is unknown', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), event), { maxLength: 20 }), (steps) => {
        const journal: JournalEntry[] = [];
        const orders = createOrders({
          journal: {
            append: (entry) => void journal.push(parseJournalLine(decodeMessage(encodeMessage(entry)))),
            findByOrder: () => [],
          },
          onChange: () => {},
          onFault: () => {},
        });
        const own = [0, 1, 2].map((at) =>
          orders.addSigned(makeSigned({ intent: makeIntent({ intentId: parseIntentId(`intent-${at}-x`) }) })),
        );
        for (const [at, next] of steps) {
          try {
            orders.apply(own[at]!, next);
          } catch (error) {
            expect(error).toBeInstanceOf(BugError);
          }
        }
        const back = restoreRecords(journal, START_MS);
        expect(back).toHaveLength(3);
        for (const [at, record] of back.entries()) {
          const was = own[at]!;
          const isOpen = was.life.at === 'signed' || was.life.at === 'sent';
          const expected = isOpen ? 'unknown' : was.life.at === 'cancelling' ? 'resting' : was.life.at;
          expect(record.life.at).toBe(expected);
          if (!isOpen) expect(record.filled).toBe(was.filled);
          expect(record.orderId).toBe(was.orderId);
        }
      }),
    );
  });
});

describe('a journal line', () => {
  it('of any content is an entry or StoredDataError', () => {
    const base = fc.constantFrom<unknown>(makeSigned(), {
      kind: 'event',
      intentId: 'intent-0001',
      atMs: 1,
      event: { kind: 'exchange', atMs: 1, order: makeOrder('7') },
      isLast: false,
    });
    const changed = fc
      .tuple(base, fc.constantFrom('kind', 'intentId', 'atMs', 'event', 'intent', 'salt', 'isLast'), fc.anything())
      .map(([value, name, other]) => ({ ...(value as object), [name]: other }));
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withBigInt: true }), changed), (value) => {
        try {
          parseJournalLine(value);
        } catch (error) {
          expect(error).toBeInstanceOf(StoredDataError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
