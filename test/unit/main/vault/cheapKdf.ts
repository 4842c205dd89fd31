/** A key derivation that costs nothing, for tests of everything else; imports nothing of ours, so that it can stand in for scrypt. */
import { createHmac } from 'node:crypto';

export const cheapKdf = async (
  password: Uint8Array,
  salt: Uint8Array,
  { n, r, p }: { readonly n: number; readonly r: number; readonly p: number },
): Promise<Uint8Array> =>
  new Uint8Array(createHmac('sha256', salt).update(password).update(JSON.stringify({ n, r, p })).digest());
