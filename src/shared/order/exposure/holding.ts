/**
 * What is held in one market and what it cost: fills joined with the exchange's positions.
 *
 * Units       Usd and shares in millionths.
 * Shape       The exchange states no merge, split or redemption as a fill. Shares of both outcomes that left together were merged,
 *             those that came together were split, and those that left a decided market were redeemed.
 * Invariants  Pure. With every fill known, `realized` − `cost` is the cash that the market brought, to the millionth (after a void
 *             that was redeemed, to one, because a merge before it cannot be told from it). Shares leave
 *             at the average cost of those held. Flat: nothing is open, whatever the fills alone would leave.
 * Source      docs/profit-and-loss.md#moved; docs/assumptions.md#void-pays-half.
 */
import type { Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import { type Shares, toShares } from '../../units/shares.ts';
import { costCeil, toUsd, type Usd } from '../../units/usd.ts';
import type { Position } from '../account/account.ts';
import type { AccountLedger, LedgerPosition, OpenCost, Settlement } from '../account/ledger.ts';

/** Where the cost of what is held comes from; `unknown`: neither fills nor the exchange state it. */
export type CostSource = 'fills' | 'exchange' | 'unknown';

export interface OutcomeHolding {
  readonly shares: Shares;
  /** Without fees; null where it is not known. */
  readonly cost: Usd | null;
  /** Fees of the purchase of the held shares. */
  readonly openFees: Usd;
  readonly costFrom: CostSource;
  /** After all fees but those of the held shares. */
  readonly realized: Usd;
  /** All fees paid. */
  readonly fees: Usd;
  readonly fills: number;
}

export interface MarketHolding {
  readonly market: MarketId;
  readonly yes: OutcomeHolding;
  readonly no: OutcomeHolding;
  /** By the exchange's result, else by the state of the fills; null while the market is not decided. */
  readonly settlement: Settlement | null;
  /** What came and went without fills; null while not every fill is known. */
  readonly moved: Moved | null;
  readonly lastFillAtMs: number;
}

export interface Moved {
  readonly merged: Shares;
  readonly split: Shares;
  readonly redeemed: Readonly<Record<Side, Shares>>;
  /** Shares that left or came and are none of these: a transfer, or a position that is older than the fills. */
  readonly out: Readonly<Record<Side, Shares>>;
  readonly in: Readonly<Record<Side, Shares>>;
}

export interface HoldingSource {
  /** Of every market. */
  readonly positions: readonly Position[];
  readonly ledger: AccountLedger;
  /** The exchange's result of a market; null while there is none or it is not listed. */
  resultOf(market: MarketId): Settlement | null;
}

/** Every market with a position or a fill, the latest fill first. */
export function listHoldings({ positions, ledger, resultOf }: HoldingSource): readonly MarketHolding[] {
  const rows = Map.groupBy(positions, ({ market }) => market);
  const lines = Map.groupBy(ledger.positions, ({ market }) => market);
  return [...new Set([...rows.keys(), ...lines.keys()])]
    .map((market) =>
      buildHolding(market, rows.get(market) ?? [], lines.get(market) ?? [], ledger.isComplete, resultOf(market)),
    )
    .toSorted((a, b) => b.lastFillAtMs - a.lastFillAtMs || (a.market < b.market ? -1 : 1));
}

/** @param positions and @param lines are those of this market. */
export function buildHolding(
  market: MarketId,
  positions: readonly Position[],
  lines: readonly LedgerPosition[],
  isComplete: boolean,
  result: Settlement | null,
): MarketHolding {
  const settlement = result ?? lines.find((line) => line.settlement !== null)?.settlement ?? null;
  const [yes, no] = (['yes', 'no'] as const).map((side) => openPool(side, positions, lines)) as [Pool, Pool];
  const moved = isComplete ? applyMoves(yes, no, settlement) : null;
  return {
    market,
    yes: closePool(yes, isComplete, settlement),
    no: closePool(no, isComplete, settlement),
    settlement,
    moved,
    lastFillAtMs: lines.reduce((latest, { lastFillAtMs }) => Math.max(latest, lastFillAtMs), 0),
  };
}

/** One outcome while its movements are found. */
interface Pool {
  readonly side: Side;
  readonly line: LedgerPosition | null;
  /** By the exchange, over every custody. */
  readonly owned: number;
  readonly statedCost: bigint | null;
  readonly statedRealized: bigint;
  open: number;
  cost: bigint;
  openFees: bigint;
  realized: bigint;
  /** Sold without having been bought. */
  unbought: number;
}

function openPool(side: Side, positions: readonly Position[], lines: readonly LedgerPosition[]): Pool {
  const line = lines.find((one) => one.side === side) ?? null;
  let owned = 0;
  let statedCost: bigint | null = 0n;
  let statedRealized = 0n;
  for (const { outcome, quantity, averagePrice, realizedPnl } of positions) {
    if (outcome !== side) continue;
    owned += quantity;
    statedRealized += realizedPnl;
    if (quantity === 0) continue;
    statedCost = averagePrice === null || statedCost === null ? null : statedCost + costCeil(averagePrice, quantity);
  }
  return {
    side,
    line,
    owned,
    statedCost,
    statedRealized,
    open: line?.open ?? 0,
    cost: line?.cost ?? 0n,
    openFees: line?.openFees ?? 0n,
    realized: line?.realized ?? 0n,
    unbought: line?.soldUnbought ?? 0,
  };
}

function applyMoves(yes: Pool, no: Pool, settlement: Settlement | null): Moved {
  const missing = (pool: Pool): number => pool.open - pool.unbought - pool.owned;
  const split = findSplit(yes, no, settlement, missing);
  if (split > 0) {
    const half = Math.floor(split / 2);
    addSplit(yes, split, half);
    addSplit(no, split, split - half);
  }
  const left = { yes: Math.max(0, missing(yes)), no: Math.max(0, missing(no)) };
  // A redemption takes everything: before it, pairs leave by a merge.
  const merged = isRedeemed(yes, no, settlement) ? 0 : Math.min(left.yes, left.no);
  if (merged > 0) {
    const half = BigInt(Math.floor(merged / 2));
    remove(yes, merged, half);
    remove(no, merged, BigInt(merged) - half);
  }
  const redeemed = settlement === null ? { yes: 0, no: 0 } : { yes: left.yes - merged, no: left.no - merged };
  if (settlement !== null) {
    const paid = payoutBySide(settlement, redeemed.yes, redeemed.no);
    remove(yes, redeemed.yes, paid.yes);
    remove(no, redeemed.no, paid.no);
  }
  const rest = (pool: Pool): { out: Shares; in: Shares } => {
    const out = toShares(Math.max(0, pool.open - pool.owned));
    const came = toShares(Math.max(0, pool.owned - pool.open));
    // Neither a gain nor a loss is known of it.
    remove(pool, out, null);
    return { out, in: came };
  };
  const [ofYes, ofNo] = [rest(yes), rest(no)];
  return {
    merged: toShares(merged),
    split: toShares(split),
    redeemed: { yes: toShares(redeemed.yes), no: toShares(redeemed.no) },
    out: { yes: ofYes.out, no: ofNo.out },
    in: { yes: ofYes.in, no: ofNo.in },
  };
}

/**
 * Sets that were split. What was sold without having been bought came from one, also where the other half of it was merged or
 * redeemed since; where that does not explain the shares of both outcomes, only what came together counts.
 */
function findSplit(yes: Pool, no: Pool, settlement: Settlement | null, missing: (pool: Pool) => number): number {
  const [ofYes, ofNo] = [missing(yes), missing(no)];
  const together = Math.max(0, Math.min(-ofYes, -ofNo));
  const isAllRedeemed = isRedeemed(yes, no, settlement);
  if (!isAllRedeemed && ofYes !== ofNo) return together;
  return Math.max(together, yes.unbought, no.unbought, isAllRedeemed ? Math.max(-ofYes, -ofNo) : 0);
}

function isRedeemed(yes: Pool, no: Pool, settlement: Settlement | null): boolean {
  return settlement !== null && yes.owned === 0 && no.owned === 0;
}

/** Half of each dollar of a split is the cost of either share; what was sold of it leaves at that cost. */
function addSplit(pool: Pool, shares: number, cost: number): void {
  const sold = Math.min(pool.unbought, shares);
  const soldCost = (BigInt(cost) * BigInt(sold)) / BigInt(shares);
  pool.unbought -= sold;
  pool.realized -= soldCost;
  pool.open += shares - sold;
  pool.cost += BigInt(cost) - soldCost;
}

/** Takes shares out at their average cost; `proceeds` null: they leave at that cost. */
function remove(pool: Pool, shares: number, proceeds: bigint | null): void {
  if (shares === 0) return;
  const cost = (pool.cost * BigInt(shares)) / BigInt(pool.open);
  pool.openFees -= (pool.openFees * BigInt(shares)) / BigInt(pool.open);
  pool.open -= shares;
  pool.cost -= cost;
  pool.realized += proceeds === null ? 0n : proceeds - cost;
}

/** What redeeming pays, by outcome: after a void the half millionth of an odd holding is lost. */
function payoutBySide(settlement: Settlement, yes: number, no: number): Readonly<Record<Side, bigint>> {
  if (settlement === 'yes') return { yes: BigInt(yes), no: 0n };
  if (settlement === 'no') return { yes: 0n, no: BigInt(no) };
  return { yes: BigInt(yes) / 2n, no: BigInt(no) / 2n };
}

function closePool(pool: Pool, isComplete: boolean, settlement: Settlement | null): OutcomeHolding {
  const { line, owned, open } = pool;
  const shares = toShares(owned);
  const rest = { shares, fees: toUsd(line?.fees ?? 0n), fills: line?.fills ?? 0 };
  if (owned === open) {
    const openFees = toUsd(pool.openFees);
    const realized =
      line === null && !isComplete ? pool.statedRealized : pool.realized - (line?.fees ?? 0n) + pool.openFees;
    return { ...rest, cost: toUsd(pool.cost), openFees, costFrom: 'fills', realized: toUsd(realized) };
  }
  // Not every fill is known, or shares came without one.
  const redeemed =
    line !== null && settlement !== null && owned === 0 ? payoutOf(settlement, pool.side, open) - pool.cost : 0n;
  const realized = line === null ? pool.statedRealized : pool.realized - line.fees + redeemed;
  return {
    ...rest,
    cost: pool.statedCost === null ? null : toUsd(pool.statedCost),
    openFees: toUsd(0n),
    costFrom: owned === 0 || pool.statedCost !== null ? 'exchange' : 'unknown',
    realized: toUsd(realized),
  };
}

function payoutOf(settlement: Settlement, side: Side, shares: number): bigint {
  return payoutBySide(settlement, side === 'yes' ? shares : 0, side === 'no' ? shares : 0)[side];
}

/** The held shares as what a sale of them costs; null without any or where the cost is not known. */
export function toOpenCost({ shares, cost, openFees }: OutcomeHolding): OpenCost | null {
  return shares === 0 || cost === null ? null : { open: shares, cost, openFees };
}
