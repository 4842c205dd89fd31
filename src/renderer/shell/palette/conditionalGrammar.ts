/**
 * Grammar of typed conditional orders: 'stop sell yes 500 @ 0.31 limit 0.30 if bid <= 0.31', 'trail sell all by 3t limit 2t'.
 *
 * Shape       command = verb direction? side? size clause*, direction, side and size in any order; a clause is a word and its
 *             value, in any order, each once; the words of each kind are in KIND_FORMS.
 *             source  = "if" (("ask" | "bid" | "last" | "mid" | "underlying") [("<=" | ">=") price] | condition); the trigger.
 *             condition = [market] ["yes" | "no"] ("bid" | "ask" | "last" | "mid") ("<=" | ">=") price ["held" time]
 *                       | symbol ("<=" | ">=") number ["held" time]; several are joined by "and" or by "or".
 *             leg = "or" [market] ("yes" | "no") contracts "@" price; steps = ticks ("," ticks)*.
 * Invariants  Pure. Prices beside others ('bid-3t') stay text: they get their value when the order is planned.
 * Errors      Never throws: says which word was expected and which was found.
 */

import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { type ConditionalKind, KIND_NAMES } from '#shared/order/conditional/terms.ts';
import {
  type ConditionalForm,
  type FormField,
  type FormSource,
  findMissing,
  KIND_FORMS,
  type KindField,
  SOURCES,
  signOf,
} from '../../domain/conditionalForm.ts';
import {
  parseContracts,
  parseCount,
  parsePriceText,
  readDistance,
  readDuration,
} from '../../domain/conditionalTexts.ts';
import { CONDITION_EXAMPLE, CONDITION_SOURCES } from '../../domain/typedConditions.ts';
import { LEG_EXAMPLE, parseSteps, STEPS_EXAMPLE } from '../../domain/typedLegs.ts';
import { readAmount, SIZE } from './amounts.ts';
import { listChoices, NAME_WORD, type Reader, type Unfinished, type Whole } from './reader.ts';

export interface ConditionalCommand {
  readonly kind: 'conditional';
  readonly form: ConditionalForm;
}

export const CONDITIONAL_VERBS = KIND_NAMES.map((kind) => KIND_FORMS[kind].verb);

const SIDES = ['yes', 'no'] as const;
const SIZES: Readonly<Record<Direction, readonly string[]>> = { sell: ['all', '50%'], buy: ['100', '500', '$100'] };

/** What a value of each kind looks like. */
const EXAMPLES: Readonly<Record<KindField['reads'], string>> = {
  price: 'a price such as 0.31 or bid-3t',
  distance: 'a distance such as 3t or 2%',
  ticks: 'ticks such as 2t',
  duration: 'a time such as 10m or 1h30m',
  conditions: `a condition such as ${CONDITION_EXAMPLE}`,
  count: 'a whole number such as 5',
  contracts: 'contracts such as 50',
  choice: 'one of its choices',
  standIn: 'wait, rest, or a condition such as btc-usd <= 94000',
  leg: `a leg such as ${LEG_EXAMPLE}`,
  steps: `ticks such as ${STEPS_EXAMPLE}`,
};

const SIGNS = ['>=', '<='] as const;
const STAND_INS = ['wait', 'rest'] as const;
const JOINTS = ['and', 'or'] as const;
const REAL = /^\d{1,12}(?:\.\d{1,8})?$/;

type Read<C> = Whole<C> | Unfinished;

