import { expect, expectTypeOf, it } from 'vitest';
import { choice, FLAG, nullable, optional, PRICE, type ValuesOf, whole } from '#shared/units/fields.ts';
import type { Price } from '#shared/units/price.ts';

const fields = {
  price: PRICE,
  side: choice({ yes: 'Yes', no: 'No' }),
  gap: nullable(whole(1, 5)),
  late: optional(FLAG),
};

it('gives the types of its values', () => {
  expectTypeOf<ValuesOf<typeof fields>>().toEqualTypeOf<{
    readonly price: Price;
    readonly side: 'yes' | 'no';
    readonly gap: number | null;
    readonly late?: boolean;
  }>();
});

it('lists the values of a choice in the order of its labels', () => {
  expect(fields.side.values).toEqual(['yes', 'no']);
  expect(fields.side.shape).toEqual({ is: 'choice', values: ['yes', 'no'] });
});
