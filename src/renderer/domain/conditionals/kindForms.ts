/**
 * Fields of each kind of conditional order, and the words that name them in a typed command.
 *
 * Shape       Every field is text; the form is in `conditionalForm`.
 */
import type { Direction } from '#shared/market/outcome.ts';
import type { ConditionalKind } from '#shared/order/conditional/terms.ts';

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
  /** Cancelled so long after its order was sent. */
  | 'kill'
  | 'expiry'
  /** The trigger must be true for so long, in place of twice. */
  | 'holds'
  /** Conditions that must be true with the trigger, or that fire in its place. */
  | 'and'
  | 'or'
  /** 'BTC-USD >= 96000': it starts then. */
  | 'when'
  /** 'rest', or 'btc-usd <= 94000': what decides while the book has no usable price; 'wait': nothing. */
  | 'stale'
  /** Of a TWAP: at which side a slice is placed. */
  | 'pricing'
  /** Of a chase: how often and how far it moves. */
  | 'moves'
  | 'within'
  /** What happens to the rest when the time is over. */
  | 'end'
  /** Further legs: 'snow yes 50 @ 0.30'. */
  | 'leg2'
  | 'leg3'
  | 'leg4'
  /** Whether one leg is on the book at a time, or all are. */
  | 'mode'
  /** Ticks from a fill to its offsets, and the batch size. */
  | 'steps'
  | 'batch';

export interface KindField {
  readonly field: FormField;
  /** Words before it in a typed command; the first one is written. */
  readonly words: readonly string[];
  readonly reads:
    | 'price'
    | 'distance'
    | 'ticks'
    | 'duration'
    | 'conditions'
    | 'count'
    | 'contracts'
    | 'choice'
    | 'standIn'
    | 'leg'
    | 'steps';
  readonly isRequired: boolean;
  /** A field that may replace this required one; the form shows both. */
  readonly instead?: FormField;
  /** Of a choice; the first one is the default. */
  readonly choices?: readonly string[];
}

export interface KindForm {
  /** First word of its typed command. */
  readonly verb: string;
  readonly directions: readonly Direction[];
  /** True if 'if bid <= 0.31' may name what the trigger watches. */
  readonly hasSource: boolean;
  /** Without a source its order rests at once. */
  readonly restsWithoutSource?: true;
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
const WHEN = optional('when', 'conditions', 'when');
const STALE = optional('stale', 'standIn', 'stale');
/** Of a trigger that a person chooses. */
const TRIGGERED: readonly KindField[] = [
  optional('holds', 'duration', 'held'),
  optional('and', 'conditions', 'and'),
  optional('or', 'conditions', 'or'),
];
const choice = (field: FormField, word: string, ...choices: string[]): KindField => ({
  ...optional(field, 'choice', word),
  choices,
});

export const KIND_FORMS: Readonly<Record<ConditionalKind, KindForm>> = {
  stop: {
    verb: 'stop',
    directions: ['sell', 'buy'],
    hasSource: true,
    fields: [needed('trigger', 'price', '@', 'at'), LIMIT, WORST, STALE, ...TRIGGERED, EXPIRY, WHEN],
  },
  takeProfit: {
    verb: 'profit',
    directions: ['sell'],
    hasSource: true,
    restsWithoutSource: true,
    fields: [needed('target', 'price', '@', 'at'), optional('trigger', 'price', 'touch'), ...TRIGGERED, EXPIRY, WHEN],
  },
  oco: {
    verb: 'oco',
    directions: ['sell'],
    hasSource: true,
    fields: [TARGET, STOP_TRIGGER, LIMIT, WORST, optional('flip', 'ticks', 'flip'), STALE, ...TRIGGERED, EXPIRY, WHEN],
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
      STALE,
      EXPIRY,
      WHEN,
    ],
  },
  bracket: {
    verb: 'bracket',
    directions: ['buy'],
    hasSource: true,
    fields: [PRICE, TARGET, STOP_TRIGGER, LIMIT, WORST, STALE, ...TRIGGERED, EXPIRY, WHEN],
  },
  goodTill: {
    verb: 'timed',
    directions: ['buy', 'sell'],
    hasSource: false,
    fields: [
      PRICE,
      { ...needed('expiry', 'duration', 'for'), instead: 'kill' },
      optional('kill', 'duration', 'kill'),
      WHEN,
    ],
  },
  closeBefore: {
    verb: 'close',
    directions: ['sell'],
    hasSource: false,
    fields: [needed('before', 'duration', 'before'), LIMIT, WORST, STALE],
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
      choice('pricing', 'price', 'join', 'cross'),
      choice('end', 'then', 'report', 'rest', 'cross'),
      EXPIRY,
      WHEN,
    ],
  },
  chase: {
    verb: 'chase',
    directions: ['sell', 'buy'],
    hasSource: false,
    fields: [
      needed('worst', 'price', 'worst'),
      needed('length', 'duration', 'over'),
      optional('moves', 'count', 'moves'),
      optional('within', 'ticks', 'within'),
      choice('end', 'then', 'cancel', 'rest', 'take'),
      EXPIRY,
      WHEN,
    ],
  },
  oneCancelsAll: {
    verb: 'oca',
    directions: ['buy', 'sell'],
    hasSource: false,
    fields: [
      PRICE,
      needed('leg2', 'leg', 'or'),
      optional('leg3', 'leg', 'or'),
      optional('leg4', 'leg', 'or'),
      choice('mode', 'mode', 'block', 'race'),
      EXPIRY,
      WHEN,
    ],
  },
  offset: {
    verb: 'offset',
    directions: ['buy', 'sell'],
    hasSource: false,
    fields: [PRICE, needed('steps', 'steps', 'by'), optional('batch', 'contracts', 'batch'), EXPIRY, WHEN],
  },
};
