/** Fills as rows: sides, states and order. */
import { bookColumn } from '#shared/market/outcome.ts';
import type { Fill } from '#shared/order/account/account.ts';

/** 'Bought yes', 'Sold no', without what the exchange omits. */
export function formatSide(fill: Pick<Fill, 'side' | 'direction'>): string {
  const verb = fill.direction === null ? '' : fill.direction === 'buy' ? 'Bought' : 'Sold';
  const leg = fill.side ?? '';
  if (verb === '') return leg === '' ? '–' : leg === 'yes' ? 'Yes' : 'No';
  return leg === '' ? verb : `${verb} ${leg}`;
}

/** Colour by the side of the YES book; none when the exchange omits the side. */
export function toneOfSide(fill: Pick<Fill, 'side' | 'direction'>): 'yes' | 'no' | '' {
  if (fill.side === null) return '';
  return bookColumn(fill.side, fill.direction ?? 'buy') === 'bid' ? 'yes' : 'no';
}

/** Words that a fill may have besides the names of its market, its outcome and its ids. */
export const OWN_TEXTS: readonly string[] = ['Bought', 'Sold', 'Matched', 'Settled', 'Voided'];

/** Words of known states, unknown states raw (docs/assumptions.md#contract-states). */
export function formatState(state: string | null): string {
  switch (state) {
    case null:
    case 'active':
      return 'Matched';
    case 'settled_yes':
      return 'Settled yes';
    case 'settled_no':
      return 'Settled no';
    case 'voided':
      return 'Voided';
    default:
      return state;
  }
}

/** Newest first, the larger id first among equals: ids rise with time. */
export function sortFills(fills: readonly Fill[]): readonly Fill[] {
  return fills.toSorted((a, b) => {
    if (a.exchangeTimeMs !== b.exchangeTimeMs) return b.exchangeTimeMs - a.exchangeTimeMs;
    if (a.id.length !== b.id.length) return b.id.length - a.id.length;
    return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
  });
}
