import { expect, it } from 'vitest';
import type { ReadOnlyReason } from '#shared/order/orderSigner.ts';
import { formatReadOnly, READ_ONLY_REASONS } from '#shared/text/account/readOnlyReasons.ts';
import { formatCoded } from '#shared/text/catalogue.ts';

it.each<[ReadOnlyReason, RegExp]>([
  [{ code: 'noSecondKey', parameters: {} }, /^Read-only: a passkey owns this wallet/],
  [{ code: 'unknownWalletType', parameters: { signatureType: 7 } }, /^Read-only: .*type 7/],
  [{ code: 'otherOwner', parameters: {} }, /^Read-only: the key in the vault does not own/],
])('formats %o as a clause that also follows another introduction', (reason, expected) => {
  expect(formatReadOnly(reason)).toMatch(expected);
  expect(formatReadOnly(reason)).toBe(`Read-only: ${formatCoded(READ_ONLY_REASONS, reason)}`);
  expect(formatReadOnly(reason)).not.toMatch(/\.$/);
});
