/** Laws of conditional orders, whatever markets, fills, lost answers, crashes and repeated events come. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '#shared/market/book.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { isTerminal } from '#shared/order/conditional/describeLife.ts';
import { buildScale } from '#shared/order/conditional/kinds/scale.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { checkBook, usableBook } from '#shared/order/conditional/observation.ts';
import { valueOnBook } from '#shared/order/conditional/priceValue.ts';
import type { Evidence } from '#shared/order/conditional/state.ts';
import type { ConditionalState, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger, Trigger } from '#shared/order/conditional/trigger.ts';
import { parsePrice, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { OTHER_MARKET } from '#test/slice/makers.ts';
import {
  BASE,
  BRACKET,
  CHASE,
  CLOSE,
  ICEBERG,
  OCA,
  OCO,
  OFFSET,
  OTHER_YES,
  priceTrigger,
  STOP,
  YES,
} from '#test/unit/shared/order/conditional/makers.ts';
import { law, openWorld, type World, type WorldStep } from './conditionalWorld.ts';

const walk = { ticks: 1, everyMs: 1_000 };
const trailing = {
  ...BASE,
  kind: 'trailing',
  distance: { kind: 'ticks', ticks: 4 },
  activation: null,
  minShares: parseShares('10'),
  maxSpread: 100_000,
  cap: 20_000,
  walk,
} as const;

/** Sizes that divide badly. */
const LEGS = [
  { outcome: YES, shares: BASE.shares, price: parsePrice('0.40') },
  { outcome: OTHER_YES, shares: parseShares('33'), price: parsePrice('0.35') },
  { outcome: { market: OTHER_MARKET, side: 'no' }, shares: parseShares('7.7'), price: parsePrice('0.50') },
] as const;
const SOLD_LEGS = LEGS.map((leg) => ({ ...leg, price: parsePrice('0.45') }));

const KINDS: Readonly<Record<string, ConditionalTerms>> = {
  stop: STOP,
  walkedStop: { ...STOP, walk },
  heldStop: {
    ...STOP,
    trigger: { ...priceTrigger('ask', 'atOrBelow', '0.35'), confirm: { kind: 'held', forMs: 1_000 } },
  },
  joinedStop: {
    ...STOP,
    trigger: { kind: 'all', of: [priceTrigger('ask', 'atOrBelow', '0.35'), priceTrigger('bid', 'atOrBelow', '0.34')] },
  },
  eitherStop: {
    ...STOP,
    trigger: { kind: 'any', of: [priceTrigger('ask', 'atOrBelow', '0.30'), priceTrigger('last', 'atOrBelow', '0.33')] },
  },
  stopOnTrades: { ...STOP, trigger: priceTrigger('last', 'atOrBelow', '0.35') },
  buyStop: {
    ...STOP,
    direction: 'buy',
    worst: parsePrice('0.55'),
    limit: parsePrice('0.50'),
    trigger: priceTrigger('bid', 'atOrAbove', '0.45'),
  },
  takeProfit: { ...BASE, kind: 'takeProfit', limit: parsePrice('0.45'), worst: parsePrice('0.45'), touch: null },
  touch: {
    ...BASE,
    kind: 'takeProfit',
    limit: parsePrice('0.45'),
    worst: parsePrice('0.45'),
    touch: priceTrigger('bid', 'atOrAbove', '0.45'),
  },
  oco: OCO,
  flippedOco: { ...OCO, flipTicks: 3, stop: { ...OCO.stop, walk } },
  trailing,
  bracket: BRACKET,
  closeBefore: { ...BASE, kind: 'closeBefore', beforeMs: CLOSE, limit: parsePrice('0.35'), walk },
  goodTill: {
    ...BASE,
    kind: 'goodTill',
    direction: 'buy',
    price: parsePrice('0.40'),
    worst: parsePrice('0.40'),
    postOnly: false,
    killAfterMs: 20_000,
  },
  scale: {
    ...BASE,
    kind: 'scale',
    worst: parsePrice('0.40'),
    levels: buildScale(parsePrice('0.40'), parsePrice('0.50'), 4, BASE.shares, DEFAULT_TICK),
    postOnly: false,
  },
  iceberg: ICEBERG,
  twap: {
    ...BASE,
    kind: 'twap',
    direction: 'buy',
    worst: parsePrice('0.45'),
    lengthMs: 20_000,
    slices: 5,
    minSlice: parseShares('1'),
    pricing: 'cross',
    atEnd: 'cross',
  },
  chase: CHASE,
  block: { ...OCA, legs: LEGS },
  race: { ...OCA, legs: LEGS, mode: 'race' },
  sellingBlock: { ...OCA, direction: 'sell', worst: parsePrice('0.45'), legs: SOLD_LEGS },
  sellingRace: { ...OCA, direction: 'sell', worst: parsePrice('0.45'), legs: SOLD_LEGS, mode: 'race' },
  offset: OFFSET,
  offsetOfSale: { ...OFFSET, direction: 'sell', steps: [1, 3, 5] },
};

