/**
 * Rate limits per endpoint class: sliding windows, and blocks where the interface states them.
 *
 * Source      docs/exchange-interface.md#limits; docs/assumptions.md#rate-limit-codes.
 */
import { Refusal } from './refusal.ts';

export interface Allowance {
  readonly code: string;
  readonly count: number;
  readonly windowMs: number;
  /** 0 where the interface states no block: only the window applies. */
  readonly blockMs: number;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const IDENTITY = 'identity.too_many_requests';
const CUSTODY = 'account.custody.too_many_requests';

export const ALLOWANCES = {
  signIn: { code: IDENTITY, count: 10, windowMs: MINUTE, blockMs: 5 * MINUTE },
  codeRequest: { code: IDENTITY, count: 5, windowMs: MINUTE, blockMs: 5 * MINUTE },
  codeConfirm: { code: IDENTITY, count: 10, windowMs: MINUTE, blockMs: 15 * MINUTE },
  twoFactor: { code: IDENTITY, count: 5, windowMs: MINUTE, blockMs: 15 * MINUTE },
  phoneSend: { code: IDENTITY, count: 3, windowMs: HOUR, blockMs: HOUR },
  phoneVerify: { code: IDENTITY, count: 5, windowMs: 15 * MINUTE, blockMs: HOUR },
  orders: { code: 'market.order.too_many_requests', count: 120, windowMs: MINUTE, blockMs: 0 },
  relay: { code: CUSTODY, count: 30, windowMs: 5 * MINUTE, blockMs: 0 },
  setup: { code: CUSTODY, count: 5, windowMs: HOUR, blockMs: 0 },
} as const satisfies Record<string, Allowance>;

export interface Meter {
  /** Counts one request; throws a Refusal 429 when the allowance is used up. A request during a block restarts the block. */
  count(key: string, wallMs: number): void;
}

export function buildMeter({ code, count, windowMs, blockMs }: Allowance): Meter {
  const seen = new Map<string, number[]>();
  const blocked = new Map<string, number>();
  return {
    count(key, wallMs) {
      const times = (seen.get(key) ?? []).filter((atMs) => atMs > wallMs - windowMs);
      if (wallMs < (blocked.get(key) ?? 0) || times.length >= count) {
        if (blockMs > 0) blocked.set(key, wallMs + blockMs);
        throw new Refusal(429, code);
      }
      times.push(wallMs);
      seen.set(key, times);
    },
  };
}
