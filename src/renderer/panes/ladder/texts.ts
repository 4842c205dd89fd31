/** Texts of ladder cells, cached by value because values repeat between frames. */

import { digitMarks } from '#shared/base/groupDigits.ts';
import {
  formatContracts,
  formatGain,
  formatThousands,
  formatTickPrice,
  formatWholeContracts,
} from '#shared/text/numbers.ts';
import { toUsd } from '#shared/units/usd.ts';

/** A cache that reaches this size is emptied; a screen needs far fewer. */
const MAX_CACHED = 8_192;
const THOUSAND = 1_000_000_000;

function cached(format: (value: number) => string): (value: number) => string {
  const cache = new Map<number, string>();
  let marks = digitMarks();
  return (value) => {
    if (marks !== digitMarks()) {
      marks = digitMarks();
      cache.clear();
    }
    let text = cache.get(value);
    if (text === undefined) {
      if (cache.size >= MAX_CACHED) cache.clear();
      text = format(value);
      cache.set(value, text);
    }
    return text;
  };
}

/** Whole contracts, from 100,000 on in thousands: '655', '12,345', '182.4k', '<1'. */
export const formatSize = cached((shares) =>
  shares >= 100 * THOUSAND ? formatThousands(shares) : formatWholeContracts(shares),
);

/** Own sizes with their fraction: '2.50'. */
export const formatOwnSize = cached((shares) => (shares >= THOUSAND ? formatSize(shares) : formatContracts(shares)));

const prices = new Map<number, (price: number) => string>();

export function formatCellPrice(price: number, decimals: number): string {
  let format = prices.get(decimals);
  if (!format) {
    format = cached((value) => formatTickPrice(value, decimals));
    prices.set(decimals, format);
  }
  return format(price);
}

const formatWholeGain = cached((gain) =>
  Math.abs(gain) >= 10 * THOUSAND
    ? `${formatGain(toUsd(BigInt(Math.floor(gain / 1_000))), 1)}k`
    : formatGain(toUsd(BigInt(gain)), 0),
);
const formatFineGain = cached((gain) => formatGain(toUsd(BigInt(gain)), 2));

/** '+48', '−1,250', '+12.4k'; with cents when the gains of the ladder are not large. */
export function formatCellGain(gain: number, isLarge: boolean): string {
  return isLarge ? formatWholeGain(gain) : formatFineGain(gain);
}
