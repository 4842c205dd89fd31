import { describe, expect, it } from 'vitest';
import { type ArmContext, findArmRefusal, MAX_CONDITIONALS } from '#main/trading/conditionals/armCheck.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { parsePrice, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { MARKET } from '#test/slice/makers.ts';
import { BASE, OCA, OCO, OFFSET, START, STOP } from '#test/unit/shared/order/conditional/makers.ts';

const CONTEXT: ArmContext = {
  nowMs: START,
  tick: DEFAULT_TICK,
  active: 0,
  isArmed: true,
  hasListed: (market) => market === MARKET,
  hasUnderlying: () => false,
  isTrading: () => true,
  quantityOf: () => parseShares('100'),
  checkTogether: () => [],
  isExit: () => true,
};
const check = (terms: ConditionalTerms, context: Partial<ArmContext> = {}) =>
  findArmRefusal(terms, { ...CONTEXT, ...context })?.code ?? null;
const BUY_STOP: ConditionalTerms = {
  ...STOP,
  direction: 'buy',
  worst: parsePrice('0.50'),
  limit: parsePrice('0.45'),
};
const BRACKET: ConditionalTerms = {
  ...BASE,
  kind: 'bracket',
  direction: 'buy',
  worst: parsePrice('0.45'),
  entry: { price: parsePrice('0.44'), postOnly: false },
  takeProfit: parsePrice('0.60'),
  stop: OCO.stop,
  batch: parseShares('10'),
};
const TRAILING: ConditionalTerms = {
  ...BASE,
  kind: 'trailing',
  distance: { kind: 'ticks', ticks: 3 },
  activation: null,
  minShares: parseShares('10'),
  maxSpread: 100_000,
  cap: 20_000,
  walk: null,
};

it('refuses a sale that is no exit, such as of one leg of a complete set, unless trading is armed', () => {
  const sold: string[] = [];
  const context = {
    isArmed: false,
    isExit({ price, shares }: OrderIntent) {
      sold.push(`${shares} at ${price}`);
      return false;
    },
    quantityOf: () => parseShares('40'),
  };
  expect(check(STOP, context)).toBe('disarmed');
  expect(sold).toEqual([`${parseShares('40')} at ${STOP.worst}`]);
  expect(check(STOP, { ...context, isArmed: true })).toBeNull();
  expect(check(STOP, { ...context, isExit: () => true })).toBeNull();
});

it('refuses an OCO whose stop would sell below what is called its worst price', () => {
  expect(check(OCO)).toBeNull();
  const below = { ...OCO, worst: parsePrice('0.31') };
  expect(findArmRefusal(below, CONTEXT)).toEqual({
    code: 'beyondWorst',
    parameters: { price: OCO.stop.worst, worst: below.worst },
  });
});

describe('legs and offsets', () => {
  it('must differ, be whole lots on the grid, and have the first leg as what they are about', () => {
    const context = { hasListed: () => true };
    expect(check(OCA, context)).toBeNull();
    expect(check({ ...OCA, legs: [OCA.legs[0]!, OCA.legs[0]!] }, context)).toBe('badSize');
    expect(check({ ...OCA, shares: parseShares('1') }, context)).toBe('badSize');
    expect(check({ ...OCA, worst: parsePrice('0.41') }, context)).toBe('badSize');
    const fine = { ...OCA.legs[1]!, shares: toShares(1) };
    expect(check({ ...OCA, legs: [OCA.legs[0]!, fine] }, context)).toBe('badSize');
    const off = { ...OCA.legs[1]!, price: toPrice(305_000) };
    expect(check({ ...OCA, legs: [OCA.legs[0]!, off] }, context)).toBe('offTick');
  });

  it('need every market listed and open, and every position of a sale', () => {
    expect(check(OCA)).toBe('notListed');
    const context = { hasListed: () => true };
    expect(check(OCA, { ...context, isTrading: (market) => market === MARKET })).toBe('marketClosed');
    expect(check(OCA, { ...context, isArmed: false })).toBe('disarmed');
    const quantityOf = ({ market }: { market: string }) => parseShares(market === MARKET ? '100' : '0');
    expect(check({ ...OCA, direction: 'sell' }, { ...context, quantityOf })).toBe('nothingHeld');
  });

  it('are checked one by one in a block, and all together in a race', () => {
    const counts: number[] = [];
    const context = {
      hasListed: () => true,
      checkTogether(orders: readonly unknown[]) {
        counts.push(orders.length);
        return orders.length > 1 ? [{ code: 'badSize', parameters: {} } as const] : [];
      },
    };
    expect(check(OCA, context)).toBeNull();
    expect(check({ ...OCA, mode: 'race' }, context)).toBe('worstCase');
    expect(counts).toEqual([1, 1, 2]);
  });

  it('of an offset are on the grid, and not too many', () => {
    expect(check(OFFSET)).toBeNull();
    expect(check({ ...OFFSET, batch: parseShares('101') })).toBe('badSize');
    expect(check({ ...OFFSET, batch: parseShares('1') })).toBe('badSize');
    expect(check({ ...OFFSET, steps: [60] })).toBe('offTick');
    expect(check({ ...OFFSET, direction: 'sell', steps: [40] })).toBe('offTick');
    expect(check({ ...OFFSET, worst: parsePrice('0.39') })).toBe('beyondWorst');
  });
});

