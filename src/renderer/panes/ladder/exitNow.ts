/**
 * What closing the position of a ladder's market brings now, and what holding it to the end brings by result.
 *
 * Units       Millionths of a dollar, after fees, against what the position cost; realised gains are not in it.
 */
import { MINUS } from '#shared/base/groupDigits.ts';
import { oppositeColumn, walkBook } from '#shared/order/bookWalk.ts';
import { formatAbbreviated, formatGain } from '#shared/text/numbers.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { type LadderInput, listClosings } from './model.ts';

export interface ExitNow {
  readonly gain: Usd;
  /** False where the book takes only a part: the rest is counted at the lowest price. */
  readonly isWhole: boolean;
  readonly ifYes: Usd;
  readonly ifNo: Usd;
}

type Facts = Pick<LadderInput, 'book' | 'positions' | 'ledger' | 'feeRateMicros' | 'tick'>;

/** Null without a position or a book, and where the cost is not known. */
export function readExit(facts: Facts): ExitNow | null {
  const { book, feeRateMicros, tick } = facts;
  const closings = listClosings(facts);
  if (closings.length === 0 || book === null) return null;
  const lowest = tick as number as Price;
  let gain = 0n;
  let ifYes = 0n;
  let ifNo = 0n;
  let isWhole = true;
  for (const { side, shares, cost, sell } of closings) {
    const { proceeds, fee } = sell(lowest);
    const sale = { side, direction: 'sell', price: lowest, shares } as const;
    if (walkBook(book[oppositeColumn(side, 'sell')], sale, feeRateMicros).rests > 0) isWhole = false;
    gain += proceeds - fee - cost;
    ifYes += (side === 'yes' ? BigInt(shares) : 0n) - cost;
    ifNo += (side === 'no' ? BigInt(shares) : 0n) - cost;
  }
  return { gain: toUsd(gain), isWhole, ifYes: toUsd(ifYes), ifNo: toUsd(ifNo) };
}

export function isSameExit(a: ExitNow | null, b: ExitNow | null): boolean {
  if (a === null || b === null) return a === b;
  return a.gain === b.gain && a.isWhole === b.isWhole && a.ifYes === b.ifYes && a.ifNo === b.ifNo;
}

/** From ten thousand dollars on whole ones, from a hundred thousand on three digits: the line has room for all. */
export function formatRough(gain: Usd): string {
  const size = gain < 0n ? -gain : gain;
  if (size < 10_000_000_000n) return formatGain(gain);
  if (size < 100_000_000_000n) return formatGain(gain, 0);
  return `${gain < 0n ? MINUS : '+'}${formatAbbreviated(toNumber(size))}`;
}
