/** Public checks: markets, book, ticker, candles, trades, and the public streams against the REST book. */

import type { Venue } from '#main/venue/venue.ts';
import {
  applyIncrement,
  applySnapshot,
  type Book,
  bestAsk,
  bestBid,
  buildBook,
  isCrossed,
  levelsOf,
} from '#shared/market/book.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import { isTrading, type Market } from '#shared/market/market.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { HEALTH_ERRORS, STREAM_REASONS } from '#shared/text/health.ts';
import { formatPartialListing } from '#shared/text/markets/listings.ts';
import { formatMessageProblem, formatParseProblem } from '#shared/text/parseProblems.ts';
import { formatPrice, type Price } from '#shared/units/price.ts';
import { openWaiter, type Report, Unverified } from './report.ts';

const MAX_SEQUENCES = 5_000;

/** How long the doctor waits for streams. */
export interface WaitTimes {
  readonly snapshotMs: number;
  readonly catchUpMs: number;
  readonly privateMs: number;
}

export const WAIT_TIMES: WaitTimes = { snapshotMs: 15_000, catchUpMs: 5_000, privateMs: 15_000 };

/** Prices and volumes as one line, to compare two books. */
function formatLevels(book: Book): string {
  return `${levelsOf(book, 'bid').join(',')}|${levelsOf(book, 'ask').join(',')}`;
}

function formatOptionalPrice(price: Price | null): string {
  return price === null ? 'none' : formatPrice(price);
}

/** Returns the market that further checks use, or null. */
export async function checkReads(venue: Venue, report: Report, marketId: string | null): Promise<Market | null> {
  let markets: readonly Market[] = [];
  await report.check('markets', async () => {
    const { items, partial } = await venue.listMarkets();
    if (partial) throw new Error(`Expected a list with ${formatPartialListing(partial)}`);
    markets = items;
    const unreadable = venue.health().errors.filter(({ source }) => source.code === 'markets');
    if (unreadable[0])
      throw new Error(`${markets.length} read, others unreadable: ${formatCoded(HEALTH_ERRORS, unreadable[0].error)}`);
    if (markets.length === 0) throw new Unverified('The exchange lists no market');
    const events = new Set(markets.map((market) => market.eventId));
    return `${markets.length} markets of ${events.size} events`;
  });
  const nowMs = venue.exchangeTimeMs();
  const market = marketId
    ? markets.find((candidate) => candidate.id === marketId)
    : (markets.find((candidate) => isTrading(candidate, nowMs) && candidate.lastPrice !== null) ?? markets[0]);
  if (!market) {
    report.add(
      marketId ? 'FAILED' : 'unverified',
      'market',
      marketId ? `Market ${marketId} is not listed` : 'No market to check',
    );
    return null;
  }
  report.add('ok', 'market', `${market.id}: ${market.title}`);
  await report.check('order book', async () => {
    const update = await venue.fetchBook(market.id);
    const book = buildBook();
    applySnapshot(book, update);
    if (book.leftOut !== null) throw new Error(formatParseProblem(book.leftOut.problem));
    if (isCrossed(book))
      throw new Error(
        `Bid ${formatOptionalPrice(bestBid(book))} is not below ask ${formatOptionalPrice(bestAsk(book))}`,
      );
    const sequence = update.sequence < 0 ? 'no sequence' : `sequence ${update.sequence}`;
    const best = `bid ${formatOptionalPrice(bestBid(book))}, ask ${formatOptionalPrice(bestAsk(book))}`;
    return `${update.bids.length} bids, ${update.asks.length} asks, ${best}, ${sequence}`;
  });
  await report.check('ticker', async () => {
    const ticker = await venue.fetchTicker(market.id);
    return `last ${formatOptionalPrice(ticker.last)}, change ${ticker.priceChangePercent ?? 'not served'}`;
  });
  await report.check('k-line', async () => {
    const candles = await venue.listCandles(market.id, '1m', 100);
    return `${candles.length} candles of a minute`;
  });
  await report.check('recent contracts', async () => {
    const { trades, problem } = await venue.listRecentTrades(market.id);
    if (problem !== null) throw new Error(formatParseProblem(problem));
    const attributed = trades.filter((trade) => trade.takerSide !== null).length;
    return `${trades.length} trades, ${attributed} with a taker side`;
  });
  return market;
}

