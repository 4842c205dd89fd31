/**
 * Typed conditions: 'BTC-USD >= 96000', 'snow no ask <= 0.40 held 10s', 'bid >= 0.60', joined by 'and' or by 'or'.
 *
 * Shape       condition = market? side? source sign price held? | symbol sign number held?; without a market it is the order's own.
 *             A market is its id, or words that it alone has.
 * Units       Prices in the terms of the outcome that is named: yes of another market, the order's outcome of its own.
 * Errors      Never throws: text that does not parse gives a hint to show beside the field.
 */
import type { Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { HELD_BOUNDS } from '#shared/order/conditional/declaration/form.ts';
import { MAX_PARTS } from '#shared/order/conditional/declaration/termsFields.ts';
import { DEFAULT_MAX_SPREAD } from '#shared/order/conditional/defaults.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type {
  Confirmation,
  Crosses,
  PriceTrigger,
  Trigger,
  TriggerSource,
  UnderlyingTrigger,
} from '#shared/order/conditional/trigger.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { MarketWords } from '../markets/marketWords.ts';
import { parseTypedPrice, quote, type Typed } from '../orders/typedPrice.ts';
import { parseDuration, parseUnderlying, writeDuration } from './conditionalTexts.ts';

export const CONDITION_SOURCES = ['bid', 'ask', 'last', 'mid'] as const satisfies readonly TriggerSource[];
export const CONDITION_EXAMPLE = 'BTC-USD >= 96000 or snow bid >= 0.60';

export const DOUBLE: Confirmation = { kind: 'double' };

export type Condition = PriceTrigger | UnderlyingTrigger;

export interface ConditionFacts {
  readonly outcome: OutcomeRef;
  readonly tick: Tick;
  readonly minShares: Shares;
  /** Of the order's market; null where no underlying decides it. */
  readonly underlying: string | null;
  readonly symbols: readonly string[];
  readonly markets: MarketWords;
}

export interface Conditions {
  readonly joined: 'all' | 'any';
  readonly of: readonly Condition[];
}

/** One or several; a single one counts as `all`. */
export function parseConditions(text: string, facts: ConditionFacts): Typed<Conditions> {
  const plain = text.trim();
  if (plain === '') return { ok: false, hint: null };
  const [first, ...rest] = plain.split(/\s+(and|or)\s+/i);
  const joints = rest.filter((_part, at) => at % 2 === 0).map((joint) => joint.toLowerCase());
  const parts = [first!, ...rest.filter((_part, at) => at % 2 === 1)];
  if (new Set(joints).size > 1) return { ok: false, hint: 'Join conditions by and, or by or, not by both' };
  if (parts.length > MAX_PARTS) return { ok: false, hint: `At most ${MAX_PARTS} conditions` };
  const of: Condition[] = [];
  for (const part of parts) {
    const condition = parseCondition(part, facts);
    if (!condition.ok) return condition;
    of.push(condition.value);
  }
  return { ok: true, value: { joined: joints[0] === 'or' ? 'any' : 'all', of } };
}

export function parseCondition(text: string, facts: ConditionFacts): Typed<Condition> {
  const words = text
    .replaceAll(/([<>]=?)/g, ' $1 ')
    .trim()
    .split(/\s+/);
  const at = words.findIndex((word) => word === '<=' || word === '>=');
  const value = words[at + 1];
  const wrong: Typed<Condition> = {
    ok: false,
    hint: `Expected a condition such as ${CONDITION_EXAMPLE}, found ${quote(text.trim())}`,
  };
  if (at < 0 || value === undefined) return wrong;
  const confirm = readHeld(words.slice(at + 2));
  if (confirm === null) return wrong;
  if (!confirm.ok) return confirm;
  const crosses: Crosses = words[at] === '<=' ? 'atOrBelow' : 'atOrAbove';
  const head = words.slice(0, at);
  const source = CONDITION_SOURCES.find((one) => one === head.at(-1)?.toLowerCase());
  if (source === undefined) {
    return head.length === 1 ? readUnderlying(head[0]!, crosses, value, confirm.value, facts) : wrong;
  }
  const outcome = readOutcome(head.slice(0, -1), facts);
  if (!outcome.ok) return outcome;
  const price = parseTypedPrice(value, facts.tick);
  if (!price.ok) return { ok: false, hint: price.hint };
  return {
    ok: true,
    value: {
      kind: 'price',
      outcome: outcome.value,
      source,
      crosses,
      price: price.value,
      minShares: facts.minShares,
      maxSpread: DEFAULT_MAX_SPREAD,
      confirm: confirm.value,
    },
  };
}

/** 'held 10s', or nothing; null for other words. */
function readHeld(words: readonly string[]): Typed<Confirmation> | null {
  if (words.length === 0) return { ok: true, value: DOUBLE };
  return words.length === 2 && words[0]!.toLowerCase() === 'held' ? parseHeld(words[1]!) : null;
}

export function parseHeld(text: string): Typed<Confirmation> {
  const duration = parseDuration(text, HELD_BOUNDS.min, HELD_BOUNDS.max);
  return duration.ok ? { ok: true, value: { kind: 'held', forMs: duration.value } } : duration;
}

/** 'snow', 'hill alliance no', 'no', or nothing. */
function readOutcome(words: readonly string[], { outcome, markets }: ConditionFacts): Typed<OutcomeRef> {
  const last = words.at(-1)?.toLowerCase();
  const side: Side | null = last === 'yes' || last === 'no' ? last : null;
  const named = side === null ? words : words.slice(0, -1);
  if (named.length === 0) return { ok: true, value: side === null ? outcome : { ...outcome, side } };
  const market = markets.find(named.join(' '));
  return market.ok ? { ok: true, value: { market: market.value, side: side ?? 'yes' } } : market;
}

function readUnderlying(
  word: string,
  crosses: Crosses,
  value: string,
  confirm: Confirmation,
  { underlying, symbols }: ConditionFacts,
): Typed<Condition> {
  const isOwn = word.toLowerCase() === 'underlying';
  if (isOwn && underlying === null) return { ok: false, hint: 'No underlying price decides this market' };
  const sign = crosses === 'atOrBelow' ? '<=' : '>=';
  const read = parseUnderlying(`${isOwn ? underlying : word} ${sign} ${value}`, null, null, symbols);
  return read.ok ? { ok: true, value: { kind: 'underlying', ...read.value, confirm } } : read;
}

/** The text that parses to these conditions again; '' for a trigger that no text makes. */
export function writeConditions(
  trigger: Trigger,
  outcome: OutcomeRef,
  markets: MarketWords,
  formatPrice: (micros: number) => string,
): string {
  if (trigger.kind === 'all' || trigger.kind === 'any') {
    const parts = trigger.of.map((part) => writeConditions(part, outcome, markets, formatPrice));
    return parts.join(trigger.kind === 'all' ? ' and ' : ' or ');
  }
  if (trigger.kind !== 'price' && trigger.kind !== 'underlying') return '';
  const sign = trigger.crosses === 'atOrBelow' ? '<=' : '>=';
  const during = trigger.confirm.kind === 'held' ? ` held ${writeDuration(trigger.confirm.forMs)}` : '';
  if (trigger.kind === 'underlying') return `${trigger.symbol} ${sign} ${trigger.price}${during}`;
  const { market, side } = trigger.outcome;
  const named = market === outcome.market ? (side === outcome.side ? [] : [side]) : [markets.wordOf(market)];
  const other = market !== outcome.market && side === 'no' ? ['no'] : [];
  return [...named, ...other, trigger.source, sign, `${formatPrice(trigger.price)}${during}`].join(' ');
}
