/**
 * Hash of a state: two lanes of 32 bits over numbers and texts, for the comparison of a replay with what was live.
 *
 * Invariants  Pure, and the same in every runtime. Not for security: whoever can write a recording can write its hashes.
 */
const PRIME_A = 0x01000193;
const PRIME_B = 0x85ebca6b;

export interface StateHash {
  number(value: number): void;
  text(value: string): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

export function createStateHash(): StateHash {
  const float = new Float64Array(1);
  const words = new Uint32Array(float.buffer);
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;

  function word(value: number): void {
    a = Math.imul(a ^ value, PRIME_A);
    b = Math.imul(b ^ (value + (a >>> 15)), PRIME_B);
    b ^= b >>> 13;
  }

  return {
    number(value) {
      // Both zeros are one value.
      float[0] = value + 0;
      word(words[0]!);
      word(words[1]!);
    },
    text(value) {
      word(value.length);
      for (let at = 0; at < value.length; at += 1) word(value.charCodeAt(at));
    },
    digest: () => [a, b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}
