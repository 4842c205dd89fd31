/** Texts of ladder cells, cached by value because values repeat between frames. */

import { digitMarks, MINUS } from '#shared/base/groupDigits.ts';
import {
  formatAbbreviated,
  formatContracts,
  formatGain,
  formatTickPrice,
  formatWholeContracts,
} from '#shared/text/numbers.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { type Ladder, OWN, type OwnColumn } from '../model.ts';
import type { Lengths } from './layout.ts';

/** A cache that reaches this size is emptied; the ladders of a screen show far fewer values. */
const MAX_CACHED = 1_024;
const THOUSAND = 1_000_000_000;
/** A price whose probability has two digits. */
const HALF = 500_000;

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

const formatFullSize = cached(formatWholeContracts);
const formatCompactSize = cached((shares) =>
  shares < 10 * THOUSAND ? formatWholeContracts(shares) : formatAbbreviated(shares),
);
const formatFullOwn = cached((shares) => (shares < THOUSAND ? formatContracts(shares) : formatWholeContracts(shares)));
const formatCompactOwn = cached((shares) => (shares < THOUSAND ? formatContracts(shares) : formatCompactSize(shares)));

/** Whole contracts: '655', '182,400', '<1'; abbreviated '182k', which the hint writes in full. */
export function formatSize(shares: number, isCompact: boolean): string {
  return isCompact ? formatCompactSize(shares) : formatFullSize(shares);
}

/** Own sizes with their fraction below a thousand: '2.50'. */
export function formatOwnSize(shares: number, isCompact: boolean): string {
  return isCompact ? formatCompactOwn(shares) : formatFullOwn(shares);
}

const prices = new Map<number, (price: number) => string>();

export function formatCellPrice(price: number, decimals: number): string {
  let format = prices.get(decimals);
  if (!format) {
    format = cached((value) => formatTickPrice(value, decimals));
    prices.set(decimals, format);
  }
  return format(price);
}

const chances = new Map<number, (price: number) => string>();

/** A price as the implied probability: '44 %', with a decimal for each of the tick below a cent. */
export function formatChance(price: number, decimals: number): string {
  let format = chances.get(decimals);
  if (!format) {
    format = cached((value) => `${formatTickPrice(value * 100, Math.max(0, decimals - 2))} %`);
    chances.set(decimals, format);
  }
  return format(price);
}

const formatWholeGain = cached((gain) => formatGain(toUsd(BigInt(gain)), 0));
const formatFineGain = cached((gain) => formatGain(toUsd(BigInt(gain)), 2));
const formatCompactGain = cached((gain) => {
  const size = Math.abs(gain);
  return size < 10 * THOUSAND
    ? formatGain(toUsd(BigInt(gain)), 0)
    : `${gain < 0 ? MINUS : '+'}${formatAbbreviated(size)}`;
});

/** '+48', '−1,250', abbreviated '+12.4k'; with cents when the gains of the ladder are not large. */
export function formatCellGain(gain: number, isLarge: boolean, isCompact: boolean): string {
  if (!isLarge) return formatFineGain(gain);
  return isCompact ? formatCompactGain(gain) : formatWholeGain(gain);
}

/** From ten thousand dollars on whole ones, from a hundred thousand on three digits: the line has room for all. */
export function formatRough(gain: Usd): string {
  const size = gain < 0n ? -gain : gain;
  if (size < 10_000_000_000n) return formatGain(gain);
  if (size < 100_000_000_000n) return formatGain(gain, 0);
  return `${gain < 0n ? MINUS : '+'}${formatAbbreviated(toNumber(size))}`;
}

/** Texts that always have room, so that the first larger number of a market moves no column. */
const LEAST = { gain: 6, own: 4, size: 6, traded: 6 } as const;
const LEAST_COMPACT = { gain: 6, own: 4, size: 5, traded: 5 } as const;

/** The longest texts of a ladder; `sizes` are further ones that an own order may have, such as the ticket's. */
export function measureLadder(ladder: Ladder, decimals: number, sizes: readonly number[]): Lengths {
  const { gains, rows, isGainLarge } = ladder;
  const level = Math.max(largest(ladder.bids), largest(ladder.asks));
  const traded = largest(ladder.traded);
  // Gains rise or fall with the price: the longest texts are at the ends.
  const ends = gains && rows > 0 ? [gains[0]!, gains[rows - 1]!] : [];
  const measure = (isCompact: boolean, least: typeof LEAST | typeof LEAST_COMPACT) => ({
    gain: longest(
      least.gain,
      ends.map((gain) => formatCellGain(gain, isGainLarge, isCompact)),
    ),
    own: longest(least.own, [
      ...[ladder.ownBids, ladder.ownAsks, ladder.ownUnattributed].flatMap((own) => listOwnTexts(own, isCompact)),
      ...sizes.map((shares) => formatOwnSize(shares, isCompact)),
    ]),
    size: longest(least.size, [formatSize(level, isCompact)]),
    traded: longest(least.traded, [formatSize(traded, isCompact)]),
  });
  const chance = formatChance(HALF, decimals).length;
  return { full: measure(false, LEAST), compact: measure(true, LEAST_COMPACT), price: decimals + 2, chance };
}

function longest(least: number, texts: readonly string[]): number {
  return texts.reduce((length, text) => Math.max(length, text.length), least);
}

function listOwnTexts({ shares, state }: OwnColumn, isCompact: boolean): string[] {
  const texts: string[] = [];
  for (let row = 0; row < shares.length; row += 1) {
    if (state[row] !== OWN.none) texts.push(formatOwnCell(shares[row]!, state[row]!, isCompact));
  }
  return texts;
}

/** An unknown order has a question mark after its size. */
export function formatOwnCell(shares: number, state: number, isCompact: boolean): string {
  const text = formatOwnSize(shares, isCompact);
  return state === OWN.unknown ? `${text}?` : text;
}

function largest(values: Float64Array): number {
  let result = 0;
  for (const value of values) if (value > result) result = value;
  return result;
}