const size = fc.constantFrom('1', '9', '10', '100').map((text) => parseShares(text));
const level = (cents: number, shares: number): Level => ({ price: toPrice(cents * 10_000), shares: toShares(shares) });
/** Around the triggers, with wide, empty, one-sided and crossed books among them. */
const book = fc
  .record({
    bid: fc.integer({ min: 25, max: 62 }),
    spread: fc.constantFrom(-1, 1, 2, 2, 2, 15),
    bidSize: size,
    askSize: size,
    sides: fc.constantFrom('both', 'both', 'both', 'both', 'bids', 'asks', 'none'),
    isGap: fc.boolean().map((one) => one),
    leg: fc.nat(2),
  })
  .map(({ bid, spread, bidSize, askSize, sides, isGap, leg }): WorldStep => {
    const bids = sides === 'both' || sides === 'bids' ? [level(bid, bidSize), level(bid - 5, 200_000_000)] : [];
    const asks =
      sides === 'both' || sides === 'asks' ? [level(bid + spread, askSize), level(bid + spread + 5, 200_000_000)] : [];
    return { kind: 'book', bids, asks, isGap: isGap && spread === 15, leg };
  });
const wait = (ms: number): WorldStep => ({ kind: 'time', ms });
/** A market that stays for two observations, with trades at its bid: below the stops, between, and above the targets. */
const market = fc.tuple(fc.constantFrom(27, 33, 33, 40, 46, 50), fc.nat(2)).map(([bid, leg]): readonly WorldStep[] => {
  const seen: WorldStep = { kind: 'book', bids: [level(bid, 1e8)], asks: [level(bid + 2, 1e8)], isGap: false, leg };
  const trade: WorldStep = { kind: 'trade', price: bid * 10_000, shares: 1e7 };
  return [seen, trade, wait(600), seen, trade];
});
const one = <T extends WorldStep>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<readonly WorldStep[]> =>
  arbitrary.map((single) => [single]);
const fate = fc.constantFrom('rejected', 'refusedForNow', 'lostArrived', 'lostAbsent', 'notSent');
const answer = fc.nat(9).map((event): WorldStep => ({ kind: 'deliver', event }));
const step: fc.Arbitrary<readonly WorldStep[]> = fc.oneof(
  { weight: 8, arbitrary: market },
  { weight: 4, arbitrary: one(book) },
  { weight: 3, arbitrary: one(fc.constantFrom(100, 600, 1_000, 3_000).map(wait)) },
  { weight: 1, arbitrary: one(fc.constantFrom(6_000, 30_000).map(wait)) },
  { weight: 10, arbitrary: one(answer) },
  {
    weight: 3,
    arbitrary: one(
      fc.record({ kind: fc.constant('fill'), order: fc.nat(5), share: fc.constantFrom(0.1, 0.5, 1) }) as never,
    ),
  },
  { weight: 2, arbitrary: one(fc.nat(99).map((event): WorldStep => ({ kind: 'repeat', event }))) },
  // A fault that passes, so that it does not end every script.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fate, fc.array(fc.oneof(market, one(answer)), { maxLength: 4 }))
      .map(([bad, steps]) => [
        { kind: 'fate', fate: bad } as const,
        ...steps.flat(),
        { kind: 'fate', fate: 'accepted' } as const,
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(market, one(answer)), { maxLength: 4 })
      .map((steps) => [
        { kind: 'lock', isLocked: true } as const,
        ...steps.flat(),
        { kind: 'lock', isLocked: false } as const,
      ]),
  },
  { weight: 2, arbitrary: one(fc.constant<WorldStep>({ kind: 'crash' })) },
  { weight: 2, arbitrary: one(fc.constant<WorldStep>({ kind: 'person', act: 'resume' })) },
);
const script = fc
  .tuple(fc.array(step, { minLength: 8, maxLength: 40 }), fc.constantFrom('none', 'none', 'cancel', 'end'), answer)
  .map(([steps, act, last]): readonly WorldStep[] => [
    ...steps.flat(),
    ...(act === 'none' ? [] : [{ kind: 'person', act } as const, last, last]),
  ]);

