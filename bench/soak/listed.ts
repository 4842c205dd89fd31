/**
 * How many markets the embedded exchange lists, when its list is full, and how many maps of orders it has then.
 *
 * Invariants  Once the list is full, a market opens and another one leaves at the end of each window, until an event that is no
 *             window is decided, which is days later.
 * Source      src/paper/simulation/lifecycle.ts
 */
import { EVENTS } from '../../src/paper/simulation/catalogue.ts';
import type { EventPlan } from '../../src/paper/simulation/eventPlan.ts';
import { SHOWN_WINDOWS } from '../../src/paper/simulation/lifecycle.ts';
import { LIQUIDITY_PROFILES } from '../../src/paper/simulation/liquidityProfiles.ts';

const MINUTE_MS = 60_000;
const lengths = EVENTS.flatMap(({ everyMinutes }) => everyMinutes ?? []);

/** The longest window, then those of its length during which it stays listed. */
export const FULL_AFTER_MS = (1 + SHOWN_WINDOWS) * Math.max(...lengths) * MINUTE_MS;

/** In the seconds between the end of a window and its result, both the next one and the one that leaves are listed. */
const MOST_OF_WINDOW = 1 + SHOWN_WINDOWS + 1;

const countListed = ({ everyMinutes }: EventPlan): number => (everyMinutes === undefined ? 1 : MOST_OF_WINDOW);

/** The most markets of the list, once it is full. */
export const MOST_LISTED = EVENTS.reduce((sum, event) => sum + event.markets.length * countListed(event), 0);

/** Makers, takers, the load and two members have an account each. */
const ACCOUNTS = 3 + 8 + 1 + 2;

/** The members' orders, the open ones of each account, and the quotes of each maker of a listed market by column. */
export const MOST_ORDER_MAPS = EVENTS.reduce(
  (sum, event) =>
    sum +
    countListed(event) * event.markets.reduce((count, { tier }) => count + 2 * LIQUIDITY_PROFILES[tier].makers, 0),
  1 + ACCOUNTS,
);
