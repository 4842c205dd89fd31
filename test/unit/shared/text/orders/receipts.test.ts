import { expect, it } from 'vitest';
import { formatCancelReceipt, formatUnconfirmed } from '#shared/text/orders/receipts.ts';
import { TIMED_OUT } from '#test/slice/makers.ts';

it('asks for another cancel when one is not confirmed', () => {
  expect(formatUnconfirmed({ code: 'cancelUnanswered', parameters: { cause: TIMED_OUT } })).toBe(
    'No clear answer to the cancel: the exchange did not answer in time. The order may still rest: cancel again',
  );
});

it('describes a cancel beyond its outcome', () => {
  expect(formatCancelReceipt({ outcome: 'cancelled' })).toBeNull();
  expect(formatCancelReceipt({ outcome: 'gone', isFilled: true })).toBe('It had filled');
  expect(formatCancelReceipt({ outcome: 'gone', isFilled: false })).toBe('It was no longer open');
  expect(formatCancelReceipt({ outcome: 'triggered', isUnreadable: false })).toContain('still lists the order');
  expect(formatCancelReceipt({ outcome: 'triggered', isUnreadable: true })).toContain('cannot be read');
  const reason = { code: 'cancelRefused', parameters: { codes: ['x'] } } as const;
  expect(formatCancelReceipt({ outcome: 'unknown', reason })).toContain('The exchange refused it: x. The order may');
});
