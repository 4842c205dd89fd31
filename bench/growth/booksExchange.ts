/**
 * Exchange of the books' growth, in a process of its own: as many markets as wanted, each of whose books changes so often a second.
 *
 * Shape       Arguments: number of markets, changes of each a second. A change is an order placed behind the best bid, or cancelled
 *             there: one increment, beside those of the simulated traders.
 */
import { openExchange } from '../../src/paper/server/exchange.ts';
import { openBookChanges } from '../paper/bookChanges.ts';
import { planMarkets } from '../paper/planMarkets.ts';

const [count = 0, rate = 0] = process.argv.slice(2).map((text) => Number.parseInt(text, 10));
const BEAT_MS = 10;

process.on('disconnect', () => process.exit(0));
// Standing alone it admits more sockets than one terminal needs.
const exchange = await openExchange({ events: planMarkets(count), token: null });
const changeBook = openBookChanges(exchange.world);
let [owed, lastMs] = [0, performance.now()];
setInterval(() => {
  const nowMs = performance.now();
  // What a busy machine missed is not made up for.
  owed = Math.min(owed + ((nowMs - lastMs) * count * rate) / 1_000, count * rate);
  lastMs = nowMs;
  for (; owed >= 1; owed -= 1) changeBook();
}, BEAT_MS);
process.send?.({ port: exchange.port, token: exchange.token });
