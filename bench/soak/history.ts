/**
 * Entry that gives a data folder an embedded exchange with a full list of markets: it has run for hours until now.
 *
 * Shape       Arguments: `--data FOLDER`, `--seed N`, as those of the embedded exchange.
 * Invariants  Nothing is skipped. When it ends, the market's time is that of this computer, so that a terminal and an exchange
 *             at a speed begin together.
 */
import { parsePaperArguments } from '../../src/paper/arguments.ts';
import { openCore } from '../../src/paper/server/exchange.ts';
import { FULL_AFTER_MS } from './listed.ts';

/** Between two changes of the clock; longer than this exchange would skip. */
const STEP_MS = 60_000;

const { seed, data } = parsePaperArguments(process.argv.slice(2));
if (data === null) throw new Error('Expected --data FOLDER, found none');
const clock = { atMs: Date.now() - FULL_AFTER_MS, nowMs: () => clock.atMs, wallMs: Date.now };
const { core, close } = openCore({ seed, clock, dataFolder: data });
while (clock.atMs < Date.now()) {
  clock.atMs = Math.min(Date.now(), clock.atMs + STEP_MS);
  core.world.advance(clock.atMs);
}
close();
