/**
 * Form of a conditional order: what is typed in the ticket, in the palette or in a template, before it has a meaning.
 *
 * Shape       Every field is text; `kindForms` says which fields a kind has.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { ConditionalKind } from '#shared/order/conditional/terms.ts';
import { type FormField, KIND_FORMS, type KindField } from './kindForms.ts';

/** What a trigger watches on its own market; 'underlying': the price that decides the market. */
export const SOURCES = ['ask', 'bid', 'last', 'mid', 'underlying'] as const;
/** 'other': the trigger is a typed condition, such as 'snow bid >= 0.60'. */
export const FORM_SOURCES = [...SOURCES, 'other'] as const;
export type FormSource = (typeof FORM_SOURCES)[number];

export interface ConditionalForm {
  readonly kind: ConditionalKind;
  readonly direction: Direction;
  /** Null: the only outcome that can be sold. */
  readonly side: Side | null;
  /** As parseTypedSize reads it, or 'all'. */
  readonly size: string;
  /** Null: the default of the kind. */
  readonly source: FormSource | null;
  readonly fields: Readonly<Partial<Record<FormField, string>>>;
}

/** Comparison of a kind's trigger: a take profit of a sale fires at or above its price, a stop of a sale at or below it. */
export function signOf(kind: ConditionalKind, direction: Direction): '<=' | '>=' {
  return (direction === 'sell') === (kind === 'takeProfit') ? '>=' : '<=';
}

/** The first of the required fields that the form lacks. */
export function findMissing({ kind, source, fields }: ConditionalForm): KindField | null {
  const isGiven = (field: FormField | undefined): boolean => field !== undefined && fields[field] !== undefined;
  const isNeeded = ({ field, isRequired, instead }: KindField): boolean =>
    (isRequired || (field === 'trigger' && source !== null && isTyped(source))) && !isGiven(field) && !isGiven(instead);
  return KIND_FORMS[kind].fields.find(isNeeded) ?? null;
}

/** The trigger has a price or condition of its own kind, and no default. */
function isTyped(source: FormSource): boolean {
  return source === 'underlying' || source === 'other';
}

/** The command that types this form: 'stop sell yes 500 @ 0.31 limit 0.30 if bid'. */
export function writeForm(form: ConditionalForm): string {
  const { kind, direction, side, size, source, fields } = form;
  const { verb, fields: known, hasSource } = KIND_FORMS[kind];
  const textOf = (field: FormField): string => fields[field]?.trim() ?? '';
  const write = (written: readonly KindField[]): string[] =>
    written.flatMap(({ field, words: [word] }) => (textOf(field) === '' ? [] : [`${word} ${textOf(field)}`]));
  const isAfterTrigger = ({ reads }: KindField): boolean => reads === 'conditions';
  const clauses = known.filter(
    (one) => !isAfterTrigger(one) && !(one.field === 'trigger' && source !== null && isTyped(source)),
  );
  const watched = hasSource && source !== null ? [`if ${writeSource(form, source)}`] : [];
  // A condition may go on with 'and' or 'or', so what follows the trigger comes behind it, and 'when' last.
  const conditions = write(known.filter(isAfterTrigger));
  const outcome = side === null ? [] : [side];
  return [verb, direction, ...outcome, size, ...write(clauses), ...watched, ...conditions].join(' ');
}

function writeSource({ kind, direction, fields }: ConditionalForm, source: FormSource): string {
  if (!isTyped(source)) return source;
  const text = fields.trigger?.trim() ?? '';
  return source === 'other' ? text : `underlying ${signOf(kind, direction)} ${text}`;
}
