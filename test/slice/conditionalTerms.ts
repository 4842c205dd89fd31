/** Conditional orders of every kind, for a market that begins at 0.40/0.42, rises to 0.46/0.48 and falls to 0.29/0.31. */
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { buildScale } from '#shared/order/conditional/kinds/scale.ts';
import type { ConditionalKind, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { BASE, BRACKET, CHASE, ICEBERG, OCA, OCO, OFFSET, STOP } from '#test/unit/shared/order/conditional/makers.ts';
import { withSamples } from '../../tools/samples/conditionalTerms.ts';

const walk = { ticks: 5, everyMs: 1_000 };

const TUNED: Readonly<Partial<Record<ConditionalKind, ConditionalTerms>>> = {
  stop: { ...STOP, limit: parsePrice('0.36'), walk },
  takeProfit: {
    ...BASE,
    kind: 'takeProfit',
    limit: parsePrice('0.60'),
    touch: null,
  },
  trailing: {
    ...BASE,
    kind: 'trailing',
    distance: { kind: 'ticks', ticks: 4 },
    activation: null,
    minShares: parseShares('10'),
    maxSpread: 100_000,
    cap: 20_000,
    walk,
  },
  oco: OCO,
  bracket: BRACKET,
  goodTill: {
    ...BASE,
    kind: 'goodTill',
    price: parsePrice('0.60'),
    postOnly: false,
    killAfterMs: 6_000,
  },
  closeBefore: { ...BASE, kind: 'closeBefore', beforeMs: 86_400_000 - 4_000, limit: parsePrice('0.50'), walk },
  scale: {
    ...BASE,
    kind: 'scale',
    levels: buildScale(parsePrice('0.44'), parsePrice('0.56'), 3, BASE.shares, DEFAULT_TICK),
    postOnly: false,
  },
  iceberg: { ...ICEBERG, price: parsePrice('0.46'), worst: BASE.worst, clip: parseShares('40') },
  twap: {
    ...BASE,
    kind: 'twap',
    lengthMs: 8_000,
    slices: 3,
    minSlice: parseShares('1'),
    pricing: 'join',
    atEnd: 'cross',
  },
  chase: { ...CHASE, maxMoves: 2 },
  /** The first leg rests nearer, then the second, then the first again, which fills. */
  oneCancelsAll: {
    ...OCA,
    worst: parsePrice('0.36'),
    legs: [
      { outcome: BASE.outcome, shares: BASE.shares, price: parsePrice('0.36') },
      { outcome: { ...BASE.outcome, side: 'no' }, shares: parseShares('50'), price: parsePrice('0.52') },
    ],
  },
  offset: {
    ...OFFSET,
    worst: parsePrice('0.41'),
    parent: { price: parsePrice('0.41'), postOnly: false },
  },
};
export const TERMS = withSamples(TUNED, BASE);
