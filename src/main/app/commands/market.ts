/** Commands of market data: what each window has on screen, and the watchlists. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trader } from '../trader.ts';

export interface MarketCommandOptions {
  readonly trader: Pick<Trader, 'interest' | 'watchlists'>;
}

export function buildMarketCommands({ trader }: MarketCommandOptions): CommandsOf<'feed'> & CommandsOf<'watchlists'> {
  return {
    'feed.watch': async (interest, { window }) => {
      trader.interest.watch(window, interest);
      return succeed(null);
    },
    'watchlists.load': async () => succeed({ lists: trader.watchlists.load() }),
    'watchlists.save': async ({ lists }) => {
      trader.watchlists.save(lists);
      return succeed(null);
    },
  };
}
