/** The headless trader of a process that kills itself. */
import { flushCompileCache } from 'node:module';
import { openTrader, type Trader } from '#main/app/trader.ts';
import { buildProcessOptions, type ProcessFolder } from './processOptions.ts';

export function openCrashTrader(folder: ProcessFolder): Trader {
  // A killed program writes nothing when it ends.
  flushCompileCache();
  return openTrader(buildProcessOptions(folder));
}
