/**
 * Grammar of typed conditional orders: 'stop sell yes 500 @ 0.31 limit 0.30 if bid <= 0.31', 'trail sell all by 3t limit 2t'.
 *
 * Shape       command = verb direction? side? size clause*, direction, side and size in any order; a clause is a word and its
 *             value, in any order, each once; the declaration of each kind has its words.
 *             source  = "if" (("ask" | "bid" | "last" | "mid" | "underlying") [("<=" | ">=") price] | condition); the trigger.
 *             condition, leg and steps: `clauseValues`.
 * Invariants  Pure. Prices beside others ('bid-3t') stay text: they get their value when the order is planned.
 * Errors      Never throws: says which word was expected and which was found.
 */

import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { type ConditionalKind, KIND_NAMES } from '#shared/order/conditional/terms.ts';
import {
  type ConditionalForm,
  directionsOf,
  type FormField,
  type FormSource,
  findMissing,
  formOf,
  hasSource,
  listFields,
  restsWithoutSource,
  SOURCES,
  signOf,
} from '../../domain/conditionals/conditionalForm.ts';
import { INPUT_TYPES } from '../../domain/conditionals/typedInputs.ts';
import { readAmount, SIZE } from './amounts.ts';
import { PRICE_WORD, readClause, readCondition, readReal, readValue, SIDES } from './clauseValues.ts';
import { listChoices, NAME_WORD, type Reader, type Unfinished, type Whole } from './reader.ts';

export interface ConditionalCommand {
  readonly kind: 'conditional';
  readonly form: ConditionalForm;
}

const SIZES: Readonly<Record<Direction, readonly string[]>> = { sell: ['all', '50%'], buy: ['100', '500', '$100'] };

type Read<C> = Whole<C> | Unfinished;

export function readConditional(reader: Reader, verb: string, tick: Tick): Read<ConditionalCommand> {
  const kind = KIND_NAMES.find((one) => formOf(one).verb === verb)!;
  const head = readHead(reader, kind);
  if ('at' in head) return head;
  const clauses = readClauses(reader, kind, head.direction, tick);
  if ('at' in clauses) return clauses;
  const form: ConditionalForm = { kind, ...head, ...clauses };
  const missing = findMissing(form);
  const open = listOpenWords(kind, form);
  if (missing !== null) {
    const word = missing.words[0]!;
    return reader.fail(`${word} and ${INPUT_TYPES[missing.reads].expected}`, [
      word,
      ...open.filter((one) => one !== word),
    ]);
  }
  return reader.endOfMarket<ConditionalCommand>({ kind: 'conditional', form }, open);
}

interface Head {
  readonly direction: Direction;
  readonly side: Side | null;
  readonly size: string;
}

/** Direction, outcome and size in any order. */
function readHead(reader: Reader, kind: ConditionalKind): Head | Unfinished {
  const directions = directionsOf(kind);
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

function readClauses(reader: Reader, kind: ConditionalKind, direction: Direction, tick: Tick): Clauses | Unfinished {
  const inputs = listFields(kind);
  const fields: Partial<Record<FormField, string>> = {};
  let source: FormSource | null = null;
  for (let word = reader.peek(); word !== null; word = reader.peek()) {
    const lower = word.text.toLowerCase();
    if (lower === 'if' && hasSource(kind) && source === null) {
      reader.next();
      const read = readSource(reader, kind, direction, fields.trigger ?? null, tick);
      if ('at' in read) return read;
      source = read.source;
      if (read.trigger !== null) fields.trigger = read.trigger;
      continue;
    }
    const clause = inputs.find(({ field, words }) => fields[field] === undefined && words.includes(lower));
    if (clause === undefined) break;
    reader.next();
    const value = readClause(reader, clause, tick);
    if (typeof value !== 'string') return value;
    fields[clause.field] = value;
  }
  return { source, fields };
}

/** After 'if': the source, and the comparison with the trigger where it is typed; both must agree with what came before. */
function readSource(
  reader: Reader,
  kind: ConditionalKind,
  direction: Direction,
  trigger: string | null,
  tick: Tick,
): { readonly source: FormSource; readonly trigger: string | null } | Unfinished {
  const first = reader.peek()?.text.toLowerCase() ?? '';
  const source = SOURCES.find((one) => one === first);
  if (source === undefined) {
    // A condition of its own takes the place of a trigger, so none may be typed before it.
    const isName =
      trigger === null && NAME_WORD.test(first) && !(reader.isLast() && SOURCES.some((one) => one.startsWith(first)));
    if (!isName) return reader.fail(`${listChoices(SOURCES)}, or a condition`, SOURCES);
    const condition = readCondition(reader, tick);
    return typeof condition === 'string' ? { source: 'other', trigger: condition } : condition;
  }
  reader.next();
  const sign = signOf(kind, direction);
  const word = reader.peek();
  if (word === null || !/^[<>]/.test(word.text)) {
    const hasDefault = restsWithoutSource(kind);
    if ((trigger !== null || hasDefault) && source !== 'underlying') return { source, trigger: null };
    return reader.fail(
      `${sign} and ${source === 'underlying' ? 'a price such as 96000' : INPUT_TYPES.price.expected}`,
      [sign],
    );
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
  const value = readValue(reader, PRICE_WORD, tick);
  return typeof value === 'string' ? { source, trigger: value } : value;
}

/** Words of the clauses that are not typed yet, those that must be first. */
function listOpenWords(kind: ConditionalKind, { fields, source }: ConditionalForm): readonly string[] {
  const open = listFields(kind).filter(({ field }) => fields[field] === undefined);
  const words = [...open.filter(({ isRequired }) => isRequired), ...open.filter(({ isRequired }) => !isRequired)].map(
    ({ words: [word] }) => word!,
  );
  return hasSource(kind) && source === null ? [...words, 'if'] : words;
}
