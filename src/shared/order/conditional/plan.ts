/** Plan of a conditional: the orders that should work now. Each kind makes it; the common machine carries it out. */
import type { Direction } from '../../market/outcome.ts';
import type { Price } from '../../units/price.ts';
import type { Shares } from '../../units/shares.ts';
import type { OutcomeRef } from './observation.ts';
import type { ConditionalState, EndReason, Group, HaltReason, Slot, Urgency, WaitReason } from './state.ts';
import type { Trigger } from './trigger.ts';

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

/** What a kind adds to the common machine. */
export interface Kind {
  /** Triggers by name that decide about it now; the name is the slot of the order that the trigger is for. */
  triggers(state: ConditionalState): Readonly<Record<string, Trigger>>;
  plan(state: ConditionalState, nowMs: number): Plan;
  /** Times at which the plan may change by itself. */
  wakeTimes(state: ConditionalState, nowMs: number): readonly number[];
  /** True: after a restart a person must let it go on, and its orders are cancelled until then. */
  asksAfterRestart(state: ConditionalState): boolean;
  /** True for a slot whose order may end in any way without a halt. */
  mayEnd(slot: Slot): boolean;
  /** From then on it expires; null: never. */
  deadline(state: ConditionalState): number | null;
  /** True: it ends with the market of its terms. False: the plan says what the end of a market means. */
  readonly endsWithMarket: boolean;
  /** True: while it is halted, orders that the plan no longer wants are cancelled; nothing is placed. */
  readonly reducesWhileHalted: boolean;
  /** True: it ends a minute before the market closes, so that nothing of it is open at the close. */
  endsBeforeClose(state: ConditionalState): boolean;
}

/** A kind with what most kinds have. */
export function buildKind(kind: Pick<Kind, 'triggers' | 'plan'> & Partial<Kind>): Kind {
  return {
    wakeTimes: () => [],
    asksAfterRestart: ({ terms }) => terms.direction === 'buy',
    mayEnd: () => false,
    deadline: ({ terms }) => terms.goodTillMs,
    endsWithMarket: true,
    reducesWhileHalted: false,
    endsBeforeClose: ({ terms }) => terms.direction === 'buy',
    ...kind,
  };
}

export const NO_ORDERS: Plan = { wanted: [], end: null };
