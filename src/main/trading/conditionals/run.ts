/** Run of a conditional order: the machine's state and what main adds for the view. */
import type { ConditionalStepView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalLife } from '#shared/order/conditional/state.ts';
import type { ConditionalState } from '#shared/order/conditional/terms.ts';
import type { Distrust } from '#shared/order/consent.ts';
import type { PlaceDenial } from '#shared/order/receipts.ts';

/** Why main stopped it: an entry could not be stored, the replayed entries give another state than the stored one, or it is not trusted. */
export type RunFault = 'notStored' | 'storedDiffers' | Distrust;

export interface Run {
  readonly id: ConditionalId;
  readonly createdAtMs: number;
  state: ConditionalState;
  updatedAtMs: number;
  fault: RunFault | null;
  /** Why main did not send its newest order. */
  denials: readonly PlaceDenial[] | null;
  steps: readonly ConditionalStepView[];
}

/** `draft`: stored, but the program stopped before it was armed, so no caller was told that it is armed. */
const ENDED: ReadonlySet<ConditionalLife['at']> = new Set([
  'draft',
  'done',
  'partial',
  'cancelled',
  'expired',
  'ended',
]);

/** True when it places no further orders. */
export function isEnded(run: Pick<Run, 'state'>): boolean {
  return ENDED.has(run.state.life.at);
}

/** True while it is watched: neither ended nor stopped by a fault; a halted one is followed too, because its orders may live. */
export function isActive(run: Run): boolean {
  return run.fault === null && !isEnded(run);
}

/** True when it ended or was stopped, so that it can be dismissed. */
export function isStopped(run: Run): boolean {
  return isEnded(run) || run.fault !== null;
}
