import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openQueueTracker, SETTLE_MS } from '#renderer/panes/ladder/queue.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';

const OWN = 100;
const orderId = '7' as OrderId;
const intentId = 'intent-0001' as IntentId;
const price = 400_000 as Price;

type Step =
  | { readonly kind: 'join'; readonly size: number }
  | { readonly kind: 'cancel'; readonly at: number }
  | { readonly kind: 'trade'; readonly size: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('join' as const), size: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 300 }) }),
);

/** A queue by price and time: sizes ahead, our order, sizes behind. */
function run(first: readonly number[], steps: readonly Step[], tapeDelay: number) {
  const tracker = openQueueTracker();
  const ahead = [...first];
  const behind: number[] = [];
  let own = OWN;
  const trades: { trade: Trade; shownAt: number }[] = [];
  const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
  const found: { readonly atMost: number | null; readonly atLeast: number | null; readonly truth: number }[] = [];
  const look = (at: number): void => {
    const timeMs = SETTLE_MS * 2 + at * 10;
    const visible = trades.filter(({ shownAt }) => shownAt <= at).map(({ trade }) => trade);
    const order = {
      intentId,
      orderId,
      side: 'yes' as const,
      price,
      remaining: own as Shares,
      filled: (OWN - own) as Shares,
      life: { at: 'resting' as const, orderId },
      createdAtMs: 0,
    };
    tracker.update([order], {
      exchangeTimeMs: at < 0 ? 0 : timeMs,
      localTimeMs: timeMs,
      isLive: true,
      bookTimeMs: timeMs,
      level: () => total(ahead) + own + total(behind),
      trades: visible.toReversed(),
      tradeCount: visible.length,
    });
    found.push({ atMost: tracker.atMost(order), atLeast: tracker.atLeast(order), truth: total(ahead) });
  };
  const before = { exchangeTimeMs: -1, localTimeMs: -1, bookTimeMs: -1, isLive: true };
  tracker.update([], { ...before, level: () => total(first), trades: [], tradeCount: 0 });
  look(-1);
  steps.forEach((one, at) => {
    if (one.kind === 'join') behind.push(one.size);
    else if (one.kind === 'cancel') (one.at % 2 === 0 ? ahead : behind).splice(Math.floor(one.at / 2), 1);
    else {
      let left = one.size;
      while (left > 0 && ahead.length > 0) {
        const part = Math.min(left, ahead[0]!);
        ahead[0]! -= part;
        left -= part;
        if (ahead[0] === 0) ahead.shift();
      }
      // The order keeps one contract, so that it still rests.
      const ours = Math.min(left, own - 1);
      own -= ours;
      const shares = (one.size - left + ours) as Shares;
      const trade: Trade = { id: `t${at}`, price, shares, takerSide: 'no', exchangeTimeMs: SETTLE_MS * 2 + at * 10 };
      if (shares > 0) trades.push({ trade, shownAt: at + tapeDelay });
    }
    look(at);
  });
  return found;
}

const queue = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 6 });

describe('the queue before an order, in a market by price and time', () => {
  it('is never longer than what is said, however late trades are reported', () => {
    fc.assert(
      fc.property(queue, fc.array(step, { maxLength: 40 }), fc.nat(3), (first, steps, delay) => {
        for (const { atMost, truth } of run(first, steps, delay)) {
          if (atMost !== null) expect(atMost).toBeGreaterThanOrEqual(truth);
        }
      }),
    );
  });

  it('is never shorter than what is said, however late trades are reported', () => {
    fc.assert(
      fc.property(queue, fc.array(step, { maxLength: 40 }), fc.nat(3), (first, steps, delay) => {
        for (const { atMost, atLeast, truth } of run(first, steps, delay)) {
          expect(atLeast === null).toBe(atMost === null);
          if (atLeast !== null) expect(atLeast).toBeLessThanOrEqual(truth);
        }
      }),
    );
  });

  it('is exact while nobody joins behind or cancels', () => {
    const trade = fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 300 }) });
    fc.assert(
      fc.property(queue, fc.array(trade, { minLength: 1, maxLength: 20 }), (first, steps) => {
        const { atMost, atLeast, truth } = run(first, steps, 0).at(-1)!;
        expect([atLeast, atMost]).toEqual([truth, truth]);
      }),
    );
  });
});
