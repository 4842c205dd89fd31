import { describe, expect, it } from 'vitest';
import { schemaOf, schemaOfFields } from '#shared/ipc/fieldSchema.ts';
import {
  choice,
  either,
  type Field,
  FLAG,
  group,
  list,
  MEASURED,
  nullable,
  optional,
  real,
  text,
  variants,
  whole,
} from '#shared/units/fields.ts';

const accepted = (field: Field, ...values: readonly unknown[]) =>
  values.filter((value) => schemaOf(field).safeParse(value).success);

describe('schema of a field', () => {
  it.each<[string, Field, readonly unknown[], readonly unknown[]]>([
    ['whole', whole(1, 3), [1, 3], [0, 4, 1.5, '1', null]],
    ['real', real(5), [0.5, 5], [0, 5.1, Number.NaN]],
    ['measured', MEASURED, [-1.5, 0], ['1', Number.POSITIVE_INFINITY]],
    ['text', text(/^a+$/), ['aa'], ['', 'ab', 1]],
    ['flag', FLAG, [true, false], [0, 'true', null]],
    ['choice', choice({ a: 'A', b: 'B' }), ['a', 'b'], ['A', 'c', null]],
    ['list', list(whole(1, 2), 1, 2), [[1], [1, 2]], [[], [1, 1, 1], [3], 1]],
    ['nullable', nullable(FLAG), [null, true], [undefined, 1]],
    ['either', either(FLAG, whole(1, 1)), [true, 1], [2, null]],
    ['group', group({ a: FLAG }), [{ a: true }], [{}, { a: 1 }, { a: true, b: 1 }]],
    ['optional', group({ a: optional(FLAG) }), [{}, { a: true }], [{ a: undefined }, { a: null }]],
    [
      'variants',
      variants({ a: {}, b: { n: whole(0, 1) } }),
      [{ kind: 'a' }, { kind: 'b', n: 1 }],
      [{}, { kind: 'c' }, { kind: 'a', n: 1 }, { kind: 'b' }],
    ],
  ])('%s', (_name, field, good, bad) => {
    expect(accepted(field, ...good, ...bad)).toEqual(good);
  });

  it('reads what an earlier version stored, and no longer accepts it from a page', () => {
    const count = whole(1, 5, 10);
    const read = (value: number, source: 'bridge' | 'stored') => schemaOf(count, source).safeParse(value).success;
    expect([read(10, 'stored'), read(11, 'stored'), read(6, 'bridge'), read(5, 'bridge')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('drops what is not declared where it is open', () => {
    expect(schemaOfFields({ a: FLAG }, 'open').parse({ a: true, b: 1 })).toEqual({ a: true });
  });
});
