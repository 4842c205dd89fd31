/**
 * Grammar of typed conditional orders: 'stop sell yes 500 @ 0.31 limit 0.30 if bid <= 0.31', 'trail sell all by 3t limit 2t'.
 *
 * Shape       command = verb direction? side? size clause*, direction, side and size in any order; a clause is a word and its
 *             value, in any order, each once; the words of each kind are in KIND_FORMS.
 *             source  = "if" ("ask" | "bid" | "last" | "mid" | "underlying") [("<=" | ">=") price]; the price is the trigger.
 * Invariants  Pure. Prices beside others ('bid-3t') stay text: they get their value when the order is planned.
 * Errors      Never throws: says which word was expected and which was found.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import {
  type ConditionalForm,
  FORM_KINDS,
  type FormField,
  type FormKind,
  type FormSource,
  KIND_FORMS,
  type KindField,
  SOURCES,
} from '../../domain/conditionalForm.ts';
import {
  parseContracts,
  parseCount,
  parsePriceText,
  readDistance,
  readDuration,
} from '../../domain/conditionalTexts.ts';
import { readAmount, SIZE } from './amounts.ts';
import { listChoices, type Reader, type Unfinished, type Whole } from './reader.ts';

export interface ConditionalCommand {
  readonly kind: 'conditional';
  readonly form: ConditionalForm;
}

export const CONDITIONAL_VERBS = FORM_KINDS.map((kind) => KIND_FORMS[kind].verb);

const SIDES = ['yes', 'no'] as const;
const SIZES: Readonly<Record<Direction, readonly string[]>> = { sell: ['all', '50%'], buy: ['100', '500', '$100'] };

/** What a value of each kind looks like. */
const EXAMPLES: Readonly<Record<KindField['reads'], string>> = {
  price: 'a price such as 0.31 or bid-3t',
  distance: 'a distance such as 3t or 2%',
  ticks: 'ticks such as 2t',
  duration: 'a time such as 10m or 1h30m',
  underlying: 'an underlying such as btc-usd, then >= or <= and a price',
  count: 'a whole number such as 5',
  contracts: 'contracts such as 50',
};

const SYMBOL = /^[a-z][a-z0-9-]{0,39}$/;
const REAL = /^\d{1,12}(?:\.\d{1,8})?$/;

type Read<C> = Whole<C> | Unfinished;

export function readConditional(reader: Reader, verb: string, tick: Tick): Read<ConditionalCommand> {
  const kind = FORM_KINDS.find((one) => KIND_FORMS[one].verb === verb)!;
  const head = readHead(reader, kind);
  if ('at' in head) return head;
  const clauses = readClauses(reader, kind, head.direction, tick);
  if ('at' in clauses) return clauses;
  const form: ConditionalForm = { kind, ...head, ...clauses };
  const missing = KIND_FORMS[kind].fields.find(
    ({ field, isRequired }) => isRequired && form.fields[field] === undefined,
  );
  const open = listOpenWords(kind, form);
  if (missing) {
    const word = missing.words[0]!;
    return reader.fail(`${word} and ${EXAMPLES[missing.reads]}`, [word, ...open.filter((one) => one !== word)]);
  }
  return reader.end<ConditionalCommand>({ kind: 'conditional', form }, open);
}

interface Head {
  readonly direction: Direction;
  readonly side: Side | null;
  readonly size: string;
}

/** Direction, outcome and size in any order. */
function readHead(reader: Reader, kind: FormKind): Head | Unfinished {
  const { directions } = KIND_FORMS[kind];
  let direction: Direction | null = directions.length === 1 ? directions[0]! : null;
  let isDirectionTyped = false;
  let side: Side | null = null;
  let size: string | null = null;
  for (let word = reader.peek(); word !== null; word = reader.peek()) {
    const lower = word.text.toLowerCase();
    const named = directions.find((one) => one === lower);
    const outcome = SIDES.find((one) => one === lower);
    if (named && !isDirectionTyped) {
      direction = named;
      isDirectionTyped = true;
    } else if (side === null && outcome) side = outcome;
    else if (size === null && readAmount(lower, direction ?? 'sell') !== null) size = lower;
    else break;
    reader.next();
  }
  if (direction === null) return reader.fail(listChoices(directions), directions);
  if (side === null && direction === 'buy') return reader.fail('yes or no: a buy names its outcome', SIDES);
  if (size !== null) return { direction, side, size };
  const sizes = SIZES[direction];
  const expected = direction === 'sell' ? `${SIZE}, or all` : SIZE;
  return side === null
    ? reader.fail(`yes, no, or ${expected}`, [...(isDirectionTyped ? [] : directions), ...SIDES, ...sizes])
    : reader.fail(expected, sizes);
}

interface Clauses {
  readonly source: FormSource | null;
  readonly fields: Partial<Record<FormField, string>>;
}

