/** Schemas of preferences: one for each value, and the one of a change. */
import { z } from 'zod';
import { cleanText } from '../base/cleanText.ts';
import {
  DENSITIES,
  MAX_TEMPLATE_CHARACTERS,
  MAX_TEMPLATES,
  MOTIONS,
  NUMBER_FORMATS,
  PALETTES,
  type PreferenceName,
  type Preferences,
  STAND_INS,
  THEMES,
  TIME_ZONES,
  TOURS,
} from './preferences.ts';

/** An action may have several keys; an empty list: the action has none. */
const keys = z
  .record(z.string().regex(/^[a-zA-Z0-9.-]{1,80}$/), z.array(z.string().min(1).max(40)).max(4))
  .refine((bindings) => Object.keys(bindings).length <= 300, 'Expected at most 300 actions with keys');

export const PREFERENCE_SCHEMAS = {
  theme: z.enum(THEMES),
  palette: z.enum(PALETTES),
  density: z.enum(DENSITIES),
  numberFormat: z.enum(NUMBER_FORMATS),
  timeZone: z.enum(TIME_ZONES),
  motion: z.enum(MOTIONS),
  keys,
  disarmOnMarketChange: z.boolean(),
  tradeFromEverywhere: z.boolean(),
  flattenAtOnce: z.boolean(),
  standIn: z.enum(STAND_INS),
  sound: z.strictObject({ isOn: z.boolean(), volume: z.number().int().min(1).max(100) }),
  soundKinds: z.strictObject({ alert: z.boolean(), fill: z.boolean(), warning: z.boolean(), error: z.boolean() }),
  notifications: z.strictObject({ isOn: z.boolean(), showsAmounts: z.boolean() }),
  tour: z.enum(TOURS),
  templates: z
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
    .max(MAX_TEMPLATES),
} satisfies { readonly [N in PreferenceName]: z.ZodType<Preferences[N]> };

type Schemas = typeof PREFERENCE_SCHEMAS;

/** Any of the preferences. */
export const preferenceChange = z.strictObject(
  Object.fromEntries(Object.entries(PREFERENCE_SCHEMAS).map(([name, schema]) => [name, schema.exactOptional()])) as {
    readonly [N in PreferenceName]: z.ZodExactOptional<Schemas[N]>;
  },
);
