/**
 * Form of a conditional order: what is typed in the ticket, in the palette or in a template, before it has a meaning.
 *
 * Shape       Every field is text; KIND_FORMS says which fields a kind has, and the words that name them in a typed command.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';

/** Kinds that can be armed, in the order of menus. */
export const FORM_KINDS = [
  'stop',
  'takeProfit',
  'oco',
  'trailing',
  'bracket',
  'goodTill',
  'closeBefore',
  'scale',
  'iceberg',
  'twap',
  'chase',
] as const;
export type FormKind = (typeof FORM_KINDS)[number];

export type FormField =
  /** Of an order that is sent when the conditional is armed. */
  | 'price'
  | 'trigger'
  /** Of the first order after the trigger. */
  | 'limit'
  /** The limit walks to it; for a trailing stop the bound of every limit. */
  | 'worst'
  | 'target'
  | 'distance'
  /** Of a trailing stop: its limit is so far beyond the trigger. */
  | 'cap'
  | 'activation'
  | 'flip'
  | 'before'
  /** Orders or slices. */
  | 'count'
  /** What one order of an iceberg shows. */
  | 'clip'
  /** How long it works. */
  | 'length'
  | 'kill'
  | 'expiry'
  /** 'BTC-USD >= 96000': it starts then. */
  | 'when';

/** What a trigger watches; 'underlying': the price that decides the market. */
export const SOURCES = ['ask', 'bid', 'last', 'mid', 'underlying'] as const;
export type FormSource = (typeof SOURCES)[number];

export interface ConditionalForm {
  readonly kind: FormKind;
  readonly direction: Direction;
  /** Null: the only outcome that can be sold. */
  readonly side: Side | null;
  /** As parseTypedSize reads it, or 'all'. */
  readonly size: string;
  /** Null: the default of the kind. */
  readonly source: FormSource | null;
  readonly fields: Readonly<Partial<Record<FormField, string>>>;
}

export interface KindField {
  readonly field: FormField;
  /** Words before it in a typed command; the first one is written. */
  readonly words: readonly string[];
  readonly reads: 'price' | 'distance' | 'ticks' | 'duration' | 'underlying' | 'count' | 'contracts';
  readonly isRequired: boolean;
}

export interface KindForm {
  /** First word of its typed command. */
  readonly verb: string;
  readonly directions: readonly Direction[];
  /** True if 'if bid <= 0.31' may name what the trigger watches. */
  readonly hasSource: boolean;
  readonly fields: readonly KindField[];
}

const needed = (field: FormField, reads: KindField['reads'], ...words: string[]): KindField => ({
  field,
  words,
  reads,
  isRequired: true,
});
const optional = (field: FormField, reads: KindField['reads'], ...words: string[]): KindField => ({
  field,
  words,
  reads,
  isRequired: false,
});

const PRICE = needed('price', 'price', '@', 'at');
const LIMIT = needed('limit', 'price', 'limit');
const WORST = optional('worst', 'price', 'worst');
const TARGET = needed('target', 'price', 'tp', 'profit');
const STOP_TRIGGER = needed('trigger', 'price', 'stop');
const EXPIRY = optional('expiry', 'duration', 'for');
const WHEN = optional('when', 'underlying', 'when');

export const KIND_FORMS: Readonly<Record<FormKind, KindForm>> = {
  stop: {
    verb: 'stop',
    directions: ['sell', 'buy'],
    hasSource: true,
    fields: [needed('trigger', 'price', '@', 'at'), LIMIT, WORST, EXPIRY, WHEN],
  },
  takeProfit: {
    verb: 'profit',
    directions: ['sell'],
    hasSource: false,
    fields: [needed('target', 'price', '@', 'at'), EXPIRY, WHEN],
  },
  oco: {
    verb: 'oco',
    directions: ['sell'],
    hasSource: true,
    fields: [TARGET, STOP_TRIGGER, LIMIT, WORST, optional('flip', 'ticks', 'flip'), EXPIRY, WHEN],
  },
  trailing: {
    verb: 'trail',
    directions: ['sell'],
    hasSource: false,
    fields: [
      needed('distance', 'distance', 'by'),
      needed('cap', 'ticks', 'limit'),
      needed('worst', 'price', 'worst'),
      optional('activation', 'price', 'from'),
      EXPIRY,
      WHEN,
    ],
  },
  bracket: {
    verb: 'bracket',
    directions: ['buy'],
    hasSource: true,
    fields: [PRICE, TARGET, STOP_TRIGGER, LIMIT, WORST, EXPIRY, WHEN],
  },
  goodTill: {
    verb: 'timed',
    directions: ['buy', 'sell'],
    hasSource: false,
    fields: [PRICE, needed('expiry', 'duration', 'for'), WHEN],
  },
  closeBefore: {
    verb: 'close',
    directions: ['sell'],
    hasSource: false,
    fields: [needed('before', 'duration', 'before'), LIMIT, WORST],
  },
  scale: {
    verb: 'scale',
    directions: ['sell', 'buy'],
    hasSource: false,
    fields: [
      needed('price', 'price', 'from'),
      needed('target', 'price', 'to'),
      needed('count', 'count', 'in'),
      EXPIRY,
      WHEN,
    ],
  },
  iceberg: {
    verb: 'iceberg',
    directions: ['sell', 'buy'],
    hasSource: false,
    fields: [PRICE, needed('clip', 'contracts', 'clip'), EXPIRY, WHEN],
  },
  twap: {
    verb: 'twap',
    directions: ['sell', 'buy'],
    hasSource: false,
    fields: [
      needed('length', 'duration', 'over'),
      needed('count', 'count', 'in'),
      needed('worst', 'price', 'worst'),
      EXPIRY,
      WHEN,
    ],
  },
  chase: {
    verb: 'chase',
    directions: ['sell', 'buy'],
    hasSource: false,
    fields: [needed('worst', 'price', 'worst'), needed('length', 'duration', 'over'), EXPIRY, WHEN],
  },
};

/** The command that types this form: 'stop sell yes 500 @ 0.31 limit 0.30 if bid'. */
export function writeForm({ kind, direction, side, size, source, fields }: ConditionalForm): string {
  const { verb, fields: known, hasSource } = KIND_FORMS[kind];
  const clauses = known.flatMap(({ field, words: [word] }) => {
    const text = fields[field]?.trim() ?? '';
    if (text === '') return [];
    return field === 'trigger' && source === 'underlying' ? [] : [`${word} ${text}`];
  });
  const sign = direction === 'sell' ? '<=' : '>=';
  const watched =
    !hasSource || source === null
      ? []
      : [source === 'underlying' ? `if underlying ${sign} ${fields.trigger ?? ''}` : `if ${source}`];
  return [verb, direction, ...(side === null ? [] : [side]), size, ...clauses, ...watched].join(' ');
}
