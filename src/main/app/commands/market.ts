/** Commands of market data: what the page has on screen. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trader } from '../trader.ts';

export interface MarketCommandOptions {
  readonly trader: Pick<Trader, 'interest'>;
}

export function buildMarketCommands({ trader }: MarketCommandOptions): CommandsOf<'feed'> {
  return {
    'feed.watch': async (interest) => {
      trader.interest.watch(interest);
      return succeed(null);
    },
  };
}
