/** Commands of market data: what each window has on screen, and the watchlists. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import { listOf } from '../markets/windowLists.ts';
import type { Trader } from '../trader.ts';

export interface MarketCommandOptions {
  readonly trader: Pick<Trader, 'interest' | 'market' | 'watchlists'>;
}

export function buildMarketCommands({ trader }: MarketCommandOptions): CommandsOf<'feed'> & CommandsOf<'watchlists'> {
  return {
    'feed.watch': async (interest, { window }) => {
      trader.interest.watch(window, interest);
      return succeed(null);
    },
    'feed.showList': async ({ list, ...request }, { window }) =>
      succeed(await trader.market.showList(listOf(window, list), request)),
    'feed.stepList': async ({ list, step, ...request }, { window }) =>
      succeed(await trader.market.step(listOf(window, list), request, request.at, step)),
    'feed.hideList': async ({ list }, { window }) => {
      trader.market.hide(listOf(window, list));
      return succeed(null);
    },
    'feed.keep': async ({ markets }, { window }) => {
      trader.market.keep(listOf(window, 'kept'), markets);
      return succeed({ unlisted: markets.filter((id) => !trader.market.listing.has(id)) });
    },
    'feed.search': async ({ search, text, limit }, { window }) =>
      succeed(await trader.market.search(listOf(window, search), text, limit)),
    'watchlists.load': async () => succeed({ lists: trader.watchlists.load() }),
    'watchlists.save': async ({ lists }) => {
      trader.watchlists.save(lists);
      return succeed(null);
    },
  };
}
