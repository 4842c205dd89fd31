import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account/account.ts';
import type { CommittingOrder } from '#shared/order/commitments.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { isTerminal, type OrderLife } from '#shared/order/life.ts';
import { evaluateRisk } from '#shared/order/risk/evaluate.ts';
import { DEFAULT_RISK_LIMITS, LIMIT_RULES } from '#shared/order/risk/limits.ts';
import { lossByResult, type RiskOrder, sumHoldings, worstOf } from '#shared/order/risk/loss.ts';
import type { RiskState } from '#shared/order/risk/state.ts';
import { listExposed, marketLoss } from '#shared/order/risk/use.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';
import { MARKET, makeIntent, makePosition, OTHER_MARKET } from '#test/slice/makers.ts';
import { makeRiskState } from '#test/slice/riskMakers.ts';
import { add, type Fraction, fraction, higher, isAbove, lower, multiply, subtract } from './fraction.ts';

const SHARE = 1_000_000;
const CAP = parseUsd('60');
const EVENT_CAP = parseUsd('90');
const COUNT_CAP = 4n;
const FEE_RATE = 20_000n;
const ZERO = fraction(0n);

/** Every limit as wide as it may be, except those that the property is about. */
const LIMITS = {
  ...Object.fromEntries(
    Object.entries(LIMIT_RULES).map(([name, rule]) => [name, rule.stricter === 'lower' ? rule.max : rule.min]),
  ),
  marketLoss: CAP,
  eventLoss: EVENT_CAP,
  restingOrders: COUNT_CAP,
} as Record<string, bigint> as RiskState['limits'];

interface Held {
  shares: number;
  /** Millionths of a dollar, exact: a sale removes its part of the cost. The exchange's average of it is rounded up. */
  cost: Fraction;
}

interface Model {
  /** As the exchange's positions say, which may not include the newest fills. */
  readonly held: Map<string, Held>;
  /** With every fill. */
  readonly real: Map<string, Held>;
  orders: (CommittingOrder & { filled: number })[];
  unsettled: { readonly order: RiskOrder; apply(): void }[];
}

