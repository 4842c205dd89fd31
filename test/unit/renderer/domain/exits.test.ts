import { describe, expect, it } from 'vitest';
import { describeMove, describePanic } from '#renderer/domain/exits.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { PanicReceipt } from '#shared/order/exits/progress.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { restingOf } from '../panes/facts.ts';

const PANIC: PanicReceipt = {
  cancel: { asked: 3, confirmed: 3, filled: 0, unknown: [], hasUnreadable: false, isListed: true, tookMs: 200 },
  stopped: 1,
  unknownOrders: [],
  flatten: { at: 'off' },
};

describe('the report of a panic', () => {
  it('says what was stopped and cancelled', () => {
    expect(describePanic(succeed(PANIC))).toEqual({
      tone: 'good',
      title: 'Panic',
      detail: 'Disarmed, 1 move or flatten stopped, 3 of 3 orders cancelled.',
      unproved: [],
    });
  });

  it('names each thing that is not proved, once', () => {
    const lost = parseIntentId('intent-lost');
    const cancel = { ...PANIC.cancel, unknown: ['7', lost], isListed: false };
    const report = describePanic(succeed({ ...PANIC, cancel, unknownOrders: [lost] }));
    expect(report.tone).toBe('bad');
    expect(report.unproved).toEqual([
      'Order intent-lost: its answer was lost, it may rest',
      'Order 7: its cancel is not confirmed',
      'Orders of other clients: they could not be listed',
    ]);
  });

  it('says whether it flattens', () => {
    const started = describePanic(succeed({ ...PANIC, flatten: { at: 'started', markets: 2 } }));
    expect(started.detail).toMatch(/flattening 2 markets/);
    const locked = describePanic(succeed({ ...PANIC, flatten: { at: 'locked' } }));
    expect(locked.detail).toMatch(/not flattened/);
  });
});

describe('the notice of a move', () => {
  const order = restingOf('8');
  const price = parsePrice('0.45');
  const zero = parseShares('0');

  it('tells a move from one that filled first, and a refusal before from one after the cancel', () => {
    const shares = order.remaining;
    const moved = (filledMeanwhile: typeof zero) =>
      describeMove(
        order,
        price,
        succeed({
          outcome: 'ended',
          result: { code: 'moved', parameters: { shares, filledMeanwhile, orderId: null } },
        }),
      );
    expect(moved(zero)).toMatchObject({ tone: 'good', title: expect.stringMatching(/^Moved: /) });
    expect(moved(parseShares('1')).tone).toBe('warn');
    const denials = [{ code: 'disarmed', parameters: {} }] as const;
    expect(describeMove(order, price, succeed({ outcome: 'denied', denials }))).toMatchObject({
      tone: 'warn',
      title: expect.stringMatching(/^Not moved/),
      detail: expect.stringMatching(/stays where it is$/),
    });
    const receipt = { outcome: 'denied', orderId: null, denials } as const;
    const result = { code: 'newRefused', parameters: { shares, filledMeanwhile: zero, receipt } } as const;
    expect(describeMove(order, price, succeed({ outcome: 'ended', result }))).toMatchObject({
      tone: 'bad',
      title: expect.stringMatching(/^Cancelled and not placed again/),
    });
  });

  it('says why it does not begin', () => {
    expect(describeMove(order, price, succeed({ outcome: 'refused', reason: 'alreadyMoving' })).detail).toMatch(
      /being moved already/,
    );
  });
});
