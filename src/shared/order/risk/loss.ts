/**
 * Worst-case loss of a market and of an event, and the money that is open.
 *
 * Units       Usd in millionths, costs rounded up; a negative loss is a gain.
 * Invariants  Pure. A fill or cancel of a counted order never raises the worst-case loss. Each order may fill or not, whichever
 *             is worse for that result. A void pays half a dollar per share of either outcome.
 * Source      docs/risk.md#worst-case-loss; docs/assumptions.md#void-pays-half, #exclusive-events.
 */
import type { Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Shares } from '../../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '../../units/usd.ts';
import type { Position } from '../account/account.ts';
import type { CommittingOrder } from '../commitments.ts';
import { payoutByResult } from '../exposure/exposure.ts';
import { maxTakerFee } from '../fees.ts';
import type { OrderIntent } from '../intent.ts';
import { isTerminal } from '../life.ts';

export type RiskOrder = Pick<CommittingOrder, 'market' | 'side' | 'direction' | 'price'> & {
  /** Shares that may still trade. */
  readonly open: Shares;
};

export interface Holding {
  readonly shares: Shares;
  readonly cost: Usd;
}
export type Holdings = Readonly<Record<Side, Holding>>;

/** Loss if the market resolves to yes, to no, or is voided. */
export interface LossByResult {
  readonly yes: bigint;
  readonly no: bigint;
  readonly void: bigint;
}

/** Orders that may still trade; what an unconfirmed one has filled is not known. */
export function listOpen(orders: Iterable<CommittingOrder>): RiskOrder[] {
  const open: RiskOrder[] = [];
  for (const { market, side, direction, price, remaining, life } of orders) {
    if (!isTerminal(life)) open.push({ market, side, direction, price, open: remaining });
  }
  return open;
}

export function toRiskOrder({ market, side, direction, price, shares }: OrderIntent): RiskOrder {
  return { market, side, direction, price, open: shares };
}

/** Both outcomes of one market over every custody, at the exchange's cost without fees: limits hold before any fill is read; shares without an average price count as bought at a dollar. */
export function sumHoldings(positions: readonly Position[], market: MarketId): Holdings {
  const of = (side: Side): Holding => {
    let shares = 0;
    let cost = 0n;
    for (const one of positions) {
      if (one.market !== market || one.outcome !== side) continue;
      shares += one.quantity;
      cost += costOf(one);
    }
    return { shares: shares as Shares, cost: toUsd(cost) };
  };
  return { yes: of('yes'), no: of('no') };
}

function costOf({ averagePrice, quantity }: Position): Usd {
  return averagePrice === null ? toUsd(BigInt(quantity)) : costCeil(averagePrice, quantity);
}

/** Loss of a market in each result, in millionths; negative: a gain. Each order counts as filled or not, whichever loses more. */
export function lossByResult(
  holdings: Holdings,
  orders: readonly RiskOrder[],
  market: MarketId,
  feeRateMicros: number,
): LossByResult {
  const cost = holdings.yes.cost + holdings.no.cost;
  const pays = payoutByResult({ yes: holdings.yes.shares, no: holdings.no.shares });
  const sum = { yes: cost - pays.yes, no: cost - pays.no, void: cost - pays.void };
  for (const order of orders) {
    if (order.market === market) addOrder(sum, order, holdings, feeRateMicros);
  }
  return sum;
}

/** The same with one more order of the market. */
export function lossWithOrder(
  losses: LossByResult,
  order: RiskOrder,
  holdings: Holdings,
  feeRateMicros: number,
): LossByResult {
  const sum = { ...losses };
  addOrder(sum, order, holdings, feeRateMicros);
  return sum;
}

function addOrder(
  sum: { yes: bigint; no: bigint; void: bigint },
  order: RiskOrder,
  holdings: Holdings,
  feeRateMicros: number,
): void {
  const added = lossOfOrder(order, holdings[order.side], feeRateMicros);
  sum[order.side] += added.win;
  sum[order.side === 'yes' ? 'no' : 'yes'] += added.lose;
  sum.void += added.void;
}

/** What an order adds to the loss if its outcome wins, loses or is voided; 0 where not filling is worse. */
function lossOfOrder(
  { direction, price, open }: RiskOrder,
  holding: Holding,
  feeRateMicros: number,
): { readonly win: bigint; readonly lose: bigint; readonly void: bigint } {
  const shares = BigInt(open);
  const fee = maxTakerFee(price, open, feeRateMicros);
  if (direction === 'sell') {
    // A sale also removes the cost of what it sells: of proceeds and cost only the lower one reduces the loss for certain.
    const back = lowerOf(costFloor(price, open) - fee, holding, open);
    // Rounded against the member.
    return { win: atLeastZero(shares - back), lose: 0n, void: atLeastZero((shares + 1n) / 2n - back) };
  }
  const paid = costCeil(price, open) + fee;
  return { win: atLeastZero(paid - shares), lose: paid, void: atLeastZero(paid - shares / 2n) };
}

function atLeastZero(loss: bigint): bigint {
  return loss > 0n ? loss : 0n;
}

function lowerOf(proceeds: bigint, { shares, cost }: Holding, open: Shares): bigint {
  if (shares === 0) return proceeds;
  const part = (cost * BigInt(open)) / BigInt(shares);
  return part < proceeds ? part : proceeds;
}

/** The largest of the three losses; negative where every result gains. */
export function worstOf({ yes, no, void: voided }: LossByResult): Usd {
  const worst = yes > no ? yes : no;
  return toUsd(voided > worst ? voided : worst);
}

/**
 * Worst case over the markets of one event. Any market may be voided; of an exclusive event at most one resolves to yes,
 * of another one every market may.
 */
export function eventLoss(markets: readonly LossByResult[], isExclusive: boolean): Usd {
  if (!isExclusive) return toUsd(markets.reduce((sum, losses) => sum + worstOf(losses), 0n));
  let sum = 0n;
  let most = 0n;
  for (const { yes, no, void: voided } of markets) {
    const otherwise = no > voided ? no : voided;
    sum += otherwise;
    if (yes - otherwise > most) most = yes - otherwise;
  }
  return toUsd(sum + most);
}

/** Open buys with their fee reserve, and holdings at cost. */
export function openNotional(positions: readonly Position[], orders: readonly RiskOrder[], feeRateMicros: number): Usd {
  let sum = 0n;
  for (const position of positions) sum += costOf(position);
  for (const { direction, price, open } of orders) {
    if (direction !== 'sell') sum += costCeil(price, open) + maxTakerFee(price, open, feeRateMicros);
  }
  return toUsd(sum);
}
