import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { openNativeRecovery, openWebAssemblyRecovery, type Recover } from '#paper/server/chain/recovery.ts';

const HAS_NATIVE = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`);
const native = openNativeRecovery();
const builds: [string, Recover][] = [['webAssembly', await openWebAssemblyRecovery()]];
if (native !== null) builds.push(['native', native]);

const hashOf = (text: string): Uint8Array => keccak_256(Buffer.from(text));
const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('hex');

/** Signed by another library, whose signatures take most of this file's time. */
const KNOWN = Array.from({ length: 12 }, (_, index) => {
  const [key, hash] = [hashOf(`key ${index}`), hashOf(`hash ${index}`)];
  const [id, ...signature] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return {
    hash,
    id: id as 0 | 1,
    signature: Uint8Array.from(signature),
    point: text(secp256k1.getPublicKey(key, false)),
  };
});

it('is native on each platform that has a prebuilt file, and on no other', () => {
  expect(native !== null).toBe(HAS_NATIVE);
  expect(openNativeRecovery('plan9-mips')).toBeNull();
});

describe.each(builds)('the build %s', (_name, recover) => {
  it('recovers the signers of what another library signed', () => {
    for (const { hash, id, signature, point } of KNOWN) {
      expect(text(recover(hash, signature, id))).toBe(point);
      expect(text(recover(hash, signature, id === 0 ? 1 : 0))).not.toBe(point);
      expect(text(recover(hashOf('another'), signature, id))).not.toBe(point);
    }
  });

  it('answers null where no point belongs to the signature', () => {
    const hash = hashOf('hash');
    for (const byte of [0, 255]) expect(recover(hash, new Uint8Array(64).fill(byte), 0)).toBeNull();
    // No point of the curve has an x of 5.
    const nowhere = new Uint8Array(64);
    nowhere[31] = 5;
    nowhere[63] = 1;
    expect(recover(hash, nowhere, 0)).toBeNull();
  });
});
