/**
 * Values of the clauses of a typed conditional order: prices, times, conditions, legs.
 *
 * Shape       condition = [market] ["yes" | "no"] ("bid" | "ask" | "last" | "mid") ("<=" | ">=") price ["held" time]
 *                       | symbol ("<=" | ">=") number ["held" time]; several are joined by "and" or by "or".
 *             leg = [market] ("yes" | "no") contracts "@" price; steps = ticks ("," ticks)*.
 * Invariants  Pure. A value stays text, in lower case: names and prices beside others get their meaning when the order is planned.
 * Errors      Never throws: says which word was expected and which was found.
 */
import type { Tick } from '#shared/market/tickGrid.ts';
import { HELD_BOUNDS } from '#shared/order/conditional/declaration/form.ts';
import type { KindField } from '../../domain/conditionals/conditionalForm.ts';
import { parsePriceText } from '../../domain/conditionals/conditionalTexts.ts';
import { CONDITION_SOURCES } from '../../domain/conditionals/typedConditions.ts';
import { findExpected, INPUT_TYPES, type InputRule } from '../../domain/conditionals/typedInputs.ts';
import { listChoices, type Reader, type Unfinished } from './reader.ts';

export const SIDES = ['yes', 'no'] as const;

/** Values that stand in other ones. */
export const PRICE_WORD: InputRule = { reads: 'price' };
const HELD_WORD: InputRule = { reads: 'duration', bounds: HELD_BOUNDS };
const CONTRACTS_WORD: InputRule = { reads: 'contracts' };

const SIGNS = ['>=', '<='] as const;
const STAND_INS = ['wait', 'rest'] as const;
const JOINTS = ['and', 'or'] as const;
const REAL = /^\d{1,12}(?:\.\d{1,8})?$/;

/** The value of one clause of a kind. */
export function readClause(reader: Reader, clause: KindField, tick: Tick): string | Unfinished {
  const { field, reads } = clause;
  if (clause.choices !== undefined) {
    const choices = Object.keys(clause.choices);
    const chosen = choices.find((one) => one === reader.peek()?.text.toLowerCase());
    if (chosen === undefined) return reader.fail(listChoices(choices), choices);
    reader.next();
    return chosen;
  }
  if (reads === 'standIn') {
    const chosen = STAND_INS.find((one) => one === reader.peek()?.text.toLowerCase());
    if (chosen === undefined)
      return reader.peek() === null
        ? reader.fail(INPUT_TYPES.standIn.expected, STAND_INS)
        : readCondition(reader, tick);
    reader.next();
    return chosen;
  }
  if (reads === 'leg') return readLeg(reader, tick);
  if (reads !== 'conditions') return readValue(reader, clause, tick);
  // After 'and' no 'or' goes on: the joint of a trigger is one of both.
  return readConditions(reader, tick, JOINTS.find((one) => one === field) ?? null);
}

/** The value of a clause, in lower case. */
export function readValue(reader: Reader, rule: InputRule, tick: Tick): string | Unfinished {
  const word = reader.peek();
  const text = word?.text.toLowerCase() ?? '';
  const expected = rule.reads === 'price' ? findExpectedPrice(text, tick) : findExpected(text, rule);
  if (word === null || expected !== null) return reader.fail(expected ?? INPUT_TYPES[rule.reads].expected, []);
  reader.next();
  return text;
}

/** What is expected in place of a text that is no price; null: it is one. */
function findExpectedPrice(text: string, tick: Tick): string | null {
  const typed = parsePriceText(text, tick);
  if (typed.ok) return null;
  // A number off the grid: the grid explains more than an example.
  const hint = /^\.?\d/.test(text) ? typed.hint : null;
  return hint?.replace(/, found .*/, '').replace(/^Price must be /, 'a price that is ') ?? INPUT_TYPES.price.expected;
}

/** 'snow yes 50 @ 0.30'; without a market it is the order's own. */
function readLeg(reader: Reader, tick: Tick): string | Unfinished {
  const words = reader
    .readName((text) => !SIDES.some((one) => one === text || (reader.isLast() && one.startsWith(text))))
    .map((word) => word.toLowerCase());
  const side = SIDES.find((one) => one === reader.peek()?.text.toLowerCase());
  if (side === undefined) return reader.fail(words.length === 0 ? INPUT_TYPES.leg.expected : listChoices(SIDES), SIDES);
  reader.next();
  const shares = readValue(reader, CONTRACTS_WORD, tick);
  if (typeof shares !== 'string') return shares;
  const at = reader.peek()?.text.toLowerCase();
  if (at !== '@' && at !== 'at') return reader.fail('@', ['@']);
  reader.next();
  const price = readValue(reader, PRICE_WORD, tick);
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
export function readCondition(reader: Reader, tick: Tick): string | Unfinished {
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
  if (source === undefined && !isSymbol) return reader.fail(INPUT_TYPES.conditions.expected, CONDITION_SOURCES);
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
  const value = source === undefined ? readReal(reader) : readValue(reader, PRICE_WORD, tick);
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
  const time = readValue(reader, HELD_WORD, tick);
  return typeof time === 'string' ? ` held ${time}` : time;
}

export function readReal(reader: Reader): string | Unfinished {
  const text = reader.peek()?.text ?? '';
  if (!REAL.test(text)) return reader.fail('a price such as 96000', []);
  reader.next();
  return text;
}
