import { expect, it } from 'vitest';
import { formatSide, formatState, sortFills, toneOfSide } from '#renderer/panes/fills/model.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

function fillOf(id: string, exchangeTimeMs: number): Fill {
  return {
    id,
    orderId: null,
    market: 'm' as MarketId,
    side: 'yes',
    direction: 'buy',
    price: parsePrice('0.5'),
    shares: parseShares('1'),
    value: null,
    fee: null,
    takerSide: null,
    state: null,
    exchangeTimeMs,
  };
}

it('sorts the newest first, and the larger id first in the same millisecond', () => {
  expect(sortFills([fillOf('9', 5), fillOf('10', 5), fillOf('1', 7)]).map((fill) => fill.id)).toEqual(['1', '10', '9']);
});

it('omits what the exchange omits of a fill', () => {
  expect(formatSide({ side: 'no', direction: 'sell' })).toBe('Sold no');
  expect(formatSide({ side: 'yes', direction: null })).toBe('Yes');
  expect(formatSide({ side: null, direction: 'buy' })).toBe('Bought');
  expect(formatSide({ side: null, direction: null })).toBe('–');
});

it('has the colour of its side of the book', () => {
  expect(toneOfSide({ side: 'yes', direction: 'buy' })).toBe('yes');
  expect(toneOfSide({ side: 'yes', direction: 'sell' })).toBe('no');
  expect(toneOfSide({ side: null, direction: 'buy' })).toBe('');
});

it('distinguishes matched from settled and shows unknown states raw', () => {
  expect(formatState('active')).toBe('Matched');
  expect(formatState('settled_no')).toBe('Settled no');
  expect(formatState('frozen')).toBe('frozen');
});
