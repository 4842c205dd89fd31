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

/** From so many combinations on, each option of each field is in one input at least, and not with every option of the others. */
const MAX_COMBINATIONS = 64;
const MAX_LISTS = 4;

/** One input per combination of options, as far as there are few; lists and records have one element. Throws on a kind of schema that it does not know. */
export function buildInputs(schema: z.ZodType, fill: FillText, path = ''): unknown[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return combine(
        Object.entries(def.shape ?? {}).map(
          ([key, field]) => [key, buildInputs(field, fill, path === '' ? key : `${path}.${key}`)] as const,
        ),
      );
    case 'union':
      return (def.options ?? []).flatMap((option) => buildInputs(option, fill, path));
    case 'array': {
      const values = buildInputs(def.element!, fill, path);
      // A long list of kinds is one list of all of them.
      return values.length > MAX_LISTS ? [values] : values.map((value) => [value]);
    }
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

function combine(fields: readonly (readonly [string, readonly unknown[]])[]): Record<string, unknown>[] {
  const combinations = fields.reduce((product, [, values]) => product * values.length, 1);
  if (combinations > MAX_COMBINATIONS) {
    const count = Math.max(...fields.map(([, values]) => values.length));
    return Array.from({ length: count }, (_, at) =>
      Object.fromEntries(fields.map(([key, values]) => [key, values[at % values.length]])),
    );
  }
  return fields.reduce<Record<string, unknown>[]>(
    (inputs, [key, values]) => values.flatMap((value) => inputs.map((input) => ({ ...input, [key]: value }))),
    [{}],
  );
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

/** A few of the inputs that together have every kind of every field; one after the other, what adds the most. */
export function chooseInputs(inputs: readonly unknown[]): unknown[] {
  const open = new Map(inputs.map((input) => [input, new Set(listKinds(input))]));
  const missing = new Set([...open.values()].flatMap((kinds) => [...kinds]));
  const chosen: unknown[] = [];
  const gainOf = (kinds: ReadonlySet<string>): number => [...kinds].filter((kind) => missing.has(kind)).length;
  while (missing.size > 0) {
    const [best, kinds] = [...open].reduce((a, b) => (gainOf(b[1]) > gainOf(a[1]) ? b : a));
    chosen.push(best);
    for (const kind of kinds) missing.delete(kind);
  }
  return chosen.length === 0 ? inputs.slice(0, 1) : chosen;
}

/** Every `kind` of an input with the path at which it is. */
function listKinds(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'kind' ? [`${path} ${String(part)}`] : listKinds(part, `${path}.${key}`),
  );
}
