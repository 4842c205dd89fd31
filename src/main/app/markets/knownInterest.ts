/**
 * Known interest: what all windows watch together, passed on only where the exchange listed it first.
 *
 * Invariants  A market or symbol that was never listed is not requested, subscribed or kept in market data. The windows'
 *             interest is kept here and passed on when the catalogue lists it. What was listed once in this run stays
 *             known, up to a limit: a market that leaves the catalogue while it is on screen stays watched.
 * Source      docs/security-coverage.md#r41
 */
import type { PublicInterest } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { MarketData } from '../../market/marketData.ts';

/** Names that stay known; those that nobody asked for longest are forgotten first. */
const MAX_UNLISTED = 10_000;
/** Part of main whose books share connections: what it reads of a book is of no order. */
const READS_BOOKS_ALONE = 'alerts';
const NO_INTEREST: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

export interface KnownInterestOptions {
  readonly market: Pick<MarketData, 'watch' | 'listing' | 'onDirty'>;
  /** Called with each watched book once it is known. */
  onBook(market: MarketId): void;
}

export interface KnownInterest {
  /** Sets what one window shows, replacing its previous interest alone. */
  watch(window: number, interest: PublicInterest): void;
  /** Drops the interest of a closed window. */
  forget(window: number): void;
  /** Sets the books and underlyings that one part of main needs, in addition to what the windows show. */
  watchOwn(
    books: readonly MarketId[],
    part?: 'trading' | 'alerts' | 'conditionals' | 'dryRun' | 'custodialProof',
    underlyings?: readonly string[],
  ): void;
  /** Known books that the windows show. */
  shownBooks(): readonly MarketId[];
  /** True when the exchange listed this market in this run. */
  hasListed(market: MarketId): boolean;
  /** True when a market that was listed in this run has this underlying. */
  hasUnderlying(symbol: string): boolean;
  /** Calls `onBook` again for each watched book: the account can be read now. */
  repeatBooks(): void;
  /** Passes nothing on any more: a window that closes later must not open the streams of listed markets again. */
  close(): void;
}

export function openKnownInterest({ market, onBook }: KnownInterestOptions): KnownInterest {
  const markets = openKnownNames((id) => market.listing.has(id as MarketId));
  const symbols = openKnownNames((symbol) => market.listing.symbols().includes(symbol));
  const wanted = new Map<number, PublicInterest>();
  const own = new Map<string, Pick<PublicInterest, 'books' | 'underlyings'>>();
  let passedText = JSON.stringify(NO_INTEREST);
  let learned = 0;
  let isClosed = false;

  function learn(): boolean {
    const version = market.listing.version();
    if (version === learned) return false;
    learned = version;
    return true;
  }

  function buildKnown(): PublicInterest {
    const { [READS_BOOKS_ALONE]: alone, ...others } = Object.fromEntries(own);
    const ofMain = Object.values(others).map((one) => ({ ...NO_INTEREST, ...one }));
    const all = combine([...wanted.values(), ...ofMain]);
    const unshownBooks = (alone?.books ?? []).filter((market) => markets.has(market) && !all.books.includes(market));
    return {
      books: all.books.filter(markets.has),
      ...(unshownBooks.length === 0 ? {} : { unshownBooks }),
      tapes: all.tapes.filter(markets.has),
      candles: all.candles.filter((one) => markets.has(one.market)),
      underlyings: [...new Set([...all.underlyings, ...(alone?.underlyings ?? [])])].filter(symbols.has),
    };
  }

  function pass(known: PublicInterest): void {
    if (isClosed) return;
    passedText = JSON.stringify(known);
    market.watch(known);
    for (const book of known.books) onBook(book);
  }

  const stop = market.onDirty(() => {
    if (!learn()) return;
    const known = buildKnown();
    if (JSON.stringify(known) !== passedText) pass(known);
  });

  return {
    watch(window, interest) {
      wanted.set(window, interest);
      learn();
      pass(buildKnown());
    },
    forget(window) {
      if (!wanted.delete(window)) return;
      learn();
      pass(buildKnown());
    },
    watchOwn(books, part = 'trading', underlyings = []) {
      const next = { books, underlyings };
      if (JSON.stringify(next) === JSON.stringify(own.get(part) ?? { books: [], underlyings: [] })) return;
      own.set(part, next);
      learn();
      pass(buildKnown());
    },
    shownBooks: () => combine([...wanted.values()]).books.filter(markets.has),
    hasListed(id) {
      learn();
      return markets.has(id);
    },
    hasUnderlying(symbol) {
      learn();
      return symbols.has(symbol);
    },
    repeatBooks() {
      for (const book of buildKnown().books) onBook(book);
    },
    close() {
      isClosed = true;
      stop();
    },
  };
}

/** The union, each part in the order in which it was first named. */
function combine(interests: readonly PublicInterest[]): PublicInterest {
  const candles = new Map(
    interests.flatMap((one) => one.candles.map((series) => [`${series.market}:${series.period}`, series] as const)),
  );
  return {
    books: [...new Set(interests.flatMap((one) => one.books))],
    tapes: [...new Set(interests.flatMap((one) => one.tapes))],
    candles: [...candles.values()],
    underlyings: [...new Set(interests.flatMap((one) => one.underlyings))],
  };
}

/** Names that were listed in this run when somebody asked for them; those asked for last stay longest. */
function openKnownNames(isListed: (name: string) => boolean) {
  const known = new Set<string>();
  return {
    has(name: string): boolean {
      if (!known.delete(name) && !isListed(name)) return false;
      known.add(name);
      for (const oldest of known) {
        if (known.size <= MAX_UNLISTED) break;
        known.delete(oldest);
      }
      return true;
    },
  };
}
