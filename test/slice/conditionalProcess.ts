/**
 * The headless trader in a process that arms conditional orders and kills itself (`kill -9`) at one point of their lives.
 *
 * Shape       Started with its set-up as the argument, on the files of an account that is set up. Exits with 3 when the point was
 *             not reached.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { hookPoints } from './conditionalHooks.ts';
import { openCrashTrader } from './crashTrader.ts';

export interface ConditionalSetup {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
  readonly password: string;
  /** The number of the point, from 1 on. */
  readonly point: number;
  readonly market: MarketId;
  readonly armed: readonly { readonly id: ConditionalId; readonly terms: ConditionalTerms }[];
}

/** Longest time from arming to the point. */
const DEADLINE_MS = 15_000;

const setup = JSON.parse(process.argv[2] ?? '') as ConditionalSetup;
const trader = openCrashTrader(setup);
const { trading, market, vault, locks } = trader;
let points = 0;

function reached(): void {
  points += 1;
  if (points !== setup.point) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives before another line of ours runs.
  for (;;);
}

await vault.unlock(setup.password);
locks.noteUnlocked();
while (market.catalogue().at !== 'live' || trading.view().at !== 'live') await wait(10);
trader.interest.watch(1, { books: [setup.market], tapes: [], candles: [], underlyings: [] });
while (market.book(setup.market)?.health.at !== 'live') await wait(10);
hookPoints(trader, reached);
trading.setArmed(true);
for (const { id, terms } of setup.armed) trading.conditionals.arm(id, terms);
await wait(DEADLINE_MS);
console.error(`${points} points`);
process.exit(3);
