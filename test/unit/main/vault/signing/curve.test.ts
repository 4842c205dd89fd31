import { existsSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it } from 'vitest';
import { type Curve, curve, openNativeCurve, openWebAssemblyCurve } from '#main/vault/signing/curve.ts';
import { hashText, parseBytes } from '#wire/eip712/bytes.ts';

const ORDER = parseBytes('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
/** The platforms that the package has a file for; on Linux that of the C library here is loaded. */
const HAS_NATIVE = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`);

const webAssembly = openWebAssemblyCurve();
const builds: [string, Curve][] = [
  ['webAssembly', webAssembly],
  ['of this process', curve],
];

it('signs natively on each platform that has a prebuilt file, and by WebAssembly elsewhere', () => {
  expect(curve.build).toBe(HAS_NATIVE ? 'native' : 'webAssembly');
  expect(openNativeCurve('plan9-mips')).toBeNull();
});

it('loads no JavaScript implementation of the curve', () => {
  const stand = new URL('../../../../../node_modules/elliptic/package.json', import.meta.url);
  expect(existsSync(new URL('lib', stand))).toBe(false);
});

describe.each(builds)('the build %s', (_name, build) => {
  it('equals another library on keys, digests and signers', () => {
    for (let index = 0; index < 200; index += 1) {
      const [key, digest] = [hashText(`key ${index}`), hashText(`digest ${index}`)];
      const other = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      const { signature, recoveryId } = build.sign(digest, key)!;
      expect([recoveryId, ...signature]).toEqual([...other]);
      const point = secp256k1.getPublicKey(key, false);
      expect([...build.publicKey(key, false)!]).toEqual([...point]);
      expect([...build.publicKey(key, true)!]).toEqual([...secp256k1.getPublicKey(key, true)]);
      expect([...build.recover(digest, signature, recoveryId as 0 | 1)!]).toEqual([...point]);
    }
  });

  it('leaves key and digest as they were', () => {
    const [key, digest] = [hashText('key'), hashText('digest')];
    build.sign(digest, key);
    build.publicKey(key, false);
    expect([...key]).toEqual([...hashText('key')]);
    expect([...digest]).toEqual([...hashText('digest')]);
  });

  it('answers null for what has no signature and no signer', () => {
    const digest = hashText('digest');
    for (const key of [new Uint8Array(32), ORDER, new Uint8Array(32).fill(255)]) {
      expect(build.isPrivate(key)).toBe(false);
      expect(build.sign(digest, key)).toBeNull();
      expect(build.publicKey(key, false)).toBeNull();
    }
    const last = ORDER.slice();
    last[31]! -= 1;
    expect(build.isPrivate(last)).toBe(true);
    expect(build.recover(digest, new Uint8Array(64), 0)).toBeNull();
    expect(build.recover(digest, new Uint8Array(64).fill(255), 1)).toBeNull();
    const { signature } = build.sign(digest, hashText('key'))!;
    const overflown = signature.slice();
    overflown.set(ORDER, 32);
    expect(build.recover(digest, overflown, 0)).toBeNull();
  });
});
