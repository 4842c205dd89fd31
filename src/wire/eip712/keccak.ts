/**
 * Keccak-256 in WebAssembly: the module is assembled here, instruction by instruction, when this file is loaded.
 *
 * Shape       One page of memory: state (25 lanes of 64 bits), round constants, input. `absorb` takes whole blocks of input into the state.
 * Invariants  Input and state are zeroed after each hash. The module hashes only after it gave a known answer; where it does not,
 *             and where WebAssembly is not allowed, @noble/hashes does.
 * Source      FIPS 202, with the padding of the original submission; docs/decisions/0030-keccak.md
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toNumber } from '#shared/units/numbers.ts';

export type Hash = (bytes: Uint8Array) => Uint8Array;

/** Bytes of a block at 256 bits, and of the result. */
const RATE = 136;
const LENGTH = 32;
const LANES = 25;
const ROUNDS = 24;

const CONSTANTS_AT = 256;
const INPUT_AT = 512;
const MAX_BLOCKS = 450;

/** The part of the runtime's interface that is used; the compiler's library has it only for browsers. */
interface Runtime {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly absorb: (blocks: number) => void;
    };
  };
}

/** The hash in WebAssembly; null where it is not allowed or gives another answer than the known one. */
export function openKeccak(
  runtime = (globalThis as unknown as { readonly WebAssembly?: Runtime }).WebAssembly,
): Hash | null {
  if (runtime === undefined) return null;
  try {
    const { memory, absorb } = new runtime.Instance(new runtime.Module(assembleModule())).exports;
    const hash = wrapAbsorb(new Uint8Array(memory.buffer), absorb);
    return isKeccak(hash) ? hash : null;
  } catch {
    return null;
  }
}

function wrapAbsorb(memory: Uint8Array, absorb: (blocks: number) => void): Hash {
  return (bytes) => {
    let at = 0;
    for (; bytes.length - at >= RATE * MAX_BLOCKS; at += RATE * MAX_BLOCKS) {
      memory.set(bytes.subarray(at, at + RATE * MAX_BLOCKS), INPUT_AT);
      absorb(MAX_BLOCKS);
    }
    const rest = bytes.length - at;
    const blocks = Math.floor(rest / RATE) + 1;
    const end = INPUT_AT + blocks * RATE;
    memory.set(at === 0 ? bytes : bytes.subarray(at), INPUT_AT);
    // What long input left behind the rest of it.
    if (at > 0) memory.fill(0, INPUT_AT + rest, INPUT_AT + RATE * MAX_BLOCKS);
    memory[INPUT_AT + rest] = 1;
    memory[end - 1]! |= 0x80;
    absorb(blocks);
    const digest = memory.slice(0, LENGTH);
    memory.fill(0, 0, LANES * 8);
    memory.fill(0, INPUT_AT, end);
    return digest;
  };
}

