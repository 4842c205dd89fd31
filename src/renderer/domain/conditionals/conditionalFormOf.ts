/**
 * Form of terms: the texts that make an armed conditional order again, to change it or to arm one like it.
 *
 * Invariants  Reads the feed and changes nothing. The form gives the same terms again, but for the time it ends at, which counts
 *             from now.
 */
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import { findOwnTrigger } from '#shared/order/conditional/ownTrigger.ts';
import { type ConditionalTerms, sellsLater } from '#shared/order/conditional/terms.ts';
import type { StandIn, Trigger } from '#shared/order/conditional/trigger.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { feed } from '../../feed/feed.ts';
import { findMarket } from '../markets/markets.ts';
import { marketWords } from '../markets/marketWords.ts';
import { underlyingOf } from '../markets/underlying.ts';
import {
  type ConditionalForm,
  type FormField,
  type FormSource,
  formOf,
  hasSource,
  listFields,
  mayHaveStandIn,
  restsWithoutSource,
} from './conditionalForm.ts';
import { writeDuration } from './conditionalTexts.ts';
import { writeConditions } from './typedConditions.ts';
import { writeValue } from './typedInputs.ts';

type Fields = Partial<Record<FormField, string>>;

/** The form that makes these terms again. */
export function readForm(terms: ConditionalTerms, exchangeTimeMs: number): ConditionalForm {
  const { kind, direction, outcome, shares, goodTillMs, startsWhen } = terms;
  const tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
  const decimals = tickDecimals(tick);
  const price = (micros: number): string => formatMicros(micros, decimals);
  const markets = marketWords(feed.listing());
  const write = (trigger: Trigger): string => writeConditions(trigger, outcome, markets, price);
  const values: Readonly<Record<string, unknown>> = formOf(kind).write(terms, tick);
  const fields = listFields(kind).flatMap(({ field, reads }) => {
    const value = values[field] ?? null;
    return value === null ? [] : [[field, writeValue(reads, value, { market: outcome.market, markets, price })]];
  });
  const trigger = hasSource(kind) ? findOwnTrigger(terms) : null;
  return {
    kind,
    direction,
    side: outcome.side,
    size: formatMicros(shares),
    source: trigger === null ? null : sourceOf(splitTrigger(trigger)[0], terms),
    fields: {
      ...(Object.fromEntries(fields) as Fields),
      ...(trigger === null ? {} : writeTrigger(trigger, terms, write, price)),
      ...(goodTillMs === null ? {} : { expiry: writeDuration(Math.max(1_000, goodTillMs - exchangeTimeMs)) }),
      ...(startsWhen === null ? {} : { when: write(startsWhen) }),
      ...(mayHaveStandIn(terms) ? { stale: writeStandIn(terms.standIn) } : {}),
    },
  };
}

/** Its level or condition, how long it is true throughout, and the conditions that are joined to it. */
function writeTrigger(
  whole: Trigger,
  terms: ConditionalTerms,
  write: (trigger: Trigger) => string,
  price: (micros: number) => string,
): Fields {
  const [trigger, further] = splitTrigger(whole);
  const isOther = sourceOf(trigger, terms) === 'other';
  // What is held is written in a typed condition itself.
  const isHeld = !isOther && 'confirm' in trigger && trigger.confirm.kind === 'held';
  const joined = whole.kind === 'all' ? 'and' : 'or';
  return {
    trigger: isOther ? write(trigger) : writeLevel(trigger, price),
    ...(isHeld ? { holds: writeDuration(trigger.confirm.forMs) } : {}),
    ...(further.length === 0 ? {} : { [joined]: write({ kind: whole.kind as 'all' | 'any', of: further }) }),
  };
}

function writeStandIn(standIn: StandIn | undefined): string {
  if (standIn === undefined) return 'wait';
  if (standIn.kind === 'rest') return 'rest';
  return `${standIn.symbol} ${standIn.crosses === 'atOrBelow' ? '<=' : '>='} ${standIn.price}`;
}

/** The trigger itself, and the conditions that are joined to it. */
function splitTrigger(trigger: Trigger): readonly [Trigger, readonly Trigger[]] {
  return trigger.kind === 'all' || trigger.kind === 'any' ? [trigger.of[0]!, trigger.of.slice(1)] : [trigger, []];
}

function sourceOf(trigger: Trigger, terms: ConditionalTerms): FormSource {
  const { kind, outcome } = terms;
  const isBelow = 'crosses' in trigger && trigger.crosses === 'atOrBelow';
  const isUsual = isBelow === (sellsLater(terms) !== restsWithoutSource(kind));
  if (trigger.kind === 'underlying') {
    const own = underlyingOf(findMarket(feed, outcome.market));
    return isUsual && trigger.symbol === own ? 'underlying' : 'other';
  }
  if (trigger.kind !== 'price') return 'other';
  const { market, side } = trigger.outcome;
  return isUsual && market === outcome.market && side === outcome.side ? trigger.source : 'other';
}

function writeLevel(trigger: Trigger, price: (micros: number) => string): string {
  if (trigger.kind === 'underlying') return `${trigger.price}`;
  return trigger.kind === 'price' ? price(trigger.price) : '';
}
