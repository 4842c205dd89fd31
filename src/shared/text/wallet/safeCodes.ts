/**
 * Words of the Safe's own codes, which a relay may give as its reason.
 *
 * Source      error codes of Safe 1.4.1; docs/assumptions.md#safe-codes.
 */
const TEXTS: Readonly<Record<string, string>> = {
  GS010: 'the transaction ran out of gas',
  GS013: 'a call inside it failed: a balance, an allowance or a result is missing',
  GS020: 'signatures are missing: the wallet asks for more owners than one, and Adyton signs for one',
  GS025: 'an owner has not approved its hash on the chain',
  GS026: 'the signature is by a key that is no owner of the wallet, or for another nonce',
};

/** The reason with the words of the first Safe code in it. */
export function explainSafeCode(reason: string): string {
  const code = /\bGS\d{3}\b/.exec(reason)?.[0] ?? '';
  return Object.hasOwn(TEXTS, code) ? `${reason}: ${TEXTS[code]!}` : reason;
}
