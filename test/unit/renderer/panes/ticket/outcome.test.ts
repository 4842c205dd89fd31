import { expect, it } from 'vitest';
import { tellOutcome } from '#renderer/panes/ticket/outcome.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { orderOf, restingOf } from '../facts.ts';

const WISH = 'buy 500 yes at 0.61';
const receipt = (
  outcome: 'accepted' | 'unknown' | 'denied' | 'rejected',
  codes: string[] = [],
  hint: string | null = null,
) => succeed({ outcome, orderId: null, codes, hint });

it('says that the exchange accepted it', () => {
  expect(tellOutcome(WISH, receipt('accepted'), null)).toEqual({
    tone: 'good',
    title: `Accepted: ${WISH}`,
    detail: null,
  });
});

it('shows the code and the hint of a rejection', () => {
  const told = tellOutcome(WISH, receipt('rejected', ['market.order.invalid_price'], 'Check the tick'), null);
  expect(told).toEqual({
    tone: 'bad',
    title: `The exchange rejected it: ${WISH}`,
    detail: 'Check the tick · market.order.invalid_price',
  });
});

it('never says accepted while the answer is lost, whatever the account has so far', () => {
  for (const order of [null, orderOf({ at: 'sent' }), orderOf({ at: 'unknown', sinceMs: 1, why: 'time-out' })]) {
    const told = tellOutcome(WISH, receipt('unknown'), order);
    expect(told.tone).toBe('warn');
    expect(told.title).toBe('The answer was lost: asking the exchange');
    expect(told.detail).toContain('Do not send it again');
  }
});

it('follows a lost order to what the exchange says of it later', () => {
  const filled = orderOf({ at: 'done', orderId: '7' as OrderId });
  expect(tellOutcome(WISH, receipt('unknown'), filled)).toMatchObject({ tone: 'good', title: `Filled: ${WISH}` });
  const absent = orderOf({ at: 'absent', why: 'not in any list' });
  expect(tellOutcome(WISH, receipt('unknown'), absent).title).toContain('never reached the exchange');
});

it('says at what average it filled, which may be better than the limit', () => {
  const filled = orderOf({ at: 'done', orderId: '7' as OrderId });
  expect(tellOutcome(WISH, receipt('accepted'), filled, parsePrice('0.6')).detail).toBe('At 0.6000 on average');
});

it('follows an accepted order as it fills', () => {
  const part = restingOf('7', { filled: parseShares('200'), remaining: parseShares('300') });
  expect(tellOutcome(WISH, receipt('accepted'), part).detail).toBe('200 filled, 300 resting');
});

it('never says that an order was not placed when nobody answered', () => {
  for (const failure of [fail('UNREACHABLE', { what: 'main' }), fail('BUG', {})]) {
    const told = tellOutcome(WISH, failure, null);
    expect(told.title).toBe('The answer was lost: asking the exchange');
    expect(told.detail).toContain('Do not send it again');
  }
  expect(tellOutcome(WISH, fail('LOCKED', {}), null).title).toBe(`Not placed: ${WISH}`);
  const resting = restingOf('7', {});
  expect(tellOutcome(WISH, fail('BUG', {}), resting)).toMatchObject({ tone: 'good', title: `Accepted: ${WISH}` });
});

it('says what to do when the terminal itself refused or did not answer', () => {
  expect(tellOutcome(WISH, receipt('denied', [], 'Unlock the vault first'), null)).toMatchObject({
    tone: 'bad',
    detail: 'Unlock the vault first',
  });
  expect(tellOutcome(WISH, fail('UNREACHABLE', { what: 'main' }), null).detail).toContain('restart Adyton');
});
