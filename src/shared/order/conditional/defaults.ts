/**
 * Defaults and limits of conditional orders.
 *
 * Units       Milliseconds, shares in millionths, shares of a whole in basis points.
 * Source      docs/conditionals.md#defaults.
 */
import { smallestLot, type Tick } from '../../market/tickGrid.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { floorToLot } from '../exits/quote.ts';

/** A book without proof of life for this long has no usable price. */
export const STALE_BOOK_MS = 5_000;
/** An underlying's tick older than this is not used. */
export const STALE_TICK_MS = 3_000;
/** Least time between the two observations of a double confirmation. */
export const DOUBLE_MS = 500;
/** Widest spread at which bid, ask and middle are usable, where the terms name none. */
export const DEFAULT_MAX_SPREAD = 100_000;
/** Least size behind a trigger, as a part of the order. */
const MIN_SHARES_BPS = 1_000;
/** A clock offset older than this, or one that moved by more, holds back what depends on time. */
export const CLOCK_MAX_AGE_MS = 60_000;
export const CLOCK_MAX_JUMP_MS = 2_000;
/** Before close: entries, chases and TWAPs end, and their orders are cancelled. */
export const CLOSE_GUARD_MS = 60_000;
/** Time between two orders of one chase. */
export const CHASE_MIN_MS = 2_000;
/** A one-cancels-all puts another leg on the book once it was nearer to a trade by so many ticks, for so long. */
export const SWITCH_TICKS = 2;
export const SWITCH_MS = 1_000;
/** Orders that the batches of one offset may be divided into. */
export const MAX_OFFSETS = 40;
/** Retries after definite refusals that name a time; then the conditional halts. */
export const MAX_RETRIES = 5;
/** A cancel without proof is requested again after this time, this often; then the conditional says so and waits on. */
export const CANCEL_RETRY_MS = 5_000;
export const MAX_CANCELS = 5;
/** Less held than resting sales are for: no late event any more after this time, so the sales are cancelled down to it. */
export const SHORT_MS = 3_000;

/** Least size behind a trigger: a tenth of the order, at least one lot. */
export function defaultMinShares(shares: Shares, tick: Tick): Shares {
  const tenth = floorToLot(Math.floor((shares * MIN_SHARES_BPS) / 10_000), tick);
  return toShares(Math.max(tenth, smallestLot(tick)));
}
