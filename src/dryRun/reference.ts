/**
 * Reference price of an order: what its fills are compared with.
 *
 * Shape       The trigger's own price where that is of the same outcome; the best price when it fired where it is of something
 *             else; the middle at the start for kinds that follow the market. A resting order has its own price and no reference.
 */

import type { DryRunTotal } from '#shared/ipc/conditionals/dryRun.ts';
import { isSameOutcome } from '#shared/order/conditional/lease.ts';
import type { OutcomeBook, OutcomeRef } from '#shared/order/conditional/observation.ts';
import { findOwnTrigger } from '#shared/order/conditional/ownTrigger.ts';
import type { Child, ConditionalState } from '#shared/order/conditional/state.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import { trailingPrice } from '#shared/order/conditional/types/trailing.ts';

export interface Reference {
  readonly kind: NonNullable<DryRunTotal['reference']>;
  readonly price: number;
}

export interface ReferenceContext {
  /** Of the order's outcome, as it is placed. */
  readonly book: OutcomeBook;
  readonly middleAtStart: number | null;
}

export function findReference(
  { slot, outcome, direction }: Pick<Child, 'slot' | 'outcome' | 'direction'>,
  state: ConditionalState,
  { book, middleAtStart }: ReferenceContext,
): Reference | null {
  const { terms } = state;
  if (terms.kind === 'twap' || terms.kind === 'chase') {
    return middleAtStart === null ? null : { kind: 'middleAtStart', price: middleAtStart };
  }
  if (state.fired[slot] === undefined) return null;
  const own = terms.kind === 'trailing' ? trailingPrice(state) : ownPrice(findOwnTrigger(terms), outcome);
  if (own !== null) return { kind: 'trigger', price: own };
  const best = (direction === 'sell' ? book.bids : book.asks)[0]?.price ?? null;
  return best === null ? null : { kind: 'bestAtTrigger', price: best };
}

function ownPrice(trigger: Trigger | null, outcome: OutcomeRef): number | null {
  return trigger?.kind === 'price' && isSameOutcome(trigger.outcome, outcome) ? trigger.price : null;
}
