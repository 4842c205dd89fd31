import { expect, it } from 'vitest';
import { ORDER_QUESTIONS } from '#shared/text/orders/orderQuestions.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

it('says the worst case of prepared exits: all of it at its floors', () => {
  const exit = { title: 'Rain', side: 'yes', until: '2026-01-01T00:00:00.000Z' } as const;
  const exits = [
    { ...exit, shares: parseShares('10'), price: parsePrice('0.3') },
    { ...exit, shares: parseShares('5'), price: parsePrice('0.5') },
  ];
  const { facts } = ORDER_QUESTIONS.prepareExits({ exits });
  expect(facts[0]).toEqual(['Rain', 'Sell up to 10 YES at 0.30 or more, until 2026-01-01T00:00:00.000Z']);
  expect(facts).toContainEqual(['Worst case', 'All of it is sold, for at least 5.50 before fees']);
});
