/** Golden P-256 signatures: verified, normalised to a low s, and in the layout of the chain's verifier. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  encodeP256VerifyInput,
  isHighS,
  isP256Signature,
  normaliseLowS,
  p256PublicKeyOf,
} from '#main/vault/keys/p256.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { bytes, fields, flag } from './schemas.ts';

const p256Row = fields({
  d: bytes,
  x: bytes,
  y: bytes,
  message: bytes,
  sha256: bytes,
  r: bytes,
  s: bytes,
  highS: flag,
  p256verifyInput: bytes,
});

export const p256Kind: VectorKind = {
  name: 'P-256 signatures',
  marks: ['p256verifyInput', 'highS'],
  header: rowCheck(fields({}), () => {}),
  groups: [{ key: 'vectors', check: rowCheck(p256Row, checkP256) }],
};

function checkP256(row: Row<z.output<typeof p256Row>>): void {
  const key = p256PublicKeyOf(row.get('d'));
  const message = row.get('message');
  const signature = { r: row.get('r'), s: row.get('s') };
  const hash = new Uint8Array(createHash('sha256').update(message).digest());
  row.expect('x', key.x);
  row.expect('y', key.y);
  row.expect('sha256', hash);
  row.expect('highS', isHighS(signature));
  row.expect('p256verifyInput', encodeP256VerifyInput(hash, signature, key));
  if (!isP256Signature(message, signature, key)) row.fail('s', 'and r are not a signature of the message');
  const low = normaliseLowS(signature);
  if (isHighS(low) || !isP256Signature(message, low, key)) row.fail('s', 'is not valid after normalisation');
  if (encodeHex(low.s) === encodeHex(signature.s) && isHighS(signature)) row.fail('s', 'is not normalised');
}
