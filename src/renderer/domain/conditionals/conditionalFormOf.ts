/**
 * Form of terms: the texts that make an armed conditional order again, to change it or to arm one like it.
 *
 * Invariants  Reads the feed and changes nothing. The form gives the same terms again, but for the time it ends at, which counts
 *             from now.
 */
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import type { StopLeg } from '#shared/order/conditional/declaration/termsFields.ts';
import { movesOf } from '#shared/order/conditional/kinds/chase.ts';
import type { TrailDistance } from '#shared/order/conditional/kinds/trailing.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { StandIn, Trigger } from '#shared/order/conditional/trigger.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { feed } from '../../feed/feed.ts';
import { findMarket } from '../markets/markets.ts';
import { marketWords } from '../markets/marketWords.ts';
import { underlyingOf } from '../markets/underlying.ts';
import type { ConditionalForm, FormSource } from './conditionalForm.ts';
import { MAX_TICKS, writeDuration } from './conditionalTexts.ts';
import { type FormField, KIND_FORMS } from './kindForms.ts';
import { writeConditions } from './typedConditions.ts';
import { writeLeg, writeSteps } from './typedLegs.ts';

type Fields = Partial<Record<FormField, string>>;

/** The form that makes these terms again. */
export function readForm(terms: ConditionalTerms, exchangeTimeMs: number): ConditionalForm {
  const decimals = tickDecimals(feed.catalogue()?.tick ?? DEFAULT_TICK);
  const price = (micros: number): string => formatMicros(micros, decimals);
  const ends =
    terms.goodTillMs === null ? {} : { expiry: writeDuration(Math.max(1_000, terms.goodTillMs - exchangeTimeMs)) };
  const write = (trigger: Trigger): string =>
    writeConditions(trigger, terms.outcome, marketWords(feed.listing()), price);
  const starts = terms.startsWhen === null ? {} : { when: write(terms.startsWhen) };
  const stale = hasStandIn(terms) ? { stale: writeStandIn(terms.standIn) } : {};
  const form = (fields: Fields, source: FormSource | null = null): ConditionalForm => ({
    kind: terms.kind,
    direction: terms.direction,
    side: terms.outcome.side,
    size: formatMicros(terms.shares),
    source,
    fields: { ...fields, ...ends, ...starts, ...stale },
  });
  const triggerFields = (whole: Trigger): Fields => {
    const [trigger, further] = splitTrigger(whole);
    const source = sourceOf(trigger, terms);
    // What is held is written in a typed condition itself.
    const isHeld = source !== 'other' && 'confirm' in trigger && trigger.confirm.kind === 'held';
    const joined = whole.kind === 'all' ? 'and' : 'or';
    return {
      trigger: source === 'other' ? write(trigger) : writeLevel(trigger, price),
      ...(isHeld ? { holds: writeDuration(trigger.confirm.forMs) } : {}),
      ...(further.length === 0 ? {} : { [joined]: write({ kind: whole.kind as 'all' | 'any', of: further }) }),
    };
  };
  const stopSource = ({ trigger }: StopLeg): FormSource => sourceOf(splitTrigger(trigger)[0], terms);
  const stopFields = (stop: StopLeg): Fields => ({
    ...triggerFields(stop.trigger),
    limit: price(stop.limit),
    ...(stop.worst === stop.limit ? {} : { worst: price(stop.worst) }),
  });
  switch (terms.kind) {
    case 'stop':
      return form(stopFields(terms), stopSource(terms));
    case 'takeProfit': {
      const target = price(terms.limit);
      if (terms.touch === null) return form({ target });
      return form({ target, ...triggerFields(terms.touch) }, sourceOf(splitTrigger(terms.touch)[0], terms));
    }
    case 'oco': {
      const flip = terms.flipTicks === null ? {} : { flip: `${terms.flipTicks}t` };
      return form({ target: price(terms.takeProfit), ...stopFields(terms.stop), ...flip }, stopSource(terms.stop));
    }
    case 'trailing': {
      const { activation, cap, worst } = terms;
      const from = activation === null ? {} : { activation: price(activation) };
      const tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
      return form({
        distance: writeDistance(terms.distance),
        cap: `${Math.round(cap / tick)}t`,
        worst: price(worst),
        ...from,
      });
    }
    case 'bracket': {
      const target = terms.takeProfit === null ? {} : { target: price(terms.takeProfit) };
      const stop = terms.stop === null ? {} : stopFields(terms.stop);
      const source = terms.stop === null ? null : stopSource(terms.stop);
      return form({ price: price(terms.entry.price), ...target, ...stop }, source);
    }
    case 'closeBefore': {
      const { beforeMs, limit, worst } = terms;
      const bound = worst === limit ? {} : { worst: price(worst) };
      return form({ before: writeDuration(beforeMs), limit: price(limit), ...bound });
    }
    case 'goodTill':
      return form({
        price: price(terms.price),
        ...(terms.killAfterMs === null ? {} : { kill: writeDuration(terms.killAfterMs) }),
      });
    case 'scale': {
      const { levels } = terms;
      const [first] = levels;
      const last = levels.at(-1);
      if (first === undefined || last === undefined) return form({});
      return form({ price: price(first.price), target: price(last.price), count: `${levels.length}` });
    }
    case 'iceberg':
      return form({ price: price(terms.price), clip: formatMicros(terms.clip) });
    case 'twap': {
      const { lengthMs, slices, worst, pricing, atEnd } = terms;
      const fields = { length: writeDuration(lengthMs), count: `${slices}`, worst: price(worst) };
      return form({ ...fields, pricing, end: atEnd });
    }
    case 'chase': {
      const { worst, maxMs, maxTicks, atEnd } = terms;
      const within = maxTicks === MAX_TICKS ? {} : { within: `${maxTicks}t` };
      const fields = { worst: price(worst), length: writeDuration(maxMs), moves: `${movesOf(terms)}` };
      return form({ ...fields, ...within, end: atEnd });
    }
    case 'oneCancelsAll': {
      const { legs, outcome, worst, mode } = terms;
      const words = marketWords(feed.listing());
      const texts = legs.slice(1).map((leg) => writeLeg(leg, outcome.market, words, price));
      const [leg2 = '', leg3 = '', leg4 = ''] = texts;
      return form({ price: price(worst), leg2, leg3, leg4, mode });
    }
    case 'offset': {
      const { parent, steps, batch } = terms;
      return form({ price: price(parent.price), steps: writeSteps(steps), batch: formatMicros(batch) });
    }
  }
}

function hasStandIn({ kind, direction }: ConditionalTerms): boolean {
  const hasField = KIND_FORMS[kind].fields.some(({ field }) => field === 'stale');
  return hasField && (direction === 'sell' || kind === 'bracket');
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

function sourceOf(trigger: Trigger, { kind, outcome, direction }: ConditionalTerms): FormSource {
  const isBelow = 'crosses' in trigger && trigger.crosses === 'atOrBelow';
  const sells = direction === 'sell' || kind === 'bracket';
  const isUsual = isBelow === (sells !== (kind === 'takeProfit'));
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

function writeDistance(distance: TrailDistance): string {
  return distance.kind === 'ticks' ? `${distance.ticks}t` : `${formatMicros(distance.bps * 10_000)}%`;
}
