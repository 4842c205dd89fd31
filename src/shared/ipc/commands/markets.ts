/** Commands of market data: what is watched, watchlists. */
import { z } from 'zod';
import { MAX_WINDOW_BOOKS } from '../../market/events.ts';
import { type FoundMarkets, type ListPart, type ListStep, MARKET_SORTS } from '../../market/marketList.ts';
import { areWatchlists, WATCHLIST_LIMITS, type Watchlist } from '../../market/watchlists.ts';
import type { MarketId } from '../../units/ids.ts';
import { answer, defineCommands } from '../command.ts';
import { marketId, nothing, period } from '../inputSchemas.ts';

/** Rows of one part of a list. */
export const MOST_LIST_ROWS = 200;
/** Markets that a window keeps. */
export const MOST_KEPT = 256;
/** Markets of one search. */
export const MOST_FOUND = 100;

const searchText = z.string().max(200);
/** Of a pane. */
const listName = z.string().regex(/^[A-Za-z0-9:_-]{1,80}$/);
const list = {
  list: listName,
  query: z.strictObject({
    text: searchText,
    category: z.string().max(120).nullable(),
    watched: z.array(marketId).max(WATCHLIST_LIMITS.markets).nullable(),
    sort: z.enum(MARKET_SORTS),
  }),
  from: z.int().min(0),
  count: z.int().min(0).max(MOST_LIST_ROWS),
  /** The market whose row is asked for. */
  at: marketId.nullable(),
  /** Keeps the order of rows: the pointer is over them. */
  isKept: z.boolean(),
  headingsId: z.int().nullable(),
};

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
  /** Part of the rows of a list; its markets come by frames from then on, until it is hidden. */
  showList: { input: z.strictObject({ ...list }), output: answer<ListPart>(), lock: 'always' },
  /** The market before or after one of the list; null in an empty list. */
  stepList: {
    input: z.strictObject({ ...list, step: z.union([z.literal(1), z.literal(-1)]) }),
    output: answer<ListStep | null>(),
    lock: 'always',
  },
  hideList: { input: z.strictObject({ list: listName }), output: answer<null>(), lock: 'always' },
  /** Markets that this window shows without a list: their names and prices come by frames. Replaces those before. */
  keep: {
    input: z.strictObject({ markets: z.array(marketId).max(MOST_KEPT) }),
    /** Those of them that the exchange does not list. */
    output: answer<{ readonly unlisted: readonly MarketId[] }>(),
    lock: 'always',
  },
  /** Markets that a text finds; they come by frames until the next search with this name. */
  search: {
    input: z.strictObject({ search: listName, text: searchText, limit: z.int().min(0).max(MOST_FOUND) }),
    output: answer<FoundMarkets>(),
    lock: 'always',
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
