import { expect, it } from 'vitest';
import { createPortfolio } from '#main/trading/account/portfolio.ts';
import { buildTradingView, type TradingViewSources } from '#main/trading/tradingView.ts';
import { toUsd } from '#shared/units/usd.ts';
import { makeBalance, makeFill, PROBLEM } from '#test/slice/makers.ts';
import { makeRiskView } from '#test/slice/riskMakers.ts';

function makeSources(change: Partial<TradingViewSources> = {}): TradingViewSources {
  const portfolio = createPortfolio('usdc', () => {});
  portfolio.applyBalance(makeBalance('1000'), 1);
  portfolio.applyFill(makeFill('9'));
  return {
    orders: { all: () => [], views: () => [], openUnreadable: () => [] },
    portfolio,
    reconciler: { reconciledAtMs: () => 7, failure: () => null },
    risk: { view: () => makeRiskView() },
    exits: { views: () => [] },
    canceller: { progress: () => null },
    privateStream: { state: () => 'open', reason: () => null, isReadSinceOpen: () => true },
    accountWatch: { doubt: () => null, overdueSinceMs: () => null },
    driftWatch: { drift: () => toUsd(3n) },
    isArmed: true,
    isReserveKnown: false,
    standingSales: [],
    feeRateMicros: 20_000,
    panicFlattens: true,
    ...change,
  };
}

const CUT = { code: 'closedByExchange', parameters: { closeCode: 1006 } } as const;

it('shows what each part knows', () => {
  const view = buildTradingView(makeSources());
  expect(view).toMatchObject({
    at: 'live',
    armed: true,
    lockDrift: 3n,
    isReserveKnown: false,
    panicFlattens: true,
    reconciledAtMs: 7,
    balance: { available: 1_000_000_000n },
  });
  expect(view.fills.map((fill) => fill.id)).toEqual(['9']);
  expect('unreadable' in view || 'standingSales' in view).toBe(false);
});

it('says why it is not live, and shows orders that cannot be read', () => {
  const one = { id: null, market: null, createdAtMs: null, problem: PROBLEM };
  const view = buildTradingView(
    makeSources({
      orders: { all: () => [], views: () => [], openUnreadable: () => [one] },
      privateStream: { state: () => 'closed', reason: () => CUT, isReadSinceOpen: () => false },
    }),
  );
  expect(view).toMatchObject({ at: 'stale', reason: { code: 'streamClosed', parameters: { reason: CUT } } });
  expect(view.unreadable).toEqual([one]);
});
