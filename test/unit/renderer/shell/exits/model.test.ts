import { describe, expect, it } from 'vitest';
import { buildLegState, buildRequest, NO_CHOICE, nameScope, withReadWays } from '#renderer/shell/exits/model.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { FlattenLeg } from '#shared/order/exits/flattenPlan.ts';
import { quoteExit } from '#shared/order/exits/quote.ts';
import { setNumberFormat } from '#shared/text/numbers.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { levels, MARKET } from '#test/slice/makers.ts';

const terms = { tick: DEFAULT_TICK, feeRateMicros: 20_000, worst: null };
const LEG: FlattenLeg = {
  market: MARKET,
  side: 'yes',
  quantity: parseShares('100'),
  paired: parseShares('0'),
  toExit: parseShares('100'),
  sellable: parseShares('100'),
  orders: [],
  book: 'live',
  sell: quoteExit('sell', parseShares('100'), levels(['0.60', '100']), terms),
  buyOther: quoteExit('buyOther', parseShares('100'), levels(['0.40', '100']), terms),
  route: 'sell',
  block: null,
};

describe('a market in the flatten dialog', () => {
  it('proposes the way and a worst price two ticks beyond the preview', () => {
    expect(buildLegState(LEG, NO_CHOICE, DEFAULT_TICK)).toMatchObject({
      route: 'sell',
      worst: parsePrice('0.58'),
      worstText: '0.58',
      problem: null,
    });
    const buy = buildLegState(LEG, { ...NO_CHOICE, route: 'buyOther' }, DEFAULT_TICK);
    expect(buy.worst).toBe(parsePrice('0.42'));
  });

  it('proposes a price that can be typed, also where numbers are shown with a comma', () => {
    setNumberFormat('1.234,56');
    const { worstText } = buildLegState(LEG, NO_CHOICE, DEFAULT_TICK);
    setNumberFormat('1,234.56');
    expect(worstText).toBe('0.58');
  });

  it('has the ways out of the reading of every pane, where they are of the same shares and the book is live', () => {
    const sell = quoteExit('sell', parseShares('100'), levels(['0.57', '100']), terms)!;
    const closedNow = {
      result: parseUsd('1'),
      left: parseShares('0'),
      route: 'buyOther',
      sell,
      buyOther: LEG.buyOther,
      fee: parseUsd('0'),
      asOfMs: null,
    } as const;
    const read = { net: { side: 'yes', shares: parseShares('100') }, closedNow } as const;
    expect(withReadWays(LEG, read, true, DEFAULT_TICK)).toEqual({ ...LEG, sell, route: 'buyOther' });
    const other = { ...read, net: { ...read.net, shares: parseShares('90') } };
    expect(withReadWays(LEG, other, true, DEFAULT_TICK)).toBe(LEG);
    expect(withReadWays({ ...LEG, book: 'stale' }, read, true, DEFAULT_TICK)).toMatchObject({ sell: LEG.sell });
    const locked = { ...LEG, sellable: parseShares('40') };
    expect(withReadWays(locked, read, false, DEFAULT_TICK)).toBe(locked);
    expect(withReadWays(locked, read, true, DEFAULT_TICK).sell).toBe(sell);
    expect(withReadWays(LEG, null, true, DEFAULT_TICK)).toBe(LEG);
  });

  it('needs a price on the tick', () => {
    const typed = (worstText: string) => buildLegState(LEG, { ...NO_CHOICE, worstText }, DEFAULT_TICK);
    expect(typed('0.5').worst).toBe(parsePrice('0.5'));
    expect(typed('0.505').problem).toMatch(/on the tick/);
    expect(typed('').problem).toMatch(/on the tick/);
  });

  it('needs a typed and confirmed price while the book is not live', () => {
    const stale: FlattenLeg = { ...LEG, book: 'stale' };
    expect(buildLegState(stale, NO_CHOICE, DEFAULT_TICK)).toMatchObject({ worstText: '', worst: null });
    const typed = { ...NO_CHOICE, worstText: '0.50' };
    expect(buildLegState(stale, typed, DEFAULT_TICK).problem).toMatch(/Confirm/);
    const state = buildLegState(stale, { ...typed, isConfirmed: true }, DEFAULT_TICK);
    expect(state.problem).toBeNull();
    expect(buildRequest([state])).toEqual([
      {
        market: MARKET,
        side: 'yes',
        route: 'sell',
        worst: parsePrice('0.50'),
        shares: stale.toExit,
        isBookConfirmed: true,
      },
    ]);
  });

  it('is left out of the request while something is wrong with it', () => {
    const closed = buildLegState({ ...LEG, block: 'marketClosed' }, NO_CHOICE, DEFAULT_TICK);
    const empty = buildLegState({ ...LEG, sell: null, buyOther: null, route: null }, NO_CHOICE, DEFAULT_TICK);
    expect(closed.problem).toMatch(/no longer trades/);
    expect(empty.problem).toMatch(/offers nothing/);
    expect(buildRequest([closed, empty, buildLegState(LEG, NO_CHOICE, DEFAULT_TICK)])).toHaveLength(1);
  });

  it('names its scope', () => {
    expect(nameScope({ kind: 'all' })).toBe('Flatten everything');
    expect(nameScope({ kind: 'position', market: MARKET, side: 'yes' })).toBe('Close position');
    expect(nameScope({ kind: 'market', market: MARKET })).toBe('Flatten market');
    expect(nameScope({ kind: 'event', eventId: 1 })).toBe('Flatten event');
  });
});
