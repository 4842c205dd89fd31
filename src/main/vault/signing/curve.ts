/**
 * libsecp256k1: its native build where the package has one for this platform, its WebAssembly build elsewhere.
 *
 * Shape       Keys, digests and the parts of signatures are 32 bytes; a signature is 64 bytes r ‖ s.
 * Invariants  The native binding is loaded as a file, without the package's JavaScript: nothing steps in for it unnoticed.
 *             A build is used only after it signed and recovered a known answer. It reads a key where the caller holds it.
 * Source      docs/decisions/0028-native-signatures.md
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Curve {
  readonly build: 'native' | 'webAssembly';
  /** Whether 32 bytes are a key within 1 … n − 1. */
  isPrivate(key: Uint8Array): boolean;
  /** 65 bytes, or 33 when compressed; null for a key out of range. */
  publicKey(key: Uint8Array, compressed: boolean): Uint8Array | null;
  /** Deterministic (RFC 6979), with a low s; null for a key out of range. */
  sign(
    digest: Uint8Array,
    key: Uint8Array,
  ): { readonly signature: Uint8Array; readonly recoveryId: 0 | 1 | 2 | 3 } | null;
  /** Public key of 65 bytes; null when there is none. */
  recover(digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1): Uint8Array | null;
}

/** Methods of the native binding: they write into their first argument and return 0, or another number on failure. */
interface Binding {
  contextRandomize(seed: Uint8Array): number;
  privateKeyVerify(key: Uint8Array): number;
  publicKeyCreate(output: Uint8Array, key: Uint8Array): number;
  ecdsaSign(output: { signature: Uint8Array; recid: number }, digest: Uint8Array, key: Uint8Array): number;
  ecdsaRecover(output: Uint8Array, signature: Uint8Array, recoveryId: number, digest: Uint8Array): number;
}

const requireHere = createRequire(import.meta.url);

/** Names of a platform's file; on Linux one of the two loads. */
const FILES = ['secp256k1.node', 'secp256k1.glibc.node', 'secp256k1.musl.node'] as const;

/** The native build; null where the package has none that loads and gives the known answer. */
export function openNativeCurve(platform = `${process.platform}-${process.arch}`): Curve | null {
  const folder = path.join(path.dirname(requireHere.resolve('secp256k1/package.json')), 'prebuilds', platform);
  for (const file of FILES.map((name) => path.join(folder, name)).filter(existsSync)) {
    try {
      const { Secp256k1 } = requireHere(file) as { readonly Secp256k1: new () => Binding };
      const binding = new Secp256k1();
      // Blinds the multiplication of secret scalars with a random point.
      if (binding.contextRandomize(new Uint8Array(randomBytes(32))) !== 0) continue;
      const curve = wrapBinding(binding);
      if (givesKnownAnswer(curve)) return curve;
    } catch {
      // Built for another C library: the next file, or WebAssembly.
    }
  }
  return null;
}

function wrapBinding(binding: Binding): Curve {
  return {
    build: 'native',
    isPrivate: (key) => binding.privateKeyVerify(key) === 0,
    publicKey(key, compressed) {
      const point = new Uint8Array(compressed ? 33 : 65);
      return binding.publicKeyCreate(point, key) === 0 ? point : null;
    },
    sign(digest, key) {
      const output = { signature: new Uint8Array(64), recid: 0 };
      if (binding.ecdsaSign(output, digest, key) !== 0) return null;
      return { signature: output.signature, recoveryId: output.recid as 0 | 1 | 2 | 3 };
    },
    recover(digest, signature, recoveryId) {
      const point = new Uint8Array(65);
      return binding.ecdsaRecover(point, signature, recoveryId, digest) === 0 ? point : null;
    },
  };
}

/** The WebAssembly build, compiled when it is opened; it zeroes its copy of a key. */
export function openWebAssemblyCurve(): Curve {
  const library = requireHere('tiny-secp256k1') as typeof import('tiny-secp256k1');
  const curve: Curve = {
    build: 'webAssembly',
    isPrivate: library.isPrivate,
    publicKey: (key, compressed) => (library.isPrivate(key) ? library.pointFromScalar(key, compressed) : null),
    sign: (digest, key) => (library.isPrivate(key) ? library.signRecoverable(digest, key) : null),
    recover(digest, signature, recoveryId) {
      try {
        return library.recover(digest, signature, recoveryId, false);
      } catch {
        // It throws on an r or s of 0 or above the order.
        return null;
      }
    },
  };
  if (!givesKnownAnswer(curve)) throw new Error('Expected libsecp256k1 to give a known signature, found another');
  return curve;
}

/** Signature of the digest 02…02 with the key 01…01, and the public key, by @noble/curves. */
const KNOWN = {
  signature:
    '97ef30233ead25d10f7bb2bf9eaf571a16f2deb33a75f20819284f0cb8ff3cc14870ca05940199c113b4dc77866f001702691cde269f6835581e7aea1ead2660',
  recoveryId: 0,
  publicKey:
    '041b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f70beaf8f588b541507fed6a642c5ab42dfdf8120a7f639de5122d47a69a8e8d1',
} as const;

function givesKnownAnswer(curve: Curve): boolean {
  const [key, digest] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const signed = curve.sign(digest, key);
  if (signed === null || signed.recoveryId !== KNOWN.recoveryId) return false;
  const toHex = (bytes: Uint8Array | null): string => (bytes === null ? '' : Buffer.from(bytes).toString('hex'));
  return (
    curve.isPrivate(key) &&
    !curve.isPrivate(new Uint8Array(32)) &&
    toHex(signed.signature) === KNOWN.signature &&
    toHex(curve.publicKey(key, false)) === KNOWN.publicKey &&
    toHex(curve.recover(digest, signed.signature, KNOWN.recoveryId)) === KNOWN.publicKey
  );
}

/** Build that this process signs with. */
export const curve: Curve = openNativeCurve() ?? openWebAssemblyCurve();
