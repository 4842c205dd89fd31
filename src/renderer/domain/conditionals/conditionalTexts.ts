/**
 * Typed parts of conditional orders: prices beside another price, distances, durations and counts.
 *
 * Shape       Prices '0.31', 'bid-3t', 'average-10%', '-2t' (from the trigger); distances '3t', '2%'; durations '90s', '1h30m'.
 * Units       Per cents as basis points of the price they start at; durations in ms.
 * Errors      Never throws: text that does not parse gives a hint to show beside the field.
 */
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import { type Distance, MAX_BPS, MAX_TICKS } from '#shared/order/conditional/declaration/termsFields.ts';
import { MICROS } from '#shared/units/micros.ts';
import { parseReal } from '#shared/units/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { parseTypedPrice, quote, type Typed } from '../orders/typedPrice.ts';

/** Prices that another price may start at; 'trigger' stands before a sign that nothing precedes. */
const PRICE_STARTS = ['bid', 'ask', 'last', 'average', 'trigger'] as const;
export type PriceStart = (typeof PRICE_STARTS)[number];

export type PriceText =
  | { readonly kind: 'fixed'; readonly price: Price }
  | { readonly kind: 'beside'; readonly start: PriceStart; readonly sign: 1 | -1; readonly distance: Distance };

const BESIDE = /^(bid|ask|last|average|avg|trigger)?([+-])(.+)$/i;
const DISTANCE = /^(\d{1,4})t$|^(\d{1,2}(?:\.\d{1,2})?)%$/i;
const DURATION = /^(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/i;

/** '3t' or '2%'; null for other text. */
export function readDistance(text: string): Distance | null {
  const found = DISTANCE.exec(text.trim());
  if (!found) return null;
  if (found[1] !== undefined) {
    const ticks = Number.parseInt(found[1], 10);
    return ticks >= 1 && ticks <= MAX_TICKS ? { kind: 'ticks', ticks } : null;
  }
  const [whole = '0', part = ''] = found[2]!.split('.');
  const bps = Number.parseInt(whole, 10) * 100 + Number.parseInt(part.padEnd(2, '0'), 10);
  return bps >= 1 && bps <= MAX_BPS ? { kind: 'bps', bps } : null;
}

export function parseDistance(text: string): Typed<Distance> {
  if (text.trim() === '') return { ok: false, hint: null };
  const distance = readDistance(text);
  if (distance !== null) return { ok: true, value: distance };
  return { ok: false, hint: `Distance must be ticks such as 3t or a per cent such as 2%, found ${quote(text.trim())}` };
}

/** A price as text: fixed on the grid, or beside another price. */
export function parsePriceText(text: string, tick: Tick): Typed<PriceText> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const beside = BESIDE.exec(plain);
  if (beside) {
    const distance = readDistance(beside[3]!);
    const word = (beside[1] ?? 'trigger').toLowerCase();
    const start = (word === 'avg' ? 'average' : word) as PriceStart;
    if (distance !== null) {
      return { ok: true, value: { kind: 'beside', start, sign: beside[2] === '-' ? -1 : 1, distance } };
    }
  }
  const word = plain.toLowerCase();
  const start = PRICE_STARTS.find((one) => one === word);
  if (start !== undefined) {
    return { ok: true, value: { kind: 'beside', start, sign: 1, distance: { kind: 'ticks', ticks: 0 } } };
  }
  const fixed = parseTypedPrice(plain, tick);
  return fixed.ok ? { ok: true, value: { kind: 'fixed', price: fixed.value } } : fixed;
}

const START_NAMES: Readonly<Record<PriceStart, string>> = {
  bid: 'best bid',
  ask: 'best ask',
  last: 'last price',
  average: 'average price of the position',
  trigger: 'trigger',
};

/** The price in force now, on the grid; a hint where the start is not known. A per cent rounds away from the start by at most a tick. */
export function resolvePriceText(
  typed: PriceText,
  starts: Readonly<Record<PriceStart, Price | null>>,
  tick: Tick,
): Typed<Price> {
  if (typed.kind === 'fixed') return { ok: true, value: typed.price };
  const start = starts[typed.start];
  if (start === null) return { ok: false, hint: `The ${START_NAMES[typed.start]} is not known now: type a price` };
  const { distance } = typed;
  const by =
    distance.kind === 'ticks' ? distance.ticks * tick : Math.ceil((start * distance.bps) / (10_000 * tick)) * tick;
  return { ok: true, value: nearestOnTick(clamp(start + typed.sign * by), tick) };
}

