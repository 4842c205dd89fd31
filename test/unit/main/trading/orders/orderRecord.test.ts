import { describe, expect, it } from 'vitest';
import {
  addStep,
  applyEvent,
  buildForeignRecord,
  buildOwnRecord,
  hasOtherTerms,
  intentIdOf,
  toView,
} from '#main/trading/orders/orderRecord.ts';
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeOrder, makeSigned, noAnswer } from '#test/slice/makers.ts';

const word = (order: ExchangeOrder, atMs = START_MS) => ({ kind: 'exchange', atMs, order }) as const;
const partly = makeOrder('7', { filledShares: parseShares('40'), updatedAtMs: START_MS + 20 });

describe('order record', () => {
  it('records its life in steps with times', () => {
    const record = buildOwnRecord(makeSigned());
    applyEvent(record, { kind: 'sent', atMs: START_MS + 3 });
    applyEvent(record, word(makeOrder('7'), START_MS + 41));
    applyEvent(record, word(partly, START_MS + 60));
    applyEvent(
      record,
      word({ ...partly, state: 'done', filledShares: parseShares('100'), updatedAtMs: START_MS + 90 }, START_MS + 95),
    );
    expect(record.steps).toEqual([
      { atMs: START_MS, step: 'signed', detail: null },
      { atMs: START_MS + 3, step: 'sent', detail: null },
      { atMs: START_MS + 41, step: 'accepted', detail: null },
      {
        atMs: START_MS + 60,
        step: 'part filled',
        detail: { code: 'filled', parameters: { filled: partly.filledShares, of: 100_000_000 } },
      },
      { atMs: START_MS + 95, step: 'filled', detail: null },
    ]);
    expect(record.life).toEqual({ at: 'done', orderId: '7' });
  });

  it('records a loss, a refusal, a cancel and an absence', () => {
    const lost = buildOwnRecord(makeSigned());
    applyEvent(lost, { kind: 'lost', atMs: 1, reason: noAnswer('timed out') });
    applyEvent(lost, { kind: 'provedAbsent', atMs: 2, reason: noAnswer('not listed') });
    expect(lost.steps.map((step) => [step.step, step.detail])).toEqual([
      ['signed', null],
      ['lost', noAnswer('timed out')],
      ['absent', noAnswer('not listed')],
    ]);
    const refused = buildOwnRecord(makeSigned());
    applyEvent(refused, { kind: 'refused', atMs: 1, codes: ['market.order.invalid_price'] });
    expect(refused.steps.at(-1)).toMatchObject({
      step: 'rejected',
      detail: { code: 'refused', parameters: { codes: ['market.order.invalid_price'] } },
    });
    const cancelled = buildForeignRecord(makeOrder('7'), 1, 1);
    applyEvent(cancelled, { kind: 'cancelSent', atMs: 2 });
    applyEvent(cancelled, word(makeOrder('7', { state: 'cancel', updatedAtMs: START_MS + 1 }), 3));
    expect(cancelled.steps.map((step) => step.step)).toEqual(['accepted', 'cancel sent', 'cancelled']);
  });

  it('ignores data older than the latest', () => {
    const record = buildForeignRecord(partly, 1, 1);
    expect(applyEvent(record, word(makeOrder('7'), 2))).toBe(false);
    expect(record.filled).toBe(40_000_000);
    expect(applyEvent(record, word({ ...partly, filledShares: parseShares('30') }, 3))).toBe(false);
    expect(record.filled).toBe(40_000_000);
  });

  it('accepts an end and a fill that a coarser clock dates earlier', () => {
    const ended = buildForeignRecord(makeOrder('7', { updatedAtMs: START_MS + 400 }), 1, 1);
    expect(applyEvent(ended, word(makeOrder('7', { state: 'cancel', updatedAtMs: START_MS }), 2))).toBe(true);
    expect(ended.life.at).toBe('cancelled');
    const filled = buildForeignRecord(makeOrder('7', { updatedAtMs: START_MS + 400 }), 1, 1);
    expect(applyEvent(filled, word({ ...partly, updatedAtMs: START_MS }, 2))).toBe(true);
    expect(filled.filled).toBe(40_000_000);
    expect(applyEvent(filled, word(makeOrder('7', { updatedAtMs: START_MS + 900 }), 3))).toBe(false);
    expect(filled.filled).toBe(40_000_000);
  });

  it('does not change when the same data comes twice', () => {
    const record = buildForeignRecord(partly, 1, 1);
    const { steps } = record;
    expect(applyEvent(record, word(partly, 2))).toBe(false);
    expect(record.steps).toBe(steps);
  });

  it('has other terms by any field but an omitted direction', () => {
    const record = buildOwnRecord(makeSigned());
    expect(hasOtherTerms(record, makeOrder('7'))).toBe(false);
    expect(hasOtherTerms(record, makeOrder('7', { direction: null }))).toBe(false);
    expect(hasOtherTerms(record, makeOrder('7', { direction: 'sell' }))).toBe(true);
    expect(hasOtherTerms(record, makeOrder('7', { side: 'no' }))).toBe(true);
    expect(hasOtherTerms(record, makeOrder('7', { price: parsePrice('0.60') }))).toBe(true);
    expect(hasOtherTerms(record, makeOrder('7', { originShares: parseShares('99') }))).toBe(true);
  });

  it('builds one view until it changes', () => {
    const record = buildOwnRecord(makeSigned());
    const view = toView(record);
    expect(view).toMatchObject({ intentId: 'intent-0001', orderId: null, postOnly: false, remaining: 100_000_000 });
    expect(toView(record)).toBe(view);
    addStep(record, { atMs: 1, step: 'asked', detail: noAnswer('x') });
    expect(toView(record)).not.toBe(view);
    const noted = record.steps;
    expect(addStep(record, { atMs: 2, step: 'asked', detail: noAnswer('x') })).toBe(false);
    expect(record.steps).toBe(noted);
    expect(intentIdOf(buildForeignRecord(makeOrder('7'), 1, 1))).toBeNull();
  });
});