/** Hash of the empty input, and of one that is two blocks long. */
const KNOWN = [
  [0, 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  [200, '3a57666b048777f2c953dc4456f45a2588e1cb6f2da760122d530ac2ce607d4a'],
] as const;

function isKeccak(hash: Hash): boolean {
  return KNOWN.every(([length, digest]) => {
    const found = hash(new Uint8Array(length).fill(0xa3));
    return found.every((byte, at) => byte === Number.parseInt(digest.slice(at * 2, at * 2 + 2), 16));
  });
}

/** Instructions by their names in the standard. */
const LOOP = 0x03;
const END = 0x0b;
const BR_IF = 0x0d;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const LOCAL_TEE = 0x22;
const I64_LOAD = 0x29;
const I64_STORE = 0x37;
const I32_CONST = 0x41;
const I64_CONST = 0x42;
const I32_NE = 0x47;
const I32_ADD = 0x6a;
const I64_AND = 0x83;
const I64_XOR = 0x85;
const I64_ROTL = 0x89;
const EMPTY = 0x40;
const I32 = 0x7f;
const I64 = 0x7e;

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

const section = (id: number, bytes: readonly number[]): number[] => [id, ...unsigned(bytes.length), ...bytes];
const text = (value: string): number[] => [value.length, ...[...value].map((letter) => letter.charCodeAt(0))];

function assembleModule(): Uint8Array {
  const body = [2, ...unsigned(2), I32, ...unsigned(LANES * 2 + 5), I64, ...assembleAbsorb(), END];
  const constants = listConstants();
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    // One type, (i32) -> (); one function of it; one page of memory.
    ...section(1, [1, 0x60, 1, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text('memory'), 2, 0, ...text('absorb'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
    ...section(11, [1, 0, I32_CONST, ...signed(CONSTANTS_AT), END, ...unsigned(constants.length), ...constants]),
  ]);
}

/** The function: its parameter is the number of blocks, which is at least 1. */
function assembleAbsorb(): number[] {
  const [blocks, input, constant] = [0, 1, 2];
  const a = (lane: number): number => 3 + lane;
  const b = (lane: number): number => 3 + LANES + lane;
  const c = (column: number): number => 3 + 2 * LANES + (column % 5);
  const get = (local: number): number[] => [LOCAL_GET, local];
  const lanes = Array.from({ length: LANES }, (_, lane) => lane);
  const load = (base: number[], offset: number): number[] => [...base, I64_LOAD, 3, ...unsigned(offset)];
  const add = (local: number, value: number): number[] => [...get(local), I32_CONST, ...signed(value), I32_ADD];
  const zero = [I32_CONST, 0];
  const { rotations, targets } = listSteps();
  const round = [
    // Theta: the parity of each column, and of it what each lane of its neighbours is changed by.
    ...[0, 1, 2, 3, 4].flatMap((x) => [
      ...get(a(x)),
      ...[5, 10, 15, 20].flatMap((row) => [...get(a(x + row)), I64_XOR]),
      ...[LOCAL_SET, c(x)],
    ]),
    // Rho and pi: each lane is rotated and moved.
    ...[0, 1, 2, 3, 4].flatMap((x) => [
      ...[...get(c(x + 4)), ...get(c(x + 1)), I64_CONST, 1, I64_ROTL, I64_XOR, LOCAL_SET, b(0)],
      ...[0, 5, 10, 15, 20].flatMap((row) => [...get(a(x + row)), ...get(b(0)), I64_XOR, LOCAL_SET, a(x + row)]),
    ]),
    ...lanes.flatMap((lane) => [
      ...get(a(lane)),
      ...(rotations[lane] === 0 ? [] : [I64_CONST, ...signed(rotations[lane]!), I64_ROTL]),
      ...[LOCAL_SET, b(targets[lane]!)],
    ]),
    // Chi.
    ...lanes.flatMap((lane) => {
      const row = lane - (lane % 5);
      const [next, second] = [b(row + ((lane + 1) % 5)), b(row + ((lane + 2) % 5))];
      return [
        ...[...get(b(lane)), ...get(next), I64_CONST, 0x7f, I64_XOR, ...get(second), I64_AND, I64_XOR],
        ...[LOCAL_SET, a(lane)],
      ];
    }),
    // Iota.
    ...[...get(a(0)), ...load(get(constant), 0), I64_XOR, LOCAL_SET, a(0)],
  ];
  return [
    ...[I32_CONST, ...signed(INPUT_AT), LOCAL_SET, input],
    ...lanes.flatMap((lane) => [...load(zero, lane * 8), LOCAL_SET, a(lane)]),
    ...[LOOP, EMPTY],
    ...lanes
      .slice(0, RATE / 8)
      .flatMap((lane) => [...get(a(lane)), ...load(get(input), lane * 8), I64_XOR, LOCAL_SET, a(lane)]),
    ...[I32_CONST, ...signed(CONSTANTS_AT), LOCAL_SET, constant],
    ...[LOOP, EMPTY],
    ...round,
    ...[...add(constant, 8), LOCAL_TEE, constant, I32_CONST, ...signed(CONSTANTS_AT + ROUNDS * 8), I32_NE, BR_IF, 0],
    END,
    ...[...add(input, RATE), LOCAL_SET, input],
    ...[...add(blocks, -1), LOCAL_TEE, blocks, BR_IF, 0],
    END,
    ...lanes.flatMap((lane) => [...zero, ...get(a(lane)), I64_STORE, 3, ...unsigned(lane * 8)]),
  ];
}

/** How far each lane is rotated, and where it goes. */
function listSteps(): { readonly rotations: readonly number[]; readonly targets: readonly number[] } {
  const rotations = new Array<number>(LANES).fill(0);
  let [x, y] = [1, 0];
  for (let step = 0; step < LANES - 1; step += 1) {
    rotations[x + 5 * y] = (((step + 1) * (step + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const targets = rotations.map((_, lane) => {
    const [from, row] = [lane % 5, Math.floor(lane / 5)];
    return row + 5 * ((2 * from + 3 * row) % 5);
  });
  return { rotations, targets };
}

/** The round constants, by their shift register, as bytes. */
function listConstants(): number[] {
  const bytes: number[] = [];
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << ((1n << BigInt(bit)) - 1n);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    for (let byte = 0n; byte < 8n; byte += 1n) bytes.push(toNumber((constant >> (byte * 8n)) & 0xffn));
  }
  return bytes;
}

export const keccak256: Hash = openKeccak() ?? keccak_256;
