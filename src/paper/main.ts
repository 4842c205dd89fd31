/**
 * Entry of the exchange's own process, under a forked Node and under Electron's utilityProcess alike.
 *
 * Invariants  Port and token leave over the parent's channel only; when that channel closes, so does the process.
 */
import { parsePaperArguments } from './arguments.ts';
import { buildClock } from './server/clock.ts';
import { openExchange, type PaperExchange } from './server/exchange.ts';

/** The channel of a utilityProcess, as far as it is used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'close', listener: () => void): void;
}

const { seed, port, speed, data } = parsePaperArguments(process.argv.slice(2));
const { parentPort } = process as typeof process & { parentPort?: ParentPort };
let exchange: PaperExchange | null = null;
const quit = (): never => {
  exchange?.save();
  process.exit(0);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, quit);
process.on('disconnect', quit);
parentPort?.on('close', quit);

if (!parentPort && !process.send) {
  process.stderr.write(
    'The embedded exchange needs the channel of its parent; alone it is started by `npm run paper`\n',
  );
  process.exit(2);
}

try {
  exchange = await openExchange({
    seed,
    port,
    clock: buildClock(speed),
    ...(data === null ? {} : { dataFolder: data }),
    onBroken: (sentences) => process.stderr.write(`Broken inside the exchange: ${sentences.join('; ')}\n`),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
const listening = { kind: 'listening', port: exchange.port, token: exchange.token };
if (parentPort) parentPort.postMessage(listening);
else process.send?.(listening);
