/** Good till a time: an order that is cancelled at its deadline, or so long after it was sent. */

import { formatDuration } from '../../../base/formatDuration.ts';
import { FLAG, nullable, PRICE } from '../../../units/fields.ts';
import { isPassive, noLonger, noWorse } from '../declaration/consentRules.ts';
import { duration, EXPIRY_INPUT, optionalInput, PRICE_INPUT, WHEN_INPUT } from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { FILLED, leftOf, legOrder } from '../declaration/single.ts';
import { DURATION, type TermsOf } from '../declaration/termsFields.ts';
import type { StateOf } from '../state.ts';

const fields = {
  price: PRICE,
  postOnly: FLAG,
  /** Cancelled so long after it was sent; null: at `goodTillMs` alone. */
  killAfterMs: nullable(DURATION),
};
export type GoodTillTerms = TermsOf<'goodTill', typeof fields>;
type State = StateOf<GoodTillTerms>;

/** The signed expiry is later than the cancel, so that a slow request does not void an order that was never on the book. */
const KILL_BACKSTOP_MS = 10_000;
/** An order that is cancelled sooner would never be on the book. */
const LEAST_KILL_MS = 1_000;

export const goodTill = defineKind('goodTill', fields, {
  form: {
    verb: 'timed',
    directions: ['buy', 'sell'],
    inputs: {
      price: PRICE_INPUT,
      expiry: { ...EXPIRY_INPUT, isRequired: true, instead: 'kill' },
      kill: optionalInput(duration(fields.killAfterMs, 'Cancelled after', 'kill', LEAST_KILL_MS)),
      when: WHEN_INPUT,
    },
    read(read) {
      const price = read.value('price');
      const killAfterMs = read.value('kill');
      if (read.isEmpty('expiry') && killAfterMs === null) read.refuse('expiry');
      return { price, worst: price, postOnly: false, killAfterMs };
    },
    write: ({ price, killAfterMs }) => ({ price, kill: killAfterMs }),
  },
  texts: {
    name: 'Timed order',
    shortName: 'Timed',
    summary: (terms, { amount, price }) => `${amount} at ${price(terms.price)}`,
    watches: (terms, { price }) => `rests at ${price(terms.price)}`,
    does: ({ price, killAfterMs }, { verb, amount, price: write }) => [
      `${verb} ${amount} at ${write(price)} or better: the order rests at once.`,
      ...(killAfterMs === null ? [] : [`What rests is cancelled ${formatDuration(killAfterMs)} after it was sent.`]),
    ],
  },
  triggers: () => ({}),
  plan(state, nowMs) {
    const { price, postOnly } = state.terms;
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    const order = legOrder(state, 'order', price, price);
    return { wanted: [{ ...order, postOnly, urgency: 'entry', expiresAtMs: backstop(state, nowMs) }], end: null };
  },
  deadline,
  // An order that rests continues: only its deadline is watched.
  asksAfterRestart: ({ children, terms }) => terms.direction === 'buy' && children.length === 0,
  endsBeforeClose: () => false,
  tradeBounds: (terms) => [boundOf(terms, terms.price)],
  consent: { price: noWorse, postOnly: isPassive, killAfterMs: noLonger },
  prices: ({ worst, price }) => [worst, price],
  priceBounds: (terms) => [priceBound(terms, terms.price)],
});

function deadline(state: State): number | null {
  const { goodTillMs, killAfterMs } = state.terms;
  const [first] = state.children;
  if (killAfterMs === null || first === undefined) return goodTillMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, first.requestedAtMs + killAfterMs);
}

/** Signed into the order, for a program that is closed by then. */
function backstop(state: State, nowMs: number): number | null {
  const { goodTillMs, killAfterMs } = state.terms;
  if (killAfterMs === null) return goodTillMs;
  const sentAtMs = state.children[0]?.requestedAtMs ?? nowMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, sentAtMs + killAfterMs + KILL_BACKSTOP_MS);
}
