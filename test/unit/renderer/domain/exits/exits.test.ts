import { describe, expect, it } from 'vitest';
import { describeMove, describePanic, followPanic } from '#renderer/domain/exits/exits.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { PanicReceipt } from '#shared/order/exits/progress.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { restingOf } from '../../panes/facts.ts';

const PANIC: PanicReceipt = {
  cancel: { asked: 3, confirmed: 3, filled: 0, unknown: [], hasUnreadable: false, isListed: true, tookMs: 200 },
  stopped: 1,
  conditionals: 0,
  unprotected: [],
  unknownOrders: [],
  flatten: { at: 'off' },
};

/** A mirror before its first frame. */
const NOTHING = { account: () => null, conditionals: () => null, catalogue: () => null };
const MOVE = parseIntentId('move-intent');

describe('the report of a panic', () => {
  it('says what was stopped and cancelled', () => {
    expect(describePanic(succeed(PANIC), NOTHING)).toEqual({
      tone: 'good',
      title: 'Panic',
      detail: 'Disarmed, 1 move or flatten stopped, 3 of 3 orders cancelled.',
      unproved: [],
    });
  });

  it('names each thing that is not proved, once', () => {
    const lost = parseIntentId('intent-lost');
    const cancel = { ...PANIC.cancel, unknown: ['7', lost], isListed: false };
    const report = describePanic(succeed({ ...PANIC, cancel, unknownOrders: [lost] }), NOTHING);
    expect(report.tone).toBe('bad');
    expect(report.unproved).toEqual([
      'Order intent-lost: its answer was lost, it may rest',
      'Order 7: its cancel is not confirmed',
      'Orders of other clients: they could not be listed',
    ]);
  });

  it('says whether it flattens', () => {
    const started = describePanic(succeed({ ...PANIC, flatten: { at: 'started', markets: 2 } }), NOTHING);
    expect(started.detail).toMatch(/flattening 2 markets/);
    const locked = describePanic(succeed({ ...PANIC, flatten: { at: 'locked' } }), NOTHING);
    expect(locked.detail).toMatch(/not flattened/);
  });
});

describe('the report of a panic that ended conditional orders', () => {
  const shares = parseShares('767');
  const position = { market: 'harbour' as MarketId, side: 'yes', shares } as const;
  const ended = succeed({ ...PANIC, stopped: 0, conditionals: 6, unprotected: [position] });
  const held = (quantity: typeof shares) =>
    ({ armed: false, orders: [], positions: [{ market: position.market, outcome: 'yes', quantity }] }) as never;

  it('says how many ended and what is unprotected now', () => {
    expect(describePanic(ended, NOTHING)).toMatchObject({
      tone: 'warn',
      detail: 'Disarmed, 3 of 3 orders cancelled, 6 conditionals ended, 767 yes now unprotected.',
    });
  });

  it('stops saying so once the position is gone or protected again', () => {
    const gone = { ...NOTHING, account: () => held(parseShares('0')) };
    expect(describePanic(ended, gone).detail).not.toMatch(/unprotected/);
    const protections = [{ outcome: position, quantity: shares, protectors: [], unprotected: parseShares('67') }];
    const partly = { ...NOTHING, account: () => held(shares), conditionals: () => ({ protections }) as never };
    expect(describePanic(ended, partly).detail).toMatch(/ 67 yes now unprotected/);
  });

  it('proves an order once its end is known, and ends when trading is armed and nothing is unproved', () => {
    const lost = parseIntentId('intent-lost');
    const result = succeed({ ...PANIC, cancel: { ...PANIC.cancel, unknown: [lost] }, unknownOrders: [lost] });
    const at = (life: object, armed: boolean) => ({
      ...NOTHING,
      account: () => ({ armed, positions: [], orders: [{ ...restingOf('8'), intentId: lost, life }] }) as never,
    });
    const unknown = { at: 'unknown', sinceMs: 0, reason: { code: 'programStopped', parameters: {} } };
    expect(describePanic(result, at(unknown, false)).unproved).toHaveLength(1);
    const shown = { at: 'done', result, isDisarmed: true } as const;
    expect(followPanic(shown, at(unknown, true))).toBe(shown);
    expect(describePanic(result, at({ at: 'done' }, false))).toMatchObject({ tone: 'good', unproved: [] });
    expect(followPanic(shown, at({ at: 'done' }, true))).toBeNull();
    expect(followPanic(shown, at({ at: 'done' }, false))).toBe(shown);
    // The receipt came first: the account is still that from before the panic.
    const early = { ...shown, isDisarmed: false };
    expect(followPanic(early, at({ at: 'done' }, true))).toBe(early);
    expect(followPanic(early, at({ at: 'done' }, false))).toEqual(shown);
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
        MOVE,
        succeed({
          outcome: 'ended',
          result: { code: 'moved', parameters: { shares, filledMeanwhile, orderId: null } },
        }),
      );
    expect(moved(zero)).toMatchObject({ tone: 'good', title: expect.stringMatching(/^Moved: /) });
    expect(moved(parseShares('1')).tone).toBe('warn');
    const denials = [{ code: 'disarmed', parameters: {} }] as const;
    expect(describeMove(order, price, MOVE, succeed({ outcome: 'denied', denials }))).toMatchObject({
      tone: 'warn',
      title: expect.stringMatching(/^Not moved/),
      detail: expect.stringMatching(/stays where it is$/),
    });
    const receipt = { outcome: 'denied', orderId: null, denials } as const;
    const result = { code: 'newRefused', parameters: { shares, filledMeanwhile: zero, receipt } } as const;
    expect(describeMove(order, price, MOVE, succeed({ outcome: 'ended', result }))).toMatchObject({
      tone: 'bad',
      title: expect.stringMatching(/^Cancelled and not placed again/),
    });
  });

  it('says why it does not begin', () => {
    expect(describeMove(order, price, MOVE, succeed({ outcome: 'refused', reason: 'alreadyMoving' })).detail).toMatch(
      /being moved already/,
    );
  });
});
