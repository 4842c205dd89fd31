/** Order: an order of the account is rejected, unknown, or cancelled by the exchange. */
import { choice } from '../../units/fields.ts';
import type { OrderTurn } from '../accountEvents.ts';
import { defineAlert, ticked } from '../kind.ts';
import { AMOUNTS, DIRECTION, formatTrade, SIDE } from './trade.ts';

const TURNS = {
  rejected: 'Rejected',
  unknown: 'Unknown',
  cancelled: 'Cancelled by the exchange',
} as const satisfies Record<OrderTurn, string>;

const nameTurn = (turn: OrderTurn): string => TURNS[turn].toLowerCase();

export const order = defineAlert({
  name: 'Order',
  fields: { turns: ticked(TURNS, { label: 'When an order is' }) },
  fact: { turn: choice(TURNS), side: SIDE, direction: DIRECTION, ...AMOUNTS },
  tone: 'error',
  watches: () => 'accountEvents',
  check: ({ turns }) => (turns.length === 0 ? { field: 'turns', problem: 'turns' } : null),
  onOrder: ({ turns }, { turn, side, direction, price, shares }) =>
    turns.includes(turn) ? { turn, side, direction, price, shares } : null,
  formatCondition: ({ turns }) => `Order: ${turns.map(nameTurn).join(', ')}`,
  formatFact: (fact, formats) => `Order ${nameTurn(fact.turn)}: ${formatTrade(fact, formats)}`,
  formatPrivately: ({ turn }) => `An order is ${nameTurn(turn)}`,
});