export function readConditional(reader: Reader, verb: string, tick: Tick): Read<ConditionalCommand> {
  const kind = KIND_NAMES.find((one) => KIND_FORMS[one].verb === verb)!;
  const head = readHead(reader, kind);
  if ('at' in head) return head;
  const clauses = readClauses(reader, kind, head.direction, tick);
  if ('at' in clauses) return clauses;
  const form: ConditionalForm = { kind, ...head, ...clauses };
  const missing = findMissing(form);
  const open = listOpenWords(kind, form);
  if (missing !== null) {
    const word = missing.words[0]!;
    return reader.fail(`${word} and ${EXAMPLES[missing.reads]}`, [word, ...open.filter((one) => one !== word)]);
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

function readClauses(reader: Reader, kind: ConditionalKind, direction: Direction, tick: Tick): Clauses | Unfinished {
  const { fields: known, hasSource } = KIND_FORMS[kind];
  const fields: Partial<Record<FormField, string>> = {};
  let source: FormSource | null = null;
  for (let word = reader.peek(); word !== null; word = reader.peek()) {
    const lower = word.text.toLowerCase();
    if (lower === 'if' && hasSource && source === null) {
      reader.next();
      const read = readSource(reader, kind, direction, fields.trigger ?? null, tick);
      if ('at' in read) return read;
      source = read.source;
      if (read.trigger !== null) fields.trigger = read.trigger;
      continue;
    }
    const clause = known.find(({ field, words }) => fields[field] === undefined && words.includes(lower));
    if (clause === undefined) break;
    reader.next();
    const value = readClause(reader, clause, tick);
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
  if (reads === 'steps') return parseSteps(text).ok;
  const distance = readDistance(text);
  return distance !== null && (reads === 'distance' || distance.kind === 'ticks');
}

function readClause(reader: Reader, { field, reads, choices }: KindField, tick: Tick): string | Unfinished {
  if (choices !== undefined) {
    const chosen = choices.find((one) => one === reader.peek()?.text.toLowerCase());
    if (chosen === undefined) return reader.fail(listChoices(choices), choices);
    reader.next();
    return chosen;
  }
  if (reads === 'standIn') {
    const chosen = STAND_INS.find((one) => one === reader.peek()?.text.toLowerCase());
    if (chosen === undefined)
      return reader.peek() === null ? reader.fail(EXAMPLES.standIn, STAND_INS) : readCondition(reader, tick);
    reader.next();
    return chosen;
  }
  if (reads === 'leg') return readLeg(reader, tick);
  if (reads !== 'conditions') return readValue(reader, reads, tick);
  // After 'and' no 'or' goes on: the joint of a trigger is one of both.
  return readConditions(reader, tick, JOINTS.find((one) => one === field) ?? null);
}

/** 'snow yes 50 @ 0.30'; without a market it is the order's own. */
function readLeg(reader: Reader, tick: Tick): string | Unfinished {
  const words = reader
    .readName((text) => !SIDES.some((one) => one === text || (reader.isLast() && one.startsWith(text))))
    .map((word) => word.toLowerCase());
  const side = SIDES.find((one) => one === reader.peek()?.text.toLowerCase());
  if (side === undefined) return reader.fail(words.length === 0 ? EXAMPLES.leg : listChoices(SIDES), SIDES);
  reader.next();
  const shares = readValue(reader, 'contracts', tick);
  if (typeof shares !== 'string') return shares;
  const at = reader.peek()?.text.toLowerCase();
  if (at !== '@' && at !== 'at') return reader.fail('@', ['@']);
  reader.next();
  const price = readValue(reader, 'price', tick);
  return typeof price === 'string' ? [...words, side, shares, '@', price].join(' ') : price;
}

/** Conditions with one joint between them: the given one, or the first that is typed. */
function readConditions(reader: Reader, tick: Tick, given: (typeof JOINTS)[number] | null): string | Unfinished {
  const first = readCondition(reader, tick);
  if (typeof first !== 'string') return first;
  let text = first;
  let joint = given;
  for (let word = reader.peek(); word !== null; word = reader.peek()) {
    const typed = JOINTS.find((one) => one === word.text.toLowerCase());
    if (typed === undefined || (joint !== null && typed !== joint)) break;
    joint = typed;
    reader.next();
    const next = readCondition(reader, tick);
    if (typeof next !== 'string') return next;
    text = `${text} ${joint} ${next}`;
  }
  return text;
}

/** 'snow no ask <= 0.40 held 10s', 'btc-usd >= 96000'; names get their meaning when the order is planned. */
function readCondition(reader: Reader, tick: Tick): string | Unfinished {
  const words = reader.readName((text) => !isEndOfName(text)).map((word) => word.toLowerCase());
  let source: string | undefined;
  for (const choices of [SIDES, CONDITION_SOURCES]) {
    const text = peekLower(reader);
    if (!choices.some((one) => one === text)) continue;
    if (choices === CONDITION_SOURCES) source = text;
    words.push(text);
    reader.next();
  }
  const isSymbol = words.length === 1 && source === undefined && !SIDES.some((one) => one === words[0]);
  if (source === undefined && !isSymbol) return reader.fail(EXAMPLES.conditions, CONDITION_SOURCES);
  const sign = SIGNS.find((one) => one === reader.peek()?.text);
  if (sign === undefined) {
    return isSymbol
      ? reader.fail(`${listChoices(SIGNS)}, or ${listChoices(CONDITION_SOURCES)}`, [
          ...SIGNS,
          ...SIDES,
          ...CONDITION_SOURCES,
        ])
      : reader.fail(listChoices(SIGNS), SIGNS);
  }
  reader.next();
  const value = source === undefined ? readReal(reader) : readValue(reader, 'price', tick);
  if (typeof value !== 'string') return value;
  const during = readHeld(reader, tick);
  return typeof during === 'string' ? `${[...words, sign, value].join(' ')}${during}` : during;
}

function peekLower(reader: Reader): string {
  return reader.peek()?.text.toLowerCase() ?? '';
}

function isEndOfName(text: string): boolean {
  return [...SIDES, ...CONDITION_SOURCES].some((one) => one === text);
}

/** ' held 10s', or ''. */
function readHeld(reader: Reader, tick: Tick): string | Unfinished {
  if (reader.peek()?.text.toLowerCase() !== 'held') return '';
  reader.next();
  const time = readValue(reader, 'duration', tick);
  return typeof time === 'string' ? ` held ${time}` : time;
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
    const hasDefault = KIND_FORMS[kind].restsWithoutSource === true;
    if ((trigger !== null || hasDefault) && source !== 'underlying') return { source, trigger: null };
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
function listOpenWords(kind: ConditionalKind, { fields, source }: ConditionalForm): readonly string[] {
  const { fields: known, hasSource } = KIND_FORMS[kind];
  const open = known.filter(({ field }) => fields[field] === undefined);
  const words = [...open.filter(({ isRequired }) => isRequired), ...open.filter(({ isRequired }) => !isRequired)].map(
    ({ words: [word] }) => word!,
  );
  return hasSource && source === null ? [...words, 'if'] : words;
}
