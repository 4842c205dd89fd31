/** Alerts for tests: plain terms with the interesting part given. */
import type { AlertTerms } from '#shared/alerts/alert.ts';
import type { AlertCondition } from '#shared/alerts/kinds.ts';
import type { MarketId } from '#shared/units/ids.ts';

export const BTC = 'btc' as MarketId;

export function priceAbove(level: number): AlertCondition {
  return { kind: 'price', of: 'mid', side: 'yes', crosses: 'above', level };
}

export function termsOf(condition: AlertCondition, part: Partial<AlertTerms> = {}): AlertTerms {
  return { condition, scope: { kind: 'market', market: BTC }, repeat: null, expiresAtMs: null, ...part };
}
