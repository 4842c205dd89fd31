import { expect, it } from 'vitest';
import { formatOrdersStay, formatPaused, listLeftBehind } from '#shared/text/account/accounts.ts';

it('says how many orders of the account that is left stay', () => {
  expect(formatOrdersStay('Main', 0)).toBe('Main has no open order');
  expect(formatOrdersStay('Main', 1)).toBe('1 order of Main stays at the exchange and may fill meanwhile');
  expect(formatOrdersStay('Main', 3)).toBe('3 orders of Main stay at the exchange and may fill meanwhile');
  expect(formatOrdersStay('Main', null)).toContain('not known');
});

it('says what does not run meanwhile', () => {
  expect(formatPaused('Main')).toContain('Conditional orders of Main, stop losses too, are not watched');
});

it('lists what a removed account leaves behind', () => {
  const none = listLeftBehind({ orders: 0, relays: 0, folder: '/data/accounts/a' });
  expect(none[0]).toContain('No open order');
  expect(none).toHaveLength(4);
  expect(none.join(' ')).toContain('/data/accounts/a');
  const some = listLeftBehind({ orders: 2, relays: 1, folder: '/data' });
  expect(some[0]).toContain('2 orders had no known end');
  expect(some[1]).toBe('1 wallet call had no known end: no longer followed');
});
