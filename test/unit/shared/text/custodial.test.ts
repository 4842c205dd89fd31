import { expect, it } from 'vitest';
import { formatCustodialProof, formatCustodialSign } from '#shared/text/custodial.ts';
import { parseOrderId } from '#shared/units/ids.ts';

it('says what the exchange answered', () => {
  const refused = (codes: readonly string[]) =>
    formatCustodialSign({ code: 'refused', parameters: { status: 404, codes } });
  expect(refused([])).toBe('it has no wallet for this account (status 404)');
  expect(refused(['account.custody.no_wallet'])).toContain('account.custody.no_wallet');
  expect(formatCustodialSign({ code: 'signatureType', parameters: { found: '0' } })).toContain('signature type 0');
  expect(formatCustodialSign({ code: 'empty', parameters: {} })).toContain('without a wallet');
  expect(formatCustodialSign({ code: 'noAddress', parameters: {} })).toContain('without the address');
});

it('says whether the exchange bore out the direction', () => {
  expect(formatCustodialProof({ at: 'unconfirmed' })).toMatch(/^Unconfirmed/);
  expect(formatCustodialProof({ at: 'confirmed', atMs: 1 })).toMatch(/^Confirmed/);
  expect(formatCustodialProof({ at: 'contradicted', orderId: parseOrderId('7') })).toContain('order 7');
});
