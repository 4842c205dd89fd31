/** Labels and examples of the fields of conditional orders. */

import type { StandInChoice } from '#shared/ipc/preferences.ts';
import type { ConditionalKind } from '#shared/order/conditional/terms.ts';
import type { FormSource } from '../../domain/conditionals/conditionalForm.ts';
import type { FormField, KindField } from '../../domain/conditionals/kindForms.ts';
import { LEG_EXAMPLE, STEPS_EXAMPLE } from '../../domain/conditionals/typedLegs.ts';

const LABELS: Readonly<Record<FormField, string>> = {
  price: 'Price',
  trigger: 'Trigger',
  limit: 'Limit',
  worst: 'Walks to',
  target: 'Take profit',
  distance: 'Trails by',
  cap: 'Limit below it',
  activation: 'Follows from',
  flip: 'Pull profit within',
  before: 'Before the close',
  count: 'Orders',
  clip: 'Shown at a time',
  length: 'Works for',
  kill: 'Cancelled after',
  expiry: 'Ends after',
  holds: 'True throughout',
  and: 'And',
  or: 'Or',
  when: 'Starts when',
  pricing: 'Each slice',
  moves: 'Moves at most',
  within: 'Stays within',
  end: 'At the end',
  stale: 'On a stale book',
  leg2: 'Second leg',
  leg3: 'Third leg',
  leg4: 'Fourth leg',
  mode: 'On the book',
  steps: 'Offset by',
  batch: 'For each',
};

const OWN_LABELS: Partial<Record<ConditionalKind, Partial<Record<FormField, string>>>> = {
  takeProfit: { trigger: 'Touched at' },
  trailing: { worst: 'Never below' },
  oco: { trigger: 'Stop trigger', limit: 'Stop limit' },
  bracket: { trigger: 'Stop trigger', limit: 'Stop limit' },
  scale: { price: 'From', target: 'To' },
  twap: { worst: 'Worst price', count: 'Slices' },
  chase: { worst: 'Worst price' },
};

export function labelField(kind: ConditionalKind, field: FormField): string {
  return OWN_LABELS[kind]?.[field] ?? LABELS[field];
}

export const EXAMPLES: Readonly<Record<KindField['reads'], string>> = {
  price: '0.31',
  distance: '3t',
  ticks: '1t',
  duration: '10m',
  conditions: 'snow bid >= 0.60',
  count: '5',
  contracts: '50',
  choice: '',
  standIn: 'BTC-USD <= 94000',
  leg: LEG_EXAMPLE,
  steps: STEPS_EXAMPLE,
};

export const SOURCE_LABELS: Readonly<Record<FormSource, string>> = {
  ask: 'Best ask',
  bid: 'Best bid',
  last: 'Last trade',
  mid: 'Middle of the book',
  underlying: 'The underlying',
  other: 'Another condition',
};

/** Choices of a field, in words. */
const CHOICE_LABELS: Readonly<Record<string, string>> = {
  join: 'Joins its own side',
  cross: 'Sent at the worst price',
  report: 'Cancelled, and said',
  rest: 'Rests on the book',
  cancel: 'Cancelled',
  take: 'Taken within the worst price',
  block: 'One leg at a time',
  race: 'All legs: each may fill',
};

export function labelChoice(field: FormField, choice: string): string {
  if (field === 'pricing' && choice === 'cross') return 'Takes from the other side';
  return CHOICE_LABELS[choice] ?? choice;
}

export const STAND_IN_CHOICES: Readonly<Record<StandInChoice, string>> = {
  wait: 'Waits',
  rest: 'Asks REST',
  underlying: 'Underlying decides',
};
