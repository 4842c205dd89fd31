/**
 * Locking by hand: asked first where a position or a conditional order goes unwatched.
 *
 * Invariants  The page alone asks. Main locks at once, whoever requests it.
 */
import { create } from 'zustand';
import { isDecided } from '#shared/market/market.ts';
import { findLeaving, type Leaving } from '#shared/order/leaving.ts';
import { act } from '../../act/bridge.ts';
import { feed } from '../../feed/feed.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { findMarket } from '../markets/markets.ts';

/** Whether the question is open. */
export const useLockQuestion = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** What nobody watches once the keys are locked; null: nothing. */
export function readLeaving(mirror: Mirror): Leaving | null {
  const account = mirror.account();
  if (account === null) return null;
  return findLeaving('lock', {
    ...account,
    conditionals: mirror.conditionals()?.conditionals ?? [],
    preparedUntilMs: mirror.wallet()?.custody.preparedExits.pack?.expiresAtMs ?? null,
    isDecided(id) {
      const market = findMarket(mirror, id);
      return market !== null && isDecided(market);
    },
  });
}

/** Locks, or asks first. */
export function requestLock(): void {
  if (readLeaving(feed) === null) void act('vault.lock', {});
  else useLockQuestion.setState({ isOpen: true });
}

export function lockNow(): void {
  useLockQuestion.setState({ isOpen: false });
  void act('vault.lock', {});
}
