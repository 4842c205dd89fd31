/** Commands of market data: what each window has on screen. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { Trader } from '../trader.ts';

export interface MarketCommandOptions {
  readonly trader: Pick<Trader, 'interest'>;
}

export function buildMarketCommands({ trader }: MarketCommandOptions): CommandsOf<'feed'> {
  return {
    'feed.watch': async (interest, { window }) => {
      trader.interest.watch(window, interest);
      return succeed(null);
    },
  };
}
