/**
 * Data attributes of the ladder canvas, with which tests and tools find a row.
 *
 * Units       Prices in millionths; positions in CSS pixels.
 */
import type { Ladder } from '../model.ts';
import type { Picture } from './picture.ts';

/** Writes the changed attributes. */
export function writeAttributes(canvas: HTMLCanvasElement | null, { ladder, columns, stops }: Picture): void {
  if (!canvas) return;
  const set = (name: string, value: string): void => {
    if (canvas.dataset[name] !== value) canvas.dataset[name] = value;
  };
  set('topPrice', String(ladder.top));
  set('tick', String(ladder.tick));
  set('rowHeight', String(columns.rowHeight));
  set('rows', String(ladder.rows));
  set('side', ladder.side);
  set('bidX', String(Math.round((columns.bid + columns.price) / 2)));
  set('askX', String(Math.round((columns.ask + columns.traded) / 2)));
  set('priceX', String(Math.round((columns.price + columns.ask) / 2)));
  set('ownPrices', formatOwnPrices(ladder));
  set('results', ladder.gains === null ? '' : formatResults(ladder.gains));
  set('stopPrices', stops.map(({ price }) => price).join(' '));
}

/** One text for each array: it is the same while the position and the rows are. */
const texts = new WeakMap<Float64Array, string>();

function formatResults(gains: Float64Array): string {
  let text = texts.get(gains);
  if (text === undefined) {
    text = gains.join(' ');
    texts.set(gains, text);
  }
  return text;
}

/** Visible prices with own orders: 'bid:600000 ask:640000'. */
function formatOwnPrices(ladder: Ladder): string {
  const prices: string[] = [];
  for (let row = 0; row < ladder.rows; row += 1) {
    const price = ladder.top - row * ladder.tick;
    if (ladder.ownBids.shares[row]! > 0) prices.push(`bid:${price}`);
    if (ladder.ownAsks.shares[row]! > 0) prices.push(`ask:${price}`);
  }
  return prices.join(' ');
}
