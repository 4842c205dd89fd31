/**
 * Prepared exits in the Wallet pane: what can be signed ahead, what is prepared now, and until when.
 *
 * Units       Prices and shares in millionths; Unix ms.
 */

import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Input } from '#shared/ipc/contract.ts';
import type { PreparedExitsView } from '#shared/ipc/preparedExits.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account/account.ts';
import { listTradeBounds } from '#shared/order/conditional/consent.ts';
import { findOwnTrigger } from '#shared/order/conditional/ownTrigger.ts';
import { kindOf } from '#shared/order/conditional/terms.ts';
import { divideLots, findExpiry, type StandingSale } from '#shared/order/exits/preparedExits.ts';
import { PACK_ENDS } from '#shared/text/exits/preparedExits.ts';
import { formatExactContracts, formatExactMoney, formatExactPrice } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { isOver } from '../../domain/conditionals/conditionalActs.ts';

type ExitChoice = Input<'conditional.setExitsOnly'>['exits'][number];

export interface ExitRow {
  readonly key: string;
  readonly market: MarketId;
  readonly side: Side;
  readonly sellable: Shares;
  /** What it is divided into, one order each. */
  readonly lots: readonly Shares[];
  /** The least price of the conditional orders that would send it; null: none would. */
  readonly floor: Price | null;
  /** It cannot be sent after the market closes. */
  readonly closeAtMs: number | null;
}

/** Positions with something to sell, with the floor that the stops of each need. */
export function listExitRows(
  positions: readonly Position[],
  conditionals: readonly ConditionalView[] = [],
  closeOf: (market: MarketId) => number | null = () => null,
): ExitRow[] {
  return positions
    .filter(({ sellable }) => sellable > 0)
    .map(({ market, outcome, sellable }) => ({
      key: `${market} ${outcome}`,
      market,
      side: outcome,
      sellable,
      lots: divideLots(sellable),
      floor: findFloor(conditionals, market, outcome),
      closeAtMs: closeOf(market),
    }));
}

/**
 * Floor of the outcome's lots: the highest worst price of its conditional orders, because a lot can be sent only for an order whose
 * worst price is not above the lot's floor. Stops come before take profits: a stop's sale at a take profit's limit would not fill.
 */
function findFloor(conditionals: readonly ConditionalView[], market: MarketId, side: Side): Price | null {
  const terms = conditionals
    .filter(({ life, terms: { outcome } }) => outcome.market === market && outcome.side === side && !isOver(life.at))
    .map((one) => one.terms);
  return highest(terms.map(stopFloor)) ?? highest(terms.map(touchFloor));
}

function highest(prices: readonly (Price | null)[]): Price | null {
  return prices.reduce((best, price) => (best === null || (price !== null && price > best) ? price : best), null);
}

/** The worst price of its stop; null: it sends no prepared sale by one. */
function stopFloor(terms: ConditionalView['terms']): Price | null {
  const { protects, stop } = kindOf(terms);
  if (!protects(terms)) return null;
  return terms.direction === 'sell' ? terms.worst : (stop?.of(terms)?.worst ?? null);
}

/** The limit of a take profit that is sent at once; null for any other. */
function touchFloor(terms: ConditionalView['terms']): Price | null {
  if (kindOf(terms).protects(terms) || terms.direction !== 'sell' || findOwnTrigger(terms) === null) return null;
  return listTradeBounds(terms)[0]?.worst ?? null;
}

/** Texts of the floors before anything is typed. */
export function fillFloors(rows: readonly ExitRow[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.flatMap(({ key, floor }) => (floor === null ? [] : [[key, formatTyped(floor)]])));
}

const formatTyped = (price: Price): string => formatMicros(price, 2);

/** '120 in 4 lots of 30, until 12:50' for a row; `hours` null while they are wrong. */
export function describeRow(
  { sellable, lots, floor, closeAtMs }: ExitRow,
  hours: number | null,
  nowMs: number,
): string {
  const [lot] = lots;
  const divided =
    lot === undefined
      ? `${formatExactContracts(sellable)} is too little to prepare`
      : `${formatExactContracts(sellable)} in ${lots.length === 1 ? '1 lot' : `${lots.length} lots of about ${formatExactContracts(lot)}`}`;
  const until =
    hours === null
      ? ''
      : `, until ${formatDateTime(findExpiry(hours, closeAtMs, { nowMs, exchangeTimeMs: nowMs }), nowMs, 'machine')}`;
  const stop = floor === null ? '; no conditional order would send it' : '';
  return `${divided}${until}${stop}; empty: not prepared`;
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

/** '25 YES at 0.50 until 12:50, rests on the exchange': a sale that was sent. */
export function describeStanding({ side, price, shares, expiresAtMs, isOpen }: StandingSale, nowMs: number): string {
  const until = formatDateTime(expiresAtMs, nowMs, 'machine');
  const state = isOpen ? 'may rest on the exchange' : 'not on the exchange, still valid';
  return `${formatExactContracts(shares)} ${side.toUpperCase()} at ${formatExactPrice(price)} until ${until}: ${state}`;
}

export function describePrepared({ pack, ended }: PreparedExitsView, nowMs: number): string {
  if (pack !== null) {
    const positions = pack.positions === 1 ? '1 position' : `${pack.positions} positions`;
    const worst = pack.lots.length === 0 ? '' : `, worst case ${formatExactMoney(pack.floorValue)}`;
    return `${positions} until ${formatDateTime(pack.expiresAtMs, nowMs, 'machine')}${worst}`;
  }
  return ended === null ? 'none prepared' : `none: ${PACK_ENDS[ended.reason]}`;
}
