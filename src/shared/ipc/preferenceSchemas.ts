/** Schemas of preferences: one for each value, and the one of a change. */
import { z } from 'zod';
import { cleanText } from '../base/cleanText.ts';
import type { Field } from '../units/fields.ts';
import { schemaOf } from './fieldSchema.ts';
import {
  MAX_TEMPLATE_CHARACTERS,
  MAX_TEMPLATES,
  PREFERENCE_NAMES,
  PREFERENCES,
  type PreferenceName,
  type Preferences,
} from './preferences.ts';

/** An action may have several keys; an empty list: the action has none. */
const keys = z
  .record(z.string().regex(/^[a-zA-Z0-9.-]{1,80}$/), z.array(z.string().min(1).max(40)).max(4))
  .refine((bindings) => Object.keys(bindings).length <= 300, 'Expected at most 300 actions with keys');

const templates = z
  .array(
    z.strictObject({
      id: z.number().int().min(1).max(1_000_000),
      text: z
        .string()
        .min(1)
        .max(MAX_TEMPLATE_CHARACTERS)
        .transform((text) => cleanText(text, MAX_TEMPLATE_CHARACTERS).trim())
        .refine((text) => text !== ''),
    }),
  )
  .max(MAX_TEMPLATES);

type Undeclared = {
  [N in PreferenceName]: (typeof PREFERENCES)[N]['field'] extends null ? N : never;
}[PreferenceName];
type Schema<N extends PreferenceName> = z.ZodType<Preferences[N], Preferences[N]>;

/** Values that are no declared fields. */
const OWN: { readonly [N in Undeclared]: Schema<N> } = { keys, templates };

type Schemas = { readonly [N in PreferenceName]: Schema<N> };

// Each schema is the one of its name.
export const PREFERENCE_SCHEMAS = Object.fromEntries(
  PREFERENCE_NAMES.map((name) => {
    const field: Field | null = PREFERENCES[name].field;
    return [name, field === null ? OWN[name as Undeclared] : schemaOf(field)];
  }),
) as unknown as Schemas;

/** Any of the preferences. */
export const preferenceChange = z.strictObject(
  Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, z.exactOptional(PREFERENCE_SCHEMAS[name])])) as {
    readonly [N in PreferenceName]: z.ZodExactOptional<Schemas[N]>;
  },
);
