import { describe, expect, it } from 'vitest';
import {
  buildOutcomes,
  buildWays,
  countOthers,
  type EventInput,
  explainSums,
  formatWorst,
  listEventMarkets,
  listFollowed,
  MOST_FOLLOWED,
  priceOfWay,
  sumPrices,
} from '#renderer/panes/event/model.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { Way } from '#shared/order/eventWays.ts';
import type { Exposure } from '#shared/order/exposure/exposure.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';
import { marketOf, positionOf, restingOf } from '../facts.ts';

const NOW = 1_800_000_000_000;
const outcome = (id: string, part = {}) => marketOf(id, { eventId: 7, eventTitle: 'Council', ...part });
const A = outcome('a', { eventRank: 1 });
const B = outcome('b', { eventRank: 2 });
const C = outcome('c', { eventRank: 3 });
const HUNDRED = parseShares('100');

const bookOf = (market: MarketId, bid: string, ask: string, part: Partial<BookFrame> = {}): BookFrame => ({
  market,
  health: { at: 'live' } as BookFrame['health'],
  version: 1,
  sequence: 1,
  exchangeTimeMs: NOW,
  provedAtMs: NOW,
  bids: Float64Array.of(parsePrice(bid), HUNDRED),
  asks: Float64Array.of(parsePrice(ask), HUNDRED),
  traded: new Float64Array(),
  lastPrice: null,
  ...part,
});
const BOOKS = new Map([
  [A.id, bookOf(A.id, '0.40', '0.50')],
  [B.id, bookOf(B.id, '0.35', '0.36')],
  [C.id, bookOf(C.id, '0.20', '0.22')],
]);
const account = (part: Partial<AccountView>) =>
  ({ at: 'live', positions: [], orders: [], ...part }) as unknown as AccountView;

const inputOf = (part: Partial<EventInput> = {}): EventInput => ({
  outcomes: [A, B, C],
  exchangeTimeMs: NOW,
  account: account({}),
  wanted: HUNDRED,
  isExclusive: true,
  feeRateMicros: 0,
  book: (id) => BOOKS.get(id) ?? null,
  stateOf: ({ health }) => health.at,
  exposureOf: () => null,
  lossOf: () => toUsd(0n),
  ...part,
});

describe('the outcomes of an event', () => {
  it('are the markets of the same event by rank, or the market alone', () => {
    const alone = marketOf('x');
    expect(listEventMarkets([C, alone, B, A, outcome('other', { eventId: 8 })], B)).toEqual([A, B, C]);
    expect(listEventMarkets([C, alone, B, A], alone)).toEqual([alone]);
    const bySlug = [1, 2].map((at) => marketOf(`s${at}`, { eventSlug: 'cup' }));
    expect(listEventMarkets([...bySlug, A], bySlug[0]!)).toHaveLength(2);
  });

  it('are followed while they trade, as many as a window can', () => {
    const many = Array.from({ length: 60 }, (_, at) => outcome(`m${at}`, at === 0 ? { result: 'no' } : {}));
    const followed = listFollowed(many, NOW);
    expect(followed).toHaveLength(MOST_FOLLOWED);
    expect(followed[0]).toBe('m1');
  });

  it('show prices, holdings, worst case and orders', () => {
    const rows = buildOutcomes(
      inputOf({
        account: account({
          positions: [positionOf('a'), positionOf('a', { outcome: 'no', quantity: parseShares('30') })],
          orders: [restingOf('1', { market: A.id }), restingOf('2', { market: B.id })],
        }),
        exposureOf: (id) =>
          id === 'a' ? ({ ifYes: toUsd(9n), ifNo: toUsd(-5n), ifVoid: toUsd(2n) } as Exposure) : null,
        lossOf: (id) => toUsd(id === 'a' ? 7n : 0n),
      }),
    );
    expect(rows[0]).toMatchObject({
      bid: parsePrice('0.40'),
      ask: parsePrice('0.50'),
      holding: { yes: HUNDRED, no: parseShares('30') },
      worst: -5n,
      lossWithOrders: 7n,
      orders: 1,
      book: 'live',
    });
  });

  it('have no holdings while the account is not known, and no prices without a book', () => {
    const [row] = buildOutcomes(inputOf({ account: null, book: () => null }));
    expect(row).toMatchObject({ holding: null, worst: null, orders: 0, bid: null, book: null, hold: null });
  });
});

