/**
 * Schema of the terms of a conditional order: strict, for the bridge and for stored entries.
 *
 * Errors      Only the form is checked here; main checks what the values mean.
 */
import { z } from 'zod';
import { BASE_FIELDS, type ConditionalId, TRIGGER } from '../../order/conditional/declaration/termsFields.ts';
import { KINDS } from '../../order/conditional/kinds.ts';
import type { ConditionalTerms } from '../../order/conditional/terms.ts';
import { variants } from '../../units/fields.ts';
import { schemaOf } from '../fieldSchema.ts';

type TermsSchema = z.ZodType<ConditionalTerms, ConditionalTerms>;

export const conditionalId = z.uuid().transform((text) => text as ConditionalId);

export const trigger = schemaOf(TRIGGER);

const terms = variants(
  Object.fromEntries(Object.entries(KINDS).map(([kind, { fields }]) => [kind, { ...BASE_FIELDS, ...fields }])),
);

export const conditionalTerms = schemaOf(terms) as unknown as TermsSchema;

/** Terms as any version stored them. */
export const storedTerms = schemaOf(terms, 'stored') as unknown as TermsSchema;
