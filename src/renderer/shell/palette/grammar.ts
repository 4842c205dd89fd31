/**
 * Grammar of typed orders: 'buy yes 500 @ 0.42 post', 'sell all', 'move 0.41', 'cancel bids', 'flatten event'.
 *
 * Shape       place   = ("buy" | "sell") side? size ["@" price] ["post"], side and size in either order; a buy names its side
 *             move    = "move" [price "to"] price
 *             cancel  = "cancel" ("all" | "market" | "event" | "bids" | "asks" | "yes" | "no")
 *             flatten = "flatten" ["market" | "event" | "all"]
 *             others  = "panic" | "arm" | "disarm" | ["dry run"] a conditional order (conditionalGrammar.ts)
 *             what is for one market may end with "on" and words of that market's name: 'buy yes 500 @ 0.42 on hill'
 * Units       Prices in the terms of the order's side.
 * Invariants  Pure. Text that is no whole command is never one: each word is read or refused by its place.
 * Errors      Never throws: says which word was expected and which was found.
 */
import type { Direction, Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Price } from '#shared/units/price.ts';
import { CONDITIONAL_VERBS } from '../../domain/conditionals/conditionalForm.ts';
import { parseTypedPrice, quote } from '../../domain/orders/typedPrice.ts';
import { readAmount, SIZE, type TypedAmount } from './amounts.ts';
import { type ConditionalCommand, readConditional } from './conditionalGrammar.ts';
import { listChoices, openReader, type Reader, type Unfinished, type Whole } from './reader.ts';

const CANCELS = ['all', 'market', 'event', 'bids', 'asks', 'yes', 'no'] as const;
const FLATTENS = ['market', 'event', 'all'] as const;
const VERBS = [
  'buy',
  'sell',
  'move',
  'cancel',
  'flatten',
  'panic',
  'arm',
  'disarm',
  'dry',
  ...CONDITIONAL_VERBS,
] as const;
const SIDES = ['yes', 'no'] as const;

export interface PlaceCommand {
  readonly kind: 'place';
  readonly direction: Direction;
  /** Null: the only outcome that can be sold. */
  readonly side: Side | null;
  readonly amount: TypedAmount;
  /** Null: the best opposite price. */
  readonly price: Price | null;
  readonly postOnly: boolean;
}

export interface MoveCommand {
  readonly kind: 'move';
  /** Null: the newest resting order of the market. */
  readonly from: Price | null;
  readonly to: Price;
}

export type Command =
  | PlaceCommand
  | MoveCommand
  | { readonly kind: 'cancel'; readonly what: (typeof CANCELS)[number] }
  | { readonly kind: 'flatten'; readonly what: (typeof FLATTENS)[number] }
  | { readonly kind: 'panic' | 'arm' | 'disarm' }
  | { readonly kind: 'dryRun'; readonly form: ConditionalCommand['form'] }
  | ConditionalCommand;

export type Parsed =
  /** The first word begins no command: the text is a search. */
  { readonly at: 'search' } | Whole<Command> | Unfinished;

export function parseCommand(text: string, tick: Tick): Parsed {
  const reader = openReader(text);
  const verb = reader.peek();
  if (verb === null) return { at: 'search' };
  const name = VERBS.find((one) => one === verb.text.toLowerCase());
  if (name === undefined) {
    const begun = reader.complete(VERBS);
    return begun.length > 0 && reader.isLast()
      ? { at: 'open', expected: 'a command', completions: begun, nameStart: null }
      : { at: 'search' };
  }
  reader.next();
  switch (name) {
    case 'buy':
    case 'sell':
      return readPlace(reader, name, tick);
    case 'move':
      return readMove(reader, tick);
    case 'cancel':
      return readCancel(reader);
    case 'flatten':
      return readFlatten(reader);
    case 'panic':
    case 'arm':
    case 'disarm':
      return reader.end({ kind: name }, []);
    case 'dry':
      return readDryRun(reader, tick);
    default:
      return readConditional(reader, name, tick);
  }
}

