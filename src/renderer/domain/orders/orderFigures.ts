/**
 * Figures of an order before it is sent: what it costs, what it locks, what each result makes of it.
 *
 * Units       Prices in the terms of the order's side; millionths throughout.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import { averageOfPosition, costOfShares, type OpenCost } from '#shared/order/account/ledger.ts';
import { oppositeColumn, valueOfWalk, type Walk, type WalkedOrder, walkBook } from '#shared/order/bookWalk.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import { formatContracts, formatExactContracts, formatExactPrice, formatTickPrice } from '#shared/text/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '#shared/units/usd.ts';
import { nameOutcomeBriefly } from '../markets/outcomes.ts';

export interface Figures {
  /** A buy's stake, a sale's proceeds: the part that trades at the book's prices, the rest at the limit price. */
  readonly stake: Usd;
  /** The largest fee, which placing a buy reserves. */
  readonly feeReserve: Usd;
  /** Fee of the part that trades now; a resting part pays none. */
  readonly fee: Usd;
  /** Collateral that placing reserves; a sale reserves contracts instead. */
  readonly locked: Usd;
  readonly ifYes: Usd;
  readonly ifNo: Usd;
}

/**
 * What the order costs and what each result makes of it, after fees.
 * A sale's results are against the cost of what is sold, the fees of its purchase included; with no cost, against keeping it.
 *
 * @param walk null without a book: all is then counted at the limit price with the largest fee.
 * @param cost what the shares of a sale cost; null when it is not known.
 */
export function buildFigures(order: WalkedOrder, walk: Walk | null, cost: Usd | null, feeRateMicros: number): Figures {
  const { side, direction, price, shares } = order;
  const feeReserve = maxTakerFee(price, shares, feeRateMicros);
  const fee = walk?.fee ?? feeReserve;
  if (direction === 'buy') {
    const atLimit = costCeil(price, shares);
    const stake = walk ? valueOfWalk(walk, order) : atLimit;
    const lose = toUsd(-stake - fee);
    const win = toUsd(BigInt(shares) + lose);
    const [ifYes, ifNo] = side === 'yes' ? [win, lose] : [lose, win];
    return { stake, feeReserve, fee, locked: toUsd(atLimit + feeReserve), ifYes, ifNo };
  }
  const stake = walk ? valueOfWalk(walk, order) : costFloor(price, shares);
  const received = toUsd(stake - fee);
  const rest = { stake, feeReserve, fee, locked: toUsd(0n) };
  if (cost !== null) {
    const gain = toUsd(received - cost);
    return { ...rest, ifYes: gain, ifNo: gain };
  }
  const [win, lose] = [toUsd(received - BigInt(shares)), received];
  const [ifYes, ifNo] = side === 'yes' ? [win, lose] : [lose, win];
  return { ...rest, ifYes, ifNo };
}

export interface OrderPreview {
  /** Null without a book. */
  readonly walk: Walk | null;
  /** True when any of it would trade at once, were it not post-only. */
  readonly crosses: boolean;
  readonly figures: Figures;
  /** What is sold cost on average; null for a buy and where it is not known. */
  readonly average: Price | null;
}

interface Levels {
  readonly bids: Float64Array;
  readonly asks: Float64Array;
}

const NO_LEVELS = new Float64Array();

/** @param position what the shares of a sale were bought for; null for a buy and where it is not known. */
export function buildOrderPreview(
  order: WalkedOrder & { readonly postOnly: boolean },
  book: Levels | null,
  position: OpenCost | null,
  feeRateMicros: number,
): OrderPreview {
  const column = book?.[oppositeColumn(order.side, order.direction)] ?? NO_LEVELS;
  const walk = book ? walkBook(order.postOnly ? NO_LEVELS : column, order, feeRateMicros) : null;
  const cost = position === null ? null : costOfShares(position, order.shares);
  return {
    walk,
    crosses: walkBook(column, order, feeRateMicros).average !== null,
    figures: buildFigures(order, walk, cost, feeRateMicros),
    average: position === null || cost === null ? null : averageOfPosition(position),
  };
}

type Moved = Pick<OrderView, 'side' | 'direction' | 'remaining' | 'postOnly'>;

/** What the order would trade at once at another price; null where it would rest, or where that is not known. */
export function walkMoved(
  { side, direction, remaining }: Omit<Moved, 'postOnly'>,
  to: Price,
  book: Levels | null,
): Walk | null {
  if (book === null || direction === null) return null;
  const order = { side, direction, price: to, shares: remaining };
  const walk = walkBook(book[oppositeColumn(side, direction)], order, 0);
  return walk.average === null ? null : walk;
}

/** 'Trades at once: all at 0.4300.'; null where the moved order would rest. */
export function describeMoved(order: Moved, to: Price, book: Levels | null, decimals: number): string | null {
  const walk = walkMoved(order, to, book);
  if (walk === null) return null;
  return order.postOnly ? 'Would be refused: it is post-only.' : `Trades at once: ${formatWalk(walk, decimals)}.`;
}

/** 'buy 500 yes at 0.61'. */
export function formatOrder(
  market: Market | null,
  side: Side,
  direction: Direction,
  price: Price,
  shares: Shares,
): string {
  return `${direction} ${formatExactContracts(shares)} ${nameOutcomeBriefly(market, side)} at ${formatExactPrice(price)}`;
}

/** 'all at 0.6081', '320 at 0.6100' (the others rest), 'nothing, rests'. */
export function formatWalk(walk: Walk | null, decimals: number): string {
  if (walk === null) return '–';
  if (walk.average === null) return 'nothing, rests';
  const average = formatTickPrice(walk.average, decimals + 2);
  return walk.rests === 0 ? `all at ${average}` : `${formatContracts(walk.traded)} at ${average}`;
}
