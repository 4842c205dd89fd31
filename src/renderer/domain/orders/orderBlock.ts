/**
 * Block of new orders after too many requests: how long the exchange accepts none.
 *
 * Units       Milliseconds by this machine's clock.
 */
import type { Mirror } from '../../feed/mirror.ts';

/** 0 while orders are accepted. */
export function readOrderBlock(mirror: Pick<Mirror, 'health'>, nowMs: number): number {
  const untilMs = mirror.health()?.budgets.find(({ name }) => name === 'orders')?.blockedUntilMs ?? null;
  return untilMs === null ? 0 : Math.max(0, untilMs - nowMs);
}
