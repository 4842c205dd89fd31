/** Terms of every kind, and short simulated days that fall, rise or stay calm whatever their seed is. */
import type { DayMarketStart, DryRunRequest } from '#shared/ipc/conditionals/dryRun.ts';
import type { ConditionalKind, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET } from '#test/slice/makers.ts';
import { BASE, BRACKET, CHASE, ICEBERG, OCA, OCO, OFFSET, STOP } from '#test/unit/shared/order/conditional/makers.ts';
import { withSamples } from '../../../tools/samples/conditionalTerms.ts';

export const DAY_START = 1_800_000_000_000;
const MINUTE_MS = 60_000;

/** Terms around a price of 0.50, with a time that a short day has room for. */
const TUNED: Readonly<Partial<Record<ConditionalKind, ConditionalTerms>>> = {
  stop: { ...STOP, limit: parsePrice('0.34'), walk: { ticks: 1, everyMs: 5_000 } },
  takeProfit: { ...BASE, kind: 'takeProfit', limit: parsePrice('0.60'), touch: null },
  trailing: {
    ...BASE,
    kind: 'trailing',
    worst: parsePrice('0.05'),
    distance: { kind: 'ticks', ticks: 4 },
    activation: null,
    minShares: parseShares('10'),
    maxSpread: 100_000,
    cap: 20_000,
    walk: null,
  },
  oco: { ...OCO, flipTicks: 2 },
  bracket: {
    ...BRACKET,
    worst: parsePrice('0.52'),
    entry: { price: parsePrice('0.52'), postOnly: false },
    takeProfit: parsePrice('0.70'),
  },
  closeBefore: {
    ...BASE,
    kind: 'closeBefore',
    worst: parsePrice('0.01'),
    beforeMs: 5 * MINUTE_MS,
    limit: parsePrice('0.02'),
    walk: null,
  },
  goodTill: {
    ...BASE,
    kind: 'goodTill',
    direction: 'buy',
    worst: parsePrice('0.45'),
    price: parsePrice('0.45'),
    postOnly: true,
    killAfterMs: 4 * MINUTE_MS,
  },
  scale: {
    ...BASE,
    kind: 'scale',
    worst: parsePrice('0.51'),
    levels: ['0.51', '0.55', '0.60', '0.65'].map((price) => ({ price: parsePrice(price), shares: parseShares('25') })),
    postOnly: false,
  },
  iceberg: ICEBERG,
  twap: {
    ...BASE,
    kind: 'twap',
    direction: 'buy',
    worst: parsePrice('0.55'),
    lengthMs: 3 * MINUTE_MS,
    slices: 5,
    minSlice: parseShares('1'),
    pricing: 'cross',
    atEnd: 'cross',
  },
  chase: { ...CHASE, worst: parsePrice('0.20'), postOnly: true, maxMoves: 10, maxMs: 2 * MINUTE_MS },
  oneCancelsAll: {
    ...OCA,
    worst: parsePrice('0.45'),
    legs: [
      { outcome: BASE.outcome, shares: BASE.shares, price: parsePrice('0.45') },
      { outcome: { ...BASE.outcome, side: 'no' }, shares: parseShares('50'), price: parsePrice('0.45') },
    ],
  },
  offset: {
    ...OFFSET,
    worst: parsePrice('0.52'),
    parent: { price: parsePrice('0.52'), postOnly: false },
    steps: [1, 2],
  },
};
export const EVERY_KIND = withSamples(TUNED, { ...BASE, worst: parsePrice('0.45') });

/** With these levels of its underlying, which begins at 100, a market ends at no, at yes, or stays where it is. */
const TARGETS = { falls: 130, rises: 70, calm: null } as const;

/** Ends with its market, after ten minutes by default. */
export function makeRequest(
  terms: ConditionalTerms,
  how: keyof typeof TARGETS,
  seed = 7,
  change: Partial<DayMarketStart> & { readonly minutes?: number } = {},
): DryRunRequest {
  const { minutes = 10, ...market } = change;
  const target = TARGETS[how];
  return {
    terms,
    seed,
    start: {
      startMs: DAY_START,
      markets: [
        {
          market: MARKET,
          price: parsePrice('0.50'),
          isGuessed: false,
          activity: 'mid',
          levelShares: null,
          driver:
            target === null
              ? { kind: 'strike', symbol: 'BTC-USD', target: 100, cap: null }
              : { kind: 'strike', symbol: 'BTC-USD', target, cap: null },
          closeAtMs: DAY_START + minutes * MINUTE_MS,
          ...market,
        },
      ],
      underlyings: [{ symbol: 'BTC-USD', price: 100 }],
    },
    holdings: terms.direction === 'sell' ? [{ outcome: terms.outcome, shares: terms.shares, isAssumed: false }] : [],
  };
}
