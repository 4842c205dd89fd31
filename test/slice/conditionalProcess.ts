/**
 * The headless trader in a process that arms a conditional order and kills itself (`kill -9`) at one point of its life.
 *
 * Shape       Started with its set-up as the argument, on the files of an account that is set up. Exits with 3 when the point was
 *             not reached.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ConditionalId, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { CONDITIONAL_HOOKS } from './conditionalHooks.ts';
import { openCrashTrader } from './crashTrader.ts';

export interface ConditionalSetup {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
  readonly password: string;
  readonly point: string;
  readonly id: ConditionalId;
  readonly terms: ConditionalTerms;
}

/** Longest time from arming to the point. */
const DEADLINE_MS = 15_000;

const setup = JSON.parse(process.argv[2] ?? '') as ConditionalSetup;
const trader = openCrashTrader(setup);
const { trading, market, vault, locks } = trader;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives before another line of ours runs.
  for (;;);
}

await vault.unlock(setup.password);
locks.noteUnlocked();
while (market.catalogue().at !== 'live' || trading.view().at !== 'live') await wait(10);
CONDITIONAL_HOOKS[setup.point]!.arrange(trader, die);
trading.conditionals.arm(setup.id, setup.terms);
await wait(DEADLINE_MS);
process.exit(3);
