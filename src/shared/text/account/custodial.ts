/** Words about custodial accounts: why an account counts as one, and what is not confirmed yet. Without a final period. */
import type { Coded } from '../../base/coded.ts';
import {
  type CustodialProof,
  type CustodialProofReceipt,
  type CustodialSigns,
  type DirectionFault,
  type DirectionField,
  findDirectionFault,
} from '../../order/account/custodial.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { DENIALS } from '../orders/denials.ts';
import { wordsOfCode } from '../orders/exchangeErrors.ts';

/** What the exchange answered, as the end of a sentence. */
const CUSTODIAL_SIGNS: Catalogue<CustodialSigns> = {
  refused: ({ status, codes }) =>
    codes.length === 0
      ? `it has no wallet for this account (status ${status})`
      : `it refused to name a wallet: ${codes.map(wordsOfCode).join(', ')}`,
  empty: () => 'it answered without a wallet',
  noAddress: () => 'it answered without the address of a wallet',
  signatureType: ({ found }) => `it answered with the signature type ${found}, which no wallet has`,
};

export function formatCustodialSign(sign: Coded<CustodialSigns>): string {
  return formatCoded(CUSTODIAL_SIGNS, sign);
}

/** As in the body of an order. */
export function formatDirection({ name, buy, sell }: DirectionField): string {
  return `"${name}": "${buy}" or "${sell}"`;
}

const DIRECTION_FAULTS: Readonly<Record<DirectionFault, string>> = {
  name: 'A name such as direction: letters, digits and _, first a small letter',
  taken: 'An order has this field already, for something else',
  word: 'Words of at most 20 letters, digits, _ or -',
  same: 'Two different words',
};

/** What is wrong with it, and with which part; null for one that can be sent. */
export function formatDirectionFault(
  direction: DirectionField,
): { readonly about: 'name' | 'words'; readonly text: string } | null {
  const fault = findDirectionFault(direction);
  if (fault === null) return null;
  return { about: fault === 'name' || fault === 'taken' ? 'name' : 'words', text: DIRECTION_FAULTS[fault] };
}

const codes = (list: readonly string[]): string =>
  list.length === 0 ? 'a refusal without a reason' : list.map(wordsOfCode).join(', ');

/** What became of the order of the proof, where the proof alone does not say it; null when nothing is left to do. */
export function formatCustodialProofReceipt({ outcome, denials, isEnded }: CustodialProofReceipt): string | null {
  switch (outcome) {
    case 'lost':
      return 'The answer to the order of the proof was lost. It is not sent again; when the exchange shows it, it is cancelled. Until then it is unknown in Orders';
    case 'denied':
      return `The order of the proof was not sent: ${denials.map((denial) => formatCoded(DENIALS, denial)).join('; ')}. Watch your first order`;
    case 'absent':
      return 'The order of the proof did not reach the exchange. Watch your first order';
    case null:
      return 'No market had a live book for the order of the proof. Watch your first order';
    case 'accepted':
      return isEnded ? null : 'The order of the proof may still rest: cancel it in Orders';
    case 'rejected':
      return 'The exchange refused the order of the proof. Confirm the account again, with what the exchange tells you';
  }
}

export function formatCustodialProof(proof: CustodialProof): string {
  switch (proof.at) {
    case 'unconfirmed':
      return 'Unconfirmed: the exchange has not yet accepted an order of this account with the direction that was sent. Watch the first one';
    case 'confirmed':
      return 'Confirmed: the exchange accepted an order with the direction that was sent';
    case 'proving':
      return 'Being proved: one post-only order is sent and cancelled';
    case 'refused':
      return `Refused: expected the exchange to accept the order of the proof, found ${codes(proof.codes)}. Nothing is sent until you confirm again`;
    case 'contradicted':
      return `Contradicted: the exchange reports order ${proof.orderId} with the other direction. Nothing is sent until you confirm again`;
  }
}
