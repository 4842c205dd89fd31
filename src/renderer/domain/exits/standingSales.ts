/**
 * Standing sales: signed exits that left this program and have not expired. Shares that are bought again can be sold by one.
 *
 * Invariants  Reads the mirror and changes nothing.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { AccountView } from '#shared/ipc/views.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { StandingSale } from '#shared/order/exits/preparedExits.ts';
import { formatExactContracts, formatExactPrice } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import type { Mirror } from '../../feed/mirror.ts';

/** Those that did not expire since the account changed last, in the order of their expiry. */
export function listStandingSales(account: AccountView | null, nowMs: number): StandingSale[] {
  const sales = account?.standingSales ?? [];
  return sales.filter(({ expiresAtMs }) => expiresAtMs > nowMs).toSorted((a, b) => a.expiresAtMs - b.expiresAtMs);
}

/** What a purchase of this outcome has to know; null: nothing prevents it. */
export function warnOfStandingSale(
  mirror: Mirror,
  market: MarketId | null,
  side: Side,
  direction: Direction,
  nowMs: number,
): string | null {
  if (direction !== 'buy') return null;
  return describeStanding(listOfOutcome(mirror, market, side, nowMs), side, 'buy', nowMs);
}

/** The same of a split of this market, which adds shares of both outcomes. */
export function warnOfStandingSplit(mirror: Mirror, market: MarketId, nowMs: number): string | null {
  const texts = SIDES.map((side) => describeStanding(listOfOutcome(mirror, market, side, nowMs), side, 'split', nowMs));
  return texts.filter((text) => text !== null).join(' ') || null;
}

const SIDES: readonly Side[] = ['yes', 'no'];

function listOfOutcome(mirror: Mirror, market: MarketId | null, side: Side, nowMs: number): StandingSale[] {
  return listStandingSales(mirror.account(), nowMs).filter((sale) => sale.market === market && sale.side === side);
}

function describeStanding(
  standing: readonly StandingSale[],
  side: Side,
  act: 'buy' | 'split',
  nowMs: number,
): string | null {
  const last = standing.at(-1);
  if (last === undefined) return null;
  const floor = Math.min(...standing.map(({ price }) => price)) as Price;
  const shares = toShares(standing.reduce((sum, one) => sum + one.shares, 0));
  return `Prepared sales of ${formatExactContracts(shares)} ${side} at ${formatExactPrice(floor)} were sent and stay valid until ${formatDateTime(last.expiresAtMs, nowMs, 'machine')}: they can sell what you ${act}, also after a cancel.`;
}
