/**
 * Typed prices: '0.61', '.61', on the grid of the exchange.
 *
 * Errors      Never throws: text that does not parse gives a hint to show beside the field.
 */
import { isOnTick, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatMicros, MICROS, parseMicros } from '#shared/units/micros.ts';
import { formatPrice, type Price } from '#shared/units/price.ts';

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

/** Text of a price in a field: as it is typed, whatever the format in which numbers are shown. */
export function formatTypedPrice(price: Price, tick: Tick): string {
  return formatPrice(price, tickDecimals(tick));
}

/** Accepts `.5` for 0.5. */
export function leadingZero(text: string): string {
  return text.startsWith('.') ? `0${text}` : text;
}

/** Quotes typed text in a hint, shortened. */
export function quote(text: string): string {
  return `“${text.length > 16 ? `${text.slice(0, 16)}…` : text}”`;
}
