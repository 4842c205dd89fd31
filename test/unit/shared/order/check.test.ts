import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { checkIntent, type DenyCode, type PreTradeContext } from '#shared/order/check.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { DEFAULT_RISK_LIMITS } from '#shared/order/risk/limits.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import { parseShares, type Shares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { makeIntent, makeMarket, makePosition } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';

const FINE: PreTradeContext = {
  readiness: { code: 'armed', parameters: {} },
  market: makeMarket(),
  isMarketChanged: false,
  tick: DEFAULT_TICK,
  feeRateMicros: 20_000,
  exchangeTimeMs: START_MS,
  bookHealth: { at: 'live' },
  crossPrice: parsePrice('0.62'),
  available: parseUsd('1000'),
  sellable: parseShares('50'),
  risk: makeRiskState(),
  isConfirmed: false,
};

const codes = (intent: Partial<OrderIntent>, facts: Partial<PreTradeContext> = {}): DenyCode[] =>
  checkIntent(makeIntent(intent), { ...FINE, ...facts }).map((reason) => reason.code);

describe('checking an intent', () => {
  it('allows a valid intent', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ direction: 'sell', shares: parseShares('50') })).toEqual([]);
  });

  it('lists every reason, most important first', () => {
    const readiness = { code: 'noWallet', parameters: {} } as const;
    const facts = { readiness, market: null, bookHealth: { at: 'waiting' } } as const;
    const found = codes({ price: parsePrice('0.615'), shares: parseShares('100000') }, facts);
    expect([...new Set(found)]).toEqual(['noWallet', 'noMarket', 'bookNotLive', 'badPrice', 'limit', 'balance']);
  });

  it('denies with the readiness of an account that is not armed, and knows no amount of a locked one', () => {
    const locked = { code: 'locked', parameters: {} } as const;
    expect(codes({}, { readiness: locked, available: null })).toEqual(['locked']);
    const unread = { code: 'setupRequired', parameters: { gap: 'reading' } } as const;
    expect(checkIntent(makeIntent(), { ...FINE, readiness: unread })).toEqual([unread]);
    const readOnly = { code: 'readOnly', parameters: { reason: { code: 'noSecondKey', parameters: {} } } } as const;
    expect(checkIntent(makeIntent(), { ...FINE, readiness: readOnly })).toEqual([readOnly]);
    expect(codes({}, { readiness: { code: 'disarmed', parameters: {} } })).toEqual(['disarmed']);
    expect(codes({}, { readiness: unread, available: null })).toEqual(['setupRequired', 'balance']);
  });

  it('lets an exit that a person agreed to pass without armed trading, by the test of the order and nothing else', () => {
    const disarmed = { readiness: { code: 'disarmed', parameters: {} }, isExitAgreed: true } as const;
    const sale = { direction: 'sell', shares: parseShares('50') } as const;
    const of = (...sides: ('yes' | 'no')[]) => ({
      ...disarmed,
      risk: makeRiskState({ positions: sides.map((outcome) => makePosition('50', { outcome })) }),
    });
    expect(codes(sale, of('yes'))).toEqual([]);
    expect(codes(sale, { ...of('yes'), isExitAgreed: false })).toEqual(['disarmed']);
    // One leg of a complete set, and a buy.
    expect(codes(sale, of('yes', 'no'))).toContain('disarmed');
    expect(codes({}, of('yes'))).toContain('disarmed');
    // Before the positions are read nothing is known to be an exit.
    expect(codes(sale, { ...disarmed, risk: makeRiskState({ positions: null }) })).toContain('disarmed');
  });

  it('requires a trading market and a live book', () => {
    expect(codes({}, { market: makeMarket({ closeAtMs: START_MS }) })).toEqual(['marketClosed']);
    expect(codes({}, { market: makeMarket({ noTokenId: null }) })).toEqual(['noTokenIds']);
    expect(codes({}, { isMarketChanged: true })).toEqual(['marketChanged']);
    expect(codes({}, { bookHealth: { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } })).toEqual(
      ['bookNotLive'],
    );
  });

  it('gives tick and price of a price off the grid', () => {
    const price = parsePrice('0.615');
    const [denial] = checkIntent(makeIntent({ price }), FINE);
    expect(denial).toEqual({ code: 'badPrice', parameters: { tick: DEFAULT_TICK, found: price } });
  });

  it('denies sizes and costs that cannot be signed', () => {
    expect(codes({ shares: toShares(0) })).toEqual(['badSize']);
    expect(codes({ shares: -1 as Shares })).toEqual(['badSize']);
    expect(codes({ shares: Number.NaN as Shares })).toEqual(['badSize']);
    expect(codes({ shares: toShares(33) })).toEqual(['inexact']);
    expect(codes({ price: Number.NaN as Price })).toEqual(['badPrice']);
    expect(codes({ price: 0.5 as Price })).toEqual(['badPrice']);
  });

  it('counts the fee reserve into what a buy needs, to the last millionth', () => {
    const needed = parseUsd('61.4758');
    expect(codes({}, { available: needed })).toEqual([]);
    expect(codes({}, { available: parseUsd('61.475799') })).toEqual(['balance']);
    expect(codes({}, { available: null })).toEqual(['balance']);
  });

  it('sells no more than is sellable', () => {
    const sell = { direction: 'sell', shares: parseShares('51') } as const;
    expect(codes(sell)).toEqual(['sellable']);
    expect(codes(sell, { sellable: null })).toEqual(['sellable']);
    expect(codes(sell, { available: null, sellable: parseShares('51') })).toEqual([]);
  });

  it('denies an order above a limit, with the limit, the value and by how much', () => {
    const limits = { ...DEFAULT_RISK_LIMITS, orderCost: parseUsd('61') };
    expect(checkIntent(makeIntent(), { ...FINE, risk: makeRiskState({ limits }) })).toEqual([
      {
        code: 'limit',
        parameters: { limit: 'orderCost', allowed: parseUsd('61'), found: parseUsd('61.4758'), by: parseUsd('0.4758') },
      },
    ]);
  });

  it('requires a typed price and an agreement of an exit on a book that is not live', () => {
    const bookHealth = { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } as const;
    const exit = { direction: 'sell', shares: parseShares('50') } as const;
    expect(codes(exit, { bookHealth })).toEqual(['priceNotTyped']);
    expect(codes({ ...exit, isPriceTyped: true }, { bookHealth })).toEqual(['notConfirmed']);
    expect(codes({ ...exit, isPriceTyped: true }, { bookHealth, isConfirmed: true })).toEqual([]);
    expect(codes({ isPriceTyped: true }, { bookHealth, isConfirmed: true })).toEqual(['bookNotLive']);
  });

  it('denies what is no exit while the loss of the day is not known', () => {
    const risk = makeRiskState({ baseline: null });
    expect(codes({}, { risk })).toEqual(['lossUnknown']);
    expect(codes({ direction: 'sell', shares: parseShares('50') }, { risk })).toEqual([]);
  });

  it('denies post-only that would trade immediately', () => {
    expect(codes({ postOnly: true })).toEqual([]);
    expect(codes({ postOnly: true, price: parsePrice('0.62') })).toEqual(['postOnlyCrosses']);
    expect(codes({ postOnly: false, price: parsePrice('0.62') })).toEqual([]);
    expect(codes({ postOnly: true, price: parsePrice('0.62') }, { crossPrice: null })).toEqual([]);
    const sell = { direction: 'sell', shares: parseShares('5'), postOnly: true } as const;
    expect(codes({ ...sell, price: parsePrice('0.63') })).toEqual([]);
    expect(codes({ ...sell, price: parsePrice('0.62') })).toEqual(['postOnlyCrosses']);
  });
});