function clamp(micros: number): number {
  return Math.min(Math.max(micros, 0), MICROS);
}

/** '90s', '10m', '1h30m', '2d', in ms; null for other text and for 0. */
export function readDuration(text: string): number | null {
  const found = text.trim() === '' ? null : DURATION.exec(text.trim());
  if (!found) return null;
  const [days, hours, minutes, seconds] = found.slice(1, 5).map((part) => Number.parseInt(part ?? '0', 10));
  const ms = (((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!) * 1_000;
  return ms > 0 ? ms : null;
}

export function parseDuration(text: string, leastMs: number, mostMs: number): Typed<number> {
  if (text.trim() === '') return { ok: false, hint: null };
  const ms = readDuration(text);
  if (ms === null) {
    return { ok: false, hint: `Time must be such as 30s, 10m or 1h30m, found ${quote(text.trim())}` };
  }
  if (ms < leastMs || ms > mostMs) {
    return {
      ok: false,
      hint: `Time must be from ${writeDuration(leastMs)} to ${writeDuration(mostMs)}, found ${quote(text.trim())}`,
    };
  }
  return { ok: true, value: ms };
}

/** The text that parses to this duration: '10m', '1h30m'. */
export function writeDuration(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('') || '0s';
}

export function parseCount(text: string, least: number, most: number): Typed<number> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const count = /^\d{1,6}$/.test(plain) ? Number.parseInt(plain, 10) : Number.NaN;
  if (count >= least && count <= most) return { ok: true, value: count };
  return { ok: false, hint: `Expected a whole number from ${least} to ${most}, found ${quote(plain)}` };
}

/** '50', '2.5'. */
export function parseContracts(text: string): Typed<Shares> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const shares = /^\d{1,9}(?:\.\d{1,4})?$/.test(plain) ? parseShares(plain) : 0;
  if (shares > 0) return { ok: true, value: shares as Shares };
  return { ok: false, hint: `Expected contracts such as 50, found ${quote(plain)}` };
}

const UNDERLYING = /^(?:([a-z0-9-]{1,40}?)\s*(<=|>=)\s*)?(\d{1,12}(?:\.\d{1,8})?)$/i;

export interface UnderlyingLevel {
  readonly symbol: string;
  readonly crosses: 'atOrBelow' | 'atOrAbove';
  /** A price of the underlying, never money. */
  readonly price: number;
}

/**
 * 'BTC-USD >= 96000', 'btc >= 96000' where one symbol alone begins so; a bare number where symbol and sign are given.
 *
 * @param symbols those that any listed market has.
 */
export function parseUnderlying(
  text: string,
  symbol: string | null,
  crosses: UnderlyingLevel['crosses'] | null,
  symbols: readonly string[],
): Typed<UnderlyingLevel> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const found = UNDERLYING.exec(plain);
  const wrong = (expected: string): Typed<UnderlyingLevel> => ({
    ok: false,
    hint: `Expected ${expected}, found ${quote(plain)}`,
  });
  if (!found) return wrong(symbol === null ? 'a condition such as BTC-USD >= 96000' : 'a price such as 96000');
  const [, typedSymbol, sign, digits] = found;
  const price = parseReal(digits!);
  const sense = sign === undefined ? crosses : sign === '<=' ? 'atOrBelow' : 'atOrAbove';
  if (typedSymbol === undefined || sense === null) {
    return symbol === null || sense === null
      ? wrong('a condition such as BTC-USD >= 96000')
      : { ok: true, value: { symbol, crosses: sense, price } };
  }
  const matching = symbols.filter((one) => one.toLowerCase() === typedSymbol.toLowerCase());
  const begun = symbols.filter((one) => one.toLowerCase().startsWith(typedSymbol.toLowerCase()));
  const [named] = matching.length === 1 ? matching : begun;
  if (named === undefined || (matching.length !== 1 && begun.length !== 1)) {
    return wrong(symbols.length === 0 ? 'an underlying, and no listed market has one' : `one of ${symbols.join(', ')}`);
  }
  return { ok: true, value: { symbol: named, crosses: sense, price } };
}
