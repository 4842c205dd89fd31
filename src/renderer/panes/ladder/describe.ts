/** What the canvas says of itself in attributes, by which tests and tools find a row: prices in millionths, CSS pixels. */
import { type Columns, ROW_HEIGHT } from './layout.ts';
import type { Ladder } from './model.ts';

/** Writes what changed of it. */
export function describeCanvas(canvas: HTMLCanvasElement | null, ladder: Ladder, columns: Columns): void {
  if (!canvas) return;
  const set = (name: string, value: string): void => {
    if (canvas.dataset[name] !== value) canvas.dataset[name] = value;
  };
  set('topPrice', String(ladder.top));
  set('tick', String(ladder.tick));
  set('rowHeight', String(ROW_HEIGHT));
  set('side', ladder.side);
  set('bidX', String(Math.round((columns.bid + columns.price) / 2)));
  set('askX', String(Math.round((columns.ask + columns.traded) / 2)));
  set('priceX', String(Math.round((columns.price + columns.ask) / 2)));
  set('ownPrices', listOwnPrices(ladder));
}

/** Prices of the rows in sight at which the member has orders, as 'bid:600000 ask:640000'. */
function listOwnPrices(ladder: Ladder): string {
  const found: string[] = [];
  for (let row = 0; row < ladder.rows; row += 1) {
    const price = ladder.top - row * ladder.tick;
    if (ladder.ownBids.shares[row]! > 0) found.push(`bid:${price}`);
    if (ladder.ownAsks.shares[row]! > 0) found.push(`ask:${price}`);
  }
  return found.join(' ');
}