const market = fc.constantFrom(MARKET, OTHER_MARKET);
const side = fc.constantFrom<Side>('yes', 'no');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    market,
    side,
    direction: fc.constantFrom('buy' as const, 'sell' as const),
    cents: fc.integer({ min: 1, max: 99 }),
    shares: fc.integer({ min: 1, max: 120 }),
    life: fc.constantFrom<OrderLife>(
      { at: 'sent' },
      { at: 'resting', orderId: '1' as never },
      { at: 'unknown', sinceMs: 0, reason: { code: 'notListed', parameters: {} } },
    ),
  }),
  fc.record({
    kind: fc.constant('fill' as const),
    at: fc.nat(5),
    share: fc.integer({ min: 1, max: 100 }),
    cheaper: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat(5) }),
  fc.record({ kind: fc.constant('settle' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const keyOf = (id: MarketId, outcome: Side): string => `${id} ${outcome}`;

function positionsOf({ held }: Model): Position[] {
  return [...held].flatMap(([key, { shares, cost }]) => {
    const [id, outcome] = key.split(' ') as [MarketId, Side];
    if (shares === 0) return [];
    const size = BigInt(shares) * cost.bottom;
    const average = (cost.top * BigInt(SHARE) + size - 1n) / size;
    const quantity = toShares(shares);
    return makePosition('0', {
      market: id,
      outcome,
      quantity,
      sellable: quantity,
      averagePrice: Number(average) as Price,
    });
  });
}

function stateOf(model: Model): RiskState {
  return makeRiskState({
    limits: LIMITS,
    positions: positionsOf(model),
    orders: model.orders,
    unsettled: model.unsettled.map(({ order }) => order),
    feeRateMicros: Number(FEE_RATE),
  });
}

function heldOf(held: Model['held'], id: MarketId, outcome: Side): Held {
  const found = held.get(keyOf(id, outcome)) ?? { shares: 0, cost: ZERO };
  held.set(keyOf(id, outcome), found);
  return found;
}

/** What a market may lose at most, without any rounding: holdings with every fill, and each open order as it hurts most. */
function realLoss(
  { real, orders }: Pick<Model, 'real' | 'orders'>,
  id: MarketId,
  feeRate = FEE_RATE,
): { readonly [R in 'yes' | 'no' | 'void']: Fraction } {
  const [yes, no] = [heldOf(real, id, 'yes'), heldOf(real, id, 'no')];
  const cost = add(yes.cost, no.cost);
  const loss = {
    yes: subtract(cost, fraction(BigInt(yes.shares))),
    no: subtract(cost, fraction(BigInt(no.shares))),
    void: subtract(cost, fraction(BigInt(yes.shares + no.shares), 2n)),
  };
  for (const order of orders) {
    if (order.market !== id || isTerminal(order.life) || order.remaining === 0) continue;
    const shares = fraction(BigInt(order.remaining));
    const half = multiply(shares, fraction(1n, 2n));
    const price = fraction(BigInt(order.price), BigInt(SHARE));
    const fee = multiply(
      multiply(price, subtract(fraction(1n), price)),
      multiply(shares, fraction(feeRate, BigInt(SHARE))),
    );
    const { side: outcome } = order;
    const other = outcome === 'yes' ? 'no' : 'yes';
    const addLoss = (result: keyof typeof loss, amount: Fraction): void => {
      loss[result] = add(loss[result], higher(amount, ZERO));
    };
    if (order.direction === 'buy') {
      const paid = add(multiply(price, shares), fee);
      addLoss(outcome, subtract(paid, shares));
      addLoss(other, paid);
      addLoss('void', subtract(paid, half));
    } else {
      const held = heldOf(real, id, outcome);
      const part = multiply(held.cost, fraction(BigInt(order.remaining), BigInt(held.shares)));
      const back = lower(subtract(multiply(price, shares), fee), part);
      addLoss(outcome, subtract(shares, back));
      addLoss('void', subtract(half, back));
    }
  }
  return loss;
}

const worstReal = (model: Pick<Model, 'real' | 'orders'>, id: MarketId, feeRate?: bigint): Fraction => {
  const { yes, no, void: voided } = realLoss(model, id, feeRate);
  return higher(higher(yes, no), voided);
};

/** Shares that can be sold: held, less what resting and unsettled sales take. */
function sellable(model: Model, id: MarketId, outcome: Side): number {
  let free = heldOf(model.held, id, outcome).shares;
  for (const order of listExposed(stateOf(model))) {
    if (order.market === id && order.side === outcome && order.direction === 'sell') free -= order.open;
  }
  return free;
}

function place(
  model: Model,
  { market: id, side: outcome, direction, cents, shares, life }: Extract<Step, { kind: 'place' }>,
): void {
  const intent: OrderIntent = makeIntent({
    market: id,
    side: outcome,
    direction,
    price: toPrice(cents * 10_000),
    shares: toShares(shares * SHARE),
  });
  if (direction === 'sell' && sellable(model, id, outcome) < intent.shares) return;
  const state = stateOf(model);
  const { violations, isExit } = evaluateRisk(intent, state);
  if (violations.length > 0) return;
  const before = marketLoss(state, listExposed(state), id);
  const { price } = intent;
  const order = { market: id, side: outcome, direction, price, shares: intent.shares, remaining: intent.shares };
  model.orders.push({ ...order, locked: null, life, filled: 0 });
  const after = stateOf(model);
  if (isExit) expect(marketLoss(after, listExposed(after), id) <= before).toBe(true);
}

function fill(model: Model, { at, share, cheaper }: Extract<Step, { kind: 'fill' }>): void {
  const order = model.orders.filter(({ life }) => !isTerminal(life))[at];
  if (!order) return;
  const shares = Math.max(SHARE, Math.floor((order.remaining * share) / 100 / SHARE) * SHARE);
  Object.assign(order, { remaining: order.remaining - shares, filled: order.filled + shares });
  if (order.remaining === 0) Object.assign(order, { life: { at: 'done', orderId: '1' } });
  const better = order.direction === 'buy' ? -cheaper : cheaper;
  const price = BigInt(Math.min(990_000, Math.max(10_000, order.price + better * 10_000)));
  const { market: id, side: outcome, direction } = order;
  const applyTo = (all: Model['held']): void => {
    const held = heldOf(all, id, outcome);
    const size = BigInt(shares);
    if (direction === 'buy') {
      held.cost = add(held.cost, fraction(price * size, BigInt(SHARE)));
      held.shares += shares;
    } else {
      held.cost = subtract(held.cost, multiply(held.cost, fraction(size, BigInt(held.shares))));
      held.shares -= shares;
    }
  };
  applyTo(model.real);
  model.unsettled.push({
    order: { market: id, side: outcome, direction, price: order.price, open: toShares(shares) },
    apply: () => applyTo(model.held),
  });
}

function run(model: Model, next: Step): void {
  switch (next.kind) {
    case 'place':
      place(model, next);
      return;
    case 'fill':
      fill(model, next);
      return;
    case 'end': {
      const order = model.orders.filter(({ life }) => !isTerminal(life))[next.at];
      if (order) Object.assign(order, { life: { at: 'cancelled', orderId: '1' } });
      return;
    }
    case 'settle':
      model.unsettled.shift()?.apply();
  }
}

describe('risk limits', () => {
  it('are exceeded by no sequence of orders, fills and cancels, in flight and unknown ones included', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model: Model = { held: new Map(), real: new Map(), orders: [], unsettled: [] };
        for (const next of steps) {
          run(model, next);
          const losses = [MARKET, OTHER_MARKET].map((id) => worstReal(model, id));
          for (const loss of losses) expect(isAbove(loss, fraction(CAP))).toBe(false);
          expect(isAbove(losses.reduce(add), fraction(EVENT_CAP))).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('count every order that may still trade', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const model: Model = { held: new Map(), real: new Map(), orders: [], unsettled: [] };
        for (const next of steps) {
          const before = model.orders.length;
          const open = model.orders.filter(({ life }) => !isTerminal(life)).length;
          const state = stateOf(model);
          run(model, next);
          const added = model.orders[before];
          if (added === undefined) continue;
          const { market: id, side: outcome, price, shares } = added;
          const intent = makeIntent({ market: id, side: outcome, direction: added.direction ?? 'buy', price, shares });
          const { isExit } = evaluateRisk(intent, state);
          if (!isExit) expect(BigInt(open + 1) <= COUNT_CAP).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('let every sale of what alone is held pass, whatever is used up', () => {
    const used = fc.record({
      shares: fc.integer({ min: 1, max: 1_000 }),
      average: fc.integer({ min: 1, max: 99 }),
      cents: fc.integer({ min: 1, max: 99 }),
      outcome: side,
    });
    fc.assert(
      fc.property(used, ({ shares, average, cents, outcome }) => {
        const quantity = toShares(shares * SHARE);
        const position = makePosition('0', { outcome, quantity, averagePrice: toPrice(average * 10_000) });
        const none = Object.fromEntries(Object.keys(DEFAULT_RISK_LIMITS).map((name) => [name, 0n]));
        const limits = { ...none, exitBudget: 90n, timeToClose: 3_600_000n } as RiskState['limits'];
        const state = makeRiskState({ limits, positions: [position], baseline: null });
        const price = toPrice(cents * 10_000);
        const sale = makeIntent({ side: outcome, direction: 'sell', price, shares: quantity });
        const { violations, isExit } = evaluateRisk(sale, state);
        expect(isExit).toBe(true);
        expect(violations.every(({ limit }) => limit.endsWith('GivenAway'))).toBe(true);
      }),
    );
  });

  it('take an order for an exit exactly while it cannot raise the worst case, resting orders included', () => {
    const terms = {
      side,
      direction: fc.constantFrom('buy' as const, 'sell' as const),
      cents: fc.integer({ min: 1, max: 99 }),
      shares: fc.integer({ min: 1, max: 60 }),
    };
    const held = fc.record({ shares: fc.integer({ min: 60, max: 200 }), cents: fc.integer({ min: 1, max: 99 }) });
    let exits = 0;
    fc.assert(
      fc.property(held, held, fc.array(fc.record(terms), { maxLength: 1 }), fc.record(terms), (yes, no, rest, next) => {
        const orders = [...rest, next].map(({ cents, shares, ...one }) => {
          const size = { shares: toShares(shares * SHARE), remaining: toShares(shares * SHARE), filled: 0 };
          const life = { at: 'resting', orderId: '1' as never } as const;
          return { ...one, ...size, market: MARKET, price: toPrice(cents * 10_000), locked: null, life };
        });
        const positions = ([yes, no] as const).map(({ shares, cents }, at) => {
          const outcome = at === 0 ? 'yes' : 'no';
          return makePosition(String(shares), { outcome, averagePrice: toPrice(cents * 10_000) });
        });
        const real = new Map(
          positions.map(({ outcome, quantity, averagePrice }) => {
            const cost = fraction(BigInt(quantity) * BigInt(averagePrice ?? 0), BigInt(SHARE));
            return [keyOf(MARKET, outcome), { shares: quantity, cost }] as const;
          }),
        );
        const before = worstReal({ real, orders: orders.slice(0, -1) }, MARKET, 0n);
        const after = worstReal({ real, orders }, MARKET, 0n);
        const state = makeRiskState({ positions, orders: orders.slice(0, -1), feeRateMicros: 0 });
        const { isExit } = evaluateRisk(makeIntent({ ...orders.at(-1)!, direction: next.direction }), state);
        expect(isExit).toBe(!isAbove(after, before));
        if (isExit) exits += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(exits).toBeGreaterThan(50);
  });

  it('never take the sale of one leg of a complete set for an exit', () => {
    const set = fc.record({
      sets: fc.integer({ min: 1, max: 500 }),
      yes: fc.integer({ min: 1, max: 99 }),
      no: fc.integer({ min: 1, max: 99 }),
      sold: fc.integer({ min: 1, max: 500 }),
      cents: fc.integer({ min: 1, max: 99 }),
      outcome: side,
    });
    fc.assert(
      fc.property(set, ({ sets, yes, no, sold, cents, outcome }) => {
        const positions = [
          makePosition(String(sets), { averagePrice: toPrice(yes * 10_000) }),
          makePosition(String(sets), { outcome: 'no', averagePrice: toPrice(no * 10_000) }),
        ];
        const shares = toShares(Math.min(sold, sets) * SHARE);
        const sale = makeIntent({ side: outcome, direction: 'sell', price: toPrice(cents * 10_000), shares });
        expect(evaluateRisk(sale, makeRiskState({ positions })).isExit).toBe(false);
      }),
    );
  });

  it('never count a void as worse than both results of one market', () => {
    const order = fc
      .record({
        side,
        direction: fc.constantFrom('buy' as const, 'sell' as const),
        cents: fc.integer({ min: 1, max: 99 }),
        shares: fc.nat(100),
      })
      .map(
        ({ cents, shares, ...rest }): RiskOrder => ({
          ...rest,
          market: MARKET,
          price: toPrice(cents * 10_000),
          open: toShares(shares * SHARE),
        }),
      );
    fc.assert(
      fc.property(fc.array(order, { maxLength: 8 }), fc.nat(100), fc.nat(100), (orders, yes, no) => {
        const positions = [makePosition(String(yes)), makePosition(String(no), { outcome: 'no' })];
        const losses = lossByResult(sumHoldings(positions, MARKET), orders, MARKET, 0);
        const worst = losses.yes > losses.no ? losses.yes : losses.no;
        expect(worstOf(losses) <= toUsd(worst + BigInt(orders.length))).toBe(true);
      }),
    );
  });
});
