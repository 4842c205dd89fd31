import { expect, it } from 'vitest';
import { warnOfStandingSale, warnOfStandingSplit } from '#renderer/domain/exits/standingSales.ts';
import type { Mirror } from '#renderer/feed/mirror.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { conditionalOf } from '../../panes/conditionals/facts.ts';

const NOW = Date.UTC(2026, 10, 23, 12, 0);
const MARKET = conditionalOf('1').terms.outcome.market;
const sale = (orderId: string | null, price: string) => ({
  market: MARKET,
  side: 'yes',
  price: parsePrice(price),
  shares: parseShares('30'),
  expiresAtMs: NOW + 3_600_000,
  orderId,
});

const mirrorOf = (...standingSales: object[]): Mirror => ({ account: () => ({ standingSales }) }) as unknown as Mirror;

it('warns before shares are bought again that sent sales can still sell', () => {
  const text = warnOfStandingSale(mirrorOf(sale('7', '0.31'), sale(null, '0.30')), MARKET, 'yes', 'buy', NOW);
  expect(text).toMatch(
    /^Prepared sales of 60 yes at 0\.30 were sent and stay valid until .*: they can sell what you buy/,
  );
});

it('says nothing without one, of a sale, of the other outcome and of another market, and once it expired', () => {
  expect(warnOfStandingSale(mirrorOf(), MARKET, 'yes', 'buy', NOW)).toBeNull();
  const open = mirrorOf(sale('7', '0.31'));
  expect(warnOfStandingSale(open, MARKET, 'yes', 'sell', NOW)).toBeNull();
  expect(warnOfStandingSale(open, MARKET, 'no', 'buy', NOW)).toBeNull();
  expect(warnOfStandingSale(open, 'other' as MarketId, 'yes', 'buy', NOW)).toBeNull();
  expect(warnOfStandingSale(open, MARKET, 'yes', 'buy', NOW + 3_600_000)).toBeNull();
});

it('warns of a split for each outcome that a sent sale can still sell', () => {
  const no = { ...sale('8', '0.60'), side: 'no' };
  expect(warnOfStandingSplit(mirrorOf(sale('7', '0.31'), no), MARKET, NOW)).toMatch(
    /^Prepared sales of 30 yes at 0\.31 .*: they can sell what you split, also after a cancel\. Prepared sales of 30 no at 0\.60 /,
  );
  expect(warnOfStandingSplit(mirrorOf(no), 'other' as MarketId, NOW)).toBeNull();
});
