import { describe, expect, it } from 'vitest';
import { buildStrip, formatEven, type StripInput } from '#renderer/domain/account/positionStrip.ts';
import type { ConditionalView, ProtectionView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import { listExposures } from '#shared/order/exposure/account.ts';
import { listApart } from '#shared/order/exposure/apart.ts';
import { setTimeZone } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { noAnswer } from '#test/slice/makers.ts';
import { bookOf, orderOf, positionOf, restingOf } from '../../panes/facts.ts';

const RATE = 0;
const book = bookOf('m', {
  bids: Float64Array.of(600_000, 900_000_000_000),
  asks: Float64Array.of(620_000, 1_000_000),
});
const outcome = { market: 'm' as MarketId, side: 'yes' as const };

function exposureOf(yes: string, no: string) {
  const positions = [
    positionOf('m', { quantity: parseShares(yes), averagePrice: parsePrice('0.50') }),
    positionOf('m', { outcome: 'no', quantity: parseShares(no), averagePrice: parsePrice('0.45') }),
  ];
  const [exposure] = listExposures(
    { positions, ledger: { ...EMPTY_LEDGER, isComplete: false }, orders: [], feeRateMicros: RATE },
    { tick: 10_000 as Tick, listedAtMs: null, find: () => null, book: () => book },
  );
  return exposure!;
}

const inputOf = (part: Partial<StripInput>): StripInput => ({
  exposure: null,
  apart: null,
  protections: [],
  conditionals: [],
  tick: 10_000 as Tick,
  feeRateMicros: RATE,
  nowMs: 1_000,
  ...part,
});

const conditionalOf = (terms: object, part: Partial<ConditionalView> = {}): ConditionalView =>
  ({
    id: 's',
    terms: {
      outcome,
      direction: 'sell',
      shares: parseShares('150'),
      worst: parsePrice('0.40'),
      startsWhen: null,
      ...terms,
    },
    life: { at: 'watching' },
    peak: null,
    orders: [],
    filled: 0,
    ...part,
  }) as unknown as ConditionalView;

const trigger = {
  kind: 'price',
  outcome,
  source: 'ask',
  crosses: 'atOrBelow',
  price: 450_000,
  confirm: { kind: 'double' },
};
const stop = conditionalOf({ kind: 'stop', trigger, limit: 440_000, walk: null });
const protection = (problem: object | null, unprotected: string): ProtectionView =>
  ({
    outcome,
    quantity: parseShares('300'),
    unprotected: parseShares(unprotected),
    protectors: [
      {
        id: 's',
        kind: 'stop',
        at: 'watching',
        shares: parseShares('150'),
        problem,
        sources: [{ kind: 'book', outcome, provedAtMs: 700, problem: null, standIn: null }],
      },
    ],
  }) as unknown as ProtectionView;

const partsOf = (part: Partial<StripInput>) =>
  Object.fromEntries(buildStrip(inputOf(part)).parts.map(({ id, value }) => [id, value]));

describe('position strip', () => {
  it('says what is held, by name, and what a working stop covers', () => {
    const exposure = exposureOf('300', '100');
    expect(partsOf({ exposure, conditionals: [stop], protections: [protection(null, '150')] })).toEqual({
      net: '200 yes',
      sets: '100',
      // 100 + 200 × 0.60 − 150 − 45
      closedNow: '+25.00',
      breakEven: '0.4750',
      // 100 + 200 × 0.40 − 195
      atStop: '−15.00',
      // Of 200: it sells 150, and the 100 of the sets need no stop.
      covered: '150',
      uncovered: '50',
    });
  });

  it('has no result at the stop, and nothing covered, while no stop works', () => {
    const exposure = exposureOf('300', '100');
    const problem = { kind: 'waiting', reason: { code: 'locked', parameters: {} } };
    const parts = partsOf({ exposure, conditionals: [stop], protections: [protection(problem, '300')] });
    expect(parts).toMatchObject({ atStop: 'none', uncovered: '200' });
    expect(parts).not.toHaveProperty('covered');
  });

  it('states the time of a book that is not live', () => {
    setTimeZone('exchange');
    const exposure = exposureOf('300', '0');
    const closedNow = { ...exposure.closedNow!, asOfMs: Date.UTC(2026, 10, 26, 20, 45, 30) };
    expect(partsOf({ exposure: { ...exposure, closedNow } })).toMatchObject({ asOf: '20:45:30' });
    expect(partsOf({ exposure })).not.toHaveProperty('asOf');
    setTimeZone('local');
  });

  it('has neither a break-even nor a stop for sets alone', () => {
    expect(partsOf({ exposure: exposureOf('100', '100') })).toEqual({ net: '0', sets: '100', closedNow: '+5.00' });
  });

  it('lists each live trigger with what watches it: of a trailing stop the one that follows the peak, of a chase its order', () => {
    const trailing = conditionalOf(
      { kind: 'trailing', distance: { kind: 'ticks', ticks: 5 } },
      { id: 't' as never, peak: parsePrice('0.61') },
    );
    const fresh = conditionalOf({ kind: 'trailing', distance: { kind: 'ticks', ticks: 5 } }, { id: 'u' as never });
    const chase = conditionalOf(
      { kind: 'chase', direction: 'buy' },
      { id: 'c' as never, orders: [{ orderId: '7', price: 590_000, shares: 10, filled: 0 }] as never },
    );
    const { triggers } = buildStrip(
      inputOf({ conditionals: [stop, trailing, fresh, chase], protections: [protection(null, '0')] }),
    );
    expect(triggers.map(({ text, watch }) => `${text}: ${watch}`)).toEqual([
      'Stop 150, ask ≤ 0.45: book 0.3 s',
      'Trailing 150, ask ≤ 0.56: this program',
      'Trailing 150, no peak yet: this program',
      'Chase 150, buy at 0.59: this program',
    ]);
  });

  it('says of a flat position nothing but its orders, and of an unknown one that it is in no figure', () => {
    const flat = buildStrip(inputOf({}));
    expect([flat.isFlat, flat.parts, flat.lines]).toEqual([true, [], ['No position']]);
    const unknown = orderOf({ at: 'unknown', sinceMs: 0, reason: noAnswer('') });
    const exposure = exposureOf('300', '0');
    const apart = listApart(exposure, [unknown, restingOf('1')], [], RATE);
    const strip = buildStrip(inputOf({ exposure, apart }));
    expect(strip.parts.at(-1)).toMatchObject({ id: 'unknown', value: '1 unknown order is in no figure', tone: 'warn' });
    expect(strip.lines).toContain('Unknown orders: 1 (buys 300), worst end −330.00');
    expect(buildStrip(inputOf({ apart })).parts.map(({ id }) => id)).toEqual(['unknown']);
  });

  it('writes a break-even that is no price of a market in words', () => {
    expect([formatEven(null, 2), formatEven(1_200_000, 2), formatEven(-5, 2), formatEven(634_675, 2)]).toEqual([
      '–',
      'none',
      'any',
      '0.6346',
    ]);
  });
});
