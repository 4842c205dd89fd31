/** Consent to conditional orders: the machine executes terms on days of the market, and the question must have covered what it did. */
import { describe, expect, it } from 'vitest';
import { findArmRefusal } from '#main/trading/conditionals/armCheck.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { isWithinConsent, listTradeBounds } from '#shared/order/conditional/consent.ts';
import { isPriceBeyond } from '#shared/order/conditional/declaration/consentRules.ts';
import type { StopLeg } from '#shared/order/conditional/declaration/termsFields.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { standInOf } from '#shared/order/conditional/standIn.ts';
import {
  type ConditionalKind,
  type ConditionalTerms,
  KIND_NAMES,
  kindOf,
  listOutcomes,
} from '#shared/order/conditional/terms.ts';
import { formatConfirmation } from '#shared/text/confirmations.ts';
import { type Price, parsePrice, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { TERMS } from '#test/slice/conditionalTerms.ts';
import { BASE, CLOSE, OTHER_YES, priceTrigger, START, YES } from '#test/unit/shared/order/conditional/makers.ts';
import { sampleValues } from '../../tools/samples/conditionalTerms.ts';
import { openWorld, type World } from './conditionalWorld.ts';

type TermsOf<K extends ConditionalKind> = Extract<ConditionalTerms, { readonly kind: K }>;
/** Values of every field of a kind; the compiler asks for those of a field that is added. */
type Values<T> = { readonly [F in keyof Required<Omit<T, 'kind'>>]: readonly Required<T>[F][] };

const p = parsePrice;
const s = parseShares;
const REST = { kind: 'rest' } as const;
const walk = { ticks: 1, everyMs: 1_000 };
const trigger = (price: string, change = {}) => priceTrigger('ask', 'atOrBelow', price, change);

const base = {
  outcome: [YES, { ...YES, side: 'no' }, OTHER_YES],
  direction: ['sell', 'buy'],
  shares: [s('100'), s('50'), s('200')],
  worst: [p('0.30'), p('0.28'), p('0.24')],
  startsWhen: [null, trigger('0.40'), { kind: 'time', atMs: START + 20_000 }, { kind: 'time', atMs: START + 30_000 }],
  goodTillMs: [START + 1_800_000, START + 8_000, START + 20_000, null],
  standIn: [REST, { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 1 }],
} as const;
const TRIGGERS = [
  trigger('0.35'),
  trigger('0.37'),
  trigger('0.31'),
  trigger('0.35', { confirm: { kind: 'single' } }),
  trigger('0.35', { confirm: { kind: 'held', forMs: 3_000 } }),
  trigger('0.35', { source: 'bid' }),
  trigger('0.35', { minShares: s('5000') }),
  { kind: 'all', of: [trigger('0.35'), { kind: 'time', atMs: START + 45_000 }] },
  { kind: 'any', of: [trigger('0.35'), { kind: 'time', atMs: START + 5_000 }] },
] as const;
const LIMITS = [p('0.32'), p('0.34'), p('0.31')];
const WALKS = [walk, { ticks: 2, everyMs: 1_000 }, { ticks: 1, everyMs: 3_000 }, null];
const STOP_LEG: StopLeg = { trigger: TRIGGERS[0], limit: p('0.32'), worst: p('0.30'), walk };
const STOPS: readonly StopLeg[] = [
  STOP_LEG,
  ...TRIGGERS.slice(1).map((one) => ({ ...STOP_LEG, trigger: one })),
  ...LIMITS.slice(1).map((limit) => ({ ...STOP_LEG, limit })),
  ...WALKS.slice(1).map((one) => ({ ...STOP_LEG, walk: one })),
  { ...STOP_LEG, worst: p('0.28') },
  { ...STOP_LEG, worst: p('0.22') },
];
const BUY = { direction: ['buy', 'sell'], worst: [p('0.45'), p('0.47')] } as const;
const levels = (...prices: string[]) => prices.map((price) => ({ price: p(price), shares: s('50') }));

/** The first value of each field makes the terms that the others change. */
const TUNED: { readonly [K in ConditionalKind]?: Values<TermsOf<K>> } = {
  stop: { ...base, trigger: TRIGGERS, limit: LIMITS, walk: WALKS },
  takeProfit: {
    ...base,
    limit: [p('0.45'), p('0.44'), p('0.46')],
    touch: [null, priceTrigger('bid', 'atOrAbove', '0.44'), priceTrigger('bid', 'atOrAbove', '0.45')],
  },
  trailing: {
    ...base,
    distance: [
      { kind: 'ticks', ticks: 4 },
      { kind: 'ticks', ticks: 2 },
      { kind: 'bps', bps: 1_000 },
    ],
    activation: [null, p('0.42'), p('0.45')],
    minShares: [s('10'), s('900')],
    maxSpread: [100_000, 10_000],
    cap: [20_000, 40_000, 0],
    walk: WALKS,
  },
  oco: {
    ...base,
    worst: [p('0.20'), p('0.24')],
    takeProfit: [p('0.50'), p('0.45'), p('0.44')],
    stop: STOPS,
    flipTicks: [null, 2, 5],
  },
  bracket: {
    ...base,
    ...BUY,
    entry: [
      { price: p('0.45'), postOnly: false },
      { price: p('0.45'), postOnly: true },
      { price: p('0.43'), postOnly: false },
    ],
    takeProfit: [p('0.50'), p('0.45'), null],
    stop: [...STOPS, null],
    batch: [s('20'), s('100')],
  },
  goodTill: { ...base, price: [p('0.45'), p('0.44')], postOnly: [false, true], killAfterMs: [30_000, 6_000, null] },
  closeBefore: {
    ...base,
    beforeMs: [CLOSE - START - 10_000, CLOSE - START - 4_000, CLOSE - START - 16_000],
    limit: [p('0.40'), p('0.44'), p('0.38')],
    walk: WALKS,
  },
  scale: {
    ...base,
    levels: [levels('0.44', '0.46'), levels('0.43', '0.46'), levels('0.44', '0.48')],
    postOnly: [false, true],
  },
  iceberg: {
    ...base,
    price: [p('0.45'), p('0.44')],
    clip: [s('40'), s('50')],
    sizeSpreadBps: [0, 3_000],
    maxDelayMs: [0, 2_000],
  },
  twap: {
    ...base,
    lengthMs: [8_000, 4_000, 16_000],
    slices: [3, 2, 6],
    minSlice: [s('1'), s('30')],
    pricing: ['join', 'cross'],
    atEnd: ['cross', 'report', 'rest'],
  },
  chase: {
    ...base,
    postOnly: [false, true],
    minTicks: [1, 3],
    minMs: [500, 3_000],
    everyMs: [2_000, 6_000],
    maxMoves: [3, 8],
    maxMs: [20_000, 10_000, 40_000],
    maxTicks: [15, 2],
    atEnd: ['take', 'rest', 'cancel'],
  },
  oneCancelsAll: {
    ...base,
    ...BUY,
    worst: [p('0.36'), p('0.44')],
    legs: [
      (TERMS.oneCancelsAll as TermsOf<'oneCancelsAll'>).legs,
      [
        { outcome: YES, shares: s('100'), price: p('0.44') },
        { outcome: { ...YES, side: 'no' }, shares: s('50'), price: p('0.60') },
      ],
    ],
    mode: ['block', 'race'],
  },
  offset: {
    ...base,
    ...BUY,
    parent: [
      { price: p('0.41'), postOnly: false },
      { price: p('0.44'), postOnly: false },
    ],
    batch: [s('30'), s('50')],
    steps: [
      [2, 4],
      [1, 4],
    ],
  },
};

type AnyTerms = Record<string, unknown> & ConditionalTerms;
const withField = (terms: ConditionalTerms, field: string, value: unknown): ConditionalTerms =>
  ({ ...terms, [field]: value }) as ConditionalTerms;
/** Of a kind without values of its own: samples of its fields. */
const valuesOfKind = (kind: ConditionalKind): Readonly<Record<string, readonly unknown[]>> => {
  const first = { ...BASE, direction: base.direction[0], shares: base.shares[0], worst: base.worst[0] };
  const own = Object.entries(kindOf({ kind }).fields);
  return (
    TUNED[kind] ?? { ...base, ...Object.fromEntries(own.map(([name, field]) => [name, sampleValues(field, first)])) }
  );
};
/** Their values make orders on these days. */
const TUNED_KINDS = Object.keys(TUNED) as readonly ConditionalKind[];
const VALUES = Object.fromEntries(KIND_NAMES.map((kind) => [kind, valuesOfKind(kind)])) as Readonly<
  Record<ConditionalKind, Readonly<Record<string, readonly unknown[]>>>
>;
const fieldsOf = (kind: ConditionalKind): string[] => Object.keys(VALUES[kind]);
const valuesOf = (kind: ConditionalKind, field: string): readonly unknown[] => VALUES[kind][field]!;
const firstOf = (kind: ConditionalKind): ConditionalTerms => {
  const fields = fieldsOf(kind).map((field) => [field, valuesOf(kind, field)[0]]);
  return { ...Object.fromEntries(fields), kind } as AnyTerms;
};

const RISE_AND_FALL = [40, 43, 46, 44, 42, 40, 38, 36, 35, 34, 33, 32, 31, 30, 29, 28, 26, 24, 20, 20, 20, 20, 20];
const FALL = [40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 25, 22, 20, 20, 20, 20, 20, 20, 20, 20];
/** Orders that the market fills: none, only the first one, as an entry, or each. */
const FILLS = ['none', 'first', 'each'] as const;
const DAYS = [RISE_AND_FALL, FALL].flatMap((path) => FILLS.map((fills) => ({ path, fills })));
type Day = (typeof DAYS)[number];

/** What an order could trade: at what price, how much, and when it was first sent. */
interface Traded {
  worst: number;
  most: number;
  firstAtMs: number;
  /** When the last of them could still trade. */
  lastAtMs: number;
}

/** Runs the machine; answers by direction and outcome what its orders could trade. */
function execute(terms: ConditionalTerms, { path, fills }: Day): Map<string, Traded> {
  const found = new Map<string, Traded>();
  let seen = 0;
  const note = (world: World): void => {
    for (const order of world.orders.slice(seen)) {
      const key = `${order.direction} ${order.outcome}`;
      const direction = order.direction;
      const one = found.get(key) ?? { worst: order.price, most: 0, firstAtMs: world.now(), lastAtMs: world.now() };
      if (isPriceBeyond(direction, order.price, toPrice(one.worst))) one.worst = order.price;
      found.set(key, one);
    }
    seen = world.orders.length;
    for (const [key, one] of found) {
      const same = world.orders.filter((order) => `${order.direction} ${order.outcome}` === key);
      one.most = Math.max(
        one.most,
        same.reduce((sum, order) => sum + (order.isOpen ? order.shares : order.filled), 0),
      );
      if (same.some(({ isOpen }) => isOpen)) one.lastAtMs = world.now();
    }
  };
  const world = openWorld(terms, { quantity: s('1000'), check: note });
  for (const cents of path) {
    for (let half = 0; half < 2; half += 1) {
      world.run({ kind: 'time', ms: 700 });
      const bids = [{ price: toPrice(cents * 10_000), shares: s('1000') }];
      const asks = [{ price: toPrice((cents + 2) * 10_000), shares: s('1000') }];
      for (let leg = 0; leg < listOutcomes(terms).length; leg += 1) {
        world.run({ kind: 'book', bids, asks, isGap: false, leg });
      }
      world.calm();
      const isDue = fills === 'each' || (fills === 'first' && world.orders.every(({ filled }) => filled === 0));
      if (isDue) world.run({ kind: 'fill', order: 0, share: 1 });
      world.calm();
    }
  }
  const { life } = world.state();
  expect(life, JSON.stringify(terms)).not.toMatchObject({ reason: { code: 'invariant' } });
  return found;
}

const executed = new Map<string, Map<string, Traded>>();
function executeOnce(terms: ConditionalTerms, day: Day): Map<string, Traded> {
  const key = JSON.stringify([terms, DAYS.indexOf(day)]);
  const known = executed.get(key) ?? execute(terms, day);
  executed.set(key, known);
  return known;
}

/** Their prices are the market's at the time: a later start alone makes them others, within the same bound. */
const FOLLOWS: ReadonlySet<ConditionalKind> = new Set(
  KIND_NAMES.filter((kind) => {
    const { followedPrice, measuredFrom } = kindOf({ kind });
    return followedPrice !== undefined || measuredFrom === 'start';
  }),
);

/** True where, on some day, `next` traded what `agreed` did not, more, worse, earlier, or, by its life, longer. */
function isLooserInMachine({ next, agreed, field }: Case): boolean {
  const isLife = field === 'goodTillMs' || field === 'killAfterMs';
  return DAYS.some((day) => {
    const before = executeOnce(agreed, day);
    for (const [key, one] of executeOnce(next, day)) {
      const own = before.get(key);
      const direction = key.startsWith('sell') ? 'sell' : 'buy';
      if (own === undefined || one.most > own.most || one.firstAtMs < own.firstAtMs) return true;
      if (isLife && one.lastAtMs > own.lastAtMs) return true;
      if (!FOLLOWS.has(agreed.kind) && isPriceBeyond(direction, one.worst, toPrice(own.worst))) return true;
    }
    return false;
  });
}

/** Every two values of every field, in both directions. */
const CASES = KIND_NAMES.flatMap((kind) =>
  fieldsOf(kind).flatMap((field) =>
    valuesOf(kind, field).flatMap((before) =>
      valuesOf(kind, field)
        .filter((value) => value !== before)
        .map((value) => {
          const terms = firstOf(kind);
          return { kind, field, agreed: withField(terms, field, before), next: withField(terms, field, value) };
        }),
    ),
  ),
);

type Case = (typeof CASES)[number];

/** Main arms these terms: what it refuses executes nothing. */
function canArm(terms: ConditionalTerms): boolean {
  const refusal = findArmRefusal(terms, {
    nowMs: START,
    tick: DEFAULT_TICK,
    active: 0,
    isArmed: true,
    hasListed: () => true,
    hasUnderlying: () => true,
    isTrading: () => true,
    checkTogether: () => [],
    isExit: () => true,
    quantityOf: () => s('1000'),
  });
  return refusal === null;
}
const armable = new Map<string, boolean>();
/** Without a stand-in where the kind has none. */
function isArmable({ next, agreed }: Case): boolean {
  return [next, agreed].every((terms) => {
    const { standIn, ...rest } = terms;
    const whole = (standInOf(terms) === null ? rest : { ...rest, standIn }) as ConditionalTerms;
    const key = JSON.stringify(whole);
    const known = armable.get(key) ?? canArm(whole);
    armable.set(key, known);
    return known;
  });
}

describe('the question about terms', () => {
  /** Bounds as the words of the question have them. */
  function askedFor(terms: ConditionalTerms): Map<string, { readonly shares: number; readonly worst: Price }> {
    const { facts } = formatConfirmation('armWithStandIn', { title: 'Rain', terms, until: null });
    const rows = facts.filter(([label]) => label === 'Order').map(([, value]) => value);
    return new Map(
      rows.map((row, at) => {
        const [, direction, shares, side, price] = /^(\w+) up to ([\d.,]+) (\w+), never \w+ ([\d.]+)$/.exec(row)!;
        const { outcome } = listTradeBounds(terms)[at]!;
        expect(side).toBe(outcome.side);
        return [`${direction} ${keyOf(outcome)}`, { shares: s(shares!.replaceAll(',', '')), worst: p(price!) }];
      }),
    );
  }

  it.each(KIND_NAMES)('covers every price and quantity that the machine then executes: %s', (kind) => {
    const variants = CASES.filter((one) => one.kind === kind && isArmable(one)).map(({ next }) => next);
    let orders = 0;
    for (const terms of [firstOf(kind), TERMS[kind], ...variants]) {
      const asked = askedFor(terms);
      for (const day of DAYS) {
        for (const [key, one] of executeOnce(terms, day)) {
          orders += 1;
          const bound = asked.get(key);
          const what = `${key} ${JSON.stringify(terms)}`;
          expect(bound, what).toBeDefined();
          expect(one.most, what).toBeLessThanOrEqual(bound!.shares);
          expect(isPriceBeyond(key.startsWith('sell') ? 'sell' : 'buy', one.worst, bound!.worst), what).toBe(false);
        }
      }
    }
    if (TUNED_KINDS.includes(kind)) expect(orders).toBeGreaterThan(3);
  });
});

describe('a change', () => {
  it('is a question wherever the machine would trade more, worse, earlier or elsewhere', () => {
    const unasked = CASES.filter((one) => isWithinConsent(one.next, one.agreed) && isArmable(one))
      .filter(isLooserInMachine)
      .map(({ kind, field, next, agreed }) => [kind, field, (agreed as AnyTerms)[field], (next as AnyTerms)[field]]);
    expect(unasked).toEqual([]);
  });

  it('is measured by days on which every field that decides about trades is seen to loosen', () => {
    const seen = new Set(
      CASES.filter((one) => isArmable(one) && isLooserInMachine(one)).map(({ kind, field }) => `${kind}.${field}`),
    );
    const expected = TUNED_KINDS.flatMap((kind) =>
      ['shares', 'goodTillMs', 'startsWhen', 'trigger', 'touch', 'limit', 'price', 'walk', 'takeProfit', 'stop']
        .filter((field) => fieldsOf(kind).includes(field))
        // The size of several levels or legs is theirs, and the prices of what follows the market are not compared.
        .filter((field) => !(field === 'shares' && (kind === 'scale' || kind === 'oneCancelsAll')))
        .filter((field) => !(field === 'walk' && FOLLOWS.has(kind)))
        .map((field) => `${kind}.${field}`),
    );
    expect(expected.filter((one) => !seen.has(one))).toEqual([]);
  });

  it('is none where it only tightens', () => {
    const free = new Set(
      CASES.filter(({ next, agreed }) => isWithinConsent(next, agreed)).map(({ kind, field }) => `${kind}.${field}`),
    );
    for (const kind of TUNED_KINDS) {
      for (const field of ['shares', 'worst', 'goodTillMs']) expect(free).toContain(`${kind}.${field}`);
    }
    const others = [
      'stop.startsWhen',
      'stop.trigger',
      'stop.limit',
      'stop.walk',
      'oco.stop',
      'oco.takeProfit',
      'bracket.stop',
    ];
    for (const one of [...others, 'takeProfit.touch', 'closeBefore.beforeMs']) expect(free).toContain(one);
  });
});
