import { describe, expect, it } from 'vitest';
import { reportCancelled, reportPlaced } from '#renderer/panes/ladder/send.ts';
import { formatCellGain, formatCellPrice, formatOwnSize, formatSize } from '#renderer/panes/ladder/texts.ts';
import type { PlaceReceipt } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';

const WHAT = 'buy 100 yes at 0.61';
const receipt = (part: Partial<PlaceReceipt>): PlaceReceipt => ({
  outcome: 'accepted',
  orderId: '1',
  codes: [],
  hint: null,
  ...part,
});

describe('reportPlaced', () => {
  it('reports a placed order in a good tone', () => {
    expect(reportPlaced(WHAT, succeed(receipt({})))).toEqual({ tone: 'good', title: `Placed: ${WHAT}`, detail: null });
  });

  it('reports an unknown outcome in a bad tone and warns against sending it again', () => {
    const report = reportPlaced(WHAT, succeed(receipt({ outcome: 'unknown', orderId: null, hint: 'Timed out' })));
    expect(report.tone).toBe('bad');
    expect(report.title).toBe(`Unknown: ${WHAT}`);
    expect(report.detail).toContain('do not send it again');
  });

  it('reports a reply lost inside the terminal as unknown, not as failed', () => {
    expect(reportPlaced(WHAT, fail('UNREACHABLE', { what: 'main' })).title).toBe(`Unknown: ${WHAT}`);
    expect(reportPlaced(WHAT, fail('LOCKED', {}))).toEqual({
      tone: 'bad',
      title: `Not sent: ${WHAT}`,
      detail: 'Unlock the vault first',
    });
  });

  it('shows the text of a refusal, else its code', () => {
    const denied = reportPlaced(WHAT, succeed(receipt({ outcome: 'denied', codes: ['balance'], hint: 'Too little' })));
    expect(denied).toMatchObject({ title: `Not sent: ${WHAT}`, detail: 'Too little' });
    const rejected = reportPlaced(WHAT, succeed(receipt({ outcome: 'rejected', codes: ['market.order.x'] })));
    expect(rejected).toMatchObject({ tone: 'bad', title: `Rejected: ${WHAT}`, detail: 'market.order.x' });
  });
});

describe('reportCancelled', () => {
  const answer = (outcome: 'cancelled' | 'triggered' | 'gone' | 'unknown') => succeed({ outcome, hint: null });

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
