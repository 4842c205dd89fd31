/**
 * Typed sizes: '1500', '1,500' (where thousands are shown so), '2k', '1.5m', '50%', as contracts or dollars.
 *
 * Shape       A per cent is of what can be sold for a sale, of the free collateral for a buy.
 * Errors      Never throws: text that does not parse gives a hint to show beside the field.
 */
import type { Direction } from '#shared/market/outcome.ts';
import { type SizeBudget, sharesForBudget } from '#shared/order/sizeBudget.ts';
import { formatExactPrice, formatMoney } from '#shared/text/numbers.ts';
import { removeGrouping } from '#shared/text/typedNumbers.ts';
import { MICROS, parseMicrosBig } from '#shared/units/micros.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import { leadingZero, quote, type Typed } from './typedPrice.ts';

export type SizeMode = 'contracts' | 'dollars' | 'loss';

/** What the size depends on besides its text. */
export interface SizeFacts {
  readonly direction: Direction;
  readonly price: Price | null;
  readonly feeRateMicros: number;
  /** Null while they are not known. */
  readonly sellable: Shares | null;
  readonly available: Usd | null;
}

export interface TypedSize {
  /** At the ticket's price; null where the size needs a price and there is none. */
  readonly shares: Shares | null;
  /** An amount of money: the contracts follow from the price of the order. */
  readonly budget: SizeBudget | null;
}

const FACTORS: Readonly<Record<string, bigint>> = { '': 1n, k: 1_000n, m: 1_000_000n };
const AMOUNT = /^(\d+(?:\.\d*)?|\.\d+)([km]?)$/i;
const PER_CENT = /^(\d+(?:\.\d+)?)%$/;

export function parseTypedSize(text: string, mode: SizeMode, facts: SizeFacts): Typed<TypedSize> {
  if (text.trim() === '') return { ok: false, hint: null };
  const plain = ungroup(text.trim());
  if (plain === null) {
    const hint = `Write decimals with a point and thousands without marks, such as 1500 or 2.5, found ${quote(text.trim())}`;
    return { ok: false, hint };
  }
  const share = PER_CENT.exec(plain);
  if (share) return parsePerCent(share[1]!, text.trim(), mode, facts);
  const amount = readAmount(plain);
  if (amount === null || amount <= 0n) {
    const what = mode === 'contracts' ? 'Size must be a number of contracts' : 'Amount must be dollars';
    return { ok: false, hint: `${what} above 0 such as 1500, 2k or 50%, found ${quote(text.trim())}` };
  }
  if (mode === 'contracts') return readContracts(amount, text);
  return fitBudget({ amount: toUsd(amount), withFee: mode === 'loss' }, facts);
}

/** Without the grouping of its digits, which a unit may follow; null where the marks could mean something else. */
function ungroup(text: string): string | null {
  const digits = /^[\d.,'’\s]*/.exec(text)![0].trimEnd();
  const plain = removeGrouping(digits);
  return plain === null ? null : plain + text.slice(digits.length).trim();
}

/** Millionths; null for text that is no amount or has more than six decimals. */
function readAmount(plain: string): bigint | null {
  const match = AMOUNT.exec(plain);
  if (!match) return null;
  try {
    return parseMicrosBig(leadingZero(match[1]!.replace(/\.$/, ''))) * FACTORS[match[2]!.toLowerCase()]!;
  } catch {
    return null;
  }
}

function readContracts(amount: bigint, text: string): Typed<TypedSize> {
  try {
    return { ok: true, value: { shares: toShares(toNumber(amount)), budget: null } };
  } catch {
    return { ok: false, hint: `Size must be at most a billion contracts, found ${quote(text.trim())}` };
  }
}

function parsePerCent(digits: string, text: string, mode: SizeMode, facts: SizeFacts): Typed<TypedSize> {
  const share = readAmount(digits);
  if (share === null || share <= 0n || share > 100n * BigInt(MICROS)) {
    return { ok: false, hint: `Per cent must be above 0 and at most 100, found ${quote(text)}` };
  }
  const partOf = (whole: bigint): bigint => (whole * share) / (100n * BigInt(MICROS));
  if (facts.direction === 'sell') {
    if (facts.sellable === null) return { ok: false, hint: 'What can be sold is not known yet' };
    const all = BigInt(facts.sellable);
    if (all === 0n) return { ok: false, hint: 'Nothing of it can be sold' };
    // Everything is sold to the last millionth, a part in whole contracts.
    const part = share === 100n * BigInt(MICROS) ? all : partOf(all) - (partOf(all) % BigInt(MICROS));
    if (part <= 0n) return { ok: false, hint: `${text} of what can be sold is no whole contract` };
    return { ok: true, value: { shares: toShares(toNumber(part)), budget: null } };
  }
  if (facts.available === null) return { ok: false, hint: 'The free collateral is not known yet' };
  const amount = toUsd(partOf(facts.available));
  if (amount <= 0n) return { ok: false, hint: 'There is no free collateral' };
  return fitBudget({ amount, withFee: mode !== 'dollars' }, facts);
}

function fitBudget(budget: SizeBudget, { direction, price, feeRateMicros }: SizeFacts): Typed<TypedSize> {
  if (price === null) return { ok: true, value: { shares: null, budget } };
  const shares = sharesForBudget(budget, direction, price, feeRateMicros);
  if (shares > 0) return { ok: true, value: { shares, budget } };
  return {
    ok: false,
    hint: `${formatMoney(budget.amount)} does not pay for one contract at ${formatExactPrice(price)}`,
  };
}
