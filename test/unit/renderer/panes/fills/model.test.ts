import { expect, it } from 'vitest';
import { sortFills, tellSide, tellState, toneOfSide } from '#renderer/panes/fills/model.ts';
import type { Fill } from '#shared/order/account.ts';
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
    fee: null,
    takerSide: null,
    state: null,
    exchangeTimeMs,
  };
}

it('puts the newest first, and the larger id first in the same millisecond', () => {
  expect(sortFills([fillOf('9', 5), fillOf('10', 5), fillOf('1', 7)]).map((fill) => fill.id)).toEqual(['1', '10', '9']);
});

it('says only what the exchange said of a fill', () => {
  expect(tellSide({ side: 'no', direction: 'sell' })).toBe('Sold no');
  expect(tellSide({ side: 'yes', direction: null })).toBe('Yes');
  expect(tellSide({ side: null, direction: 'buy' })).toBe('Bought');
  expect(tellSide({ side: null, direction: null })).toBe('–');
});

it('has the hue of the side of the book it took', () => {
  expect(toneOfSide({ side: 'yes', direction: 'buy' })).toBe('yes');
  expect(toneOfSide({ side: 'yes', direction: 'sell' })).toBe('no');
  expect(toneOfSide({ side: null, direction: 'buy' })).toBe('');
});

it('tells matched from settled and shows unknown states as they are', () => {
  expect(tellState('active')).toBe('Matched');
  expect(tellState('settled_no')).toBe('Settled no');
  expect(tellState('frozen')).toBe('frozen');
});
