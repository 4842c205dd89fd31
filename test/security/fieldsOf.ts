/** Inputs generated from the bridge's schemas: every text field of every command, so that a new command is covered. */
import fc from 'fast-check';
import { z } from 'zod';
import { COMMANDS, type CommandName } from '#shared/ipc/commands.ts';

/** Chooses the text of a field by its path; `schema` is the whole field, with its parser. */
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
      return buildInputs(def.in!, (at) => fill(at, schema), path);
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

/** The last part of a field's path. */
export const fieldName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Some text for every kind of field. */
const SAMPLES = [
  'w1',
  'btc',
  '7',
  'intent-0001',
  '42750ad5-307f-416a-9501-f4bea9a0c2a1',
  `0x${'ab'.repeat(32)}`,
  `0x${'9e'.repeat(20)}`,
  '2025-11-28',
];

/** Inputs that the command's schema accepts, one per combination of options; `known` has texts by the name of their field. */
export function buildValidInputs(name: CommandName, known: Readonly<Record<string, string>> = {}): unknown[] {
  const { input } = COMMANDS[name];
  const fill: FillText = (path, field) => {
    const texts = [known[fieldName(path)], fieldName(path), ...SAMPLES];
    return texts.find((text) => text !== undefined && field.safeParse(text).success) ?? '';
  };
  const inputs = buildInputs(input, fill).filter((one) => input.safeParse(one).success);
  if (inputs.length === 0) throw new Error(`Expected a valid input of ${name}, found texts for none`);
  return inputs;
}

/** Inputs of the schema's shape, with texts chosen by path; a refinement may refuse them. */
export function arbitraryOf(
  schema: z.ZodType,
  textOf: (path: string) => fc.Arbitrary<unknown>,
  path = '',
): fc.Arbitrary<unknown> {
  const def = definitionOf(schema);
  const inner = (part: z.ZodType | undefined, at = path) => arbitraryOf(part!, textOf, at);
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape ?? {});
      const required = shape.filter(([, field]) => definitionOf(field).type !== 'optional').map(([key]) => key);
      const fields = shape.map(([key, field]) => [key, inner(field, path === '' ? key : `${path}.${key}`)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => inner(option)));
    case 'array':
      return fc.array(inner(def.element), { minLength: 1, maxLength: 3 });
    case 'record':
      return fc.dictionary(
        inner(def.keyType, `${path}.name`) as fc.Arbitrary<string>,
        inner(def.valueType, `${path}.value`),
        {
          maxKeys: 2,
        },
      );
    case 'nullable':
      return fc.option(inner(def.innerType));
    case 'optional':
    case 'readonly':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.in);
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'boolean':
      return fc.boolean();
    case 'bigint':
      return fc.constantFrom(1n, 10n ** 6n, 6n * 10n ** 9n, 10n ** 13n);
    case 'number': {
      const { minimum = 0, maximum = 10 ** 9 } = z.toJSONSchema(schema) as { maximum?: number; minimum?: number };
      const within = fc.integer({ min: Math.max(minimum, -(10 ** 9)), max: Math.min(maximum, 10 ** 9) });
      return fc.oneof({ weight: 8, arbitrary: within }, { weight: 1, arbitrary: fc.double() });
    }
    case 'string':
      return textOf(path);
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
