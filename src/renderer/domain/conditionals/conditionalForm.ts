/**
 * Form of a conditional order: what is typed in the ticket, in the palette or in a template, before it has a meaning.
 *
 * Shape       Every field is text. The declaration of a kind says which inputs it has, and the words of its typed command.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Input, Inputs, KindForm } from '#shared/order/conditional/declaration/form.ts';
import type { KINDS } from '#shared/order/conditional/kinds.ts';
import {
  type ConditionalKind,
  type ConditionalTerms,
  KIND_NAMES,
  kindOf,
  sellsLater,
} from '#shared/order/conditional/terms.ts';

type Kinds = typeof KINDS;
/** Names of the inputs of every kind. */
export type FormField = { [K in ConditionalKind]: keyof Kinds[K]['form']['inputs'] & string }[ConditionalKind];

export interface KindField extends Input {
  readonly field: FormField;
}

const known = new Map<ConditionalKind, readonly KindField[]>();

/** The inputs of a kind, in the order of the ticket; the same list each time. */
export function listFields(kind: ConditionalKind): readonly KindField[] {
  const found =
    known.get(kind) ??
    Object.entries(formOf(kind).inputs).map(([field, input]) => ({ field: field as FormField, ...input }));
  known.set(kind, found);
  return found;
}

export function formOf(kind: ConditionalKind): KindForm<ConditionalTerms, Inputs> {
  return kindOf({ kind }).form;
}

/** Directions that a person may choose; the first one is the default. */
export function directionsOf(kind: ConditionalKind): readonly Direction[] {
  const { form, only } = kindOf({ kind });
  return form.directions ?? (only === undefined ? ['sell', 'buy'] : [only]);
}

export const CONDITIONAL_VERBS = KIND_NAMES.map((kind) => formOf(kind).verb);

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

/** True where a person may choose what the trigger watches. */
export function hasSource(kind: ConditionalKind): boolean {
  return formOf(kind).source !== undefined;
}

/** True where its order rests at once unless something is chosen. */
export function restsWithoutSource(kind: ConditionalKind): boolean {
  return formOf(kind).source === 'optional';
}

/** True where data may stand in for a stale book: its orders sell, at once or once it bought. */
export function mayHaveStandIn(terms: Pick<ConditionalTerms, 'kind' | 'direction'>): boolean {
  return 'stale' in formOf(terms.kind).inputs && sellsLater(terms);
}

/** Direction of the order that a kind's stop places. */
export function stopDirectionOf(kind: ConditionalKind, direction: Direction): Direction {
  return formOf(kind).stopDirection ?? direction;
}

/** Comparison of a kind's trigger: a take profit of a sale fires at or above its price, a stop of a sale at or below it. */
export function signOf(kind: ConditionalKind, direction: Direction): '<=' | '>=' {
  const { source } = formOf(kind);
  return (stopDirectionOf(kind, direction) === 'sell') === (source === 'optional') ? '>=' : '<=';
}

/** The first of the required fields that the form lacks. */
export function findMissing({ kind, source, fields }: ConditionalForm): KindField | null {
  const isGiven = (field: string | undefined): boolean =>
    field !== undefined && fields[field as FormField] !== undefined;
  const isNeeded = ({ field, isRequired, instead }: KindField): boolean =>
    (isRequired || (field === 'trigger' && source !== null && isTyped(source))) && !isGiven(field) && !isGiven(instead);
  return listFields(kind).find(isNeeded) ?? null;
}

/** The trigger has a price or condition of its own kind, and no default. */
function isTyped(source: FormSource): boolean {
  return source === 'underlying' || source === 'other';
}

/** The command that types this form: 'stop sell yes 500 @ 0.31 limit 0.30 if bid'. */
export function writeForm(form: ConditionalForm): string {
  const { kind, direction, side, size, source, fields } = form;
  const inputs = listFields(kind);
  const textOf = (field: FormField): string => fields[field]?.trim() ?? '';
  const write = (written: readonly KindField[]): string[] =>
    written.flatMap(({ field, words: [word] }) => (textOf(field) === '' ? [] : [`${word} ${textOf(field)}`]));
  const isAfterTrigger = ({ reads }: KindField): boolean => reads === 'conditions';
  const clauses = inputs.filter(
    (one) => !isAfterTrigger(one) && !(one.field === 'trigger' && source !== null && isTyped(source)),
  );
  const watched = hasSource(kind) && source !== null ? [`if ${writeSource(form, source)}`] : [];
  // A condition may go on with 'and' or 'or', so what follows the trigger comes behind it, and 'when' last.
  const conditions = write(inputs.filter(isAfterTrigger));
  const outcome = side === null ? [] : [side];
  return [formOf(kind).verb, direction, ...outcome, size, ...write(clauses), ...watched, ...conditions].join(' ');
}

function writeSource({ kind, direction, fields }: ConditionalForm, source: FormSource): string {
  if (!isTyped(source)) return source;
  const text = fields.trigger?.trim() ?? '';
  return source === 'other' ? text : `underlying ${signOf(kind, direction)} ${text}`;
}
