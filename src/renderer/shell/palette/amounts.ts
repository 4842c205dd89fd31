/** Sizes in typed commands: '500', '2k', '50%', '$200', 'all'. */
import type { Direction } from '#shared/market/outcome.ts';

/** `text` is read by parseTypedSize, which knows what a per cent is of. */
export type TypedAmount =
  | { readonly kind: 'all' }
  | { readonly kind: 'typed'; readonly text: string; readonly mode: 'contracts' | 'dollars' };

export const SIZE = 'a size such as 500, 2k, 50% or $200';
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)`;
const CONTRACTS = new RegExp(`^${NUMBER}[km]?$`, 'i');
const DOLLARS = new RegExp(`^(?:\\$${NUMBER}[km]?|${NUMBER}[km]?\\$)$`, 'i');
const PER_CENT = /^\d+(?:\.\d+)?%$/;

export function readAmount(text: string, direction: Direction): TypedAmount | null {
  if (text === 'all') return direction === 'sell' ? { kind: 'all' } : null;
  if (DOLLARS.test(text)) return { kind: 'typed', text: text.replace('$', ''), mode: 'dollars' };
  if (CONTRACTS.test(text) || PER_CENT.test(text)) return { kind: 'typed', text, mode: 'contracts' };
  return null;
}
