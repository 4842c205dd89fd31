/** Inputs generated from the bridge's schemas: every text field of every command, so that a new command is covered. */
import { z } from 'zod';

/** Chooses the text of a field by its path. */
export type FillText = (path: string, schema: z.ZodType) => string;

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

/** One input per combination of options; lists and records have one element. Throws on a kind of schema that it does not know. */
export function buildInputs(schema: z.ZodType, fill: FillText, path = ''): unknown[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape ?? {}).reduce<Record<string, unknown>[]>(
        (inputs, [key, field]) =>
          buildInputs(field, fill, path === '' ? key : `${path}.${key}`).flatMap((value) =>
            inputs.map((input) => ({ ...input, [key]: value })),
          ),
        [{}],
      );
    case 'union':
      return (def.options ?? []).flatMap((option) => buildInputs(option, fill, path));
    case 'array':
      return buildInputs(def.element!, fill, path).map((value) => [value]);
    case 'record':
      return buildInputs(def.keyType!, fill, `${path}.name`).flatMap((name) =>
        buildInputs(def.valueType!, fill, `${path}.value`).map((value) => ({ [String(name)]: value })),
      );
    case 'nullable':
    case 'optional':
    case 'readonly':
      return buildInputs(def.innerType!, fill, path);
    case 'pipe':
      return buildInputs(def.in!, fill, path);
    case 'literal':
      return [def.values?.[0]];
    case 'enum':
      return [Object.values(def.entries ?? {})[0]];
    case 'boolean':
      return [true];
    case 'bigint':
      return [1n];
    case 'number': {
      const { maximum, minimum } = z.toJSONSchema(schema) as { maximum?: number; minimum?: number };
      return [Math.min(maximum ?? 10_000, Math.max(minimum ?? 0, 10_000))];
    }
    case 'string':
      return [fill(path, schema)];
    default:
      throw new Error(`Expected a known kind of schema at ${path}, found ${def.type}`);
  }
}

/** Paths of the text fields. */
export function listTextFields(schema: z.ZodType): string[] {
  const paths = new Set<string>();
  buildInputs(schema, (path) => {
    paths.add(path);
    return '';
  });
  return [...paths];
}