/** Slots and actions that the scripts of each kind come to. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  stop: ['stop', 'place', 'cancel', 'notify'],
  walkedStop: ['stop', 'place', 'cancel', 'notify'],
  heldStop: ['stop', 'place', 'notify'],
  joinedStop: ['stop', 'place', 'notify'],
  eitherStop: ['stop', 'place', 'notify'],
  stopOnTrades: ['stop', 'place', 'notify'],
  buyStop: ['stop', 'place', 'notify'],
  takeProfit: ['takeProfit', 'place', 'cancel', 'notify'],
  touch: ['takeProfit', 'place', 'notify'],
  oco: ['takeProfit', 'stop', 'place', 'cancel', 'notify'],
  flippedOco: ['takeProfit', 'stop', 'place', 'cancel', 'notify'],
  trailing: ['stop', 'place', 'cancel', 'notify'],
  bracket: ['entry', 'takeProfit', 'stop', 'place', 'cancel', 'notify'],
  closeBefore: ['close', 'place', 'cancel', 'notify'],
  goodTill: ['order', 'place', 'cancel', 'notify'],
  scale: ['level1', 'level4', 'place', 'cancel', 'notify'],
  iceberg: ['clip', 'place', 'cancel', 'notify'],
  twap: ['slice0', 'slice2', 'place', 'cancel', 'notify'],
  chase: ['chase', 'take', 'place', 'cancel', 'notify'],
  block: ['leg1', 'leg2', 'place', 'cancel', 'notify'],
  race: ['leg1', 'leg2', 'leg3', 'place', 'cancel', 'notify'],
  sellingBlock: ['leg1', 'leg2', 'place', 'cancel', 'notify'],
  sellingRace: ['leg1', 'leg2', 'place', 'cancel', 'notify'],
  offset: ['parent', 'offset1.1', 'offset1.2', 'place', 'cancel', 'notify'],
  offsetOfSale: ['parent', 'offset1.1', 'offset1.3', 'place', 'cancel', 'notify'],
};

const QUANTITY = parseShares('80');
const RUNS = 40;

describe.each(Object.entries(KINDS))('a conditional of the kind %s', (name, terms) => {
  const quantity = terms.kind === 'bracket' || name === 'offset' ? 0 : QUANTITY;

  it('never does more than intended, never the wrong way, never twice, and its journal replays', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(script, (steps) => {
        const world = openWorld(terms, { quantity, check: checkLaws });
        for (const one of steps) world.run(one);
        world.settle();
        if (terms.kind === 'oneCancelsAll') checkCalm(world, terms);
        world.run({ kind: 'crash' });
        for (const { slot } of world.orders) reached.add(slot);
        for (const { kind } of world.actions) reached.add(kind);
      }),
      { numRuns: RUNS },
    );
    // The scripts get everywhere: laws about nothing would hold.
    expect([...reached]).toEqual(expect.arrayContaining([...REACHED[name]!]));
  });

  it('decides alike on yes and on no', () => {
    fc.assert(
      fc.property(script, (steps) => {
        const [yes, no] = (['yes', 'no'] as const).map((side) => {
          const world = openWorld(onSide(terms, side), { quantity });
          for (const one of steps) world.run(one);
          return world;
        });
        const orders = (world: World) => world.orders.map(({ intentId: _id, outcome: _outcome, ...order }) => order);
        expect(orders(no!)).toEqual(orders(yes!));
        expect(swapSides(no!.state().life)).toEqual(yes!.state().life);
      }),
      { numRuns: 15 },
    );
  });
});

/** The same terms, or with every outcome exchanged for the other one of its market. */
function onSide(terms: ConditionalTerms, side: 'yes' | 'no'): ConditionalTerms {
  return side === 'yes' ? terms : swapSides(terms);
}

