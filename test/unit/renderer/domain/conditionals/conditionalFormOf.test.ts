import { describe, expect, it } from 'vitest';
import { readForm } from '#renderer/domain/conditionals/conditionalFormOf.ts';
import { buildTerms, type FormFacts } from '#renderer/domain/conditionals/conditionalTerms.ts';
import { marketWords } from '#renderer/domain/markets/marketWords.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { ocoTerms, stopTerms } from '../../panes/conditionals/facts.ts';
import { marketOf } from '../../panes/facts.ts';

const NOW = 1_800_000_000_000;
const MARKET = 'm' as MarketId;

const facts: FormFacts = {
  outcome: { market: MARKET, side: 'yes' },
  shares: parseShares('500'),
  tick: DEFAULT_TICK,
  exchangeTimeMs: NOW,
  closeAtMs: NOW + 3_600_000,
  starts: { bid: null, ask: null, last: null, average: null },
  underlying: 'BTC-USD',
  symbols: ['BTC-USD'],
  markets: marketWords([marketOf('other')]),
  standIn: 'wait',
};

const { trigger, walk: _walk, limit: _limit, ...base } = stopTerms('0.31', '0.30');
const TRIGGER = trigger as PriceTrigger;
const ABOVE = { crosses: 'atOrAbove' } as const;
const AT = (price: string) => ({ limit: parsePrice(price), worst: parsePrice(price) });
const OTHER = {
  ...TRIGGER,
  ...ABOVE,
  outcome: { market: 'other' as MarketId, side: 'no' },
  source: 'bid',
  price: parsePrice('0.6'),
  confirm: { kind: 'held', forMs: 30_000 },
} as const;
const LAST = { ...TRIGGER, source: 'last' } as const;
const LEG = ocoTerms('0.60', '0.31', '0.30').stop;

const TERMS: readonly ConditionalTerms[] = [
  stopTerms('0.31', '0.30'),
  { ...stopTerms('0.31', '0.30'), worst: parsePrice('0.25'), walk: { ticks: 1, everyMs: 2_000 } },
  { ...stopTerms('0.31', '0.30'), goodTillMs: NOW + 28_800_000 },
  {
    ...stopTerms('0.31', '0.30'),
    trigger: {
      kind: 'underlying',
      symbol: 'BTC-USD',
      crosses: 'atOrBelow',
      price: 95_000.5,
      confirm: { kind: 'double' },
    },
    startsWhen: {
      kind: 'underlying',
      symbol: 'BTC-USD',
      crosses: 'atOrAbove',
      price: 96_000,
      confirm: { kind: 'double' },
    },
  },
  { ...stopTerms('0.31', '0.30'), trigger: { ...TRIGGER, confirm: { kind: 'held', forMs: 10_000 } } },
  { ...stopTerms('0.31', '0.30'), trigger: OTHER },
  { ...stopTerms('0.31', '0.30'), trigger: { kind: 'all', of: [TRIGGER, OTHER, LAST] } },
  { ...stopTerms('0.31', '0.30'), trigger: { kind: 'any', of: [OTHER, TRIGGER] } },
  { ...stopTerms('0.31', '0.30'), startsWhen: { kind: 'any', of: [OTHER, LAST] } },
  { ...stopTerms('0.31', '0.30'), standIn: { kind: 'rest' } },
  {
    ...ocoTerms('0.60', '0.31', '0.30'),
    standIn: { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrAbove', price: 97_000 },
  },
  { ...ocoTerms('0.60', '0.31', '0.30'), flipTicks: 2 },
  {
    ...base,
    ...AT('0.6'),
    kind: 'takeProfit',
    touch: { ...TRIGGER, source: 'bid', ...ABOVE, price: parsePrice('0.6') },
  },
  {
    ...base,
    ...AT('0.6'),
    kind: 'takeProfit',
    touch: { ...TRIGGER, source: 'last', ...ABOVE, price: parsePrice('0.65') },
  },
  { ...base, kind: 'takeProfit', limit: parsePrice('0.6'), worst: parsePrice('0.6'), touch: null },
  {
    ...base,
    kind: 'trailing',
    distance: { kind: 'bps', bps: 250 },
    activation: parsePrice('0.5'),
    minShares: parseShares('50'),
    maxSpread: 100_000,
    cap: 20_000,
    worst: parsePrice('0.2'),
    walk: null,
  },
  {
    ...base,
    kind: 'bracket',
    direction: 'buy',
    entry: { price: parsePrice('0.42'), postOnly: false },
    worst: parsePrice('0.42'),
    takeProfit: parsePrice('0.6'),
    stop: LEG,
    batch: parseShares('50'),
  },
  { ...base, kind: 'closeBefore', beforeMs: 300_000, limit: parsePrice('0.3'), walk: null },
  {
    ...base,
    kind: 'goodTill',
    price: parsePrice('0.3'),
    goodTillMs: NOW + 600_000,
    postOnly: false,
    killAfterMs: null,
  },
  { ...base, kind: 'goodTill', price: parsePrice('0.3'), postOnly: false, killAfterMs: 2_000 },
  {
    ...base,
    kind: 'scale',
    worst: parsePrice('0.5'),
    levels: [
      { price: parsePrice('0.5'), shares: parseShares('250') },
      { price: parsePrice('0.6'), shares: parseShares('250') },
    ],
    postOnly: false,
  },
  {
    ...base,
    kind: 'oneCancelsAll',
    direction: 'buy',
    worst: parsePrice('0.4'),
    legs: [
      { outcome: base.outcome, shares: base.shares, price: parsePrice('0.4') },
      { outcome: { market: MARKET, side: 'no' }, shares: parseShares('20'), price: parsePrice('0.5') },
      { outcome: { market: 'other' as MarketId, side: 'no' }, shares: parseShares('50'), price: parsePrice('0.3') },
    ],
    mode: 'race',
  },
  {
    ...base,
    kind: 'offset',
    worst: parsePrice('0.4'),
    parent: { price: parsePrice('0.4'), postOnly: false },
    batch: parseShares('100'),
    steps: [2, 4],
  },
  {
    ...base,
    kind: 'iceberg',
    price: parsePrice('0.3'),
    clip: parseShares('50'),
    sizeSpreadBps: 2_000,
    maxDelayMs: 3_000,
  },
  {
    ...base,
    kind: 'twap',
    lengthMs: 600_000,
    slices: 10,
    minSlice: parseShares('0.0001'),
    pricing: 'join',
    atEnd: 'report',
  },
  {
    ...base,
    kind: 'twap',
    lengthMs: 600_000,
    slices: 10,
    minSlice: parseShares('0.0001'),
    pricing: 'cross',
    atEnd: 'cross',
  },
  {
    ...base,
    kind: 'chase',
    postOnly: true,
    minTicks: 1,
    minMs: 1_000,
    everyMs: 2_000,
    maxMoves: 100,
    maxMs: 300_000,
    maxTicks: 1_000,
    atEnd: 'cancel',
  },
  {
    ...base,
    kind: 'chase',
    postOnly: true,
    minTicks: 1,
    minMs: 1_000,
    everyMs: 2_000,
    maxMoves: 5,
    maxMs: 300_000,
    maxTicks: 10,
    atEnd: 'take',
  },
];

describe('the form of terms', () => {
  it.each(TERMS.map((terms) => [terms.kind, terms] as const))('%s makes the same terms again', (_kind, terms) => {
    expect(buildTerms(readForm(terms, NOW), facts)).toEqual({ terms });
  });
});
