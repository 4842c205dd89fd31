/**
 * Path of a value inside a response, such as `markets[3].yes_price`.
 *
 * Shape       A linked list; the text is built only for errors. The response's schema drift travels with the path.
 */
import type { SchemaDrift } from './schemaDrift.ts';

export class JsonPath {
  readonly key: string | number;
  readonly parent: JsonPath | null;
  readonly drift: SchemaDrift | null;

  constructor(key: string | number, parent: JsonPath | null = null, drift: SchemaDrift | null = parent?.drift ?? null) {
    this.key = key;
    this.parent = parent;
    this.drift = drift;
  }

  at(key: string | number): JsonPath {
    return new JsonPath(key, this);
  }

  toString(): string {
    if (this.parent === null) return String(this.key);
    const parent = this.parent.toString();
    return typeof this.key === 'number' ? `${parent}[${this.key}]` : `${parent}.${this.key}`;
  }
}