function swapSides<T>(value: T): T {
  const swap = (_all: string, side: string): string => (side === 'yes' ? '"side":"no"' : '"side":"yes"');
  return JSON.parse(JSON.stringify(value).replaceAll(/"side":"(yes|no)"/g, swap)) as T;
}

function checkLaws(world: World, before: ConditionalState): void {
  const after = world.state();
  const { terms } = after;
  if (terms.kind === 'oneCancelsAll') checkLegs(world, terms, before);
  else if (terms.kind === 'offset') checkOffsets(world, terms);
  else checkBudgets(world);
  checkHeld(world);
  checkOrders(world);
  law((after.peak ?? 0) >= (before.peak ?? 0), 'a peak never falls');
  const isBroken = after.life.at === 'halted' && after.life.reason.code === 'invariant';
  law(!isBroken, 'no plan breaks a rule of the machine');
  law(!isTerminal(before.life) || after.life === before.life, 'an end is final');
  for (const [name, firing] of Object.entries(after.fired)) {
    if (before.fired[name] === undefined) checkEvidence(after, name, firing.evidence, triggersOf(after));
    else law(after.generation > before.generation || firing === before.fired[name], 'a trigger fires once');
  }
}

const atRisk = ({ isOpen, shares, filled }: World['orders'][number]): number => (isOpen ? shares : filled);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, part) => total + part, 0);

/** By the exchange's own data, not by what the machine believes. */
function checkBudgets(world: World): void {
  const { terms } = world.state();
  const buys = world.orders.filter(({ direction }) => direction === 'buy');
  const sells = world.orders.filter(({ direction }) => direction === 'sell');
  law(sum(buys.map(atRisk)) <= (terms.direction === 'buy' ? terms.shares : 0), 'buys are within the intent');
  const toSell = terms.kind === 'bracket' ? sum(buys.map(({ filled }) => filled)) : terms.shares;
  law(sum(sells.map(atRisk)) <= toSell, 'sales are within the intent');
  if (terms.kind !== 'bracket') law((terms.direction === 'sell' ? buys : sells).length === 0, 'one direction');
}

function checkHeld(world: World): void {
  const sales = world.orders.filter(({ isOpen, direction }) => isOpen && direction === 'sell');
  for (const outcome of new Set(sales.map((order) => order.outcome))) {
    const open = sales.filter((order) => order.outcome === outcome).map(({ shares, filled }) => shares - filled);
    law(sum(open) <= world.quantity(outcome), 'sales are within what is held');
  }
}

type Legs = Extract<ConditionalTerms, { kind: 'oneCancelsAll' }>;

/** Σ part of each leg is at most 1, as whole numbers. */
function isWithinWhole({ legs }: Legs, amountOf: (outcome: string) => number): boolean {
  const whole = legs.reduce((product, { shares }) => product * BigInt(shares), 1n);
  const parts = legs.map(({ outcome, shares }) => (whole / BigInt(shares)) * BigInt(amountOf(keyOf(outcome))));
  return parts.reduce((total, part) => total + part, 0n) <= whole;
}

/** By the exchange's own data, and for what is placed by what main was told before. */
function checkLegs(world: World, terms: Legs, before: ConditionalState): void {
  const { legs, mode, direction } = terms;
  const ofLeg = (outcome: string) => world.orders.filter((order) => order.outcome === outcome);
  law(
    world.orders.every((order) => order.direction === direction),
    'one direction',
  );
  for (const { outcome, shares, price } of legs) {
    const own = ofLeg(keyOf(outcome));
    law(sum(own.map(atRisk)) <= shares, 'a leg is never more than its size');
    law(
      own.every((order) => order.price === price),
      'a leg has its own price',
    );
  }
  if (mode === 'block') {
    law(
      isWithinWhole(terms, (outcome) => sum(ofLeg(outcome).map(atRisk))),
      'all legs together are at most the whole',
    );
    law(world.orders.filter(({ isOpen }) => isOpen).length <= 1, 'one leg is on the book at a time');
  }
  const { children } = world.state();
  for (const placed of children.slice(before.children.length)) {
    const filledIn = (outcome: string) =>
      sum(children.filter((child) => keyOf(child.outcome) === outcome).map(({ filled }) => filled));
    const own = keyOf(placed.outcome);
    const isWithin = isWithinWhole(terms, (outcome) => filledIn(outcome) + (outcome === own ? placed.shares : 0));
    law(isWithin, 'an order is at most what the fills so far leave of its leg');
  }
}

