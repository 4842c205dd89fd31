/**
 * Iceberg: one clip on the book at a time, the next one when it ended.
 *
 * Invariants  Sizes and delays vary by a number that id and step give, so that a replay has the same ones.
 */

import { PRICE, SHARES, whole } from '../../../units/fields.ts';
import { MICROS } from '../../../units/micros.ts';
import { liveIn } from '../children.ts';
import { asks, noWorse } from '../declaration/consentRules.ts';
import { contracts, LIFE_INPUTS, PRICE_INPUT } from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { FILLED, keepLive, leftOf, legOrder, MAIN, wholeLots } from '../declaration/single.ts';
import type { TermsOf } from '../declaration/termsFields.ts';
import type { StateOf } from '../state.ts';

const fields = {
  price: PRICE,
  /** What one order shows; the next one follows when it ended. */
  clip: SHARES,
  /** Clips are up to this much smaller than `clip`, at random; in basis points. */
  sizeSpreadBps: whole(0, 9_000),
  /** Greatest random time between the end of a clip and the next one. */
  maxDelayMs: whole(0, 3_600_000),
};
export type IcebergTerms = TermsOf<'iceberg', typeof fields>;
type State = StateOf<IcebergTerms>;

const SLOT = 'clip';
/** What is typed makes clips up to a fifth smaller, which follow within three seconds. */
const TYPED_VARIES = { sizeSpreadBps: 2_000, maxDelayMs: 3_000 } as const;

export const iceberg = defineKind('iceberg', fields, {
  form: {
    verb: 'iceberg',
    inputs: { price: PRICE_INPUT, clip: contracts('Shown at a time', 'clip'), ...LIFE_INPUTS },
    read(read) {
      const price = read.value('price');
      const clip = read.value('clip');
      if (clip > read.shares) read.refuse('clip', 'A clip must be smaller than the order');
      return { price, worst: price, clip, ...TYPED_VARIES };
    },
    write: ({ price, clip }) => ({ price, clip }),
  },
  texts: {
    name: 'Iceberg',
    summary: (terms, { amount, price, contracts: write }) =>
      `${amount} at ${price(terms.price)}, ${write(terms.clip)} at a time`,
    watches: (terms, { price, contracts: write }) => `shows ${write(terms.clip)} at ${price(terms.price)}`,
    does: (terms, { verb, amount, price, contracts: write }) => [
      `${verb} ${amount} at ${price(terms.price)} or better, at most ${write(terms.clip)} on the book at a time.`,
      'The next order follows when the one before has ended. Its size and time vary, and others may still notice it.',
    ],
  },
  triggers: () => ({}),
  plan(state, nowMs) {
    const { price, worst, shares: all } = state.terms;
    const left = leftOf(state);
    if (left === 0) return { wanted: [], end: FILLED };
    if (liveIn(state.children, SLOT).length > 0) return { wanted: keepLive(state.children, MAIN, all), end: null };
    if (nowMs < nextClipAt(state)) return { wanted: [], end: null };
    const shares = Math.min(left, clipOf(state));
    const order = legOrder(state, SLOT, price, worst);
    return { wanted: [{ ...order, shares: wholeLots(state, shares), urgency: 'entry' }], end: null };
  },
  wakeTimes: (state) => [nextClipAt(state)],
  asksAfterRestart: () => true,
  endsBeforeClose: () => true,
  tradeBounds: (terms) => [boundOf(terms, terms.price)],
  consent: { price: noWorse, clip: asks, sizeSpreadBps: asks, maxDelayMs: asks },
  prices: ({ worst, price }) => [worst, price],
  priceBounds: (terms) => [priceBound(terms, terms.price)],
  sizes: ({ shares, clip }) => [shares, clip],
  isWhole: ({ shares, clip }) => clip <= shares,
});

/** Size of the next clip: at least one lot; of whole contracts where the whole is. */
function clipOf(state: State): number {
  const { clip, sizeSpreadBps, shares: all } = state.terms;
  const smaller = Math.floor((clip * sizeSpreadBps * varying(state, 'size')) / 10_000);
  const isWhole = all % MICROS === 0 && clip % MICROS === 0;
  const shares = isWhole ? Math.floor((clip - smaller) / MICROS) * MICROS : wholeLots(state, clip - smaller);
  return shares > 0 ? shares : clip;
}

function nextClipAt(state: State): number {
  const last = state.children.at(-1);
  if (last === undefined) return 0;
  return last.changedAtMs + Math.floor(state.terms.maxDelayMs * varying(state, 'delay'));
}

/** Between 0 and 1, the same for the same clip: an FNV-1a hash of the conditional's id and the number of the clip. */
function varying({ id, children }: State, what: string): number {
  let hash = 0x811c9dc5;
  for (const letter of `${id}:${children.length}:${what}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash / 2 ** 32;
}
