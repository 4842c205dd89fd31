import { describe, expect, it } from 'vitest';
import { openKnownInterest } from '#main/app/markets/knownInterest.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';

const ids = (...names: string[]): MarketId[] => names as MarketId[];

function openBench() {
  const passed: PublicInterest[] = [];
  const books: string[] = [];
  let listed: readonly string[] = [];
  let symbols: readonly string[] = [];
  let version = 0;
  let onDirty: (mayWait: boolean) => void = () => undefined;
  const interest = openKnownInterest({
    onBook: (market) => books.push(market),
    market: {
      watch: (next) => {
        passed.push(next);
        onDirty(false);
      },
      listing: {
        version: () => version,
        has: (id) => listed.includes(id),
        symbols: () => symbols,
        listEvent: () => [],
        listMostTraded: () => [],
      },
      onDirty: (listener) => {
        onDirty = listener;
        return () => undefined;
      },
    },
  });
  return {
    interest,
    passed,
    books,
    list(names: readonly string[], symbol: string | null = null) {
      listed = names;
      symbols = symbol === null ? [] : [symbol];
      version += 1;
      onDirty(false);
    },
  };
}

const watching = (market: string): PublicInterest => ({
  books: ids(market),
  tapes: ids(market),
  candles: [{ market: market as MarketId, period: '1h' }],
  underlyings: ['BTC-USD'],
});
const NOTHING = { books: [], tapes: [], candles: [], underlyings: [] };

describe('known interest', () => {
  it('names each known book again when the account can be read', () => {
    const { interest, books, list } = openBench();
    interest.repeatBooks();
    interest.watch(1, watching('101'));
    interest.repeatBooks();
    expect(books).toEqual([]);
    list(['101']);
    interest.repeatBooks();
    expect(books).toEqual(['101', '101']);
  });

  it('passes on nothing unlisted, and passes it on once it is listed', () => {
    const { interest, passed, books, list } = openBench();
    interest.watch(1, watching('101'));
    expect(passed).toEqual([NOTHING]);
    list(['102']);
    expect(passed).toHaveLength(1);
    expect(books).toEqual([]);
    list(['101', '102'], 'BTC-USD');
    expect(passed.at(-1)).toEqual(watching('101'));
    expect(books).toEqual(['101']);
    list(['101', '102', '103'], 'BTC-USD');
    expect(passed).toHaveLength(2);
  });

  it('watches what all windows show, until the window that shows it shows something else or closes', () => {
    const { interest, passed, list } = openBench();
    list(['101', '102'], 'BTC-USD');
    interest.watch(1, watching('101'));
    interest.watch(2, { ...watching('102'), underlyings: [] });
    expect(passed.at(-1)).toMatchObject({ books: ['101', '102'], tapes: ['101', '102'], underlyings: ['BTC-USD'] });
    expect(passed.at(-1)?.candles).toHaveLength(2);
    interest.watch(1, watching('102'));
    expect(passed.at(-1)).toEqual(watching('102'));
    interest.watch(1, NOTHING);
    expect(passed.at(-1)).toEqual({ ...watching('102'), underlyings: [] });
    interest.forget(2);
    expect(passed.at(-1)).toEqual(NOTHING);
  });

  it('keeps a market that leaves the catalogue, also when it is watched again', () => {
    const { interest, passed, list } = openBench();
    list(['101'], 'BTC-USD');
    interest.watch(1, watching('101'));
    list(['102'], 'ETH-USD');
    expect(passed).toEqual([watching('101')]);
    interest.watch(1, { ...watching('101'), tapes: [] });
    expect(passed.at(-1)).toEqual({ ...watching('101'), tapes: [] });
    expect([interest.hasListed(ids('101')[0]!), interest.hasListed(ids('104')[0]!)]).toEqual([true, false]);
  });

  it('adds the books and underlyings that a part of main needs, and takes them back', () => {
    const { interest, passed, list } = openBench();
    list(['101', '102'], 'BTC-USD');
    interest.watchOwn(ids('101', '104'), 'conditionals', ['BTC-USD', 'X']);
    expect(passed.at(-1)).toMatchObject({ books: ['101'], underlyings: ['BTC-USD'] });
    interest.watchOwn(ids('102'), 'alerts');
    expect(passed.at(-1)).toMatchObject({ books: ['101'], unshownBooks: ['102'], underlyings: ['BTC-USD'] });
    interest.watch(1, watching('102'));
    expect(passed.at(-1)).toMatchObject({ books: ['102', '101'] });
    expect(passed.at(-1)).not.toHaveProperty('unshownBooks');
    interest.forget(1);
    interest.watchOwn([], 'conditionals');
    expect(passed.at(-1)).toMatchObject({ books: [], unshownBooks: ['102'], underlyings: [] });
    expect([interest.hasUnderlying('BTC-USD'), interest.hasUnderlying('X')]).toEqual([true, false]);
  });

  it('passes on nothing after it is closed, also when a window is closed later', () => {
    const { interest, passed, list } = openBench();
    list(['101'], 'BTC-USD');
    interest.watch(1, watching('101'));
    interest.close();
    interest.forget(1);
    interest.watchOwn(ids('101'));
    interest.watch(2, watching('101'));
    expect(passed).toEqual([watching('101')]);
  });

  it('remembers a bounded number of markets that somebody asked for while they were listed', () => {
    const { interest, list } = openBench();
    const hasListed = (id: string) => interest.hasListed(ids(id)[0]!);
    list(['first', 'unasked']);
    expect(hasListed('first')).toBe(true);
    for (let page = 0; page < 11; page += 1) {
      const names = Array.from({ length: 1_000 }, (_, index) => `${page}-${index}`);
      list(names);
      for (const name of names) hasListed(name);
    }
    expect([hasListed('first'), hasListed('unasked'), hasListed('0-0'), hasListed('10-999')]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(hasListed('1-999')).toBe(true);
  });
});
