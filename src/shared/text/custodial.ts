/** Words about custodial accounts: why an account counts as one, and what is not confirmed yet. Without a final period. */
import type { Coded } from '../base/coded.ts';
import type { CustodialProof, CustodialSigns } from '../order/custodial.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';

/** What the exchange answered, as the end of a sentence. */
export const CUSTODIAL_SIGNS: Catalogue<CustodialSigns> = {
  refused: ({ status, codes }) =>
    codes.length === 0
      ? `it has no wallet for this account (status ${status})`
      : `it refused to name a wallet: ${codes.join(', ')}`,
  empty: () => 'it answered without a wallet',
  noAddress: () => 'it answered without the address of a wallet',
  signatureType: ({ found }) => `it answered with the signature type ${found}, which no wallet has`,
};

export function formatCustodialSign(sign: Coded<CustodialSigns>): string {
  return formatCoded(CUSTODIAL_SIGNS, sign);
}

export function formatCustodialProof(proof: CustodialProof): string {
  switch (proof.at) {
    case 'unconfirmed':
      return 'Unconfirmed: the exchange has not yet accepted an order of this account with the direction that was sent. Watch the first one';
    case 'confirmed':
      return 'Confirmed: the exchange accepted an order with the direction that was sent';
    case 'contradicted':
      return `Contradicted: the exchange reports order ${proof.orderId} with the other direction. Nothing is sent until you confirm again`;
  }
}
