import { describe, expect, it } from 'vitest';
import { createPortfolio } from '#main/trading/account/portfolio.ts';
import { createOrders } from '#main/trading/orders/orders.ts';
import { DEFAULT_LIMITS } from '#main/trading/risk/limits.ts';
import { buildPreTradeContext, crossPrice, type PreTradeSources } from '#main/trading/risk/preTradeContext.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { listingOf, makeBalance, makeIntent, makeMarket, makePosition, makeSigned, OWNER } from '#test/slice/makers.ts';
import { makeRiskBook, makeRiskState } from '#test/slice/riskMakers.ts';

const BEST = { bestBid: parsePrice('0.60'), bestAsk: parsePrice('0.63') };

function openSources(isPositionsKnown = true): PreTradeSources {
  return {
    context: {
      market: () => makeMarket(),
      tick: () => DEFAULT_TICK,
      book: () => ({ ...makeRiskBook(), ...BEST }),
      orderBudget: () => null,
      custodialAccount: () => null,
      owner: () => OWNER,
      depth: () => null,
      watchBooks: () => {},
      secondKeys: () => [],
      readiness: (isArmed) => ({ code: isArmed ? 'armed' : 'disarmed', parameters: {} }),
    },
    clock: openFakeClock(250),
    portfolio: createPortfolio('usdc', () => {}),
    orders: createOrders({
      journal: { append: () => {}, findByOrder: () => [] },
      onChange: () => {},
      onFault: () => {},
    }),
    limits: DEFAULT_LIMITS,
    pins: { findChange: () => null },
    risk: { state: () => makeRiskState() },
    isArmed: () => true,
    isPositionsKnown: () => isPositionsKnown,
  };
}

describe('pre-trade context', () => {
  it("has the best opposite price in the terms of the order's side", () => {
    expect(crossPrice('yes', 'buy', BEST)).toBe(630_000);
    expect(crossPrice('yes', 'sell', BEST)).toBe(600_000);
    expect(crossPrice('no', 'buy', BEST)).toBe(400_000);
    expect(crossPrice('no', 'sell', BEST)).toBe(370_000);
    expect(crossPrice('no', 'sell', { bestBid: null, bestAsk: null })).toBeNull();
  });

  it('subtracts commitments from the free balance', () => {
    const sources = openSources();
    sources.portfolio.applyBalance(makeBalance('1000'), 1);
    sources.portfolio.applyPosition(makePosition('150'), 1);
    sources.orders.addSigned(makeSigned());
    const intent = makeIntent({ intentId: parseIntentId('intent-sell'), direction: 'sell' });
    sources.orders.addSigned(makeSigned({ intent }));
    const context = buildPreTradeContext(makeIntent(), sources, false);
    expect(context.available).toBe(parseUsd('938.5242'));
    expect(context.sellable).toBe(50_000_000);
    expect(context.exchangeTimeMs).toBe(sources.clock.now() + 250);
  });

  it('needs no open screen for an order of a conditional order, whose own source says whether trading is armed', () => {
    const sources = openSources();
    const readiness: PreTradeSources['context']['readiness'] = (isArmed, isUnattended) => {
      if (!isUnattended) return { code: 'locked', parameters: {} };
      return { code: isArmed ? 'armed' : 'disarmed', parameters: {} };
    };
    const locked = { ...sources, context: { ...sources.context, readiness }, isArmed: () => false };
    const codeOf = (isArmed?: boolean) =>
      buildPreTradeContext(
        makeIntent(),
        locked,
        false,
        [],
        isArmed === undefined ? undefined : { isArmed: () => isArmed },
      ).readiness.code;
    expect([codeOf(), codeOf(true), codeOf(false)]).toEqual(['locked', 'armed', 'disarmed']);
  });

  it('has the readiness of the account, given whether trading is armed', () => {
    const sources = openSources();
    expect(buildPreTradeContext(makeIntent(), sources, false).readiness.code).toBe('armed');
    expect(buildPreTradeContext(makeIntent(), { ...sources, isArmed: () => false }, false).readiness.code).toBe(
      'disarmed',
    );
  });

  it('has null, not zero, before the account is read', () => {
    expect(buildPreTradeContext(makeIntent(), openSources(false), false)).toMatchObject({
      available: null,
      sellable: null,
    });
    expect(buildPreTradeContext(makeIntent(), openSources(true), false).sellable).toBe(0);
  });

  it('treats an unwatched book as waiting', () => {
    const sources = openSources();
    const unwatched = { ...sources, context: { ...sources.context, book: () => null } };
    expect(buildPreTradeContext(makeIntent(), unwatched, false)).toMatchObject({
      bookHealth: { at: 'waiting' },
      crossPrice: null,
    });
  });

  it('knows neither a balance nor a position that an unreadable row may be', () => {
    const sources = openSources();
    const problem = { path: 'x', expected: 'y', found: 'z' };
    const unreadable = [{ id: null, market: null, outcome: null, problem }];
    sources.portfolio.applyBalanceList(listingOf([makeBalance('1000')]), 1);
    sources.portfolio.applyPositionList(listingOf([makePosition('50')]), 1);
    sources.portfolio.applyBalanceList({ ...listingOf([]), unreadable }, 2);
    sources.portfolio.applyPositionList({ ...listingOf([]), unreadable }, 2);
    expect(buildPreTradeContext(makeIntent(), sources, false)).toMatchObject({ available: null, sellable: null });
    sources.portfolio.applyBalanceList({ ...listingOf([makeBalance('900')]), unreadable }, 3);
    sources.portfolio.applyPositionList({ ...listingOf([makePosition('50')]), unreadable }, 3);
    expect(buildPreTradeContext(makeIntent(), sources, false)).toMatchObject({
      available: parseUsd('900'),
      sellable: 50_000_000,
    });
  });
});
