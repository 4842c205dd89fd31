/** Parts of the facts about an order of the account, and their text. */
import { choice, MEASURED, nullable } from '../../units/fields.ts';
import { type AlertFormats, OUTCOME_SIDES } from '../kind.ts';

export const SIDE = choice(OUTCOME_SIDES);
export const DIRECTION = nullable(choice({ buy: 'Buy', sell: 'Sell' }));
export const AMOUNTS = { price: MEASURED, shares: MEASURED };

interface Trade {
  readonly side: 'yes' | 'no' | null;
  readonly direction: 'buy' | 'sell' | null;
  readonly price: number;
  readonly shares: number;
}

/** 'buy Yes 5 at 0.60' */
export function formatTrade({ side, direction, price, shares }: Trade, formats: AlertFormats): string {
  const what = [direction, side === null ? null : OUTCOME_SIDES[side]].filter((part) => part !== null).join(' ');
  return `${what} ${formats.contracts(shares)} at ${formats.level(price)}`.trim();
}
