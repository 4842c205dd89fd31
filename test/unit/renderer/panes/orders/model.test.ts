import { describe, expect, it } from 'vitest';
import {
  canCancel,
  candidatesOf,
  keyOf,
  sortOrders,
  tellCancel,
  tellGap,
  tellLife,
  tellResolve,
  tellSide,
  tellState,
  tellUnreadable,
  toneOfSide,
} from '#renderer/panes/orders/model.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { LifeStep } from '#shared/ipc/views.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { orderOf, restingOf } from '../facts.ts';

const ID = '7' as OrderId;
const step = (atMs: number, name: LifeStep['step'], detail: string | null = null): LifeStep => ({
  atMs,
  step: name,
  detail,
});

describe('the order of rows', () => {
  const unknownOld = orderOf({ at: 'unknown', sinceMs: 5, why: '' }, { intentId: 'u-old' as IntentId, createdAtMs: 1 });
  const unknownNew = orderOf({ at: 'unknown', sinceMs: 9, why: '' }, { intentId: 'u-new' as IntentId, createdAtMs: 9 });
  const open = restingOf('1', { createdAtMs: 5 });
  const newer = restingOf('2', { createdAtMs: 6 });
  const done = orderOf({ at: 'done', orderId: '3' as OrderId }, { updatedAtMs: 90 });

  it('is unknown first and oldest first, then open, then closed, newest first', () => {
    const sorted = sortOrders([done, open, unknownNew, newer, unknownOld], 'all').map(keyOf);
    expect(sorted).toEqual(['u-old', 'u-new', '2', '1', '3']);
  });

  it('hides what is over under the filter, but never what is unknown', () => {
    expect(sortOrders([done, open, unknownNew], 'open').map(keyOf)).toEqual(['u-new', '1']);
  });
});

