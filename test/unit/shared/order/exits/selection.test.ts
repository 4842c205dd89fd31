import { describe, expect, it } from 'vitest';
import {
  ALL_ORDERS,
  isByMarketOnly,
  isMarketSelected,
  isSelected,
  ordersOfMarket,
  type SelectableOrder,
} from '#shared/order/exits/selection.ts';
import { parsePrice } from '#shared/units/price.ts';
import { MARKET, OTHER_MARKET } from '#test/slice/makers.ts';

const yesBid: SelectableOrder = { market: MARKET, side: 'yes', direction: 'buy', price: parsePrice('0.40') };
/** Rests among the asks of the YES book, at 0.60. */
const noBid: SelectableOrder = { market: MARKET, side: 'no', direction: 'buy', price: parsePrice('0.40') };
const yesAsk: SelectableOrder = { market: MARKET, side: 'yes', direction: 'sell', price: parsePrice('0.60') };
const other: SelectableOrder = { ...yesBid, market: OTHER_MARKET };
const undirected: SelectableOrder = { ...yesBid, direction: null };
const orders = [yesBid, noBid, yesAsk, other, undirected];
const eventOf = (market: string): number | null => (market === MARKET ? 5 : null);

const select = (selection: Partial<typeof ALL_ORDERS>): SelectableOrder[] =>
  orders.filter((order) => isSelected(order, { ...ALL_ORDERS, ...selection }, eventOf));

describe('a selection of orders', () => {
  it('selects every order without a field, and those of one market or event', () => {
    expect(select({})).toEqual(orders);
    expect(select(ordersOfMarket(OTHER_MARKET))).toEqual([other]);
    expect(select({ eventId: 5 })).toEqual([yesBid, noBid, yesAsk, undirected]);
  });

  it('leaves the orders of a market whose event is not known', () => {
    expect(select({ eventId: 5 })).not.toContain(other);
    expect(isMarketSelected(OTHER_MARKET, { market: null, eventId: 5 }, eventOf)).toBe(false);
  });

  it('compares prices and columns in YES terms, so that a bid for no is an ask', () => {
    expect(select({ market: MARKET, yesPrice: parsePrice('0.60') })).toEqual([noBid, yesAsk]);
    expect(select({ market: MARKET, column: 'ask' })).toEqual([noBid, yesAsk]);
    expect(select({ market: MARKET, side: 'no' })).toEqual([noBid]);
  });

  it('leaves an order without a direction in place when one column is selected', () => {
    expect(select({ market: MARKET, column: 'bid' })).toEqual([yesBid]);
    expect(select({ market: MARKET, yesPrice: parsePrice('0.40') })).toEqual([yesBid, undirected]);
  });

  it('knows whether market and event alone decide', () => {
    expect(isByMarketOnly(ordersOfMarket(MARKET))).toBe(true);
    expect(isByMarketOnly({ ...ALL_ORDERS, column: 'bid' })).toBe(false);
  });
});
