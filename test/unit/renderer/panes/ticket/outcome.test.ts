import { expect, it } from 'vitest';
import { describeOutcome } from '#renderer/panes/ticket/outcome.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { noAnswer } from '#test/slice/makers.ts';
import { orderOf, restingOf } from '../facts.ts';

const SUMMARY = 'buy 500 yes at 0.61';
const ACCEPTED = succeed<PlaceReceipt>({ outcome: 'accepted', orderId: null });
const DENIED = succeed<PlaceReceipt>({
  outcome: 'denied',
  orderId: null,
  denials: [{ code: 'locked', parameters: {} }],
});
const REJECTED = succeed<PlaceReceipt>({
  outcome: 'rejected',
  orderId: null,
  refusal: { codes: ['market.order.invalid_price'], signedBy: 'own' },
});
const UNKNOWN = succeed<PlaceReceipt>({ outcome: 'unknown', orderId: null });

it('describes an accepted order', () => {
  expect(describeOutcome(SUMMARY, ACCEPTED, null)).toEqual({
    tone: 'good',
    title: `Accepted: ${SUMMARY}`,
    detail: null,
  });
});

it('describes a rejection by its reason', () => {
  const outcome = describeOutcome(SUMMARY, REJECTED, null);
  expect(outcome).toEqual({
    tone: 'bad',
    title: `The exchange rejected it: ${SUMMARY}`,
    detail: 'The exchange refuses this price: check the tick',
  });
});

it('never describes a lost answer as accepted', () => {
  for (const order of [
    null,
    orderOf({ at: 'sent' }),
    orderOf({ at: 'unknown', sinceMs: 1, reason: noAnswer('time-out') }),
  ]) {
    const outcome = describeOutcome(SUMMARY, UNKNOWN, order);
    expect(outcome.tone).toBe('warn');
    expect(outcome.title).toBe('The answer was lost: asking the exchange');
    expect(outcome.detail).toContain('Do not send it again');
    // The log's words stay out of the ticket.
    expect(outcome.detail).not.toContain('time-out');
  }
});

it('describes a lost order by its later life', () => {
  const filled = orderOf({ at: 'done', orderId: '7' as OrderId });
  expect(describeOutcome(SUMMARY, UNKNOWN, filled)).toMatchObject({ tone: 'good', title: `Filled: ${SUMMARY}` });
  const absent = orderOf({ at: 'absent', reason: noAnswer('not in any list') });
  expect(describeOutcome(SUMMARY, UNKNOWN, absent).title).toContain('never reached the exchange');
});

it('has the average price of a filled order', () => {
  const filled = orderOf({ at: 'done', orderId: '7' as OrderId });
  expect(describeOutcome(SUMMARY, ACCEPTED, filled, parsePrice('0.6')).detail).toBe('At 0.6000 on average');
});

it('describes the fills of an accepted order', () => {
  const part = restingOf('7', { filled: parseShares('200'), remaining: parseShares('300') });
  expect(describeOutcome(SUMMARY, ACCEPTED, part).detail).toBe('200 filled, 300 resting');
});

it('never describes an unanswered order as not placed', () => {
  for (const failure of [fail('UNREACHABLE', { what: 'main' }), fail('BUG', {})]) {
    const outcome = describeOutcome(SUMMARY, failure, null);
    expect(outcome.title).toBe('The answer was lost: asking the exchange');
    expect(outcome.detail).toContain('Do not send it again');
  }
  expect(describeOutcome(SUMMARY, fail('LOCKED', {}), null).title).toBe(`Not placed: ${SUMMARY}`);
  const resting = restingOf('7', {});
  expect(describeOutcome(SUMMARY, fail('BUG', {}), resting)).toMatchObject({
    tone: 'good',
    title: `Accepted: ${SUMMARY}`,
  });
});

it('describes a denial and an unanswered command', () => {
  expect(describeOutcome(SUMMARY, DENIED, null)).toMatchObject({
    tone: 'bad',
    detail: 'Unlock the vault first',
  });
  expect(describeOutcome(SUMMARY, fail('UNREACHABLE', { what: 'main' }), null).detail).toContain('restart Adyton');
});