/** Once every cancel is carried out no leg has more on the book than the fills leave of it, and a whole fill leaves nothing. */
function checkCalm(world: World, terms: Legs): void {
  world.calm();
  const filledOf = (outcome: string) =>
    sum(world.orders.filter((order) => order.outcome === outcome).map(({ filled }) => filled));
  const open = world.orders.filter(({ isOpen }) => isOpen);
  for (const { outcome } of terms.legs) {
    const rest = sum(open.filter((one) => one.outcome === keyOf(outcome)).map(({ shares, filled }) => shares - filled));
    if (rest === 0) continue;
    const isWithin = isWithinWhole(terms, (of) => filledOf(of) + (of === keyOf(outcome) ? rest : 0));
    law(isWithin, 'what rests of a leg is at most what the fills leave of it');
  }
}

/** Offsets are for fills that were named, each once, at the price of the fill or better by the steps. */
function checkOffsets(
  world: World,
  { direction, shares, steps, parent }: Extract<ConditionalTerms, { kind: 'offset' }>,
): void {
  const parents = world.orders.filter(({ slot }) => slot === 'parent');
  const offsets = world.orders.filter(({ slot }) => slot !== 'parent');
  const named = world.state().parentFills!;
  const keys = new Set(named.map(({ intentId, id }) => `${intentId} ${id}`));
  law(sum(parents.map(atRisk)) <= shares, 'the parent is within the intent');
  law(
    parents.every((order) => order.direction === direction && order.price === parent.price),
    'the parent is as typed',
  );
  law(
    offsets.every((order) => order.direction !== direction),
    'an offset is in the other direction',
  );
  law(keys.size === named.length, 'a fill is counted once');
  law(sum(offsets.map(atRisk)) <= sum(named.map((fill) => fill.shares)), 'offsets are within the named fills');
  law(sum(offsets.map(atRisk)) <= sum(parents.map(({ filled }) => filled)), 'offsets are within the fills');
  const best = Math.min(...steps) * 10_000;
  const prices = parents.flatMap(({ fills }) => fills.map(({ price }) => price));
  for (const { price } of offsets) {
    const gains = direction === 'buy' ? price - Math.min(...prices) : Math.max(...prices) - price;
    law(gains >= best, 'an offset is better than the fills by its step');
  }
}

function checkOrders(world: World): void {
  const { terms } = world.state();
  const hasOwnPrices = terms.kind === 'oneCancelsAll' || terms.kind === 'offset';
  for (const { slot, direction, price } of hasOwnPrices ? [] : world.orders) {
    const worst = slot === 'stop' && 'stop' in terms && terms.stop !== null ? terms.stop.worst : terms.worst;
    law(direction === 'sell' ? price >= worst : price <= worst, 'no order is beyond its worst price');
  }
  if (terms.kind === 'twap') checkSchedule(world, terms);
  // Slices of one TWAP rest together; what is due bounds them.
  if (terms.kind === 'twap') return;
  for (const group of new Set(world.orders.map((order) => order.group))) {
    const slots = world.orders.filter((order) => order.group === group && order.isOpen).map(({ slot }) => slot);
    law(new Set(slots).size <= 1, 'two purposes of one budget are never on the book together');
  }
}

/** Filled and live orders are never ahead of the time by more than a slice. */
function checkSchedule(world: World, { shares, slices, lengthMs }: Extract<ConditionalTerms, { kind: 'twap' }>): void {
  const { startedAtMs } = world.state();
  const slice = Math.min(slices, Math.floor(((world.now() - startedAtMs!) * slices) / lengthMs) + 1);
  law(sum(world.orders.map(atRisk)) <= (shares * slice) / slices, 'a TWAP is never ahead of its schedule');
}

