/**
 * Schema of declared fields: strict for what a page sends, open for stored facts of which a later version may have more.
 *
 * Invariants  A schema accepts exactly the values of the field's type and bounds; it changes none of them.
 */
import { z } from 'zod';
import type { Field, Fields, Shape, ValuesOf } from '../units/fields.ts';

/** True: a key that is not declared is refused; false: it is dropped. */
type IsStrict = boolean;

export function schemaOf<T>(field: Field<T>, isStrict: IsStrict = true): z.ZodType<T, T> {
  return buildSchema(field.shape, isStrict) as unknown as z.ZodType<T, T>;
}

export function schemaOfFields<F extends Fields>(
  fields: F,
  isStrict: IsStrict = true,
): z.ZodType<ValuesOf<F>, ValuesOf<F>> {
  return buildObject(fields, isStrict) as unknown as z.ZodType<ValuesOf<F>, ValuesOf<F>>;
}

function buildObject(fields: Fields, isStrict: IsStrict, kind?: string): z.ZodObject {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, buildSchema(field.shape, isStrict)]),
  );
  const named = kind === undefined ? shape : { kind: z.literal(kind), ...shape };
  return isStrict ? z.strictObject(named) : z.object(named);
}

function buildSchema(shape: Shape, isStrict: IsStrict): z.ZodType {
  switch (shape.is) {
    case 'whole':
      return z.number().int().min(shape.min).max(shape.max);
    case 'real':
      return z.number().positive().max(shape.max);
    case 'number':
      return z.number();
    case 'text':
      return z.string().regex(shape.pattern);
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(shape.values);
    case 'list':
      return z.array(buildSchema(shape.of.shape, isStrict)).min(shape.min).max(shape.max);
    case 'group':
      return buildObject(shape.fields, isStrict);
    case 'variants': {
      const options = Object.entries(shape.of).map(([kind, fields]) => buildObject(fields, isStrict, kind));
      return z.discriminatedUnion('kind', options as [z.ZodObject, ...z.ZodObject[]]);
    }
    case 'either':
      return z.union(shape.of.map((field) => buildSchema(field.shape, isStrict)));
    case 'nullable':
      return buildSchema(shape.of.shape, isStrict).nullable();
    case 'optional':
      return z.exactOptional(buildSchema(shape.of.shape, isStrict));
  }
}
