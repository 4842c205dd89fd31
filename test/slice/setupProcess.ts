/**
 * The headless trader in a process that kills itself (`kill -9`) at one point of a wallet's set-up.
 *
 * Shape       Started with its set-up as the argument, on an empty folder. Exits with 3 when the wallet is ready and the point was
 *             not reached.
 */
import { openCrashTrader } from './crashTrader.ts';
import { SETUP_HOOKS } from './setupHooks.ts';
import { takeSetupSteps } from './setupSteps.ts';

export interface SetupProcess {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
  readonly password: string;
  readonly point: string;
}

const setup = JSON.parse(process.argv[2] ?? '') as SetupProcess;
const trader = openCrashTrader(setup);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives before another line of ours runs.
  for (;;);
}

SETUP_HOOKS[setup.point]!.arrange(trader, die);
await takeSetupSteps(trader, setup.password);
process.exit(3);
