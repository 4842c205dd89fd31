import { describe, expect, it } from 'vitest';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { NO_SEQUENCE, parseBookIncrement, parseBookSnapshot, parseOrderBook } from '#wire/messages/orderBook.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';

const level = (price: string, volume: string, side = 'yes') => ({ price, side, volume });
const path = new JsonPath('101.ob-snap');

describe('parseOrderBook', () => {
  it('uses the YES arrays and never adds their mirrors', () => {
    const { update, conflict } = parseOrderBook({
      yes_bids: [level('0.60', '10')],
      yes_asks: [level('0.62', '20')],
      no_bids: [level('0.38', '20', 'no')],
      no_asks: [level('0.40', '10', 'no')],
      sequence: 12,
    });
    expect(update).toEqual({
      bids: [{ price: 600_000, shares: 10_000_000 }],
      asks: [{ price: 620_000, shares: 20_000_000 }],
      sequence: 12,
    });
    expect(conflict).toBeNull();
  });

  it('mirrors a NO array only where the YES array is empty', () => {
    const { update } = parseOrderBook({
      yes_bids: [],
      yes_asks: [level('0.62', '20')],
      no_bids: [level('0.30', '99', 'no')],
      no_asks: [level('0.40', '10', 'no'), level('0.45', '5', 'no')],
      sequence: 3,
    });
    expect(update.bids).toEqual([
      { price: 600_000, shares: 10_000_000 },
      { price: 550_000, shares: 5_000_000 },
    ]);
    expect(update.asks).toEqual([{ price: 620_000, shares: 20_000_000 }]);
  });

  it('returns the first level where a NO array contradicts the YES array', () => {
    const book = { yes_bids: [level('0.60', '10')], no_asks: [level('0.40', '7', 'no')], sequence: 1 };
    expect(parseOrderBook(book).conflict).toEqual({
      array: 'yes_bids',
      price: 600_000,
      served: 10_000_000,
      mirrored: 7_000_000,
    });
  });

  it('accepts pairs, plain bids and asks, and a book without a sequence', () => {
    const { update } = parseOrderBook({
      bids: [['0.1', '1']],
      asks: [
        ['0.2', '2'],
        ['0.3', '0'],
      ],
    });
    expect(update).toEqual({
      bids: [{ price: 100_000, shares: 1_000_000 }],
      asks: [{ price: 200_000, shares: 2_000_000 }],
      sequence: NO_SEQUENCE,
    });
  });

  it('leaves out an unreadable level and keeps the others, with the best price that it may have', () => {
    const drift = createSchemaDrift();
    const bids = [level('0.60', '10'), level('2', '1'), level('0.58', '3')];
    const { update } = parseOrderBook({ yes_bids: bids, yes_asks: [['0.62', '1']] }, new JsonPath('book', null, drift));
    expect(update.bids.map(({ price }) => price)).toEqual([600_000, 580_000]);
    expect(update.leftOut).toMatchObject({
      count: 1,
      bid: 600_000,
      ask: null,
      problem: { path: 'book.yes_bids[1].price' },
    });
    expect([...drift.drainLeftOut()]).toMatchObject([['book.yes_bids[].price', { count: 1 }]]);
  });

  it.each([
    ['an unreadable best price', [level('x', '1'), level('0.58', '3')], 999_999],
    ['a price without a place in the order', [level('0.58', '3'), level('x', '1'), level('0.60', '3')], 999_999],
    ['an unreadable volume', [level('0.60', '10'), level('0.58', '-3')], 580_000],
    ['a side that is no list', 'x', 999_999],
  ])('says how good a left-out bid may be: %s', (_, yesBids, bid) => {
    const { update } = parseOrderBook({ yes_bids: yesBids, yes_asks: [['0.62', '1']] });
    expect(update.leftOut).toMatchObject({ count: 1, bid, ask: null });
    expect(update.asks).toHaveLength(1);
  });

  it('mirrors what a left-out level of the other outcome may be', () => {
    const { update } = parseOrderBook({
      no_asks: [level('0.40', '10', 'no'), level('0.45', '', 'no'), level('0.5', 'x', 'no')],
    });
    expect(update.leftOut).toMatchObject({ count: 1, bid: 500_000, ask: null });
  });

  it('refuses a side of which most is unreadable', () => {
    expect(() => parseOrderBook({ yes_bids: Array.from({ length: 21 }, () => level('x', '1')) })).toThrow(
      'yes_bids[0].price',
    );
  });
});

describe('book streams', () => {
  it('parses a snapshot of pairs and one of four arrays into the same book', () => {
    const pairs = parseBookSnapshot({ bids: [['0.6', '10']], asks: [['0.62', '20']], sequence: 7 }, path);
    const arrays = parseBookSnapshot(
      { yes_bids: [level('0.6', '10')], no_bids: [level('0.38', '20')], sequence: 7 },
      path,
    );
    expect(arrays).toEqual(pairs);
  });

  it('refuses a snapshot or an increment without a sequence', () => {
    expect(() => parseBookSnapshot({ bids: [], asks: [] }, path)).toThrow('at 101.ob-snap.sequence, found nothing');
    expect(() => parseBookIncrement({ bids: [['0.6', '1']] }, path)).toThrow('sequence');
  });

  it('keeps removals in an increment, and an absent or null side as unchanged', () => {
    expect(parseBookIncrement({ asks: null, bids: ['0.6', ''], sequence: 8 }, path)).toEqual({
      bids: [{ price: 600_000, shares: 0 }],
      asks: [],
      sequence: 8,
    });
  });
});
