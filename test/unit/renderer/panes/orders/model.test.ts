import { describe, expect, it } from 'vitest';
import {
  canCancel,
  candidatesOf,
  describeCancel,
  describeMatch,
  describeState,
  describeUnreadable,
  formatGap,
  formatLife,
  formatSide,
  formatTimeLine,
  keyOf,
  listSteps,
  sortOrders,
  toneOfSide,
} from '#renderer/panes/orders/model.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { LifeStep } from '#shared/ipc/views.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { noAnswer, PROBLEM } from '#test/slice/makers.ts';
import { orderOf, restingOf } from '../facts.ts';

const ID = '7' as OrderId;
const step = (atMs: number, name: LifeStep['step'], detail: LifeStep['detail'] = null): LifeStep => ({
  atMs,
  step: name,
  detail,
});

describe('the order of rows', () => {
  const unknownOld = orderOf(
    { at: 'unknown', sinceMs: 5, reason: noAnswer('') },
    { intentId: 'u-old' as IntentId, createdAtMs: 1 },
  );
  const unknownNew = orderOf(
    { at: 'unknown', sinceMs: 9, reason: noAnswer('') },
    { intentId: 'u-new' as IntentId, createdAtMs: 9 },
  );
  const open = restingOf('1', { createdAtMs: 5 });
  const newer = restingOf('2', { createdAtMs: 6 });
  const done = orderOf({ at: 'done', orderId: '3' as OrderId }, { updatedAtMs: 90 });

  it('has unknown orders first, the oldest on top, then open and closed ones, the newest on top', () => {
    const sorted = sortOrders([done, open, unknownNew, newer, unknownOld]).map(keyOf);
    expect(sorted).toEqual(['u-old', 'u-new', '2', '1', '3']);
  });

  it('keeps closed orders in the order of their creation, whatever is reported about them later', () => {
    const older = orderOf({ at: 'done', orderId: '4' as OrderId }, { createdAtMs: 1, updatedAtMs: 99 });
    const later = orderOf({ at: 'done', orderId: '5' as OrderId }, { createdAtMs: 2, updatedAtMs: 50 });
    expect(sortOrders([older, later]).map(keyOf)).toEqual(['5', '4']);
  });
});

describe('an order in words', () => {
  it('names its side, without a direction that the exchange omits', () => {
    expect(formatSide(restingOf('1', { side: 'no', direction: 'sell' }))).toBe('Sell no');
    expect(formatSide(restingOf('1', { direction: null }))).toBe('Yes');
  });

  it('has the colour of its side of the book', () => {
    expect(toneOfSide(restingOf('1', { side: 'yes', direction: 'sell' }))).toBe('no');
    expect(toneOfSide(restingOf('1', { side: 'no', direction: 'sell' }))).toBe('yes');
    expect(toneOfSide(restingOf('1', { side: 'no', direction: null }))).toBe('no');
  });

  it('has its candidates in order of creation, and says why a match was refused', () => {
    const [one, two, other] = [restingOf('1', { createdAtMs: 9 }), restingOf('2', { createdAtMs: 5 }), restingOf('3')];
    const lost = orderOf(
      { at: 'unknown', sinceMs: 5, reason: noAnswer('') },
      { candidates: ['1' as OrderId, '2' as OrderId] },
    );
    expect(candidatesOf(lost, [one!, other!, two!, lost])).toEqual([two, one]);
    expect(candidatesOf(other!, [one!, two!])).toEqual([]);
    expect(describeMatch(succeed({ outcome: 'joined' }))).toBeNull();
    const refused = describeMatch(succeed({ outcome: 'refused', reason: 'notACandidate' }));
    expect(refused?.detail).toContain('no longer matches');
    expect(describeMatch(fail('LOCKED', {}))).toMatchObject({ tone: 'bad', detail: 'Unlock the vault first' });
  });

  it('is loud while its latest data is unreadable, until it has ended', () => {
    const order = restingOf('1', { unreadable: PROBLEM });
    expect(describeState(order)).toMatchObject({ text: 'Resting, latest data unreadable', tone: 'loud' });
    const done = orderOf({ at: 'done', orderId: ID }, { unreadable: PROBLEM });
    expect(describeState(done)).toMatchObject({ text: 'Filled', tone: 'good' });
  });

  it('is described even without a row', () => {
    const one = { id: ID, market: null, createdAtMs: null, problem: PROBLEM };
    expect(describeUnreadable(undefined)).toBeNull();
    expect(describeUnreadable([])).toBeNull();
    expect(describeUnreadable([one])).toContain(
      'Your order 7 is on the exchange and can’t be read: Expected a price at ',
    );
    expect(describeUnreadable([one])).toContain('Cancel all includes it');
    const nameless = describeUnreadable([{ ...one, id: null }, one]);
    expect(nameless).toMatch(/^An order of yours .* 1 more can’t be read either\.$/);
    expect(nameless).toContain('without its id it can’t be cancelled from here');
  });

  it('is loud and shows the elapsed time while it is unknown', () => {
    expect(describeState(orderOf({ at: 'unknown', sinceMs: 5, reason: noAnswer('') }))).toEqual({
      text: 'Unknown',
      tone: 'loud',
      sinceMs: 5,
    });
  });

  it('distinguishes part filled from resting, and a cancel after fills from one without', () => {
    const filled = parseShares('10');
    expect(describeState(restingOf('1')).text).toBe('Resting');
    expect(describeState(restingOf('1', { filled })).text).toBe('Part filled');
    expect(describeState(orderOf({ at: 'cancelled', orderId: ID }, { filled })).text).toBe('Cancelled, part filled');
    expect(describeState(orderOf({ at: 'rejected', orderId: null, codes: ['x'] })).tone).toBe('bad');
  });

  it('is gone, not never arrived, once it had an exchange id', () => {
    const absent = { at: 'absent', reason: noAnswer('not listed') } as const;
    const steps = [step(100, 'lost', noAnswer('gone')), step(103, 'absent', noAnswer('not listed'))];
    expect(describeState(orderOf(absent, { orderId: null })).text).toBe('Never arrived');
    expect(describeState(orderOf(absent, { orderId: ID })).text).toBe('Gone from the exchange');
    expect(formatLife(orderOf(absent, { orderId: null, steps }))).toContain('never arrived 3 ms: not listed');
    expect(formatLife(orderOf(absent, { orderId: ID, steps }))).toContain('gone from the exchange 3 ms: not listed');
  });

  it('lists its steps with the time between them', () => {
    const steps = [step(100, 'signed'), step(103, 'sent'), step(144, 'accepted')];
    expect(formatLife(restingOf('1', { steps }))).toBe('sent 3 ms · accepted 41 ms');
  });

  it('counts adjacent fills and shows a repeated step once', () => {
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
    expect(formatLife(restingOf('1', { steps }))).toBe(
      'sent 1 ms · answer lost 1 ms · asking the exchange 901 ms · 2 fills · filled 3.1 s',
    );
  });

  it('gives the reason of a refusal', () => {
    const steps = [
      step(0, 'sent'),
      step(9, 'rejected', { code: 'refused', parameters: { codes: ['market.order.invalid_price'] } }),
    ];
    expect(formatLife(orderOf({ at: 'rejected', orderId: null, codes: ['x'] }, { steps }))).toBe(
      'sent · rejected 9 ms: The exchange refuses this price: check the tick',
    );
  });

  it('names another client as the origin of an order without steps', () => {
    expect(formatLife(restingOf('1'))).toBe('placed by another client');
  });

  it.each([
    [3, '3 ms'],
    [4_100, '4.1 s'],
    [12_000, '12 s'],
    [720_000, '12 m'],
    [7_200_000, '2 h 0 m'],
  ])('writes a gap of %d ms', (ms, text) => {
    expect(formatGap(ms)).toBe(text);
  });
});

