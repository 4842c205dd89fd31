/** One conditional under test: feeds events, keeps its journal and its actions. */
import type { Level } from '#shared/market/book.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { DEFAULT_MAX_SPREAD } from '#shared/order/conditional/defaults.ts';
import { buildEntry, type ConditionalEntry } from '#shared/order/conditional/entry.ts';
import type {
  ChildUpdate,
  ConditionalAction,
  ConditionalEvent,
  ConditionalNotice,
} from '#shared/order/conditional/events.ts';
import type { BookObservation, OutcomeRef } from '#shared/order/conditional/observation.ts';
import { openConditional, reduceConditional } from '#shared/order/conditional/reduce.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import { type ConditionalState, type ConditionalTerms, listOutcomes } from '#shared/order/conditional/terms.ts';
import type { Crosses, PriceTrigger, TriggerSource } from '#shared/order/conditional/trigger.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels, MARKET, OTHER_MARKET } from '#test/slice/makers.ts';

export const ID = '0b1f6a1e-9a5f-4c64-8a54-6f2f0a3f1c11' as ConditionalId;
export const START = 1_800_000_000_000;
export const CLOSE = START + 3_600_000;
export const YES: OutcomeRef = { market: MARKET, side: 'yes' };

export type Pairs = readonly (readonly [string, string])[];

export function priceTrigger(
  source: TriggerSource,
  crosses: Crosses,
  price: string,
  change: Partial<PriceTrigger> = {},
): PriceTrigger {
  return {
    kind: 'price',
    outcome: YES,
    source,
    crosses,
    price: parsePrice(price),
    minShares: parseShares('10'),
    maxSpread: DEFAULT_MAX_SPREAD,
    confirm: { kind: 'double' },
    ...change,
  };
}

export const BASE = {
  outcome: YES,
  direction: 'sell',
  shares: parseShares('100'),
  worst: parsePrice('0.30'),
  startsWhen: null,
  goodTillMs: null,
} as const;

export const STOP: Extract<ConditionalTerms, { kind: 'stop' }> = {
  ...BASE,
  kind: 'stop',
  trigger: priceTrigger('ask', 'atOrBelow', '0.35'),
  limit: parsePrice('0.32'),
  walk: null,
};

export const OTHER_YES: OutcomeRef = { market: OTHER_MARKET, side: 'yes' };

/** Buys 100 at 0.40, or 50 of the other market at 0.30. */
export const OCA: Extract<ConditionalTerms, { kind: 'oneCancelsAll' }> = {
  ...BASE,
  kind: 'oneCancelsAll',
  direction: 'buy',
  worst: parsePrice('0.40'),
  legs: [
    { outcome: YES, shares: BASE.shares, price: parsePrice('0.40') },
    { outcome: OTHER_YES, shares: parseShares('50'), price: parsePrice('0.30') },
  ],
  mode: 'block',
};

/** Buys 100 at 0.40; each 30 that fill are offered 2 and 4 ticks higher. */
export const OFFSET: Extract<ConditionalTerms, { kind: 'offset' }> = {
  ...BASE,
  kind: 'offset',
  direction: 'buy',
  worst: parsePrice('0.40'),
  parent: { price: parsePrice('0.40'), postOnly: false },
  batch: parseShares('30'),
  steps: [2, 4],
};

export const OCO: Extract<ConditionalTerms, { kind: 'oco' }> = {
  ...BASE,
  kind: 'oco',
  takeProfit: parsePrice('0.60'),
  stop: { trigger: STOP.trigger, limit: parsePrice('0.32'), worst: parsePrice('0.30'), walk: null },
  flipTicks: null,
};

/** Buys 100 at 0.45 and sells each 20 at 0.60, or by the stop of OCO. */
export const BRACKET: Extract<ConditionalTerms, { kind: 'bracket' }> = {
  ...BASE,
  kind: 'bracket',
  direction: 'buy',
  worst: parsePrice('0.45'),
  entry: { price: parsePrice('0.45'), postOnly: false },
  takeProfit: parsePrice('0.60'),
  stop: OCO.stop,
  batch: parseShares('20'),
};

/** Sells 100 at 0.40 in clips of about 30. */
export const ICEBERG: Extract<ConditionalTerms, { kind: 'iceberg' }> = {
  ...BASE,
  kind: 'iceberg',
  price: parsePrice('0.40'),
  worst: parsePrice('0.40'),
  clip: parseShares('30'),
  sizeSpreadBps: 3_000,
  maxDelayMs: 1_000,
};

/** Sells 100 at the best price, and takes what is left after a minute. */
export const CHASE: Extract<ConditionalTerms, { kind: 'chase' }> = {
  ...BASE,
  kind: 'chase',
  postOnly: false,
  minTicks: 1,
  minMs: 500,
  everyMs: 2_000,
  maxMoves: 3,
  maxMs: 60_000,
  maxTicks: 15,
  atEnd: 'take',
};

