/** Texts of the ladder's cells, formatted once per value: numbers repeat from frame to frame. */

import { formatContracts, formatGain, formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import { formatMicrosFixed } from '#shared/units/micros.ts';
import { toUsd } from '#shared/units/usd.ts';

/** Far more than a screen holds; a cache that outgrows it starts anew. */
const MOST = 8_192;
const THOUSAND = 1_000_000_000;

function remember(format: (value: number) => string): (value: number) => string {
  const held = new Map<number, string>();
  return (value) => {
    let text = held.get(value);
    if (text === undefined) {
      if (held.size >= MOST) held.clear();
      text = format(value);
      held.set(value, text);
    }
    return text;
  };
}

/** Whole contracts, from 100,000 on in thousands: '655', '12,345', '182.4k', '<1'. */
export const sizeText = remember((shares) =>
  shares >= 100 * THOUSAND ? `${formatMicrosFixed(Math.floor(shares / 1_000), 1)}k` : formatWholeContracts(shares),
);

/** Own sizes are exact: '2.50'. */
export const ownText = remember((shares) => (shares >= THOUSAND ? sizeText(shares) : formatContracts(shares)));

const prices = new Map<number, (price: number) => string>();

export function priceText(price: number, decimals: number): string {
  let format = prices.get(decimals);
  if (!format) {
    format = remember((value) => formatTickPrice(value, decimals));
    prices.set(decimals, format);
  }
  return format(price);
}

const wholeGain = remember((gain) =>
  Math.abs(gain) >= 10 * THOUSAND
    ? `${formatGain(toUsd(BigInt(Math.floor(gain / 1_000))), 1)}k`
    : formatGain(toUsd(BigInt(gain)), 0),
);
const fineGain = remember((gain) => formatGain(toUsd(BigInt(gain)), 2));

/** '+48', '−1,250', '+12.4k'; with cents while the whole ladder's gains are below a hundred dollars. */
export function gainText(gain: number, isLarge: boolean): string {
  return isLarge ? wholeGain(gain) : fineGain(gain);
}
