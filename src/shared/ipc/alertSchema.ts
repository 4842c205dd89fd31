/**
 * Schema of an alert's terms: strict, for the bridge and for stored alerts.
 *
 * Errors      Only the form is checked here; `checkTerms` checks what the values mean.
 */
import { z } from 'zod';
import { type AlertTerms, TERMS_FIELDS } from '../alerts/alert.ts';
import { ALERT_KINDS } from '../alerts/kinds.ts';
import type { AlertFact } from '../alerts/log.ts';
import { group, MEASURED, variants } from '../units/fields.ts';
import { schemaOf, schemaOfFields } from './fieldSchema.ts';

const conditions = Object.fromEntries(Object.entries(ALERT_KINDS).map(([kind, { fields }]) => [kind, fields]));

export const alertTerms: z.ZodType<AlertTerms, AlertTerms> = schemaOf(
  group({ condition: variants(conditions), ...TERMS_FIELDS }),
) as never;

const closed = { fromMs: MEASURED, toMs: MEASURED };
const facts = Object.entries({
  ...Object.fromEntries(Object.entries(ALERT_KINDS).map(([kind, { fact }]) => [kind, fact])),
  programClosed: closed,
}).map(([code, fields]) => z.object({ code: z.literal(code), parameters: schemaOfFields(fields, 'open') }));

/** A fact as the log stores it. */
export const alertFact = z.discriminatedUnion('code', facts as never) as unknown as z.ZodType<AlertFact>;
