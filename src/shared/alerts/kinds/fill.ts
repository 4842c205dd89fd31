/** Fill: an order of the account is filled. */
import { MEASURED, nullable } from '../../units/fields.ts';
import { defineAlert } from '../kind.ts';
import { AMOUNTS, DIRECTION, formatTrade, SIDE } from './trade.ts';

export const fill = defineAlert({
  name: 'Fill',
  fields: {},
  fact: { side: nullable(SIDE), direction: DIRECTION, ...AMOUNTS, atMs: MEASURED },
  tone: 'fill',
  watches: () => 'accountEvents',
  onFill: (_condition, { side, direction, price, shares, exchangeTimeMs: atMs }) => ({
    side,
    direction,
    price,
    shares,
    atMs,
  }),
  formatCondition: () => 'One of my orders is filled',
  formatFact: (fact, formats) => `Filled: ${formatTrade(fact, formats)}`,
  formatPrivately: () => 'An order was filled',
});
