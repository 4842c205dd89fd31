/**
 * Row of a golden-vector file: parsed fields, compared with what Adyton computes.
 *
 * Invariants  A field that no check reads is a failure. Failures name fields, never values: some are keys.
 */
import type { z } from 'zod';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { PROSE } from './schemas.ts';

type Key<T> = keyof T & string;
type Item<L> = L extends readonly (infer I extends object)[] ? I : never;

export class Row<T extends object> {
  readonly path: string;
  readonly failures: string[];
  readonly #fields: T;
  readonly #read = new Set<string>(PROSE);
  readonly #nested: Row<never>[] = [];

  constructor(fields: T, path: string, failures: string[] = []) {
    this.path = path;
    this.failures = failures;
    this.#fields = fields;
  }

  /** True when an optional field is present. */
  has(key: Key<T>): boolean {
    return this.#fields[key] !== undefined;
  }

  keys(): Key<T>[] {
    return Object.keys(this.#fields) as Key<T>[];
  }

  get<K extends Key<T>>(key: K): T[K] {
    this.#read.add(key);
    return this.#fields[key];
  }

  fail(key: Key<T>, why: string): void {
    this.failures.push(`${this.path}.${key} ${why}`);
  }

  row<K extends Key<T>>(key: K): Row<Extract<T[K], object>> {
    return this.#nest(this.get(key) as Extract<T[K], object>, `${this.path}.${key}`);
  }

  rows<K extends Key<T>>(key: K): Row<Item<T[K]>>[] {
    const items = this.get(key) as readonly Item<T[K]>[];
    return items.map((item, index) => this.#nest(item, `${this.path}.${key}[${index}]`));
  }

  #nest<N extends object>(fields: N, path: string): Row<N> {
    const nested = new Row(fields, path, this.failures);
    this.#nested.push(nested as unknown as Row<never>);
    return nested;
  }

  /** Compares a field with what the product's own code computes; bytes by content. */
  expect<K extends Key<T>>(key: K, computed: NonNullable<T[K]>): void {
    const value = this.get(key);
    const isSame =
      value instanceof Uint8Array && computed instanceof Uint8Array
        ? encodeHex(value) === encodeHex(computed)
        : value === computed;
    if (!isSame) this.fail(key, value === undefined ? 'is missing' : 'is not what Adyton computes');
  }

  /** Fails every field, here and in nested rows, that no check read. */
  finish(): void {
    for (const key of this.keys()) if (!this.#read.has(key)) this.fail(key, 'is not checked');
    for (const nested of this.#nested) nested.finish();
  }
}

/** Parses one row; what the schema refuses is added to `failures`. */
export function parseRow<T extends object>(
  schema: z.ZodType<T>,
  value: unknown,
  path: string,
  failures: string[],
): Row<T> | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return new Row(parsed.data, path, failures);
  for (const issue of parsed.error.issues) {
    const place = issue.path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      path,
    );
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) failures.push(`${place}.${key} is a field that this check does not know`);
    else failures.push(`${place} ${issue.message}`);
  }
  return null;
}
