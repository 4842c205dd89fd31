/** Words of the risk limits: name, meaning, value with its unit, and why an order violates one. */
import { formatDuration } from '../../base/formatDuration.ts';
import { groupDigits } from '../../base/groupDigits.ts';
import type { Violation } from '../../order/risk/evaluate.ts';
import { LIMIT_RULES, type LimitName } from '../../order/risk/limits.ts';
import { formatMicros } from '../../units/micros.ts';
import { toNumber } from '../../units/numbers.ts';
import { toUsd } from '../../units/usd.ts';
import { formatContracts, formatMoney } from '../numbers.ts';

export interface LimitText {
  readonly label: string;
  readonly meaning: string;
}

export const LIMIT_TEXTS: Readonly<Record<LimitName, LimitText>> = {
  orderCost: { label: 'Cost of one buy', meaning: 'Stake and fee reserve of one buy order' },
  orderGivenAway: {
    label: 'Given away by one order',
    meaning: 'Value lost at once against the live book; exits too',
  },
  orderContracts: { label: 'Contracts in one order', meaning: 'Size of one order' },
  bookDistance: { label: 'Price beyond the book', meaning: 'Distance beyond the best opposite price' },
  lastDistance: { label: 'Price beyond the last price', meaning: 'Distance beyond the price of the last trade' },
  openNotional: { label: 'Open notional', meaning: 'Open buys with their fee reserve, and holdings at cost' },
  restingOrders: { label: 'Resting orders', meaning: 'Orders that may still trade, unknown ones included' },
  marketLoss: {
    label: 'Worst loss of a market',
    meaning: 'If a market resolves in the worst way, open orders included',
  },
  eventLoss: {
    label: 'Worst loss of an event',
    meaning: 'Markets of an event added up, unless it is marked as exclusive',
  },
  dayLoss: { label: 'Loss of the day', meaning: 'Realised and unrealised since 00:00 UTC, with fees' },
  minuteNotional: { label: 'Notional per minute', meaning: 'Price × size of the orders of the last minute' },
  minuteGivenAway: {
    label: 'Given away per minute',
    meaning: 'By the orders of the last minute and open ones; exits too',
  },
  dayGivenAway: { label: 'Given away per day', meaning: 'By the orders since 00:00 UTC and open ones; exits too' },
  exitBudget: { label: 'Order budget for exits', meaning: 'Share of the exchange’s order budget that only exits use' },
  timeToClose: { label: 'Time to the close', meaning: 'Nothing is opened in a market closer to its close' },
  uncheckedBook: {
    label: 'Unchecked books',
    meaning: 'Trade on a live book that cannot be compared with the exchange’s',
  },
};

/** '5,000.00', '25,000', '0.10', '5 s', '25%', '100', 'allowed'. */
export function formatLimit(limit: LimitName, value: bigint): string {
  switch (LIMIT_RULES[limit].unit) {
    case 'usd':
      return formatMoney(toUsd(value));
    case 'contracts':
      return formatContracts(toNumber(value));
    case 'price':
      return groupDigits(formatMicros(value, 2));
    case 'ms':
      return formatDuration(toNumber(value), { tenths: true });
    case 'percent':
      return `${value}%`;
    case 'count':
      return String(value);
    case 'switch':
      return value === 0n ? 'refused' : 'allowed';
  }
}

export function formatViolation({ limit, allowed, found, by }: Violation): string {
  const { label } = LIMIT_TEXTS[limit];
  if (limit === 'uncheckedBook')
    return 'The book could not be compared with the exchange’s own: wait until it is checked';
  const isMost = LIMIT_RULES[limit].stricter === 'lower';
  const bound = `${isMost ? 'at most' : 'at least'} ${formatLimit(limit, allowed)}`;
  const excess = `${formatLimit(limit, by)} too ${isMost ? 'much' : 'little'}`;
  return `${label}: ${bound}, with this order ${formatLimit(limit, found)}, ${excess}`;
}