describe('the check of terms', () => {
  it('passes what can be done, whatever the book is', () => {
    const close: ConditionalTerms = { ...BASE, kind: 'closeBefore', beforeMs: 60_000, limit: BASE.worst, walk: null };
    const till: ConditionalTerms = { ...BASE, kind: 'goodTill', price: BASE.worst, postOnly: true, killAfterMs: null };
    for (const terms of [STOP, BUY_STOP, OCO, BRACKET, TRAILING, close, till])
      expect(check(terms), terms.kind).toBeNull();
  });

  it('lets nothing stand in for the book of an order that buys', () => {
    const standIn = { kind: 'rest' } as const;
    expect(check({ ...STOP, standIn })).toBeNull();
    expect(check({ ...BRACKET, standIn })).toBeNull();
    expect(check({ ...BUY_STOP, standIn })).toBe('badDirection');
    const unknown = { kind: 'underlying', symbol: 'DOGE-USD', crosses: 'atOrBelow', price: 1 } as const;
    expect(check({ ...STOP, standIn: unknown })).toBe('noUnderlying');
  });

  it('passes orders that work over prices and time, whose parts make a whole', () => {
    const { worst } = BASE;
    const level = { price: worst, shares: parseShares('50') };
    const scale: ConditionalTerms = { ...BASE, kind: 'scale', levels: [level, level], postOnly: false };
    const clip = parseShares('20');
    const iceberg: ConditionalTerms = { ...BASE, kind: 'iceberg', price: worst, clip, sizeSpreadBps: 0, maxDelayMs: 0 };
    const minSlice = parseShares('1');
    const twap: ConditionalTerms = {
      ...BASE,
      kind: 'twap',
      lengthMs: 60_000,
      slices: 5,
      minSlice,
      pricing: 'join',
      atEnd: 'report',
    };
    const pace = { minTicks: 1, minMs: 1_000, everyMs: 2_000, maxMoves: 9, maxMs: 60_000, maxTicks: 9 } as const;
    const chase: ConditionalTerms = { ...BASE, kind: 'chase', postOnly: true, atEnd: 'cancel', ...pace };
    for (const terms of [scale, iceberg, twap, chase]) expect(check(terms), terms.kind).toBeNull();
    expect(check({ ...scale, levels: [level] })).toBe('badSize');
    expect(check({ ...iceberg, clip: parseShares('101') })).toBe('badSize');
    expect(check({ ...iceberg, price: parsePrice('0.29') })).toBe('beyondWorst');
    const beyond = { ...level, price: parsePrice('0.29') };
    expect(check({ ...scale, levels: [level, beyond] })).toBe('beyondWorst');
  });

  it('names what the exchange does not list or trade', () => {
    expect(check(STOP, { hasListed: () => false })).toBe('notListed');
    expect(check(STOP, { isTrading: () => false })).toBe('marketClosed');
    const symbol: ConditionalTerms = {
      ...STOP,
      trigger: { kind: 'underlying', symbol: 'X', crosses: 'atOrAbove', price: 1, confirm: { kind: 'double' } },
    };
    expect(check(symbol)).toBe('noUnderlying');
  });

  it('refuses prices off the grid or beyond the worst price of the leg, and parts of a lot', () => {
    expect(check({ ...STOP, limit: toPrice(325_000) })).toBe('offTick');
    expect(check({ ...STOP, limit: parsePrice('0.29') })).toBe('beyondWorst');
    expect(check({ ...BUY_STOP, limit: parsePrice('0.51') })).toBe('beyondWorst');
    expect(check({ ...OCO, stop: { ...OCO.stop, limit: parsePrice('0.29') } })).toBe('beyondWorst');
    expect(check({ ...STOP, shares: toShares(1) })).toBe('badSize');
  });

  it('refuses the wrong direction, a single trade as a proof, and a deadline that is over', () => {
    expect(check({ ...OCO, direction: 'buy' })).toBe('badDirection');
    expect(check({ ...BRACKET, direction: 'sell' })).toBe('badDirection');
    const single = { ...STOP.trigger, kind: 'price', source: 'last', confirm: { kind: 'single' } } as const;
    expect(check({ ...STOP, trigger: single as typeof STOP.trigger })).toBe('badTrigger');
    expect(check({ ...STOP, goodTillMs: START })).toBe('badTime');
  });

  it('asks for something held, and for armed trading where it buys', () => {
    expect(check(STOP, { quantityOf: () => null })).toBe('accountNotRead');
    expect(check(STOP, { quantityOf: () => toShares(0) })).toBe('nothingHeld');
    expect(check(BUY_STOP, { isArmed: false })).toBe('disarmed');
    expect(check(STOP, { isArmed: false })).toBeNull();
    expect(check(STOP, { active: MAX_CONDITIONALS })).toBe('tooMany');
  });
});
