import { describe, expect, it } from 'vitest';
import { isTerminal, type OrderEvent, type OrderLife, RULED_OUT_BY_PERSON, reduceOrder } from '#shared/order/life.ts';
import { BugError } from '#shared/units/errors.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { makeOrder, noAnswer } from '#test/slice/makers.ts';

const ID = parseOrderId('7');
const exchange = (state: 'pending' | 'wait' | 'done' | 'cancel' | 'reject' | { unknown: string }): OrderEvent => ({
  kind: 'exchange',
  atMs: 9,
  order: makeOrder('7', { state }),
});
const run = (life: OrderLife, ...events: OrderEvent[]): OrderLife => events.reduce(reduceOrder, life);
const sent: OrderLife = { at: 'sent' };
const resting: OrderLife = { at: 'resting', orderId: ID };
const unknown: OrderLife = { at: 'unknown', sinceMs: 1, reason: noAnswer('timed out') };

describe('the life of an order', () => {
  it('goes from signed over sent to resting, done or refused', () => {
    expect(run({ at: 'signed' }, { kind: 'sent', atMs: 1 })).toEqual(sent);
    expect(run(sent, exchange('wait'))).toEqual(resting);
    expect(run(sent, exchange('pending'))).toEqual(resting);
    expect(run(sent, exchange('done'))).toEqual({ at: 'done', orderId: ID });
    expect(run(sent, { kind: 'refused', atMs: 1, codes: ['x'] })).toEqual({
      at: 'rejected',
      orderId: null,
      codes: ['x'],
    });
    expect(run(sent, exchange('reject'))).toMatchObject({ at: 'rejected', orderId: ID });
  });

  it('is unknown after a lost answer until the exchange reports it', () => {
    expect(run(sent, { kind: 'lost', atMs: 4, reason: noAnswer('timed out') })).toEqual({
      at: 'unknown',
      sinceMs: 4,
      reason: noAnswer('timed out'),
    });
    expect(run({ at: 'signed' }, { kind: 'lost', atMs: 4, reason: noAnswer('x') })).toMatchObject({ at: 'unknown' });
    expect(run(unknown, { kind: 'lost', atMs: 9, reason: noAnswer('again') })).toBe(unknown);
    expect(run(unknown, { kind: 'cancelSent', atMs: 9 })).toBe(unknown);
    expect(run(unknown, exchange('wait'))).toEqual(resting);
    expect(run(unknown, exchange('done')).at).toBe('done');
    expect(run(unknown, { kind: 'provedAbsent', atMs: 9, reason: noAnswer('gone') })).toEqual({
      at: 'absent',
      reason: noAnswer('gone'),
    });
  });

  it('leaves absent when the exchange reports the order', () => {
    const absent: OrderLife = { at: 'absent', reason: noAnswer('gone') };
    expect(run(absent, { kind: 'exchange', atMs: 9, order: makeOrder('7') })).toEqual({ at: 'resting', orderId: '7' });
    expect(run(absent, { kind: 'refused', atMs: 9, codes: ['x'] })).toBe(absent);
  });

  it("is absent by a person's decision, and a match with an order does not change the state", () => {
    expect(run(unknown, { kind: 'resolved', atMs: 9, orderId: null })).toEqual({
      at: 'absent',
      reason: RULED_OUT_BY_PERSON,
    });
    expect(run(unknown, { kind: 'resolved', atMs: 9, orderId: parseOrderId('7') })).toBe(unknown);
    expect(() => run(resting, { kind: 'resolved', atMs: 9, orderId: null })).toThrow(BugError);
  });

  it('is not changed by an answer lost after a stream event', () => {
    expect(run(resting, { kind: 'lost', atMs: 9, reason: noAnswer('timed out') })).toBe(resting);
  });

  it('is unknown when the exchange no longer knows it or reports an unknown state', () => {
    expect(run(resting, { kind: 'vanished', atMs: 9, reason: noAnswer('x') })).toEqual({
      at: 'unknown',
      sinceMs: 9,
      reason: noAnswer('x'),
    });
    expect(run(unknown, { kind: 'vanished', atMs: 9, reason: noAnswer('x') })).toBe(unknown);
    expect(run(resting, exchange({ unknown: 'frozen' }))).toMatchObject({
      at: 'unknown',
      reason: { code: 'unknownState', parameters: { state: 'frozen' } },
    });
  });

  it('goes from cancelling to cancelled, or back to resting after a failed cancel', () => {
    const cancelling = run(resting, { kind: 'cancelSent', atMs: 5 });
    expect(cancelling).toEqual({ at: 'cancelling', orderId: ID, sinceMs: 5 });
    expect(run(cancelling, exchange('wait'))).toBe(cancelling);
    expect(run(cancelling, { kind: 'cancelFailed', atMs: 6, reason: noAnswer('x') })).toEqual(resting);
    expect(run(cancelling, exchange('cancel'))).toEqual({ at: 'cancelled', orderId: ID });
    expect(run(cancelling, exchange('done')).at).toBe('done');
  });

  it('never leaves a terminal state', () => {
    const done: OrderLife = { at: 'done', orderId: ID };
    expect(isTerminal(done)).toBe(true);
    expect(isTerminal(resting)).toBe(false);
    expect(run(done, exchange('wait'), { kind: 'vanished', atMs: 1, reason: noAnswer('x') })).toBe(done);
  });

  it('throws BugError on an impossible transition', () => {
    expect(() => run(resting, { kind: 'sent', atMs: 1 })).toThrow(BugError);
    expect(() => run(resting, { kind: 'provedAbsent', atMs: 1, reason: noAnswer('x') })).toThrow(BugError);
  });
});
