import { expect, it } from 'vitest';
import type { CustodialProofReceipt } from '#shared/order/account/custodial.ts';
import {
  formatCustodialProof,
  formatCustodialProofReceipt,
  formatCustodialSign,
  formatDirection,
  formatDirectionFault,
} from '#shared/text/account/custodial.ts';
import { parseOrderId } from '#shared/units/ids.ts';

it('says what the exchange answered', () => {
  const refused = (codes: readonly string[]) =>
    formatCustodialSign({ code: 'refused', parameters: { status: 404, codes } });
  expect(refused([])).toBe('it has no wallet for this account (status 404)');
  expect(refused(['account.custody.no_wallet'])).toContain('holds the funds of this account');
  expect(formatCustodialSign({ code: 'signatureType', parameters: { found: '0' } })).toContain('signature type 0');
  expect(formatCustodialSign({ code: 'empty', parameters: {} })).toContain('without a wallet');
  expect(formatCustodialSign({ code: 'noAddress', parameters: {} })).toContain('without the address');
});

it('says whether the exchange bore out the direction', () => {
  expect(formatCustodialProof({ at: 'unconfirmed' })).toMatch(/^Unconfirmed/);
  expect(formatCustodialProof({ at: 'confirmed', atMs: 1 })).toMatch(/^Confirmed/);
  expect(formatCustodialProof({ at: 'proving' })).toContain('sent and cancelled');
  expect(formatCustodialProof({ at: 'refused', codes: [] })).toContain('found a refusal without a reason');
  expect(formatCustodialProof({ at: 'refused', codes: ['market.order.odd_way'] })).toContain('found odd way');
  expect(formatCustodialProof({ at: 'contradicted', orderId: parseOrderId('7') })).toContain('order 7');
});

it('says what is left to do about the order of the proof, and nothing when it is over', () => {
  const say = (part: Partial<CustodialProofReceipt>) =>
    formatCustodialProofReceipt({ outcome: 'accepted', denials: [], isEnded: true, ...part });
  expect(say({})).toBeNull();
  expect(say({ isEnded: false })).toContain('cancel it in Orders');
  expect(say({ outcome: 'lost', isEnded: false })).toContain('not sent again');
  expect(say({ outcome: 'denied', denials: [{ code: 'badSize', parameters: {} }] })).toContain(
    'Size must be more than 0',
  );
  expect(say({ outcome: 'absent' })).toContain('did not reach');
  expect(say({ outcome: 'rejected' })).toContain('refused');
  expect(say({ outcome: null })).toContain('No market had a live book');
});

it('says the direction as in the body of an order', () => {
  expect(formatDirection({ name: 'way', buy: 'bid', sell: 'ask' })).toBe('"way": "bid" or "ask"');
});

it('says what is wrong with a direction, and with which part', () => {
  const [name, buy, sell] = ['way', 'bid', 'ask'];
  expect(formatDirectionFault({ name, buy, sell })).toBeNull();
  expect(formatDirectionFault({ name: 'side', buy, sell })).toMatchObject({
    about: 'name',
    text: expect.stringContaining('already'),
  });
  expect(formatDirectionFault({ name, buy, sell: buy })).toEqual({ about: 'words', text: 'Two different words' });
});
