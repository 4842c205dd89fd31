/**
 * Seeded integer randomness: a stream (xoshiro128**) and a hash for reproducible values.
 *
 * Invariants  The same seed gives the same numbers on every machine: only 32-bit integer steps and exact divisions.
 */

export interface Random {
  /** 0 … 2^32 − 1. */
  next(): number;
  /** 0 … n − 1. */
  below(n: number): number;
  /** True about `perMillion` times in a million. */
  chance(perMillion: number): boolean;
  /** Bell-shaped integer around 0 with a standard deviation of about `scale`. */
  bell(scale: number): number;
}

const WORD = 4_294_967_296;

/** Hashes numbers to 32 bits. */
export function hash32(a: number, b: number, c = 0, d = 0): number {
  let h = 0x9e3779b9;
  for (const word of [a, b, c, d]) {
    h = Math.imul(h ^ (word >>> 0), 0x85ebca6b);
    h ^= h >>> 15;
    h = Math.imul(h, 0xc2b2ae35);
    h ^= h >>> 13;
  }
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Hashes numbers to a fraction in −1 … 1. */
export function hashSigned(a: number, b: number, c = 0, d = 0): number {
  return hash32(a, b, c, d) / (WORD / 2) - 1;
}

export function buildRandom(seed: number, label = 0): Random {
  let s0 = hash32(seed, label, 1);
  let s1 = hash32(seed, label, 2);
  let s2 = hash32(seed, label, 3);
  let s3 = hash32(seed, label, 4) | 1;
  const next = (): number => {
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result;
  };
  const below = (n: number): number => Math.floor((next() / WORD) * n);
  return {
    next,
    below,
    chance: (perMillion) => below(1_000_000) < perMillion,
    // The sum of four uniform integers below w has a standard deviation of w / sqrt(3).
    bell: (scale) => {
      const width = Math.round(scale * 1.732) + 1;
      return below(width) + below(width) + below(width) + below(width) - 2 * (width - 1);
    },
  };
}