describe('an order in words', () => {
  it('says its side, and only what the exchange said', () => {
    expect(tellSide(restingOf('1', { side: 'no', direction: 'sell' }))).toBe('Sell no');
    expect(tellSide(restingOf('1', { direction: null }))).toBe('Yes');
  });

  it('has the hue of the side of the book it stands on', () => {
    expect(toneOfSide(restingOf('1', { side: 'yes', direction: 'sell' }))).toBe('no');
    expect(toneOfSide(restingOf('1', { side: 'no', direction: 'sell' }))).toBe('yes');
    expect(toneOfSide(restingOf('1', { side: 'no', direction: null }))).toBe('no');
  });

  it('offers the orders that a lost one may be, oldest first, and says when the word was not taken', () => {
    const [one, two, other] = [restingOf('1', { createdAtMs: 9 }), restingOf('2', { createdAtMs: 5 }), restingOf('3')];
    const lost = orderOf({ at: 'unknown', sinceMs: 5, why: '' }, { candidates: ['1' as OrderId, '2' as OrderId] });
    expect(candidatesOf(lost, [one!, other!, two!, lost])).toEqual([two, one]);
    expect(candidatesOf(other!, [one!, two!])).toEqual([]);
    expect(tellResolve(succeed({ outcome: 'joined', hint: null }))).toBeNull();
    expect(tellResolve(succeed({ outcome: 'refused', hint: 'look again' }))).toMatchObject({ detail: 'look again' });
    expect(tellResolve(fail('LOCKED', {}))).toMatchObject({ tone: 'bad', detail: 'Unlock the vault first' });
  });

  it('is loud when its last word could not be read, until it is over', () => {
    const order = restingOf('1', { unreadable: 'Expected a price' });
    expect(tellState(order)).toMatchObject({ text: 'Resting, last word unreadable', tone: 'loud' });
    const done = orderOf({ at: 'done', orderId: ID }, { unreadable: 'Expected a price' });
    expect(tellState(done)).toMatchObject({ text: 'Filled', tone: 'good' });
  });

  it('is told to be there even where it can not be shown', () => {
    const one = { id: ID, market: null, createdAtMs: null, why: 'Expected a price' };
    expect(tellUnreadable(undefined)).toBeNull();
    expect(tellUnreadable([])).toBeNull();
    expect(tellUnreadable([one])).toContain('Your order 7 is on the exchange and can’t be read: Expected a price.');
    expect(tellUnreadable([one])).toContain('Cancel all asks for it too');
    const nameless = tellUnreadable([{ ...one, id: null }, one]);
    expect(nameless).toMatch(/^An order of yours .* 1 more can’t be read either\.$/);
    expect(nameless).toContain('without its id it can’t be cancelled from here');
  });

  it('is loud and has a clock while it is unknown', () => {
    expect(tellState(orderOf({ at: 'unknown', sinceMs: 5, why: '' }))).toEqual({
      text: 'Unknown',
      tone: 'loud',
      sinceMs: 5,
    });
  });

  it('tells part filled from resting, and a cancel after fills from a plain one', () => {
    const filled = parseShares('10');
    expect(tellState(restingOf('1')).text).toBe('Resting');
    expect(tellState(restingOf('1', { filled })).text).toBe('Part filled');
    expect(tellState(orderOf({ at: 'cancelled', orderId: ID }, { filled })).text).toBe('Cancelled, part filled');
    expect(tellState(orderOf({ at: 'rejected', orderId: null, code: 'x' })).tone).toBe('bad');
  });

  it('does not say of one that the exchange had named that it never arrived', () => {
    const absent = { at: 'absent', why: 'not listed' } as const;
    const steps = [step(100, 'lost', 'gone'), step(103, 'absent', 'not listed')];
    expect(tellState(orderOf(absent, { orderId: null })).text).toBe('Never arrived');
    expect(tellState(orderOf(absent, { orderId: ID })).text).toBe('Gone from the exchange');
    expect(tellLife(orderOf(absent, { orderId: null, steps }))).toContain('never arrived 3 ms: not listed');
    expect(tellLife(orderOf(absent, { orderId: ID, steps }))).toContain('gone from the exchange 3 ms: not listed');
  });

  it('tells its life step by step with the time between', () => {
    const steps = [step(100, 'signed'), step(103, 'sent'), step(144, 'accepted')];
    expect(tellLife(restingOf('1', { steps }))).toBe('signed · sent 3 ms · accepted 41 ms');
  });

  it('counts fills together and repeats once', () => {
    const steps = [
      step(0, 'signed'),
      step(1, 'sent'),
      step(2, 'lost'),
      step(3, 'asked'),
      step(903, 'asked'),
      step(1_003, 'part filled'),
      step(1_004, 'part filled'),
      step(4_104, 'filled'),
    ];
    expect(tellLife(restingOf('1', { steps }))).toBe(
      'signed · sent 1 ms · answer lost 1 ms · asking the exchange 901 ms · 2 fills · filled 3.1 s',
    );
  });

  it('gives the reason of a refusal', () => {
    const steps = [step(0, 'sent'), step(9, 'rejected', 'market.order.invalid_price')];
    expect(tellLife(orderOf({ at: 'rejected', orderId: null, code: 'x' }, { steps }))).toBe(
      'sent · rejected 9 ms: market.order.invalid_price',
    );
  });

  it('says where an order without steps came from', () => {
    expect(tellLife(restingOf('1'))).toBe('placed by another client');
  });

  it.each([
    [3, '3 ms'],
    [4_100, '4.1 s'],
    [12_000, '12 s'],
    [720_000, '12 m'],
    [7_200_000, '2 h'],
  ])('writes a gap of %d ms', (ms, text) => {
    expect(tellGap(ms)).toBe(text);
  });
});

describe('cancelling', () => {
  it('is offered while the exchange has named the order and it is open', () => {
    expect(canCancel(restingOf('1'))).toBe(true);
    expect(canCancel(orderOf({ at: 'sent' }))).toBe(false);
    expect(canCancel(orderOf({ at: 'cancelling', orderId: ID, sinceMs: 0 }))).toBe(false);
    expect(canCancel(orderOf({ at: 'done', orderId: ID }))).toBe(false);
  });

  it('says nothing when the row says it, and says loudly what is not known', () => {
    expect(tellCancel(succeed({ outcome: 'cancelled', hint: null }))).toBeNull();
    expect(tellCancel(succeed({ outcome: 'triggered', hint: null }))).toBeNull();
    expect(tellCancel(succeed({ outcome: 'unknown', hint: null }))?.tone).toBe('warn');
    expect(tellCancel(fail('RATE_LIMITED', { seconds: 4 }))).toMatchObject({
      tone: 'bad',
      detail: expect.stringContaining('4 s'),
    });
  });
});
