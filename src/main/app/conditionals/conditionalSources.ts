/** Sources of conditional orders: the exchange's client and market data, independent of what the page shows. */
import type { ConditionalStore } from '../../trading/conditionals/ports.ts';
import type { TradingOptions } from '../../trading/trading.ts';
import type { AccountScope } from '../account/accountScope.ts';
import type { FaultLog } from '../faultLog.ts';

export function buildConditionalSources(
  { venue, market, interest }: Pick<AccountScope, 'venue' | 'market' | 'interest'>,
  store: ConditionalStore,
  onFault: FaultLog,
): NonNullable<TradingOptions['conditionals']> {
  return {
    store,
    clockReading: () => venue.health().clock,
    clockDriftMs: venue.clockDriftMs,
    measureClock: () => void venue.measureClock().catch((error: unknown) => onFault('clock', error)),
    markets: {
      watch: (books, underlyings) => interest.watchOwn(books, 'conditionals', underlyings),
      watchForDryRun: (books, underlyings) => interest.watchOwn(books, 'dryRun', underlyings),
      hasListed: (id) => interest.hasListed(id),
      hasUnderlying: (symbol) => interest.hasUnderlying(symbol),
      market: (id) => market.market(id),
      grid: () => market.catalogue().tick,
      book: (id) => market.book(id),
      proveBook: (id) => market.proveBook(id),
      readBook: (id) => market.readBook(id),
      tick: (symbol) => market.tick(symbol)?.tick ?? null,
      listMinutes: (id, limit) => venue.listCandles(id, '1m', limit),
    },
  };
}