describe('cancelling', () => {
  it('is possible while an order is open and has an exchange id', () => {
    expect(canCancel(restingOf('1'))).toBe(true);
    expect(canCancel(orderOf({ at: 'sent' }))).toBe(false);
    expect(canCancel(orderOf({ at: 'cancelling', orderId: ID, sinceMs: 0 }))).toBe(false);
    expect(canCancel(orderOf({ at: 'done', orderId: ID }))).toBe(false);
  });

  it('notifies about what the row does not show', () => {
    expect(describeCancel(ID, succeed({ outcome: 'cancelled' }))).toBeNull();
    expect(describeCancel(ID, succeed({ outcome: 'triggered', isUnreadable: false }))).toBeNull();
    expect(describeCancel(ID, succeed({ outcome: 'triggered', isUnreadable: true }))?.detail).toContain(
      'cannot be read',
    );
    expect(describeCancel(ID, succeed({ outcome: 'gone', isFilled: true }))?.detail).toBe('It had filled');
    const unconfirmed = describeCancel(ID, succeed({ outcome: 'unknown', reason: noAnswer() }));
    expect(unconfirmed).toMatchObject({ tone: 'warn', detail: expect.stringContaining('cancel again') });
    expect(describeCancel(ID, fail('RATE_LIMITED', { seconds: 4 }))).toMatchObject({
      tone: 'bad',
      detail: expect.stringContaining('4 s'),
    });
  });
});

it('has one line per step on the time line, with the reason and what showed it first', () => {
  const steps: LifeStep[] = [
    step(0, 'signed'),
    step(3, 'lost', noAnswer()),
    { ...step(45, 'accepted'), source: 'read' },
  ];
  const lines = formatTimeLine(restingOf('1', { steps })).split('\n');
  expect(lines.map((line) => line.replace(/^[\d:.]+ +/, ''))).toEqual([
    'signed',
    'answer lost: the exchange did not answer in time',
    'accepted (read)',
  ]);
  expect(formatTimeLine(restingOf('1'))).toBe('placed by another client');
});

it('has one row per step, with the time since the one before, who made it known and the reason', () => {
  const steps: LifeStep[] = [
    step(100, 'signed'),
    step(103, 'lost', noAnswer()),
    { ...step(1_145, 'accepted'), source: 'stream' },
    step(1_100, 'cancelled'),
  ];
  const rows = listSteps(restingOf('1', { steps })).map(({ gap, step: name, source, reason }) => [
    gap,
    name,
    source,
    reason,
  ]);
  expect(rows).toEqual([
    [null, 'Signed', 'Adyton', null],
    ['3 ms', 'Answer lost', 'Adyton', 'The exchange did not answer in time'],
    ['1.0 s', 'Accepted', 'Stream', null],
    [null, 'Cancelled', 'Not recorded', null],
  ]);
  const matched: LifeStep = step(9, 'resolved', { code: 'matchedByPerson', parameters: { orderId: ID } });
  expect(listSteps(restingOf('1', { steps: [matched] }))[0]).toMatchObject({ step: 'Matched', source: 'You' });
  expect(listSteps(restingOf('1'))).toEqual([]);
});
