/** Close before: sells what is held a while before the market closes, by the close that the exchange has then. */

import { formatDuration } from '../../../base/formatDuration.ts';
import { PRICE } from '../../../units/fields.ts';
import { noFaster, noMore, noWorse } from '../declaration/consentRules.ts';
import { duration, LIMIT_INPUT, STALE_INPUT, WALK_INPUT, writeStop } from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { walkBetween } from '../declaration/prices.ts';
import { firedPlan, firedWakes } from '../declaration/single.ts';
import { DURATION, type TermsOf, WALK } from '../declaration/termsFields.ts';
import { describeWalk } from '../declaration/texts.ts';

const fields = {
  /** Before the market's close, as the exchange has it at the time. */
  beforeMs: DURATION,
  limit: PRICE,
  walk: WALK,
};
export type CloseBeforeTerms = TermsOf<'closeBefore', typeof fields>;

export const closeBefore = defineKind('closeBefore', fields, {
  form: {
    verb: 'close',
    inputs: {
      before: duration(fields.beforeMs, 'Before the close', 'before'),
      limit: LIMIT_INPUT,
      worst: WALK_INPUT,
      stale: STALE_INPUT,
    },
    read(read) {
      const beforeMs = read.value('before');
      if (read.closeAtMs === null) read.refuse('before', 'The exchange states no close of this market');
      const limit = read.value('limit');
      const worst = read.worst(limit);
      return { beforeMs, limit, worst, walk: walkBetween(limit, worst) };
    },
    write: (terms) => ({ before: terms.beforeMs, ...writeStop(terms) }),
  },
  texts: {
    name: 'Close before the end',
    shortName: 'Close before',
    summary: ({ limit, beforeMs }, { amount, price }) =>
      `${amount} at ${price(limit)}, ${formatDuration(beforeMs)} before the close`,
    watches: ({ beforeMs }) => `${formatDuration(beforeMs)} before the close`,
    does({ limit, beforeMs, walk, worst }, formats) {
      const { verb, amount, price } = formats;
      return [
        `${verb} ${amount} at ${price(limit)} or better, ${formatDuration(beforeMs)} before the market closes.`,
        ...describeWalk(walk, worst, formats),
      ];
    },
  },
  triggers(state) {
    const { outcome, beforeMs } = state.terms;
    return { close: { kind: 'beforeClose', market: outcome.market, beforeMs } };
  },
  plan: (state, nowMs) => firedPlan(state, 'close', state.terms, nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'close', state.terms, nowMs),
  only: 'sell',
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: { beforeMs: noMore, limit: noWorse, walk: noFaster },
  prices: ({ worst, limit }) => [worst, limit],
  priceBounds: (terms) => [priceBound(terms, terms.limit)],
  // A sale that is late goes out only within its worst price.
  needsPrices: true,
  protects: () => true,
  exitLeg: ({ terms: { direction, worst, shares } }) =>
    direction === 'sell' ? { slot: 'close', worst, shares } : null,
});
