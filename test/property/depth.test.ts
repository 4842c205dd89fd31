/** Laws of the depth plot: sums rise, end at the whole side, and are the mirrored ones in terms of the other outcome. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildDepth } from '#renderer/panes/depth/model.ts';

const level = fc.record({ price: fc.integer({ min: 1, max: 999_999 }), shares: fc.integer({ min: 1, max: 5e12 }) });
const side = (isBid: boolean) =>
  fc
    .uniqueArray(level, { maxLength: 60, selector: ({ price }) => price })
    .map((levels) =>
      levels
        .toSorted((a, b) => (isBid ? b.price - a.price : a.price - b.price))
        .flatMap(({ price, shares }) => [price, shares]),
    );

it('never falls, and its last sum is of the whole side', () => {
  fc.assert(
    fc.property(side(true), side(false), (bids, asks) => {
      const depth = buildDepth({ bids, asks }, 'yes');
      for (const [levels, raw] of [
        [depth.bids, bids],
        [depth.asks, asks],
      ] as const) {
        levels.forEach((one, at) => {
          expect(one.shares).toBeGreaterThan(levels[at - 1]?.shares ?? 0);
          expect(one.value >= (levels[at - 1]?.value ?? 0n)).toBe(true);
        });
        const shares = raw.filter((_, at) => at % 2 === 1).reduce((sum, one) => sum + one, 0);
        const value = raw.reduce((sum, one, at) => (at % 2 === 0 ? sum + BigInt(one) * BigInt(raw[at + 1]!) : sum), 0n);
        expect(levels.at(-1)?.shares ?? 0).toBe(shares);
        expect(levels.at(-1)?.value ?? 0n).toBe(value / 1_000_000n);
      }
    }),
  );
});

it('in terms of the other outcome has the same contracts, and dollars that add up to the contracts', () => {
  fc.assert(
    fc.property(side(true), side(false), (bids, asks) => {
      const yes = buildDepth({ bids, asks }, 'yes');
      const no = buildDepth({ bids, asks }, 'no');
      expect(no.asks.map(({ shares }) => shares)).toEqual(yes.bids.map(({ shares }) => shares));
      yes.bids.forEach(({ shares, value }, at) => {
        const missing = BigInt(shares) - value - no.asks[at]!.value;
        expect(missing >= 0n && missing <= 1n).toBe(true);
      });
    }),
  );
});
