/** Calldata of wallet transactions: selectors, words, and what a call would change. */
import { bytesToBig, fromHex, keccak, toHex } from '../chain/hex.ts';

export interface Effect {
  /** True for an effect that needs a balance or shares. */
  readonly spends: boolean;
  readonly apply: () => void;
}

/** An effect that needs no balance. */
export const free = (apply: () => void): Effect => ({ spends: false, apply });

export function selectorOf(signature: string): string {
  return toHex(keccak(Buffer.from(signature, 'utf8')).subarray(0, 4));
}

/** The words behind a selector; an incomplete last one is dropped. */
export function splitWords(data: string): bigint[] {
  const bytes = fromHex(`0x${data.slice(10)}`);
  const words: bigint[] = [];
  for (let at = 0; at + 32 <= bytes.length; at += 32) words.push(bytesToBig(bytes.subarray(at, at + 32)));
  return words;
}
