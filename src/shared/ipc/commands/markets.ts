/** Commands of market data: what is watched, watchlists. */
import { z } from 'zod';
import { MAX_WINDOW_BOOKS } from '../../market/events.ts';
import { areWatchlists, type Watchlist } from '../../market/watchlists.ts';
import { answer, defineCommands } from '../command.ts';
import { marketId, nothing, period } from '../inputSchemas.ts';

export const feedCommands = defineCommands('feed', {
  watch: {
    input: z.strictObject({
      /** What is on screen now; replaces the interest before. */
      books: z.array(marketId).max(MAX_WINDOW_BOOKS),
      tapes: z.array(marketId).max(64),
      candles: z.array(z.strictObject({ market: marketId, period })).max(32),
      underlyings: z.array(z.string().regex(/^[A-Za-z0-9-]{1,40}$/)).max(16),
    }),
    output: answer<null>(),
    lock: 'always',
    recorded: { input: ['books', 'tapes', 'candles', 'underlyings'] },
  },
});

export const watchlistCommands = defineCommands('watchlists', {
  load: {
    input: nothing,
    output: answer<{ readonly lists: readonly Watchlist[] }>(),
    lock: 'always',
  },
  /** Replaces all lists of this server. */
  save: {
    input: z.strictObject({
      lists: z.array(z.strictObject({ name: z.string().max(80), markets: z.array(marketId) })).refine(areWatchlists, {
        message: 'Expected watchlists with different names, within their limits',
      }),
    }),
    output: answer<null>(),
    lock: 'always',
    keeps: true,
  },
});
