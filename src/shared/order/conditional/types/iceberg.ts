/**
 * Iceberg: one clip on the book at a time, the next one when it ended.
 *
 * Invariants  Sizes and delays vary by a number that id and step give, so that a replay has the same ones.
 */
import { MICROS } from '../../../units/micros.ts';
import { liveIn } from '../children.ts';
import { buildKind } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { IcebergTerms } from '../terms.ts';
import { FILLED, keepLive, leftOf, legOrder, MAIN, wholeLots } from './single.ts';

const SLOT = 'clip';
const termsOf = (state: ConditionalState): IcebergTerms => state.terms as IcebergTerms;

export const iceberg = buildKind({
  triggers: () => ({}),
  plan(state, nowMs) {
    const { price, worst, shares: all } = termsOf(state);
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
});

/** Size of the next clip: at least one lot; of whole contracts where the whole is. */
function clipOf(state: ConditionalState): number {
  const { clip, sizeSpreadBps, shares: all } = termsOf(state);
  const smaller = Math.floor((clip * sizeSpreadBps * varying(state, 'size')) / 10_000);
  const isWhole = all % MICROS === 0 && clip % MICROS === 0;
  const shares = isWhole ? Math.floor((clip - smaller) / MICROS) * MICROS : wholeLots(state, clip - smaller);
  return shares > 0 ? shares : clip;
}

function nextClipAt(state: ConditionalState): number {
  const last = state.children.at(-1);
  if (last === undefined) return 0;
  return last.changedAtMs + Math.floor(termsOf(state).maxDelayMs * varying(state, 'delay'));
}

/** Between 0 and 1, the same for the same clip: an FNV-1a hash of the conditional's id and the number of the clip. */
function varying({ id, children }: ConditionalState, what: string): number {
  let hash = 0x811c9dc5;
  for (const letter of `${id}:${children.length}:${what}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash / 2 ** 32;
}
