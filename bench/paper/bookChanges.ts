/** A load account that changes one level of the next open market of an exchange with each call. */
import type { BookMarket, Order } from '../../src/paper/engine/state.ts';
import type { World } from '../../src/paper/simulation/world.ts';

const DEPOSIT = 1_000_000_000_000;
const SHARES = 10_000_000;
/** Levels behind the best bid that the load uses. */
const LEVELS = 5;

/** Each call is one increment of a market's stream, or none where nothing can be placed. */
export function openBookChanges(world: World): () => void {
  const { engine } = world;
  const account = engine.openAccount(true, true);
  engine.deposit(account, DEPOSIT, world.nowMs());
  /** The order of the load in each market; of one that the exchange forgets nothing is kept. */
  const resting = new WeakMap<BookMarket, Order>();
  let turn = 0;
  return () => {
    const { markets } = world;
    turn += 1;
    // Of a list whose closed markets are passed over.
    for (let step = 0; step < markets.length; step += 1, turn += 1) {
      const { book } = markets[turn % markets.length]!;
      if (book.isOpen && book.bestBid > 1) return change(book);
    }
  };

  function change(book: BookMarket): void {
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
}
