import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keccak256, openKeccak } from '#wire/eip712/keccak.ts';

const hash = openKeccak()!;

it('runs in WebAssembly here', () => {
  expect(hash).not.toBeNull();
  expect(keccak256).not.toBe(keccak_256);
});

it('agrees with another program on every length around its blocks, one input after another', () => {
  for (let length = 0; length <= 700; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);
    expect(hash(bytes)).toEqual(keccak_256(bytes));
  }
});

it('agrees on input that is longer than its memory, which leaves nothing for the next one', () => {
  const block = 136 * 450;
  for (const length of [block - 1, block, block + 1, block + 136, 2 * block, 2 * block + 7]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    expect(hash(bytes)).toEqual(keccak_256(bytes));
    expect(hash(bytes.subarray(3, 90))).toEqual(keccak_256(bytes.subarray(3, 90)));
  }
});

it('agrees on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
      expect(hash(bytes)).toEqual(keccak_256(bytes));
    }),
    { numRuns: 200 },
  );
});

it('keeps nothing of what it hashed in its memory', () => {
  const real = (globalThis as unknown as { WebAssembly: NonNullable<Parameters<typeof openKeccak>[0]> }).WebAssembly;
  let memory = new Uint8Array();
  const opened = openKeccak({
    Module: real.Module,
    Instance: class extends real.Instance {
      constructor(module: object) {
        super(module);
        memory = new Uint8Array(this.exports.memory.buffer);
      }
    },
  })!;
  const fresh = memory.slice();
  for (const length of [1, 136, 500, 136 * 450 + 9]) opened(new Uint8Array(length).fill(0x5a));
  expect(Buffer.compare(memory, fresh)).toBe(0);
});

it('is not used where it is missing, not allowed or wrong', () => {
  const refuse = class {
    constructor() {
      throw new Error('not allowed');
    }
  };
  const exports = { memory: { buffer: new ArrayBuffer(65_536) }, absorb: () => undefined };
  const wrong = class {
    readonly exports = exports;
  };
  expect(openKeccak({ Module: refuse, Instance: wrong })).toBeNull();
  expect(openKeccak({ Module: class {}, Instance: wrong })).toBeNull();
});
