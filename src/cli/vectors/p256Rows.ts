/** Golden P-256 signatures: verified, normalised to a low s, and in the layout of the chain's verifier. */
import { createHash } from 'node:crypto';
import {
  encodeP256VerifyInput,
  isHighS,
  isP256Signature,
  normaliseLowS,
  p256PublicKeyOf,
} from '#main/vault/keys/p256.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import type { VectorKind } from './kind.ts';
import type { Row } from './row.ts';

export const p256Kind: VectorKind = {
  name: 'P-256 signatures',
  marks: ['p256verifyInput', 'highS'],
  checkHeader: () => {},
  groups: [{ key: 'vectors', check: checkP256 }],
};

function checkP256(row: Row): void {
  const key = p256PublicKeyOf(row.bytes('d'));
  const message = row.bytes('message');
  const signature = { r: row.bytes('r'), s: row.bytes('s') };
  const hash = new Uint8Array(createHash('sha256').update(message).digest());
  row.expectHex('x', key.x);
  row.expectHex('y', key.y);
  row.expectHex('sha256', hash);
  row.expect('highS', isHighS(signature));
  row.expectHex('p256verifyInput', encodeP256VerifyInput(hash, signature, key));
  if (!isP256Signature(message, signature, key)) row.fail('s', 'and r are not a signature of the message');
  const low = normaliseLowS(signature);
  if (isHighS(low) || !isP256Signature(message, low, key)) row.fail('s', 'does not survive normalisation');
  if (encodeHex(low.s) === encodeHex(signature.s) && isHighS(signature)) row.fail('s', 'is not normalised');
}
