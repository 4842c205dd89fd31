import { expect, it } from 'vitest';
import { readHistory } from '#main/trading/orders/history.ts';
import { buildOwnRecord } from '#main/trading/orders/orderRecord.ts';
import type { EventEntry } from '#shared/order/journalEntry.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeOrder, makeSigned } from '#test/slice/makers.ts';

const signed = makeSigned();
const filled: EventEntry = {
  kind: 'event',
  intentId: signed.intentId,
  atMs: START_MS + 5,
  event: { kind: 'exchange', atMs: START_MS + 5, order: makeOrder('7', { state: 'done' }), source: 'stream' },
  isLast: true,
};
const nothing = { byIntent: () => undefined };

it('rebuilds an order that is not in memory from its lines', () => {
  const order = readHistory([signed, filled], nothing, START_MS + 9);
  expect(order).toMatchObject({ orderId: '7', life: { at: 'done' } });
  expect(order?.steps.at(-1)).toMatchObject({ step: 'filled', source: 'stream' });
});

it('prefers what is known now to the journal, which may be behind', () => {
  const record = buildOwnRecord(signed);
  record.life = { at: 'sent' };
  expect(readHistory([signed], { byIntent: () => record }, START_MS)).toMatchObject({ life: { at: 'sent' } });
});

it('is nothing without a signed entry', () => {
  expect(readHistory([], nothing, 0)).toBeNull();
  expect(readHistory([filled], nothing, 0)).toBeNull();
});