function readClauses(reader: Reader, kind: FormKind, direction: Direction, tick: Tick): Clauses | Unfinished {
  const { fields: known, hasSource } = KIND_FORMS[kind];
  const fields: Partial<Record<FormField, string>> = {};
  let source: FormSource | null = null;
  for (let word = reader.peek(); word !== null; word = reader.peek()) {
    const lower = word.text.toLowerCase();
    if (lower === 'if' && hasSource && source === null) {
      reader.next();
      const read = readSource(reader, direction, fields.trigger ?? null, tick);
      if ('at' in read) return read;
      source = read.source;
      if (read.trigger !== null) fields.trigger = read.trigger;
      continue;
    }
    const clause = known.find(({ field, words }) => fields[field] === undefined && words.includes(lower));
    if (clause === undefined) break;
    reader.next();
    const value = clause.reads === 'underlying' ? readUnderlying(reader) : readValue(reader, clause.reads, tick);
    if (typeof value !== 'string') return value;
    fields[clause.field] = value;
  }
  return { source, fields };
}

/** The value of a clause, in lower case. */
function readValue(reader: Reader, reads: KindField['reads'], tick: Tick): string | Unfinished {
  const word = reader.peek();
  const text = word?.text.toLowerCase() ?? '';
  const isRead = word !== null && isValue(text, reads, tick);
  if (!isRead) return reader.fail(describeExpected(text, reads, tick), []);
  reader.next();
  return text;
}

function isValue(text: string, reads: KindField['reads'], tick: Tick): boolean {
  if (reads === 'price') return parsePriceText(text, tick).ok;
  if (reads === 'duration') return readDuration(text) !== null;
  if (reads === 'count') return parseCount(text, 1, 1_000).ok;
  if (reads === 'contracts') return parseContracts(text).ok;
  const distance = readDistance(text);
  return distance !== null && (reads === 'distance' || distance.kind === 'ticks');
}

/** 'btc-usd >= 96000', in three words. */
function readUnderlying(reader: Reader): string | Unfinished {
  const symbol = reader.peek()?.text.toLowerCase() ?? '';
  if (!SYMBOL.test(symbol)) return reader.fail(EXAMPLES.underlying, []);
  reader.next();
  const sign = reader.peek()?.text ?? '';
  if (sign !== '<=' && sign !== '>=') return reader.fail('>= or <=', ['>=', '<=']);
  reader.next();
  const number = readReal(reader);
  return typeof number === 'string' ? `${symbol} ${sign} ${number}` : number;
}

function readReal(reader: Reader): string | Unfinished {
  const text = reader.peek()?.text ?? '';
  if (!REAL.test(text)) return reader.fail('a price such as 96000', []);
  reader.next();
  return text;
}

function describeExpected(text: string, reads: KindField['reads'], tick: Tick): string {
  // A number off the grid: the grid explains more than an example.
  if (reads !== 'price' || !/^\.?\d/.test(text)) return EXAMPLES[reads];
  const typed = parsePriceText(text, tick);
  const hint = typed.ok ? null : typed.hint;
  return hint?.replace(/, found .*/, '').replace(/^Price must be /, 'a price that is ') ?? EXAMPLES[reads];
}

/** After 'if': the source, and the comparison with the trigger where it is typed; both must agree with what came before. */
function readSource(
  reader: Reader,
  direction: Direction,
  trigger: string | null,
  tick: Tick,
): { readonly source: FormSource; readonly trigger: string | null } | Unfinished {
  const source = SOURCES.find((one) => one === reader.peek()?.text.toLowerCase());
  if (source === undefined) return reader.fail(listChoices(SOURCES), SOURCES);
  reader.next();
  const sign = direction === 'sell' ? '<=' : '>=';
  const word = reader.peek();
  if (word === null || !/^[<>]/.test(word.text)) {
    if (trigger !== null && source !== 'underlying') return { source, trigger: null };
    return reader.fail(`${sign} and ${source === 'underlying' ? 'a price such as 96000' : EXAMPLES.price}`, [sign]);
  }
  if (word.text !== sign) return reader.fail(sign, [sign]);
  reader.next();
  if (source === 'underlying') {
    const number = readReal(reader);
    return typeof number === 'string' ? { source, trigger: number } : number;
  }
  if (trigger !== null && reader.peek() !== null && reader.peek()!.text.toLowerCase() !== trigger) {
    return reader.fail(`${trigger}, the trigger above`, [trigger]);
  }
  const value = readValue(reader, 'price', tick);
  return typeof value === 'string' ? { source, trigger: value } : value;
}

/** Words of the clauses that are not typed yet, those that must be first. */
function listOpenWords(kind: FormKind, { fields, source }: ConditionalForm): readonly string[] {
  const { fields: known, hasSource } = KIND_FORMS[kind];
  const open = known.filter(({ field }) => fields[field] === undefined);
  const words = [...open.filter(({ isRequired }) => isRequired), ...open.filter(({ isRequired }) => !isRequired)].map(
    ({ words: [word] }) => word!,
  );
  return hasSource && source === null ? [...words, 'if'] : words;
}
