/** Words of the risk limits: name, meaning, value with its unit, and why an order violates one. */
import { formatDuration } from '../../base/formatDuration.ts';
import { groupDigits } from '../../base/groupDigits.ts';
import type { Violation } from '../../order/risk/evaluate.ts';
import { LIMIT_RULES, type LimitName, type LimitRule } from '../../order/risk/limits.ts';
import { formatMicros } from '../../units/micros.ts';
import { toNumber } from '../../units/numbers.ts';
import { toUsd } from '../../units/usd.ts';
import { formatContracts, formatMoney } from '../numbers.ts';

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
  const { label, refusal, stricter }: LimitRule = LIMIT_RULES[limit];
  if (refusal !== undefined) return refusal;
  const isMost = stricter === 'lower';
  const bound = `${isMost ? 'at most' : 'at least'} ${formatLimit(limit, allowed)}`;
  const excess = `${formatLimit(limit, by)} too ${isMost ? 'much' : 'little'}`;
  return `${label}: ${bound}, with this order ${formatLimit(limit, found)}, ${excess}`;
}
