import { expect, it } from 'vitest';
import type { MarketRecordRefusals, WalletChange, WalletChanges } from '#shared/order/wallet/walletChanges.ts';
import {
  formatWalletChanges,
  MARKET_RECORD_REFUSALS,
  PIN_WARNINGS,
  WALLET_CHANGES,
} from '#shared/text/wallet/walletChanges.ts';

const changes: readonly WalletChange[] = [
  { code: 'chain', parameters: { before: 137, now: 1 } },
  { code: 'signingDomain', parameters: { before: 'Example', now: 'Other' } },
];

it('names every changed value with both its values', () => {
  expect(formatWalletChanges(changes)).toBe('chain was 137 and is now 1; signing domain was Example and is now Other');
  const codes = Object.keys(WALLET_CHANGES) as (keyof WalletChanges)[];
  const words = codes.map((code) => WALLET_CHANGES[code]({ before: 'a', now: 'b' }));
  expect(new Set(words).size).toBe(codes.length);
  for (const text of words) expect(text).toMatch(/^[\w ]+ was a and (is now b|the exchange names none now)$/);
});

it('has different words for every refusal of a market’s record', () => {
  const codes = Object.keys(MARKET_RECORD_REFUSALS) as (keyof MarketRecordRefusals)[];
  const words = codes.map((code) => MARKET_RECORD_REFUSALS[code]({ changes }));
  expect(new Set(words).size).toBe(codes.length);
  for (const text of words) expect(text).toMatch(/^[A-Z].*[^.]$/);
  expect(MARKET_RECORD_REFUSALS.differsFromAccount({ changes })).toContain('chain was 137 and is now 1');
});

it('states what a pin warning means and what to do', () => {
  expect(PIN_WARNINGS.pinsUnsaved({})).toContain('Free disk space');
});
