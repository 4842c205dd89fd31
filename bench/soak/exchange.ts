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
import type { BookMarket, Order } from '../../src/paper/engine/state.ts';
import { buildClock } from '../../src/paper/server/clock.ts';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { type ExchangeKept, openOwnReader } from './inspect.ts';

const [rateText = '0', ...rest] = process.argv.slice(2);
const rate = Number.parseInt(rateText, 10);
const { seed, port, speed, data } = parsePaperArguments(rest);

const BEAT_MS = 20;
const DEPOSIT = 1_000_000_000_000;
const SHARES = 10_000_000;
/** Levels behind the best bid that the load uses. */
const LEVELS = 5;

const exchange = await openExchange({
  seed,
  port,
  clock: buildClock({ speed }),
  ...(data === null ? {} : { dataFolder: data }),
  onBroken: (sentences) => process.stderr.write(`Broken inside the exchange: ${sentences.join('; ')}\n`),
});
const { world } = exchange;
const { engine } = world;
const account = engine.openAccount(true, true);
engine.deposit(account, DEPOSIT, world.nowMs());
/** The order of the load in each market; of one that the exchange forgets nothing is kept. */
const resting = new WeakMap<BookMarket, Order>();
let turn = 0;

/** Changes one level of the next market. */
function changeBook(): void {
  const markets = world.markets.filter(({ book }) => book.isOpen && book.bestBid > 1);
  turn += 1;
  const book = markets[turn % markets.length]?.book;
  if (book === undefined) return;
  const order = resting.get(book);
  resting.delete(book);
  if (order === undefined || !engine.cancel(order, world.nowMs())) {
    const ticks = Math.max(1, book.bestBid - 1 - (turn % LEVELS));
    const placed = engine.place(
      { account, market: book, side: 'yes', direction: 'buy', ticks, shares: SHARES, postOnly: true },
      world.nowMs(),
    );
    if (placed.ok) resting.set(book, placed.order);
  }
  world.flush(book);
}

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
