import { expect, it } from 'vitest';
import type { BatchFault, RelayFailures, WalletRefusals } from '#shared/ipc/wallet/walletCodes.ts';
import { RELAY_FAILURES, WALLET_REFUSALS } from '#shared/text/wallet/walletRefusals.ts';

const PARAMETERS = { signatureType: 7, threshold: 2, expected: 5, found: 6, fault: 'empty' } as const;
const codes = Object.keys(WALLET_REFUSALS) as (keyof WalletRefusals)[];
const words = codes.map((code) => WALLET_REFUSALS[code](PARAMETERS));

it('has different words for every refusal, each a sentence without its period', () => {
  expect(new Set(words).size).toBe(codes.length);
  for (const text of words) expect(text).toMatch(/^[A-Z].{10,}[^.]$/);
});

it('shows the parameters', () => {
  expect(WALLET_REFUSALS.unsupportedWalletType({ signatureType: 7 })).toContain('signature type 7');
  expect(WALLET_REFUSALS.unexpectedNonce({ expected: 5, found: 6 })).toContain('Expected nonce 5, found 6');
  const faults: readonly BatchFault[] = ['otherFunction', 'notCanonical', 'truncated', 'empty'];
  expect(new Set(faults.map((fault) => WALLET_REFUSALS.malformedBatch({ fault }))).size).toBe(faults.length);
});

it.each<[keyof RelayFailures, string]>([
  ['otherHashSigned', 'The signature covers another hash than the one you reviewed'],
  ['notRelayed', 'The call was not relayed (no answer) and is not executed: read the wallet again, then try again'],
])('has words for the relay failure %s', (code, expected) => {
  expect(RELAY_FAILURES[code]({ reason: 'no answer' })).toBe(expected);
});
