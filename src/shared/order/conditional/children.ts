/**
 * Orders of a conditional: their fills, and what an update of one of them means.
 *
 * Invariants  Pure. A fill never falls and an ended order stays ended, except one that was proved absent and appears after all.
 *             An order whose answer was lost counts as wholly live.
 */
import { type Shares, toShares } from '../../units/shares.ts';
import type { ChildUpdate } from './events.ts';
import type { Child, ChildLife, Group, Slot } from './state.ts';

export function isLive({ life }: Child): boolean {
  return life.at !== 'ended';
}

/** Live, and its state is known. */
export function isResting({ life }: Child): boolean {
  return life.at === 'working';
}

export function remainingOf({ shares, filled }: Child): number {
  return shares - filled;
}

export function filledOf(children: readonly Child[], group?: Group): Shares {
  let sum = 0;
  for (const child of children) if (group === undefined || child.group === group) sum += child.filled;
  return toShares(sum);
}

/** What a group has filled and may still fill. */
export function committedOf(children: readonly Child[], group: Group): number {
  let sum = 0;
  for (const child of children) if (child.group === group) sum += isLive(child) ? child.shares : child.filled;
  return sum;
}

export function liveIn(children: readonly Child[], slot: Slot): readonly Child[] {
  return children.filter((child) => child.slot === slot && isLive(child));
}

/** The same child when the update says nothing new. */
export function updateChild(child: Child, update: ChildUpdate, atMs: number): Child {
  const filled = toShares(Math.min(child.shares, Math.max(child.filled, update.filled)));
  const life = nextLife(child.life, update, atMs);
  if (filled === child.filled && life === child.life) return child;
  return { ...child, filled, life, changedAtMs: life === child.life ? child.changedAtMs : atMs };
}

function nextLife(life: ChildLife, update: ChildUpdate, atMs: number): ChildLife {
  if (life.at === 'ended') {
    if (life.end.kind !== 'absent' && life.end.kind !== 'notSent') return life;
    // A conclusion that the exchange's own data overrides.
    if (update.at === 'working') return { at: 'working', orderId: update.orderId };
    if (update.at === 'ended' && (update.end.kind === 'filled' || update.end.kind === 'cancelled'))
      return { at: 'ended', end: update.end };
    return life;
  }
  switch (update.at) {
    case 'working':
      return life.at === 'working' ? life : { at: 'working', orderId: update.orderId };
    case 'unknown':
      return life.at === 'unknown' ? life : { at: 'unknown', sinceMs: atMs };
    case 'ended':
      return { at: 'ended', end: update.end };
  }
}
