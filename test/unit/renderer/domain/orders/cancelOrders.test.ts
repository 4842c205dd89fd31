import { describe, expect, it } from 'vitest';
import { reportCancelled } from '#renderer/domain/orders/cancelOrders.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { CancelReceipt } from '#shared/order/receipts.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { noAnswer } from '#test/slice/makers.ts';

const IDS = ['1', '2'] as OrderId[];

describe('reportCancelled', () => {
  const RECEIPTS: { readonly [O in CancelReceipt['outcome']]: Extract<CancelReceipt, { outcome: O }> } = {
    cancelled: { outcome: 'cancelled' },
    gone: { outcome: 'gone', isFilled: true },
    triggered: { outcome: 'triggered', isUnreadable: false },
    unknown: { outcome: 'unknown', reason: noAnswer() },
  };
  const answer = (outcome: CancelReceipt['outcome']) => succeed<CancelReceipt>(RECEIPTS[outcome]);

  it('counts cancelled orders and requested cancels', () => {
    expect(reportCancelled(' at 0.60', IDS, [answer('cancelled'), answer('cancelled')]).title).toBe(
      '2 orders at 0.60 cancelled',
    );
    expect(reportCancelled(' at 0.60', IDS, [answer('cancelled'), answer('triggered')]).title).toBe(
      'Cancel of 1 order at 0.60 requested',
    );
  });

  it('reports one unconfirmed cancel in a bad tone, whatever the others are', () => {
    expect(reportCancelled(' at 0.60', IDS, [answer('cancelled'), answer('unknown')])).toMatchObject({
      tone: 'bad',
      fact: { kind: 'cancels', ids: ['2'] },
    });
    expect(reportCancelled(' at 0.60', IDS, [answer('cancelled'), fail('LOCKED', {})])).toMatchObject({
      tone: 'bad',
      title: '1 of 2 orders not cancelled at 0.60',
    });
    expect(reportCancelled('', IDS, [fail('LOCKED', {})]).title).toBe('Not cancelled');
  });

  it('reports that no order was left to cancel', () => {
    expect(reportCancelled(' at 0.60', IDS, [answer('gone')]).title).toBe('No order to cancel at 0.60');
  });
});
