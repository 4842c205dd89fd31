/**
 * Prepared exits in the Wallet pane: what can be signed ahead, what is prepared now, and until when.
 *
 * Units       Prices and shares in millionths; Unix ms.
 */
import type { Input } from '#shared/ipc/contract.ts';
import type { PreparedExitsView } from '#shared/ipc/preparedExits.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account.ts';
import { formatExactMoney } from '#shared/text/numbers.ts';
import { PACK_ENDS } from '#shared/text/preparedExits.ts';
import { formatDateTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';

type ExitChoice = Input<'conditional.setExitsOnly'>['exits'][number];

export interface ExitRow {
  readonly key: string;
  readonly market: MarketId;
  readonly side: Side;
  readonly sellable: Shares;
}

/** Positions with something to sell. */
export function listExitRows(positions: readonly Position[]): ExitRow[] {
  return positions
    .filter(({ sellable }) => sellable > 0)
    .map(({ market, outcome, sellable }) => ({ key: `${market} ${outcome}`, market, side: outcome, sellable }));
}

export function parseFloor(text: string): Price | null {
  try {
    const price = parsePrice(text.trim());
    return price > 0 && price < 1_000_000 ? price : null;
  } catch {
    return null;
  }
}

/** Positions with a floor; null while a text is not a price, or none has one. */
export function buildChoices(rows: readonly ExitRow[], floors: Readonly<Record<string, string>>): ExitChoice[] | null {
  const chosen = rows.filter(({ key }) => (floors[key] ?? '').trim() !== '');
  const choices = chosen.map(({ key, market, side }) => ({
    market,
    side,
    price: parseFloor(floors[key]!),
    shares: null,
  }));
  if (choices.length === 0 || choices.some(({ price }) => price === null)) return null;
  return choices.map((choice) => ({ ...choice, price: choice.price! }));
}

/** Whole hours from 1 to 12, or null. */
export function parseHours(text: string): number | null {
  return /^(?:[1-9]|1[0-2])$/.test(text.trim()) ? parseInteger(text.trim()) : null;
}

export function describePrepared({ pack, ended }: PreparedExitsView, nowMs: number): string {
  if (pack !== null) {
    const positions = pack.positions === 1 ? '1 position' : `${pack.positions} positions`;
    const worst = pack.lots.length === 0 ? '' : `, worst case ${formatExactMoney(pack.floorValue)}`;
    return `${positions} until ${formatDateTime(pack.expiresAtMs, nowMs, 'machine')}${worst}`;
  }
  return ended === null ? 'none prepared' : `none: ${PACK_ENDS[ended.reason]}`;
}
