/**
 * Ticket model: parses typed text, computes cost and outcomes, builds button and reasons.
 *
 * Units       Prices in the terms of the chosen side; millionths throughout.
 * Errors      Never throws: text that does not parse gives a hint to show beside the field.
 */

import type { Market } from '#shared/market/market.ts';
import type { Direction, Side } from '#shared/market/outcome.ts';
import { isOnTick, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { valueOfWalk, type Walk, type WalkedOrder } from '#shared/order/bookWalk.ts';
import type { Denial } from '#shared/order/check.ts';
import { maxTakerFee } from '#shared/order/fees.ts';
import type { Readiness } from '#shared/order/readiness.ts';
import { formatExactContracts } from '#shared/text/numbers.ts';
import { formatMicros, MICROS, parseMicros } from '#shared/units/micros.ts';
import { formatPrice, type Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '#shared/units/usd.ts';
import { nameOutcome } from '../../domain/outcomes.ts';

/** Parsed text of a field; `hint` is null while the field is empty. */
export type Typed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly hint: string | null };

/** Parses the price field. */
export function parseTypedPrice(text: string, tick: Tick): Typed<Price> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const decimals = tickDecimals(tick);
  const range = `from ${formatMicros(tick, decimals)} to ${formatMicros(MICROS - tick, decimals)}`;
  const hint = `Price must be a multiple of ${formatMicros(tick, decimals)} ${range}, found ${quote(plain)}`;
  try {
    const micros = parseMicros(leadingZero(plain));
    return isOnTick(micros as Price, tick) ? { ok: true, value: micros as Price } : { ok: false, hint };
  } catch {
    return { ok: false, hint };
  }
}

/** Accepts `.5` for 0.5. */
export function leadingZero(text: string): string {
  return text.startsWith('.') ? `0${text}` : text;
}

/** Quotes typed text in a hint, shortened. */
export function quote(text: string): string {
  return `“${text.length > 16 ? `${text.slice(0, 16)}…` : text}”`;
}

/** Moves a price by ticks within the grid; without a price it starts at `start`. */
export function stepPrice(price: Price | null, start: Price | null, ticks: number, tick: Tick): Price {
  if (price === null) return start ?? ((Math.floor(MICROS / 2 / tick) * tick) as Price);
  const slot = ticks > 0 ? Math.floor(price / tick) : Math.ceil(price / tick);
  const most = Math.floor((MICROS - tick) / tick);
  return (Math.min(Math.max(slot + ticks, 1), most) * tick) as Price;
}

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

export interface Action {
  readonly kind: Exclude<Readiness['code'], 'armed'> | 'place';
  readonly label: string;
  readonly enabled: boolean;
}

const STEP_LABELS: Readonly<Record<Exclude<Readiness['code'], 'armed'>, string>> = {
  noWallet: 'Set up a wallet',
  locked: 'Unlock',
  readOnly: 'Read-only · set up signing',
  setupRequired: 'Finish wallet setup',
  clockOffset: 'Trading is disarmed: clocks differ',
  disarmed: 'Arm trading · F8',
};

/** The one button: the next step before an order, else the order; `summary` is null while it is incomplete. */
export function buildAction(
  readiness: Readiness,
  denials: readonly Denial[],
  summary: string | null,
  busy: boolean,
): Action {
  const { code } = readiness;
  if (code !== 'armed') return { kind: code, label: STEP_LABELS[code], enabled: code !== 'clockOffset' };
  if (summary === null) return { kind: 'place', label: 'Place order', enabled: false };
  if (busy) return { kind: 'place', label: `Placing: ${summary}…`, enabled: false };
  return { kind: 'place', label: `Place: ${summary}`, enabled: denials.length === 0 };
}

/** Codes that the button shows. */
const BUTTON_CODES: ReadonlySet<string> = new Set(['noWallet', 'locked', 'setupRequired', 'disarmed']);

/** Denials that neither the button nor a field shows. */
export function listDenials(
  denials: readonly Denial[],
  hasPriceHint: boolean,
  hasSizeHint: boolean,
): readonly Denial[] {
  // Without a signing key no other denial matters.
  if (denials.some(({ code }) => code === 'readOnly')) return denials.filter(({ code }) => code === 'readOnly');
  // Without an unlocked wallet no amounts are known, and the button says why.
  const hasWallet = !denials.some(({ code }) => code === 'noWallet' || code === 'locked' || code === 'setupRequired');
  return denials.filter((denial) => {
    if (!hasWallet && (denial.code === 'balance' || denial.code === 'sellable')) return false;
    if (BUTTON_CODES.has(denial.code)) return false;
    if (denial.code === 'badPrice') return !hasPriceHint;
    if (denial.code === 'badSize') return !hasSizeHint;
    return true;
  });
}

/** 'buy 500 yes at 0.61'. */
export function formatOrder(
  market: Market | null,
  side: Side,
  direction: Direction,
  price: Price,
  shares: Shares,
): string {
  return `${direction} ${formatExactContracts(shares)} ${nameOutcome(market, side)} at ${formatPrice(price)}`;
}
