/** A page that trades and changes what it can while main's question is open: nothing executes beyond what was asked. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConditionalCommands } from '#main/app/commands/conditionals.ts';
import { buildExitCommands } from '#main/app/commands/exits.ts';
import type { Confirmations } from '#main/app/confirmations.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { OcoTerms } from '#shared/order/conditional/kinds/oco.ts';
import type { StopTerms } from '#shared/order/conditional/kinds/stop.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import type { FlattenView } from '#shared/order/exits/progress.ts';
import { type ConfirmationParameters, formatConfirmation } from '#shared/text/confirmations.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { intend, openTraderBench, type TraderBench, until } from '#test/slice/traderBench.ts';

let bench: TraderBench;
let id: MarketId;
let bid: Price;
let ask: Price;
/** What a person reads in each question. */
let asked: (readonly (readonly [string, string])[])[] = [];
let whileAsked = async (): Promise<void> => undefined;
let answer = true;

const confirmations = {
  async ask<C extends keyof ConfirmationParameters>(code: C, parameters: ConfirmationParameters[C]) {
    asked.push(formatConfirmation(code, parameters).facts);
    await whileAsked();
    return answer;
  },
} as unknown as Confirmations;

const held = () =>
  bench.trader.trading.view().positions.find((one) => one.market === id && one.outcome === 'yes')?.quantity ?? 0;
const factOf = (label: string): string[] => asked.flat().flatMap(([name, value]) => (name === label ? [value] : []));

async function buy(shares: string): Promise<void> {
  const { trading } = bench.trader;
  const before = held();
  trading.setArmed(true);
  const price = toPrice(Math.min(950_000, ask + 50_000));
  const intent = intend({ market: id, side: 'yes', direction: 'buy', price, shares: parseShares(shares) });
  expect(await trading.place(intent)).toMatchObject({ outcome: 'accepted' });
  await until(() => expect(held()).toBe(before + parseShares(shares)));
  trading.setArmed(false);
}

beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
  ({ id, bid, ask } = await bench.watchBusyMarket());
  await buy('25');
});
afterAll(() => bench.close());
beforeEach(() => {
  asked = [];
  answer = true;
  whileAsked = async () => undefined;
});

describe('a flatten', () => {
  const ended = () =>
    until(() => {
      const views = (bench.trader.trading.view().exits ?? []).filter(
        (one): one is FlattenView => one.kind === 'flatten',
      );
      expect(views.at(-1)?.endedAtMs).toEqual(expect.any(Number));
      return views.at(-1)!.legs[0]!;
    });

  it('sells what was asked, although the page bought more while the question was open', async () => {
    whileAsked = () => buy('75');
    const commands = buildExitCommands({ trader: bench.trader, confirmations });
    const worst = toPrice(bid - 50_000);
    const leg = { market: id, side: 'yes', route: 'sell', worst, shares: parseShares('1000'), isBookConfirmed: true };
    const input = { flattenId: parseIntentId('hostile-flatten-1'), legs: [leg], cancelsOrders: true } as never;
    expect(await commands['exit.flatten'](input)).toMatchObject({ ok: true });
    expect(factOf('Order')).toEqual([expect.stringMatching(/^sell 25 yes at /)]);
    const { exited, left } = await ended();
    expect([exited, left?.code]).toEqual([parseShares('25'), 'moreHeld']);
    await until(() => expect(held()).toBe(parseShares('75')));
  });

  it('asks one question about all of it, and sells nothing of an outcome that was not held when it was asked', async () => {
    const commands = buildExitCommands({ trader: bench.trader, confirmations });
    const leg = {
      market: id,
      route: 'sell',
      worst: toPrice(10_000),
      shares: parseShares('1000'),
      isBookConfirmed: true,
    };
    const legs = [
      { ...leg, side: 'no' },
      { ...leg, side: 'no', route: 'buyOther' },
    ];
    const input = { flattenId: parseIntentId('hostile-flatten-2'), legs, cancelsOrders: false } as never;
    expect(await commands['exit.flatten'](input)).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    expect(await ended()).toMatchObject({ exited: 0, left: { code: 'nothingHeld' } });
  });
});

