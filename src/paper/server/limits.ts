/** Allowances per member and class of endpoint, over a sliding window. Source: exchange-interface, Limits; docs/assumptions.md#rate-limit-codes. */
import { Refusal } from './refusal.ts';

export interface Allowance {
  readonly code: string;
  readonly count: number;
  readonly windowMs: number;
}

export const ORDER_ALLOWANCE: Allowance = { code: 'market.order.too_many_requests', count: 120, windowMs: 60_000 };
export const RELAY_ALLOWANCE: Allowance = { code: 'account.custody.too_many_requests', count: 30, windowMs: 300_000 };

export interface Meter {
  /** Counts one request; throws a Refusal 429 when the allowance is used up. */
  count(key: string, wallMs: number): void;
}

export function buildMeter({ code, count, windowMs }: Allowance): Meter {
  const seen = new Map<string, number[]>();
  return {
    count(key, wallMs) {
      const times = (seen.get(key) ?? []).filter((atMs) => atMs > wallMs - windowMs);
      if (times.length >= count) throw new Refusal(429, code);
      times.push(wallMs);
      seen.set(key, times);
    },
  };
}
