import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyAccountChange, findAccountChange } from '#shared/ipc/frames/accountChange.ts';
import { decodeFrame, encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { AccountView, OrderView } from '#shared/ipc/views.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { restingOf } from '#test/unit/renderer/panes/facts.ts';

const head = { seq: 1, sentAtMs: 0, clockOffsetMs: null };
const ORDERS = Array.from({ length: 2_000 }, (_, at) => restingOf(`order-${at}`));

function accountOf(orders: readonly OrderView[], part: Partial<AccountView> = {}): AccountView {
  return { at: 'live', armed: true, committed: ZERO_USD, orders, fills: [], ...part } as unknown as AccountView;
}

describe('the change of an account', () => {
  it('leads through the codec to the account that main has', () => {
    const views = fc.array(
      fc.record({
        kept: fc.array(fc.nat(30), { maxLength: 30 }),
        armed: fc.boolean(),
        exits: fc.constantFrom(undefined, [], [{ intentId: 'a' }]),
      }),
      { minLength: 2, maxLength: 8 },
    );
    fc.assert(
      fc.property(views, (steps) => {
        let main: AccountView | null = null;
        let page: AccountView | null = null;
        for (const { kept, armed, exits } of steps) {
          const orders = [...new Set(kept)].map((at) => ORDERS[at]!);
          const next = accountOf(orders, { armed, ...(exits ? { exits: exits as never } : {}) });
          if (main === null || page === null) page = decodeFrame(encodeFrame({ ...head, account: next })).account!;
          else {
            const frame = encodeFrame({ ...head, accountChange: findAccountChange(main, next) });
            page = applyAccountChange(page, decodeFrame(frame).accountChange!);
          }
          main = next;
          expect(page).toEqual(main);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('costs the bytes of one order where one of 2,000 changed', () => {
    const bytesOf = (orders: readonly OrderView[]): number => {
      const changed = orders.with(orders.length >> 1, restingOf('changed', { updatedAtMs: 2_000 }));
      const change = findAccountChange(accountOf(orders), accountOf(changed));
      return encodeFrame({ ...head, accountChange: change }).byteLength;
    };
    const one = encodeFrame({ ...head, account: accountOf(ORDERS.slice(0, 1)) }).byteLength;
    expect(bytesOf(ORDERS)).toBeLessThan(2 * one);
    // Two digits more of an index and a length are all that grows.
    expect(bytesOf(ORDERS) - bytesOf(ORDERS.slice(0, 20))).toBeLessThanOrEqual(8);
  });

  it('has the new life and the new step of an order, not the order again', () => {
    const [order] = ORDERS;
    const asked = {
      ...order!,
      life: { at: 'cancelling' as const, sinceMs: 9, orderId: order!.orderId! },
      steps: [...order!.steps, { atMs: 9, step: 'cancel sent' as const, detail: null }],
    };
    const change = findAccountChange(accountOf(ORDERS), accountOf(ORDERS.with(0, asked)));
    expect(change.orders.splices).toEqual([
      {
        at: 0,
        removed: 1,
        rows: [{ was: 0, parts: { life: asked.life }, kept: order!.steps.length, steps: asked.steps.slice(-1) }],
      },
    ]);
    const unreadable = { ...order!, unreadable: { path: 'x', expected: 'y', found: 'z' } } as OrderView;
    for (const [from, to] of [
      [order!, unreadable],
      [unreadable, order!],
    ] as const) {
      const [before, after] = [accountOf([to, from, ...ORDERS.slice(1)]), accountOf([...ORDERS.slice(1), to])];
      expect(applyAccountChange(before, findAccountChange(before, after))).toEqual(after);
    }
  });

  it('costs less than one order for each that a cancel-all ends', () => {
    let sent = 0;
    let before = accountOf(ORDERS);
    for (let left = ORDERS.length - 1; left >= 0; left -= 1) {
      const after = accountOf(ORDERS.slice(0, left));
      sent += encodeFrame({ ...head, accountChange: findAccountChange(before, after) }).byteLength;
      before = after;
    }
    expect(sent / ORDERS.length).toBeLessThan(
      encodeFrame({ ...head, account: accountOf(ORDERS.slice(0, 1)) }).byteLength,
    );
  });
});
