import { describe, expect, it } from 'vitest';
import { createPanic, type PanicOptions } from '#main/trading/exits/panic.ts';
import type { CancelAllReceipt } from '#shared/order/receipts.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { makeIntent, makeOrder } from '#test/slice/makers.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

const CANCELLED: CancelAllReceipt = {
  asked: 2,
  confirmed: 1,
  filled: 0,
  unknown: ['7'],
  hasUnreadable: false,
  isListed: true,
  tookMs: 300,
};

const HELD = { market: 'harbour' as MarketId, side: 'yes' } as const;
const GONE = { market: 'harbour' as MarketId, side: 'no' } as const;

function open(change: Partial<PanicOptions> = {}) {
  const steps: string[] = [];
  const panic = createPanic({
    disarm: () => void steps.push('disarm'),
    stopUnsent: () => void steps.push('stop unsent'),
    stopConditionals() {
      steps.push('stop conditionals');
      return 6;
    },
    protectedPositions: () => [HELD, GONE],
    quantityOf: ({ side }) => parseShares(side === 'yes' ? '767' : '0'),
    stopExits() {
      steps.push('stop exits');
      return 2;
    },
    async cancelAll() {
      steps.push('cancel all');
      return CANCELLED;
    },
    lostOrders: () => [parseIntentId('intent-lost')],
    isFlattenWanted: () => false,
    canSign: () => true,
    async flattenAll() {
      steps.push('flatten');
      return 3;
    },
    ...change,
  });
  return { panic, steps };
}

describe('a panic', () => {
  it('disarms and stops before it waits for anything, and says what it could not prove', async () => {
    const { panic, steps } = open();
    const receipt = panic();
    expect(steps).toEqual(['stop conditionals', 'disarm', 'stop unsent', 'stop exits', 'cancel all']);
    expect(await receipt).toEqual({
      cancel: CANCELLED,
      stopped: 2,
      conditionals: 6,
      unprotected: [{ ...HELD, shares: parseShares('767') }],
      unknownOrders: ['intent-lost'],
      flatten: { at: 'off' },
    });
  });

  it('flattens only if that was set, after the cancels, and not where nothing can be signed', async () => {
    const wanted = open({ isFlattenWanted: () => true });
    expect((await wanted.panic()).flatten).toEqual({ at: 'started', markets: 3 });
    expect(wanted.steps.slice(-2)).toEqual(['cancel all', 'flatten']);
    const locked = open({ isFlattenWanted: () => true, canSign: () => false });
    expect((await locked.panic()).flatten).toEqual({ at: 'locked' });
    expect(locked.steps).not.toContain('flatten');
  });

  it('answers a second press with the first one', async () => {
    const { panic, steps } = open();
    expect(await panic()).toEqual(await Promise.all([panic(), panic()]).then(([one]) => one));
    expect(steps.filter((step) => step === 'cancel all')).toHaveLength(2);
  });

  it('discards an order between its check and its signature, and one that the vault has just signed', async () => {
    let sign = (): void => {};
    const bench = openTradingBench({
      signer: {
        signOrder: (order) =>
          new Promise((resolve) => {
            sign = () => resolve({ order, digest: `0x${'ab'.repeat(32)}` as never, signature: `0x${'11'.repeat(65)}` });
          }),
        signSecondKeyOrder: () => Promise.reject(new Error('not used')),
      },
    });
    bench.exchange.put(makeOrder('7', { price: parsePrice('0.40') }));
    await bench.open();
    bench.trading.setArmed(true);
    const placing = bench.trading.place(makeIntent());
    await bench.clock.settle();
    const receipt = bench.trading.panic();
    bench.trading.setArmed(true);
    sign();
    expect(await placing).toMatchObject({ outcome: 'denied', denials: [{ code: 'stopped' }] });
    await bench.clock.advance(10_000);
    expect((await receipt).cancel).toMatchObject({ asked: 1, confirmed: 1, unknown: [] });
    expect(bench.exchange.posted).toEqual([]);
    expect(bench.journal.some((entry) => entry.kind === 'signed')).toBe(false);
  });
});
