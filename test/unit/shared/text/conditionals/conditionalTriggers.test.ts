import { expect, it } from 'vitest';
import type { PriceTrigger, Trigger } from '#shared/order/conditional/trigger.ts';
import { describeTrigger, formatTrigger } from '#shared/text/conditionals/conditionalTriggers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

const OWN = { market: 'm' as MarketId, side: 'no' } as const;
const at = (market: string, side: 'yes' | 'no'): Trigger => ({
  kind: 'price',
  outcome: { market: market as MarketId, side },
  source: 'bid',
  crosses: 'atOrAbove',
  price: parsePrice('0.6'),
  minShares: parseShares('50'),
  maxSpread: 100_000,
  confirm: { kind: 'single' },
});
const name = (market: string): string => (market === 's' ? 'Snow' : market);

it.each([
  [at('m', 'no'), 'bid ≥ 0.60', 'the best bid, of at least 50, is 0.60 or higher'],
  [at('m', 'yes'), 'bid of yes ≥ 0.60', 'the best bid of yes, of at least 50, is 0.60 or higher'],
  [at('s', 'yes'), 'Snow bid ≥ 0.60', 'the best bid of Snow, of at least 50, is 0.60 or higher'],
  [at('s', 'no'), 'Snow bid of no ≥ 0.60', 'the best bid of no of Snow, of at least 50, is 0.60 or higher'],
])('names market and outcome where they are not the order’s own', (trigger, short, long) => {
  expect(formatTrigger(trigger, OWN, name)).toBe(short);
  expect(describeTrigger(trigger, 0, OWN, name)).toBe(long);
});

it.each([
  [10_000, 'bid ≥ 0.60 held 10 s', ', for 10 s without a gap'],
  [300_000, 'bid ≥ 0.60 held 5 m', ', for 5 m without a gap'],
  [90_000, 'bid ≥ 0.60 held 1 m 30 s', ', for 1 m 30 s without a gap'],
])('says for how long a condition has to hold', (forMs, short, long) => {
  const held: Trigger = { ...(at('m', 'no') as PriceTrigger), confirm: { kind: 'held', forMs } };
  expect(formatTrigger(held, OWN, name)).toBe(short);
  expect(describeTrigger(held, 0, OWN, name)).toMatch(new RegExp(`${long}$`));
});

it('joins conditions by their word', () => {
  const of = [at('m', 'no'), at('s', 'yes')];
  expect(formatTrigger({ kind: 'any', of }, OWN, name)).toBe('bid ≥ 0.60 or Snow bid ≥ 0.60');
  expect(formatTrigger({ kind: 'all', of }, OWN, name)).toBe('bid ≥ 0.60 and Snow bid ≥ 0.60');
});
