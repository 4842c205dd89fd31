/** Commands of market data: what the page has on screen. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trader } from '../trader.ts';

export interface MarketCommandOptions {
  readonly trader: Pick<Trader, 'market' | 'trading'>;
}

export function buildMarketCommands({ trader: { market, trading } }: MarketCommandOptions): CommandsOf<'feed'> {
  return {
    'feed.watch': async (interest) => {
      market.watch(interest);
      for (const book of interest.books) trading.prefetchWalletRecord(book);
      return succeed(null);
    },
  };
}
