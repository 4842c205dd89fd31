import { expect, it } from 'vitest';
import type { Leaving } from '#shared/order/leaving.ts';
import { formatLeaving } from '#shared/text/exits/leaving.ts';
import { setTimeZone } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';

const open = (market: string, shares: string) => ({
  market: market as MarketId,
  side: 'yes' as const,
  shares: parseShares(shares),
});
const LEAVING: Leaving = {
  act: 'lock',
  positions: [open('m', '500')],
  conditionals: 2,
  exits: 1,
  resting: 3,
  unknown: 1,
  preparedUntilMs: Date.UTC(2026, 4, 1, 14),
};
const words = { nowMs: Date.UTC(2026, 4, 1, 12), nameMarket: (market: MarketId) => market.toUpperCase() };

it('says before a lock what nobody watches, what stays, ends and goes on', () => {
  setTimeZone('exchange');
  expect(formatLeaving(LEAVING, words)).toEqual({
    title: 'Lock with 1 open position and 2 conditional orders?',
    facts: [
      ['Not watched', '2 conditional orders, until you unlock'],
      ['Stays open', '500 yes in M'],
      ['Ends', '1 move or flatten that runs'],
      ['Goes on', '3 orders at the exchange can still be filled'],
      ['Not known', '1 order may be at the exchange'],
      ['Prepared exits', 'can be sent until today 14:00'],
    ],
    confirmLabel: 'Lock',
  });
});

it('says before the program closes that nothing is watched until it runs again, and counts what it does not name', () => {
  const positions = ['a', 'b', 'c', 'd', 'e', 'f'].map((market) => open(market, '1'));
  const calm = { exits: 0, resting: 0, unknown: 0, preparedUntilMs: null };
  const leaving: Leaving = { ...LEAVING, ...calm, act: 'close', positions, conditionals: 1 };
  expect(formatLeaving(leaving, words)).toEqual({
    title: 'Close Adyton with 6 open positions and 1 conditional order?',
    facts: [
      ['Not watched', '1 conditional order, until Adyton runs and is unlocked again'],
      ['Stays open', '1 yes in A; 1 yes in B; 1 yes in C; 1 yes in D; and 2 more'],
    ],
    confirmLabel: 'Close Adyton',
  });
  const hidden = formatLeaving({ ...leaving, conditionals: 0 }, { ...words, nameMarket: null });
  expect([hidden.title, hidden.facts]).toEqual([
    'Close Adyton with 6 open positions?',
    [['Stays open', '6 positions']],
  ]);
});
