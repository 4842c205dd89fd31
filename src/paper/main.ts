/**
 * Entry of the exchange's process, for a forked Node and Electron's utilityProcess.
 *
 * Invariants  Port and token are sent over the parent's channel only; the process ends when that channel closes.
 */
import { describeError } from '#shared/base/describeError.ts';
import { parsePaperArguments } from './arguments.ts';
import { buildClock } from './server/clock.ts';
import { openExchange, type PaperExchange } from './server/exchange.ts';

/** The part of a utilityProcess channel that is used here. */
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
    clock: buildClock({ speed }),
    ...(data === null ? {} : { dataFolder: data }),
    onBroken: (sentences) => process.stderr.write(`Broken inside the exchange: ${sentences.join('; ')}\n`),
  });
} catch (error) {
  const reason = describeError(error);
  process.stderr.write(`${reason}\n`);
  const failed = { kind: 'failed', reason };
  if (parentPort) {
    parentPort.postMessage(failed);
    // The message leaves before the process ends.
    setTimeout(() => process.exit(1), 100);
  } else process.send?.(failed, () => process.exit(1));
}
if (exchange !== null) {
  const listening = { kind: 'listening', port: exchange.port, token: exchange.token };
  if (parentPort) parentPort.postMessage(listening);
  else process.send?.(listening);
}
