/**
 * Health of the ticks of one underlying; the exchange has no REST price to check them against.
 *
 * Units       `sinceMs` in Unix ms. Words: `shared/text/markets/tickHealth`.
 */
import type { Coded } from '../base/coded.ts';

/** Why ticks are quiet or stale: silent for longer than this underlying usually is, so its stream was opened again. */
export interface TickReasons {
  readonly silent: { readonly limitMs: number };
}

export type TickHealth =
  | { readonly at: 'waiting' }
  | { readonly at: 'live' }
  | { readonly at: 'quiet' | 'stale'; readonly sinceMs: number; readonly reason: Coded<TickReasons> };
