/**
 * Typed legs and steps of conditional orders: 'snow yes 50 @ 0.30', 'no 50 @ 0.30' of the order's own market; '2t,4t'.
 *
 * Units       A leg's price is in the terms of the outcome that it names.
 * Errors      Never throws: text that does not parse gives a hint to show beside the field.
 */
import type { Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { OutcomeOrder } from '#shared/order/conditional/declaration/termsFields.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import type { MarketWords } from '../markets/marketWords.ts';
import { parseTypedPrice, quote, type Typed } from '../orders/typedPrice.ts';
import { parseContracts, readDistance } from './conditionalTexts.ts';

export const LEG_EXAMPLE = 'snow yes 50 @ 0.30';
export const STEPS_EXAMPLE = '2t,4t';

export interface LegFacts {
  readonly own: MarketId;
  readonly tick: Tick;
  readonly markets: MarketWords;
}

export function parseLeg(text: string, { own, tick, markets }: LegFacts): Typed<OutcomeOrder> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const wrong: Typed<OutcomeOrder> = {
    ok: false,
    hint: `Expected a leg such as ${LEG_EXAMPLE}, found ${quote(plain)}`,
  };
  const words = plain.replaceAll('@', ' @ ').trim().split(/\s+/);
  const at = words.findIndex((word) => word === '@' || word.toLowerCase() === 'at');
  const [priceText, ...rest] = words.slice(at + 1);
  if (at < 2 || priceText === undefined || rest.length > 0) return wrong;
  const side = words[at - 2]!.toLowerCase();
  if (!isSide(side)) return wrong;
  const shares = parseContracts(words[at - 1]!);
  if (!shares.ok) return shares.hint === null ? wrong : shares;
  const price = parseTypedPrice(priceText, tick);
  if (!price.ok) return { ok: false, hint: price.hint };
  const market: Typed<MarketId> = at === 2 ? { ok: true, value: own } : markets.find(words.slice(0, at - 2).join(' '));
  if (!market.ok) return market;
  return { ok: true, value: { outcome: { market: market.value, side }, shares: shares.value, price: price.value } };
}

function isSide(text: string): text is Side {
  return text === 'yes' || text === 'no';
}

/** The text that parses to this leg again. */
export function writeLeg(
  { outcome, shares, price }: OutcomeOrder,
  own: MarketId,
  markets: MarketWords,
  formatPrice: (micros: number) => string,
): string {
  const named = outcome.market === own ? [] : [markets.wordOf(outcome.market)];
  return [...named, outcome.side, formatMicros(shares), '@', formatPrice(price)].join(' ');
}

/** Ticks of each step, as typed: '2t', '2t,4t,6t'. */
export function parseSteps(text: string, most: number): Typed<readonly number[]> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const steps = plain.split(/\s*,\s*/).map(readDistance);
  const ticks = steps.flatMap((step) => (step?.kind === 'ticks' ? [step.ticks] : []));
  if (ticks.length < steps.length || ticks.length > most) {
    return { ok: false, hint: `Expected up to ${most} steps such as ${STEPS_EXAMPLE}, found ${quote(plain)}` };
  }
  return { ok: true, value: ticks };
}

export function writeSteps(steps: readonly number[]): string {
  return steps.map((ticks) => `${ticks}t`).join(',');
}
