import { describe, expect, it } from 'vitest';
import { findFillSummary, summarizeFills } from '#shared/order/fillSummary.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeFill } from '#test/slice/makers.ts';

const orderId = '7' as OrderId;
const part = (id: string, price: string, shares: string, fee: string | null) =>
  makeFill(id, {
    orderId,
    price: parsePrice(price),
    shares: parseShares(shares),
    value: null,
    fee: fee === null ? null : parseUsd(fee),
  });

describe('the summary of an order’s fills', () => {
  it('weighs prices by volume, rounds to the nearest millionth and adds the fees', () => {
    const summaries = summarizeFills([part('1', '0.61', '100', '0.5'), part('2', '0.60', '200', '0.25')]);
    expect(findFillSummary({ orderId, filled: parseShares('300') }, summaries)).toEqual({
      shares: parseShares('300'),
      averagePrice: 603_333,
      fee: parseUsd('0.75'),
    });
  });

  it('uses the value that the exchange states', () => {
    const fill = { ...part('1', '0.61', '100', '0'), value: parseUsd('60.5') };
    expect(summarizeFills([fill]).get(orderId)?.averagePrice).toBe(605_000);
  });

  it('states no fee where one is unknown, and nothing while a fill is missing', () => {
    const summaries = summarizeFills([part('1', '0.61', '100', null), part('2', '0.61', '5', '0.1')]);
    expect(summaries.get(orderId)?.fee).toBeNull();
    expect(findFillSummary({ orderId, filled: parseShares('106') }, summaries)).toBeNull();
    expect(findFillSummary({ orderId: null, filled: parseShares('0') }, summaries)).toBeNull();
    expect(summarizeFills([makeFill('9', { orderId: null })]).size).toBe(0);
  });
});