describe('ways of an outcome', () => {
  it('go through no of the others in an exclusive event alone', () => {
    const exclusive = buildOutcomes(inputOf())[0]!.hold!;
    // No of b costs 0.65, of c 0.80: together less the dollar that returns 0.45, instead of 0.50.
    expect(priceOfWay(exclusive, 'hold')).toBe(450_000);
    expect(countOthers(exclusive, A.id)).toBe(2);
    const plain = buildOutcomes(inputOf({ isExclusive: false }))[0]!.hold!;
    expect(priceOfWay(plain, 'hold')).toBe(500_000);
    expect(countOthers(plain, A.id)).toBe(0);
  });

  it('use no book that is not live and no market that does not trade', () => {
    const stale = { health: { at: 'stale' } as BookFrame['health'] };
    const book = (id: MarketId) => (id === 'c' ? bookOf(C.id, '0.20', '0.22', stale) : BOOKS.get(id)!);
    expect(countOthers(buildOutcomes(inputOf({ book }))[0]!.hold!, A.id)).toBe(0);
    const over = { ...C, result: 'no' };
    expect(countOthers(buildOutcomes(inputOf({ outcomes: [A, B, over] }))[0]!.hold!, A.id)).toBe(0);
    expect(buildWays(inputOf({ book: () => null }), A.id)).toBeNull();
  });

  it('leave what is not paired, without our own orders as liquidity', () => {
    const own = restingOf('1', { market: A.id, side: 'no', price: parsePrice('0.50'), remaining: HUNDRED });
    const positions = [positionOf('a', { outcome: 'no', quantity: parseShares('60') })];
    const found = buildWays(inputOf({ account: account({ positions, orders: [own] }), isExclusive: false }), A.id)!;
    expect(found.map(({ kind, side, wanted }) => [kind, side, wanted])).toEqual([
      ['hold', 'yes', HUNDRED],
      ['hold', 'no', HUNDRED],
      ['leave', 'no', parseShares('60')],
    ]);
    // The only ask of yes is our own bid for no.
    expect(found[2]?.ways.best).toBeNull();
    expect(found[0]?.ways.best).toBeNull();
  });

  it('have a price rounded against the member to the decimals that are shown', () => {
    const way = (net: bigint) => ({ net: toUsd(net), shares: parseShares('3') }) as Way;
    expect(priceOfWay(way(1_000_001n), 'hold')).toBe(333_400);
    expect(priceOfWay(way(-1_000_000n), 'leave')).toBe(333_300);
    expect(priceOfWay(way(1_000_000n), 'leave')).toBe(-333_400);
  });
});

describe('the sum of prices', () => {
  it('is of the outcomes that trade, and says how many have a price', () => {
    const rows = buildOutcomes(inputOf({ outcomes: [A, B, { ...C, result: 'no' }] }));
    expect(sumPrices(rows)).toEqual({
      bids: { sum: 750_000, count: 2 },
      asks: { sum: 860_000, count: 2 },
      of: 2,
    });
  });

  it('means something in an exclusive event, and little elsewhere', () => {
    const of = (bids: number, asks: number) => ({
      bids: { sum: bids, count: 3 },
      asks: { sum: asks, count: 3 },
      of: 3,
    });
    expect(explainSums(of(1_020_000, 1_100_000), true)).toMatchObject({ isNotable: true });
    expect(explainSums(of(900_000, 980_000), true)).toMatchObject({ isNotable: true });
    expect(explainSums({ ...of(900_000, 980_000), asks: { sum: 980_000, count: 2 } }, true).isNotable).toBe(false);
    expect(explainSums(of(900_000, 1_050_000), true).isNotable).toBe(false);
    expect(explainSums(of(1_200_000, 1_300_000), false)).toMatchObject({ isNotable: false });
  });
});

it('writes a worst case as a result: a loss below zero, a certain gain above', () => {
  expect(formatWorst(parseUsd('44'))).toBe('−44.00');
  expect(formatWorst(toUsd(-parseUsd('56')))).toBe('+56.00');
  expect(formatWorst(toUsd(0n))).toBe('0.00');
});
