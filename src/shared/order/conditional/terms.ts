/**
 * Terms of conditional orders: what a person armed, as data.
 *
 * Shape       A union of the terms of every kind, which follow from its declaration in `kinds/`.
 * Units       Price and Shares in millionths; times in ms of the exchange's clock; durations in ms.
 * Invariants  Every kind names its worst price: there is no order at any price. Terms survive the bridge's codec unchanged.
 * Source      docs/conditionals.md#types.
 */
import type { MarketId } from '../../units/ids.ts';
import type { Shares } from '../../units/shares.ts';
import type { KindOf } from './declaration/kind.ts';
import type { TermsOf } from './declaration/termsFields.ts';
import type { ConditionalAction } from './events.ts';
import { KINDS } from './kinds.ts';
import type { OutcomeRef } from './observation.ts';
import type { StateOf } from './state.ts';

type Kinds = typeof KINDS;
export type ConditionalKind = keyof Kinds;

/** Terms of one kind. */
export type KindTerms<K extends ConditionalKind> = TermsOf<K, Kinds[K]['fields']>;
export type ConditionalTerms = { [K in ConditionalKind]: KindTerms<K> }[ConditionalKind];

export type ConditionalState = StateOf<ConditionalTerms>;
export type Kind = KindOf<ConditionalTerms>;

export interface ConditionalStep {
  readonly state: ConditionalState;
  readonly actions: readonly ConditionalAction[];
}

/** Every kind, in the order of menus. */
export const KIND_NAMES = Object.keys(KINDS) as readonly ConditionalKind[];

/** The declaration of the terms' kind. Its functions take terms of this kind alone. */
export function kindOf({ kind }: Pick<ConditionalTerms, 'kind'>): Kind {
  return KINDS[kind] as unknown as Kind;
}

/** True for terms that sell, at once or once they bought. */
export function sellsLater(terms: Pick<ConditionalTerms, 'kind' | 'direction'>): boolean {
  return terms.direction === 'sell' || kindOf(terms).turns;
}

/** Outcomes that its orders are on; its own first. */
export function listOutcomes(terms: ConditionalTerms): readonly OutcomeRef[] {
  return (
    kindOf(terms)
      .legs?.(terms)
      .map(({ outcome }) => outcome) ?? [terms.outcome]
  );
}

/** Shares for an outcome: of its leg where the order has several. */
export function sharesOf(terms: ConditionalTerms, { market, side }: OutcomeRef): Shares {
  const legs = kindOf(terms).legs?.(terms) ?? [];
  return legs.find(({ outcome }) => outcome.market === market && outcome.side === side)?.shares ?? terms.shares;
}

/** Markets that its orders are on; its own first. */
export function listMarkets(terms: ConditionalTerms): readonly MarketId[] {
  return [...new Set(listOutcomes(terms).map(({ market }) => market))];
}
