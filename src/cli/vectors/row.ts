/**
 * One row of a golden-vector file: every field is read, compared or named as prose, or the row fails.
 *
 * Invariants  A field that nobody looked at is a failure: nothing counts as passed unseen.
 *             Complaints name fields, never values: some of them are keys.
 */
import { type Address, type Hex32, parseHex32 } from '#shared/units/ids.ts';
import { parseChecksummed } from '#wire/eip712/address.ts';
import { encodeHex, parseBytes } from '#wire/eip712/bytes.ts';

/** Fields of a row or a header that are for people alone. */
const PROSE = ['i', 'label', 'note', 'source', 'peers'];

export class Row {
  readonly path: string;
  readonly failures: string[];
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #seen = new Set<string>();

  constructor(value: unknown, path: string, failures: string[] = []) {
    this.path = path;
    this.failures = failures;
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isRecord) failures.push(`${path} is not an object`);
    this.#fields = isRecord ? (value as Record<string, unknown>) : {};
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#fields, key);
  }

  keys(): string[] {
    return Object.keys(this.#fields);
  }

  raw(key: string): unknown {
    this.#seen.add(key);
    return this.#fields[key];
  }

  fail(key: string, why: string): void {
    this.failures.push(`${this.path}.${key} ${why}`);
  }

  text(key: string): string {
    const value = this.raw(key);
    if (typeof value !== 'string') throw new Error(`${this.path}.${key} is not text`);
    return value;
  }

  flag(key: string): boolean {
    const value = this.raw(key);
    if (typeof value !== 'boolean') throw new Error(`${this.path}.${key} is not true or false`);
    return value;
  }

  /** A whole number, in decimal digits or as a JSON number. */
  uint(key: string): bigint {
    const value = this.raw(key);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return BigInt(value);
    throw new Error(`${this.path}.${key} is not a whole number`);
  }

  bytes(key: string): Uint8Array {
    return parseBytes(this.text(key));
  }

  hex32(key: string): Hex32 {
    return parseHex32(this.text(key));
  }

  /** An address; letters of both cases must carry a right checksum. */
  address(key: string): Address {
    return parseChecksummed(this.text(key));
  }

  row(key: string): Row {
    return new Row(this.raw(key), `${this.path}.${key}`, this.failures);
  }

  rows(key: string): Row[] {
    const value = this.raw(key);
    if (!Array.isArray(value)) throw new Error(`${this.path}.${key} is not a list`);
    return value.map((each, index) => new Row(each, `${this.path}.${key}[${index}]`, this.failures));
  }

  #isThere(key: string): boolean {
    if (!this.has(key)) this.fail(key, 'is missing');
    return this.has(key);
  }

  /** Compares a field with what the product's own code made of the row. */
  expect(key: string, computed: string | number | boolean | bigint): void {
    if (!this.#isThere(key)) return;
    const value = this.raw(key);
    const isSame =
      typeof computed === 'bigint'
        ? typeof value === 'string' && /^\d+$/.test(value) && BigInt(value) === computed
        : value === computed;
    if (!isSame) this.fail(key, 'is not what Adyton computes');
  }

  expectHex(key: string, computed: Uint8Array): void {
    if (!this.#isThere(key)) return;
    const value = this.raw(key);
    if (typeof value !== 'string' || value.toLowerCase() !== encodeHex(computed)) {
      this.fail(key, 'is not what Adyton computes');
    }
  }

  expectAddress(key: string, computed: string): void {
    if (!this.#isThere(key)) return;
    if (this.address(key) !== computed) this.fail(key, 'is not the address that Adyton computes');
  }

  /** Fields that need no check. */
  prose(...keys: readonly string[]): void {
    for (const key of keys) this.#seen.add(key);
  }

  /** Complains of every field that nobody looked at. */
  finish(): void {
    for (const key of this.keys()) if (!this.#seen.has(key)) this.fail(key, 'is a field that this check does not know');
  }
}

/** Runs a check over one row; whatever it throws is a failure of that row. */
export async function checkRow(row: Row, check: (row: Row) => void | Promise<void>): Promise<string[]> {
  row.prose(...PROSE);
  try {
    await check(row);
    row.finish();
  } catch (error) {
    row.failures.push(`${row.path}: ${error instanceof Error ? error.message : 'the check broke off'}`);
  }
  return row.failures;
}