describe('a conditional order with a stand-in', () => {
  const trigger = (price: number): PriceTrigger => ({
    kind: 'price',
    outcome: { market: id, side: 'yes' },
    source: 'ask',
    crosses: 'atOrBelow',
    price: toPrice(price),
    minShares: parseShares('1'),
    maxSpread: 500_000,
    confirm: { kind: 'double' },
  });
  const stopTerms = (worst: number): StopTerms => ({
    kind: 'stop',
    outcome: { market: id, side: 'yes' },
    direction: 'sell',
    shares: parseShares('10'),
    worst: toPrice(worst),
    startsWhen: null,
    goodTillMs: null,
    standIn: { kind: 'rest' },
    trigger: trigger(20_000),
    limit: toPrice(worst),
    walk: null,
  });
  const ocoTerms = (worst: number, stopWorst: number): OcoTerms => {
    const { trigger: at, limit: _limit, walk, ...base } = stopTerms(worst);
    const stop = { trigger: at, limit: toPrice(Math.max(worst, stopWorst)), worst: toPrice(stopWorst), walk };
    return { ...base, kind: 'oco', takeProfit: toPrice(980_000), stop, flipTicks: null };
  };
  const commands = () => buildConditionalCommands({ trader: bench.trader, confirmations });
  const newId = () => randomUUID() as ConditionalId;
  const arm = (own: ConditionalId, terms: ConditionalTerms) =>
    commands()['conditional.arm']({ id: own, terms: terms as never });
  const change = (own: ConditionalId, terms: ConditionalTerms) =>
    commands()['conditional.change']({ id: own, terms: terms as never });
  const termsOf = (own: ConditionalId) =>
    bench.trader.trading.conditionals.view().conditionals.find((one) => one.id === own)?.terms;

  it('is asked for the worst price of its stop, and refused where the terms call another one their worst', async () => {
    const own = newId();
    expect(await arm(own, ocoTerms(900_000, 570_000))).toMatchObject({
      value: { outcome: 'refused', reason: { code: 'beyondWorst' } },
    });
    expect(factOf('Order')).toEqual(['sell up to 10 yes, never below 0.57']);
    expect(termsOf(own)).toBeUndefined();
  });

  it('keeps its terms when a change loosens its stop and nobody agrees', async () => {
    const own = newId();
    expect(await arm(own, ocoTerms(100_000, 100_000))).toMatchObject({ value: { outcome: 'armed' } });
    // A change is for one that nothing of rests on the exchange: a stop has no such order.
    const stop = newId();
    expect(await arm(stop, stopTerms(100_000))).toMatchObject({ value: { outcome: 'armed' } });
    answer = false;
    for (const loose of [
      stopTerms(10_000),
      { ...stopTerms(100_000), shares: parseShares('20') },
      { ...stopTerms(100_000), trigger: trigger(30_000) },
    ]) {
      expect(await change(stop, loose)).toMatchObject({ error: { code: 'CANCELLED' } });
    }
    expect(await change(own, ocoTerms(10_000, 10_000))).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(asked).toHaveLength(6);
    expect([termsOf(stop), termsOf(own)]).toEqual([stopTerms(100_000), ocoTerms(100_000, 100_000)]);
  });

  it('is not armed by an answer about terms when the page took its id for others meanwhile', async () => {
    const own = newId();
    const { standIn: _none, ...other } = stopTerms(10_000);
    whileAsked = async () => {
      expect(bench.trader.trading.conditionals.arm(own, other)).toMatchObject({ outcome: 'armed' });
    };
    expect(await arm(own, stopTerms(100_000))).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } });
    expect(termsOf(own)).toEqual(other);
  });
});
