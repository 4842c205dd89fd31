/**
 * Schema of declared fields: strict for what a page sends, open for stored facts of which a later version may have more.
 *
 * Invariants  A schema accepts exactly the values of the field's type and bounds; it changes none of them.
 */
import { z } from 'zod';
import type { Field, Fields, Shape, ValuesOf } from '../units/fields.ts';

/** `bridge`: a key that is not declared is refused. `stored`: so it is, and the bounds are those of every version. `open`: it is dropped. */
type SchemaFor = 'bridge' | 'stored' | 'open';

export function schemaOf<T>(field: Field<T>, source: SchemaFor = 'bridge'): z.ZodType<T, T> {
  return buildSchema(field.shape, source) as unknown as z.ZodType<T, T>;
}

export function schemaOfFields<F extends Fields>(
  fields: F,
  source: SchemaFor = 'bridge',
): z.ZodType<ValuesOf<F>, ValuesOf<F>> {
  return buildObject(fields, source) as unknown as z.ZodType<ValuesOf<F>, ValuesOf<F>>;
}

function buildObject(fields: Fields, source: SchemaFor, kind?: string): z.ZodObject {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, buildSchema(field.shape, source)]),
  );
  const named = kind === undefined ? shape : { kind: z.literal(kind), ...shape };
  return source === 'open' ? z.object(named) : z.strictObject(named);
}

function buildSchema(shape: Shape, source: SchemaFor): z.ZodType {
  switch (shape.is) {
    case 'whole':
      return z
        .number()
        .int()
        .min(shape.min)
        .max(source === 'stored' ? (shape.storedMax ?? shape.max) : shape.max);
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
      return z.array(buildSchema(shape.of.shape, source)).min(shape.min).max(shape.max);
    case 'group':
      return buildObject(shape.fields, source);
    case 'variants': {
      const options = Object.entries(shape.of).map(([kind, fields]) => buildObject(fields, source, kind));
      return z.discriminatedUnion('kind', options as [z.ZodObject, ...z.ZodObject[]]);
    }
    case 'either':
      return z.union(shape.of.map((field) => buildSchema(field.shape, source)));
    case 'nullable':
      return buildSchema(shape.of.shape, source).nullable();
    case 'optional':
      return z.exactOptional(buildSchema(shape.of.shape, source));
  }
}
