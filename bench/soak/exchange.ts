/**
 * Entry of the exchange of `npm run soak`: the embedded one, with a load account that changes its books so many times a second.
 *
 * Shape       Arguments: changes a second over all markets, then those of the embedded exchange. Each is an order placed behind
 *             the best bid of the next market, or cancelled there, and one increment of its stream, beside those of the market.
 *             To the message `read` it answers what it keeps after a collection of garbage, how many markets it lists, and
 *             how many orders rest.
 * Invariants  A busy machine makes fewer: what was missed is not made up for. It tells its parent each second how many it made.
 */
import { parsePaperArguments } from '../../src/paper/arguments.ts';
import { buildClock } from '../../src/paper/server/clock.ts';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { openBookChanges } from '../paper/bookChanges.ts';
import { type ExchangeKept, openOwnReader } from './inspect.ts';

const [rateText = '0', ...rest] = process.argv.slice(2);
const rate = Number.parseInt(rateText, 10);
const { seed, port, speed, data } = parsePaperArguments(rest);

const BEAT_MS = 20;

const exchange = await openExchange({
  seed,
  port,
  clock: buildClock({ speed }),
  ...(data === null ? {} : { dataFolder: data }),
  onBroken: (sentences) => process.stderr.write(`Broken inside the exchange: ${sentences.join('; ')}\n`),
});
const { world } = exchange;
const { engine } = world;
const changeBook = openBookChanges(world);

let [owed, made] = [0, 0];
setInterval(() => {
  owed += (rate * BEAT_MS) / 1_000;
  for (; owed >= 1; owed -= 1, made += 1) changeBook();
}, BEAT_MS);
setInterval(() => process.send?.({ kind: 'increments', published: made }), 1_000);

const readKept = await openOwnReader();
process.on('message', async (message) => {
  if (message !== 'read') return;
  const openOrders = engine.accounts.reduce((sum, { open }) => sum + open.size, 0);
  const kept: ExchangeKept = { ...(await readKept()), listed: world.markets.length, openOrders };
  process.send?.({ kind: 'kept', kept });
});

const quit = (): never => {
  exchange.save();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, quit);
process.on('disconnect', quit);
process.send?.({ kind: 'listening', port: exchange.port, token: exchange.token });
