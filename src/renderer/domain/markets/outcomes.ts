/**
 * Names of a market's outcomes: the leg's own name leads, the exchange's label follows.
 *
 * Invariants  A label that says the opposite of its leg, or the same as the other one, has a visible mark.
 */
import type { Market } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';

const MARK = '⚠';

type Labelled = Pick<Market, 'outcomeLabels' | 'labelProblem'>;

/** The exchange's label where it says more than the leg's name: 'Up', or '⚠ No' for a label that misleads. */
export function extraLabel(market: Labelled | null, side: Side): string | null {
  const label = market?.outcomeLabels[side === 'yes' ? 0 : 1] ?? '';
  if (market?.labelProblem != null) return `${MARK} ${label}`;
  return label === '' || label.toLowerCase() === side ? null : label;
}

/** 'yes', or 'yes (Up)' in a market with labels of its own. */
export function nameOutcome(market: Labelled | null, side: Side): string {
  const label = extraLabel(market, side);
  return label === null ? side : `${side} (${label})`;
}

/** Characters of a label in a sentence about an order. */
const BRIEF = 24;

/** The same in a sentence about an order: a long label is cut, so that the price behind it stays in sight. */
export function nameOutcomeBriefly(market: Labelled | null, side: Side): string {
  const label = extraLabel(market, side);
  if (label === null || label.length <= BRIEF) return nameOutcome(market, side);
  return `${side} (${label.slice(0, BRIEF - 1).trimEnd()}…)`;
}

/** The same at the start of a sentence: 'Yes', 'Yes (Up)'. */
export function nameOutcomeFirst(market: Labelled | null, side: Side): string {
  const name = nameOutcome(market, side);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Label of a switch: 'Yes', or 'Yes · Up' in a market with labels of its own. */
export function labelOutcome(market: Labelled | null, side: Side): string {
  const label = extraLabel(market, side);
  const leg = side === 'yes' ? 'Yes' : 'No';
  return label === null ? leg : `${leg} · ${label}`;
}
