/**
 * Entry of the exchange's process, for a forked Node and Electron's utilityProcess.
 *
 * Invariants  Port and token are sent over the parent's channel only; the process saves and ends when its parent asks for it,
 *             and ends with its parent.
 */
import { describeError } from '#shared/base/describeError.ts';
import { type ChildSide, openParentChannel } from '#shared/base/parentChannel.ts';
import { parsePaperArguments } from './arguments.ts';
import { buildClock } from './server/clock.ts';
import { openExchange, type PaperExchange } from './server/exchange.ts';

const { seed, port, speed, data, markets } = parsePaperArguments(process.argv.slice(2));
let exchange: PaperExchange | null = null;
const quit = (): never => {
  exchange?.save();
  process.exit(0);
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, quit);
const parent = openParentChannel(process as ChildSide, quit);
if (parent === null) {
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
    ...(markets === null ? {} : { listed: markets }),
    onBroken: (sentences) => process.stderr.write(`Broken inside the exchange: ${sentences.join('; ')}\n`),
  });
} catch (error) {
  const reason = describeError(error);
  process.stderr.write(`${reason}\n`);
  parent.post({ kind: 'failed', reason });
  // The message leaves before the process ends.
  setTimeout(() => process.exit(1), 100);
}
if (exchange !== null) parent.post({ kind: 'listening', port: exchange.port, token: exchange.token });
