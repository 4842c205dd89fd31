/**
 * Orders beside a position: what resting, unknown and conditional ones would make of it at worst, each group by itself.
 *
 * Units       Millionths; prices in the terms of the order's outcome.
 * Invariants  Pure. No order is in a named result. Each order fills or not, whichever is worse for that end of the market; all
 *             of it trades with the largest fee.
 * Source      docs/profit-and-loss.md#orders-apart
 */
import type { Direction, Side } from '../../market/outcome.ts';
import type { Price } from '../../units/price.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '../../units/usd.ts';
import { maxTakerFee } from '../fees.ts';
import { isTerminal, type OrderLife } from '../life.ts';
import type { Exposure } from './exposure.ts';

/** An order that may trade; `direction` null: the exchange omitted it. */
export interface PossibleOrder {
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly shares: Shares;
}

export interface Group {
  readonly count: number;
  readonly buys: Shares;
  readonly sells: Shares;
  /** The worst end of the market with these orders; null where the cost of the position is not known. */
  readonly worst: Usd | null;
}

export interface Apart {
  readonly resting: Group;
  /** Their answer was lost: they may rest, have filled, or not exist. A result beside one says so. */
  readonly unknown: Group;
  readonly conditional: Group;
}

interface AccountOrder {
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly remaining: Shares;
  readonly life: OrderLife;
}

/** @param orders and @param conditionals are those of the market; ended ones count as nothing. */
export function listApart(
  exposure: Pick<Exposure, 'ifYes' | 'ifNo' | 'ifVoid'>,
  orders: readonly AccountOrder[],
  conditionals: readonly PossibleOrder[],
  feeRateMicros: number,
): Apart {
  const open = orders.filter(({ life }) => !isTerminal(life));
  const group = (of: readonly AccountOrder[]): Group =>
    buildGroup(
      exposure,
      of.map(({ side, direction, price, remaining }) => ({ side, direction, price, shares: remaining })),
      feeRateMicros,
    );
  return {
    resting: group(open.filter(({ life }) => life.at !== 'unknown')),
    unknown: group(open.filter(({ life }) => life.at === 'unknown')),
    conditional: buildGroup(exposure, conditionals, feeRateMicros),
  };
}

function buildGroup(
  { ifYes, ifNo, ifVoid }: Pick<Exposure, 'ifYes' | 'ifNo' | 'ifVoid'>,
  orders: readonly PossibleOrder[],
  feeRateMicros: number,
): Group {
  const sum = { yes: ifYes ?? 0n, no: ifNo ?? 0n, void: ifVoid ?? 0n } as Record<'yes' | 'no' | 'void', bigint>;
  let [buys, sells] = [0, 0];
  for (const order of orders) {
    if (order.direction !== 'sell') buys += order.shares;
    if (order.direction !== 'buy') sells += order.shares;
    const directions: readonly Direction[] = order.direction === null ? ['buy', 'sell'] : [order.direction];
    const gains = directions.map((direction) => gainOf(order, direction, feeRateMicros));
    for (const end of ['yes', 'no', 'void'] as const) {
      sum[end] += gains.reduce((worst, gain) => (gain[end] < worst ? gain[end] : worst), 0n);
    }
  }
  const worst = [sum.no, sum.void].reduce((least, one) => (one < least ? one : least), sum.yes);
  return {
    count: orders.length,
    buys: toShares(buys),
    sells: toShares(sells),
    worst: ifYes === null ? null : toUsd(worst),
  };
}

/** What a fill of the whole order adds to each end. */
function gainOf(
  { side, price, shares }: PossibleOrder,
  direction: Direction,
  feeRateMicros: number,
): Readonly<Record<'yes' | 'no' | 'void', bigint>> {
  const fee = maxTakerFee(price, shares, feeRateMicros);
  const sign = direction === 'buy' ? 1n : -1n;
  const cash = direction === 'buy' ? -costCeil(price, shares) - fee : costFloor(price, shares) - fee;
  const win = cash + sign * BigInt(shares);
  const half = direction === 'buy' ? BigInt(shares) / 2n : -((BigInt(shares) + 1n) / 2n);
  return side === 'yes' ? { yes: win, no: cash, void: cash + half } : { yes: cash, no: win, void: cash + half };
}
