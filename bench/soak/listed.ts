/**
 * How many markets the embedded exchange lists, and when its list is full.
 *
 * Invariants  Once the list is full, a market opens and another one leaves at the end of each window, until an event that is no
 *             window is decided, which is days later.
 * Source      src/paper/simulation/lifecycle.ts
 */
import { EVENTS } from '../../src/paper/simulation/catalogue.ts';
import { SHOWN_WINDOWS } from '../../src/paper/simulation/lifecycle.ts';

const MINUTE_MS = 60_000;
const lengths = EVENTS.flatMap(({ everyMinutes }) => everyMinutes ?? []);

/** The longest window, then those of its length during which it stays listed. */
export const FULL_AFTER_MS = (1 + SHOWN_WINDOWS) * Math.max(...lengths) * MINUTE_MS;

/** In the seconds between the end of a window and its result, both the next one and the one that leaves are listed. */
const MOST_OF_WINDOW = 1 + SHOWN_WINDOWS + 1;

/** The most markets of the list, once it is full. */
export const MOST_LISTED = EVENTS.reduce(
  (sum, { markets, everyMinutes }) => sum + markets.length * (everyMinutes === undefined ? 1 : MOST_OF_WINDOW),
  0,
);
