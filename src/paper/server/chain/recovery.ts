/**
 * Recovery of a signer's public key by libsecp256k1: its native build where the package has one for this platform, its WebAssembly build
 * elsewhere.
 *
 * Shape       Hash of 32 bytes, signature of 64 bytes r ‖ s; the point has 65 bytes.
 * Invariants  The native binding is loaded as a file, without the package's JavaScript: nothing steps in for it unnoticed. A build is used
 *             only after it recovered a known point; where neither does, the exchange does not start.
 * Source      docs/decisions/0033-native-recovery.md
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Null where no point belongs to the signature. */
export type Recover = (hash: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | null;

/** The method that is used of the native binding: it writes into its first argument and returns 0, or another number on failure. */
interface Binding {
  ecdsaRecover(output: Uint8Array, signature: Uint8Array, recoveryId: number, hash: Uint8Array): number;
}

const requireHere = createRequire(import.meta.url);

/** Names of a platform's file; on Linux one of the two loads. */
const FILES = ['secp256k1.node', 'secp256k1.glibc.node', 'secp256k1.musl.node'] as const;

/** The native build; null where the package has none that loads and gives the known answer. */
export function openNativeRecovery(platform = `${process.platform}-${process.arch}`): Recover | null {
  const folder = path.join(path.dirname(requireHere.resolve('secp256k1/package.json')), 'prebuilds', platform);
  for (const file of FILES.map((name) => path.join(folder, name)).filter(existsSync)) {
    try {
      const { Secp256k1 } = requireHere(file) as { readonly Secp256k1: new () => Binding };
      const binding = new Secp256k1();
      const recover: Recover = (hash, signature, recoveryId) => {
        const point = new Uint8Array(65);
        return binding.ecdsaRecover(point, signature, recoveryId, hash) === 0 ? point : null;
      };
      if (givesKnownAnswer(recover)) return recover;
    } catch {
      // Built for another C library: the next file, or WebAssembly.
    }
  }
  return null;
}

/** The WebAssembly build, read and compiled only when it is opened. */
export async function openWebAssemblyRecovery(): Promise<Recover> {
  const { instantiateSecp256k1 } = await import('@bitauth/libauth/build/lib/crypto/secp256k1.js');
  const { recoverPublicKeyUncompressed } = await instantiateSecp256k1();
  const recover: Recover = (hash, signature, recoveryId) => {
    const point = recoverPublicKeyUncompressed(signature, recoveryId, hash);
    return typeof point === 'string' ? null : point;
  };
  if (!givesKnownAnswer(recover)) throw new Error('Expected libsecp256k1 to recover a known signer, found another');
  return recover;
}

/** A signature of the digest 02…02 and its signer's public key, by @noble/curves. */
const KNOWN = {
  signature:
    '97ef30233ead25d10f7bb2bf9eaf571a16f2deb33a75f20819284f0cb8ff3cc14870ca05940199c113b4dc77866f001702691cde269f6835581e7aea1ead2660',
  recoveryId: 0,
  point:
    '041b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f70beaf8f588b541507fed6a642c5ab42dfdf8120a7f639de5122d47a69a8e8d1',
} as const;

function givesKnownAnswer(recover: Recover): boolean {
  const point = recover(new Uint8Array(32).fill(2), Buffer.from(KNOWN.signature, 'hex'), KNOWN.recoveryId);
  return point !== null && Buffer.from(point).toString('hex') === KNOWN.point;
}

/** Build that this process recovers with. */
export const recover: Recover = openNativeRecovery() ?? (await openWebAssemblyRecovery());
