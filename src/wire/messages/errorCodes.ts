/**
 * Error codes of the exchange that the client acts on.
 *
 * Source      docs/exchange-interface.md#errors; docs/assumptions.md#error-codes.
 */

/** A nonce refusal is definite: nothing was done, and measuring the clock again cures it. */
export function isNonceRefusal(codes: readonly string[]): boolean {
  return codes.some((code) => code.startsWith('authz.nonce_'));
}