/** Listens for `listenMs` and compares the streamed book with the REST book at the same sequence. */
export async function checkStreams(
  venue: Venue,
  report: Report,
  market: Market,
  listenMs: number,
  waits: WaitTimes,
): Promise<void> {
  const counts: Record<PublicEvent['kind'], number> = {
    bookSnapshot: 0,
    bookIncrement: 0,
    trades: 0,
    candle: 0,
    tick: 0,
    disconnected: 0,
    unreadable: 0,
    tapeUnreadable: 0,
  };
  const book = buildBook();
  const history = new Map<number, string>();
  const streamed = new Set<number>();
  const waiter = openWaiter();
  const faults: string[] = [];
  let repeated = 0;
  const storeLevels = (): void => {
    if (book.sequence !== null) history.set(book.sequence, formatLevels(book));
    if (history.size > MAX_SEQUENCES) history.delete(history.keys().next().value!);
  };
  const stopListening = venue.onPublic((event) => {
    counts[event.kind] += 1;
    if (event.kind === 'bookSnapshot') {
      applySnapshot(book, event.update);
      if (book.leftOut !== null) faults.push(formatParseProblem(book.leftOut.problem));
      if (isCrossed(book)) faults.push('Bid is not below ask in a snapshot');
      streamed.clear();
      storeLevels();
    } else if (event.kind === 'bookIncrement') {
      const result = applyIncrement(book, event.update);
      if (result === 'applied') {
        if (event.update.leftOut) faults.push(formatParseProblem(event.update.leftOut.problem));
        storeLevels();
        streamed.add(event.update.sequence);
      } else if (result === 'duplicate') {
        // The exchange resends increments stored before the snapshot; only a repeat after it is a fault.
        if (streamed.has(event.update.sequence)) repeated += 1;
      }
      if (result === 'resync') {
        faults.push(`A gap before sequence ${event.update.sequence}`);
        venue.resubscribe(market.id);
      }
      if (isCrossed(book)) faults.push(`Bid is not below ask at sequence ${event.update.sequence}`);
    } else if ('reason' in event) faults.push(formatCoded(STREAM_REASONS, event.reason));
    else if ('problem' in event) faults.push(formatMessageProblem(event.problem));
    waiter.poke();
  });
  const symbol = market.terms?.underlying?.symbol ?? null;
  venue.setInterest({
    books: [market.id],
    tapes: [market.id],
    candles: [{ market: market.id, period: '1m' }],
    underlyings: symbol !== null && /^[A-Za-z0-9-]{1,40}$/.test(symbol) ? [symbol] : [],
  });
  const started = await waiter.until(() => counts.bookSnapshot > 0, waits.snapshotMs);
  const streamName = `market ${market.id}`;
  const reason = venue.health().streams.find((stream) => stream.name === streamName)?.reason;
  report.expect(
    started,
    'book snapshot',
    started
      ? `sequence ${book.sequence}`
      : reason
        ? formatCoded(STREAM_REASONS, reason)
        : `None received in ${waits.snapshotMs / 1000} s`,
  );
  if (started) {
    await waiter.until(() => false, listenMs);
    if (repeated > 0) faults.push(`${repeated} increments were received more than once`);
    const gaps = venue.health().streams.reduce((sum, stream) => sum + stream.gaps, 0);
    const seconds = listenMs / 1000;
    report.expect(
      faults.length === 0 && gaps === 0,
      'book increments',
      `${counts.bookIncrement} in ${seconds} s, ${gaps} gaps${faults[0] ? `; ${faults[0]}` : ''}`,
    );
    await report.check('book, stream and REST', async () => {
      const rest = await venue.fetchBook(market.id);
      if (rest.sequence < 0) throw new Unverified('The REST book has no sequence to compare at');
      const reached = await waiter.until(() => (book.sequence ?? -1) >= rest.sequence, waits.catchUpMs);
      if (!reached) throw new Error(`REST is at sequence ${rest.sequence}, the stream is still at ${book.sequence}`);
      const streamedLevels = history.get(rest.sequence);
      if (streamedLevels === undefined)
        throw new Unverified(`REST is at sequence ${rest.sequence}, older than the stream`);
      const served = buildBook();
      applySnapshot(served, rest);
      if (formatLevels(served) !== streamedLevels) throw new Error(`The books differ at sequence ${rest.sequence}`);
      return `equal at sequence ${rest.sequence}`;
    });
    for (const [kind, name] of [
      ['trades', 'trades stream'],
      ['candle', 'k-line stream'],
      ['tick', 'underlying stream'],
    ] as const) {
      const count = counts[kind];
      report.add(
        count > 0 ? 'ok' : 'unverified',
        name,
        count > 0 ? `${count} messages` : `None received in ${seconds} s`,
      );
    }
  }
  stopListening();
}
