/** Plan of a conditional: the orders that should work now. Each kind makes it; the common machine carries it out. */
import type { Direction } from '../../../market/outcome.ts';
import type { Price } from '../../../units/price.ts';
import type { Shares } from '../../../units/shares.ts';
import type { OutcomeRef } from '../observation.ts';
import type { EndReason, Group, HaltReason, Slot, Urgency, WaitReason } from '../state.ts';

export interface WantedOrder {
  readonly slot: Slot;
  readonly group: Group;
  readonly outcome: OutcomeRef;
  readonly direction: Direction;
  readonly price: Price;
  /** What should rest in this slot in all. */
  readonly shares: Shares;
  /** What the orders of the group may fill together, ended ones included. */
  readonly budget: Shares;
  /** No order is beyond it. */
  readonly worst: Price;
  readonly postOnly: boolean;
  readonly urgency: Urgency;
  readonly expiresAtMs: number | null;
  /** True: nothing is placed while another slot of the group has a live order. */
  readonly isExclusive: boolean;
}

export interface Plan {
  readonly wanted: readonly WantedOrder[];
  /** It ends with this reason once none of its orders is live. */
  readonly end: EndReason | null;
  /** Why an order that is due cannot be named; absent: nothing is missing. */
  readonly wait?: WaitReason;
  /** Why it continues only after a person's answer; absent: it continues. */
  readonly halt?: HaltReason;
}