/** A book above the stop of STOP, and one below it. */
export const CALM: readonly [Pairs, Pairs] = [[['0.40', '100']], [['0.42', '100']]];
export const LOW: readonly [Pairs, Pairs] = [[['0.33', '100']], [['0.35', '100']]];

export interface Bench {
  state(): ConditionalState;
  at(): string;
  now(): number;
  readonly entries: ConditionalEntry[];
  readonly actions: ConditionalAction[];
  /** Feeds an event now; answers its actions without the notices. */
  feed(event: ConditionalEvent): readonly ConditionalAction[];
  wait(ms: number): readonly ConditionalAction[];
  book(sides: readonly [Pairs, Pairs], change?: Partial<BookObservation>): readonly ConditionalAction[];
  /** The same book twice, a second apart, so that a double confirmation holds. */
  confirm(sides: readonly [Pairs, Pairs]): readonly ConditionalAction[];
  position(quantity: string, available?: string, outcome?: OutcomeRef): readonly ConditionalAction[];
  child(child: Child | undefined, update: ChildUpdate): readonly ConditionalAction[];
  rests(child: Child | undefined, filled?: string): readonly ConditionalAction[];
  ends(child: Child | undefined, kind: 'filled' | 'cancelled' | 'absent', filled: string): readonly ConditionalAction[];
  children(slot?: string): readonly Child[];
  notices(): readonly ConditionalNotice['code'][];
}

/** Armed, everything read, the keys open. */
export function openBench(terms: ConditionalTerms, options: { readonly isBare?: boolean } = {}): Bench {
  let state = openConditional(ID, terms);
  let nowMs = START;
  let sequence = 1;
  const entries: ConditionalEntry[] = [{ kind: 'created', id: ID, atMs: START, terms }];
  const actions: ConditionalAction[] = [];
  const feed = (event: ConditionalEvent): readonly ConditionalAction[] => {
    const step = reduceConditional(state, event);
    const entry = buildEntry(state, event, step);
    if (entry !== null) entries.push(entry);
    state = step.state;
    actions.push(...step.actions);
    return step.actions.filter(({ kind }) => kind !== 'notify');
  };
  const bench: Bench = {
    state: () => state,
    at: () => state.life.at,
    now: () => nowMs,
    entries,
    actions,
    feed,
    wait(ms) {
      nowMs += ms;
      return feed({ kind: 'time', atMs: nowMs });
    },
    book([bids, asks], change = {}) {
      sequence += 1;
      return feed({
        kind: 'book',
        atMs: nowMs,
        book: {
          market: MARKET,
          epoch: 1,
          sequence,
          provedAtMs: nowMs,
          health: 'live',
          bids: toLevels(bids),
          asks: toLevels(asks),
          ...change,
        },
      });
    },
    confirm(sides) {
      const first = bench.book(sides);
      nowMs += 1_000;
      return [...first, ...bench.book(sides)];
    },
    position: (quantity, available = quantity, outcome = terms.outcome) =>
      feed({
        kind: 'position',
        atMs: nowMs,
        outcome,
        quantity: parseShares(quantity),
        available: parseShares(available),
      }),
    child: (child, update) => feed({ kind: 'child', atMs: nowMs, intentId: child!.intentId, update }),
    rests: (child, filled = '0') =>
      bench.child(child, { at: 'working', orderId: parseOrderId(child!.step), filled: parseShares(filled) }),
    ends: (child, kind, filled) => bench.child(child, { at: 'ended', end: { kind }, filled: parseShares(filled) }),
    children: (slot) => state.children.filter((child) => slot === undefined || child.slot === slot),
    notices: () => actions.flatMap((action) => (action.kind === 'notify' ? [action.notice.code] : [])),
  };
  if (options.isBare !== true) prepare(bench, terms);
  return bench;
}

export function prepare(bench: Bench, terms: ConditionalTerms): void {
  const atMs = bench.now();
  const open = { at: 'open' } as const;
  bench.feed({ kind: 'arm', atMs });
  readAll(bench, terms);
  bench.feed({ kind: 'gates', atMs, gates: { entries: open, exits: open } });
}

/** What is read after a start: clock, market, position, everything reconciled. */
export function readAll(bench: Bench, terms: ConditionalTerms, quantity = '100'): void {
  const atMs = bench.now();
  bench.feed({ kind: 'clock', atMs, offsetMs: 12 });
  for (const outcome of listOutcomes(terms)) {
    const { market } = outcome;
    bench.feed({ kind: 'market', atMs, market: { market, tick: DEFAULT_TICK, closeAtMs: CLOSE, isTrading: true } });
    bench.position(quantity, quantity, outcome);
  }
  bench.feed({ kind: 'reconciled', atMs });
}

function toLevels(pairs: Pairs): Level[] {
  return levels(...pairs);
}
