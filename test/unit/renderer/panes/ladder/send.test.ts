import { describe, expect, it } from 'vitest';
import { reportCancelled } from '#renderer/panes/ladder/send.ts';
import { formatCellGain, formatCellPrice, formatOwnSize, formatSize } from '#renderer/panes/ladder/texts.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { CancelReceipt } from '#shared/order/receipts.ts';
import { noAnswer } from '#test/slice/makers.ts';

describe('reportCancelled', () => {
  const RECEIPTS: { readonly [O in CancelReceipt['outcome']]: Extract<CancelReceipt, { outcome: O }> } = {
    cancelled: { outcome: 'cancelled' },
    gone: { outcome: 'gone', isFilled: true },
    triggered: { outcome: 'triggered', isUnreadable: false },
    unknown: { outcome: 'unknown', reason: noAnswer() },
  };
  const answer = (outcome: CancelReceipt['outcome']) => succeed<CancelReceipt>(RECEIPTS[outcome]);

  it('counts cancelled orders and requested cancels', () => {
    expect(reportCancelled('0.60', [answer('cancelled'), answer('cancelled')]).title).toBe(
      '2 orders at 0.60 cancelled',
    );
    expect(reportCancelled('0.60', [answer('cancelled'), answer('triggered')]).title).toBe(
      'Cancel of 1 order at 0.60 requested',
    );
  });

  it('reports one unconfirmed cancel in a bad tone, whatever the others are', () => {
    expect(reportCancelled('0.60', [answer('cancelled'), answer('unknown')])).toMatchObject({ tone: 'bad' });
    expect(reportCancelled('0.60', [answer('cancelled'), fail('LOCKED', {})])).toMatchObject({ tone: 'bad' });
  });

  it('reports that no order was left to cancel', () => {
    expect(reportCancelled('0.60', [answer('gone')]).title).toBe('No order to cancel at 0.60');
  });
});

describe('ladder cell texts', () => {
  it('are short and have whole contracts', () => {
    expect(formatSize(655_000_000)).toBe('655');
    expect(formatSize(2_500_000)).toBe('2');
    expect(formatSize(400_000)).toBe('<1');
    expect(formatOwnSize(2_500_000)).toBe('2.50');
    expect(formatSize(12_345_600_000)).toBe('12,345');
    expect(formatSize(182_400_000_000)).toBe('182.4k');
  });

  it("have a sign for gains and the tick's decimals for prices", () => {
    expect(formatCellGain(48_000_000, true)).toBe('+48');
    expect(formatCellGain(-1_250_000_000, true)).toBe('−1,250');
    expect(formatCellGain(12_400_000_000, true)).toBe('+12.4k');
    expect(formatCellGain(-3_500_000, false)).toBe('−3.50');
    expect(formatCellPrice(610_000, 2)).toBe('0.61');
    expect(formatCellPrice(610_000, 3)).toBe('0.610');
  });
});