/** A conditional order, to be run on a simulated day. */
function readDryRun(reader: Reader, tick: Tick): Parsed {
  if (reader.peek()?.text.toLowerCase() !== 'run') return reader.fail('run', ['run']);
  reader.next();
  const verb = CONDITIONAL_VERBS.find((one) => one === reader.peek()?.text.toLowerCase());
  if (verb === undefined)
    return reader.fail(`a conditional order: ${listChoices(CONDITIONAL_VERBS)}`, CONDITIONAL_VERBS);
  reader.next();
  const read = readConditional(reader, verb, tick);
  return read.at === 'command' ? { ...read, command: { kind: 'dryRun', form: read.command.form } } : read;
}

function readPlace(reader: Reader, direction: Direction, tick: Tick): Parsed {
  let side: Side | null = null;
  let amount: TypedAmount | null = null;
  const sizes = direction === 'sell' ? ['all', '50%'] : ['100', '500', '$100', '50%'];
  for (let word = reader.peek(); word !== null; word = reader.peek()) {
    const lower = word.text.toLowerCase();
    const named = SIDES.find((one) => one === lower);
    if (side === null && named) side = named;
    else if (amount === null && readAmount(lower, direction)) amount = readAmount(lower, direction);
    else break;
    reader.next();
  }
  const size = direction === 'sell' ? `${SIZE}, or all` : SIZE;
  if (side === null && direction === 'buy') {
    return reader.fail(amount === null ? 'yes or no' : 'yes or no: a buy names its outcome', SIDES);
  }
  if (amount === null)
    return reader.fail(side === null ? `yes, no, or ${size}` : size, side === null ? [...SIDES, ...sizes] : sizes);
  let price: Price | null = null;
  const sign = reader.peek();
  const sides = side === null ? SIDES : [];
  if (sign !== null && (sign.text === '@' || sign.text.toLowerCase() === 'at')) {
    reader.next();
    const read = readPrice(reader, tick);
    if (read.at !== 'price') return read;
    price = read.price;
  }
  const post = reader.peek()?.text.toLowerCase() === 'post';
  if (post) reader.next();
  // A post-only order at the best opposite price would always be refused.
  if (post && price === null) return reader.fail('@ and a price, which a post-only order needs', []);
  const further = post ? [] : price === null ? [...sides, '@'] : ['post'];
  return reader.endOfMarket({ kind: 'place', direction, side, amount, price, postOnly: post }, further);
}

function readPrice(reader: Reader, tick: Tick): Unfinished | { readonly at: 'price'; readonly price: Price } {
  const word = reader.peek();
  const typed = word === null ? null : parseTypedPrice(word.text, tick);
  if (typed?.ok) {
    reader.next();
    return { at: 'price', price: typed.value };
  }
  const expected = 'a price such as 0.42';
  const hint = typed?.hint?.replace(/, found .*/, '').replace(/^Price must be /, 'a price that is ');
  return reader.fail(hint ?? expected, []);
}

function readMove(reader: Reader, tick: Tick): Parsed {
  const first = readPrice(reader, tick);
  if (first.at !== 'price') return first;
  if (reader.peek()?.text.toLowerCase() !== 'to')
    return reader.endOfMarket({ kind: 'move', from: null, to: first.price }, ['to']);
  reader.next();
  const second = readPrice(reader, tick);
  if (second.at !== 'price') return second;
  return reader.endOfMarket({ kind: 'move', from: first.price, to: second.price }, []);
}

function readCancel(reader: Reader): Parsed {
  const what = CANCELS.find((one) => one === reader.peek()?.text.toLowerCase());
  if (what === undefined) return reader.fail(listChoices(CANCELS), CANCELS);
  reader.next();
  return what === 'all' ? reader.end({ kind: 'cancel', what }, []) : reader.endOfMarket({ kind: 'cancel', what }, []);
}

function readFlatten(reader: Reader): Parsed {
  const what = FLATTENS.find((one) => one === reader.peek()?.text.toLowerCase());
  if (what === undefined) return reader.endOfMarket({ kind: 'flatten', what: 'market' }, FLATTENS);
  reader.next();
  return what === 'all' ? reader.end({ kind: 'flatten', what }, []) : reader.endOfMarket({ kind: 'flatten', what }, []);
}

/** What is wrong or missing, for people: 'Word 3: expected a size …, found “x”'. */
export function describeProblem(parsed: Unfinished): string {
  if (parsed.at === 'open') return `Next: ${parsed.expected}`;
  return `Word ${parsed.number}: expected ${parsed.expected}, found ${quote(parsed.word.text)}`;
}