/** What fired is explained by what the firing holds. */
function checkEvidence(
  state: ConditionalState,
  name: string,
  evidence: Evidence,
  triggers: readonly PriceTrigger[],
): void {
  const firing = state.fired[name]!;
  if (evidence.kind === 'composite') {
    for (const part of evidence.parts) checkEvidence(state, name, part, triggers);
    return;
  }
  if (evidence.kind === 'time') {
    law(firing.atMs >= evidence.dueMs, 'due');
    return;
  }
  if (evidence.kind !== 'book' && evidence.kind !== 'trade') throw new Error(`Unexpected evidence ${evidence.kind}`);
  law(checkBook(evidence.book, firing.atMs) === null, 'fired on a book that has a price');
  law(firing.atMs - firing.sinceMs >= 500, 'fired on two observations');
  if (evidence.kind === 'trade') {
    law(evidence.trade.shares >= triggers[0]!.minShares, 'fired on a trade of enough size');
    return;
  }
  const view = usableBook(evidence.book, state.terms.outcome.side, firing.atMs)!;
  const isTrue = triggers.length === 0 || triggers.some((trigger) => valueOnBook(trigger, view) === true);
  law(isTrue, 'fired on a book in which it is true');
}

/** Conditions on prices, any of which may be what the evidence shows. */
function triggersOf({ terms }: ConditionalState): readonly PriceTrigger[] {
  const leavesOf = (trigger: Trigger | null): readonly PriceTrigger[] => {
    if (trigger === null) return [];
    if (trigger.kind === 'all' || trigger.kind === 'any') return trigger.of.flatMap(leavesOf);
    return trigger.kind === 'price' ? [trigger] : [];
  };
  switch (terms.kind) {
    case 'stop':
      return leavesOf(terms.trigger);
    case 'takeProfit':
      return leavesOf(terms.touch);
    case 'oco':
    case 'bracket':
      return leavesOf(terms.stop?.trigger ?? null);
    default:
      return [];
  }
}

describe('data that is no price', () => {
  const ONE_LOT: WorldStep = {
    kind: 'book',
    bids: [level(30, 1e8)],
    asks: [level(32, 1e6), level(42, 1e8)],
    isGap: false,
  };
  const PRINT: WorldStep = { kind: 'trade', price: 310_000, shares: 1_000_000 };
  const bad: fc.Arbitrary<readonly WorldStep[]> = fc.oneof(
    // The first book after a gap, with everything below the stop.
    fc.constant<WorldStep[]>([{ kind: 'book', bids: [level(30, 1e8)], asks: [level(32, 1e8)], isGap: true }]),
    fc.constant<WorldStep[]>([{ kind: 'book', bids: [], asks: [], isGap: false }]),
    fc.constant<WorldStep[]>([{ kind: 'book', bids: [level(33, 1e8)], asks: [level(32, 1e8)], isGap: false }]),
    // One lot below the stop, and one-lot trades.
    fc.constant<WorldStep[]>([ONE_LOT]),
    fc.constant<WorldStep[]>([PRINT]),
    // Too old by the time of the second look.
    fc.constant<WorldStep[]>([
      { kind: 'book', bids: [level(30, 1e8)], asks: [level(32, 1e8)], isGap: true },
      { kind: 'time', ms: 6_000 },
      { kind: 'book', bids: [level(30, 1e8)], asks: [level(32, 1e8)], isGap: false },
      { kind: 'time', ms: 6_000 },
    ]),
    // One-lot trades one after the other, inside a book that stays.
    fc.constant<WorldStep[]>([ONE_LOT, PRINT, wait(600), ONE_LOT, PRINT, wait(600), ONE_LOT, PRINT]),
    fc.constantFrom(100, 600, 2_000).map((ms): WorldStep[] => [{ kind: 'time', ms }]),
  );

  it.each(['stop', 'stopOnTrades', 'oco', 'trailing'])('never fires a %s', (name) => {
    fc.assert(
      fc.property(fc.array(bad, { maxLength: 30 }), (steps) => {
        const world = openWorld(KINDS[name]!, { quantity: QUANTITY });
        for (const one of steps.flat()) world.run(one);
        expect(world.state().fired).toEqual({});
        expect(world.orders.filter(({ slot }) => slot === 'stop')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
