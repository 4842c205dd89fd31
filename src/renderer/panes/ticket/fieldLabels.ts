/** Labels and examples of the fields of conditional orders. */
import type { FormField, FormKind, FormSource, KindField } from '../../domain/conditionalForm.ts';

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
  when: 'Starts when',
};

const OWN_LABELS: Partial<Record<FormKind, Partial<Record<FormField, string>>>> = {
  trailing: { worst: 'Never below' },
  oco: { trigger: 'Stop trigger', limit: 'Stop limit' },
  bracket: { trigger: 'Stop trigger', limit: 'Stop limit' },
  scale: { price: 'From', target: 'To' },
  twap: { worst: 'Worst price', count: 'Slices' },
  chase: { worst: 'Worst price' },
};

export function labelField(kind: FormKind, field: FormField): string {
  return OWN_LABELS[kind]?.[field] ?? LABELS[field];
}

export const EXAMPLES: Readonly<Record<KindField['reads'], string>> = {
  price: '0.31',
  distance: '3t',
  ticks: '1t',
  duration: '10m',
  underlying: 'BTC-USD >= 96000',
  count: '5',
  contracts: '50',
};

export const SOURCE_LABELS: Readonly<Record<FormSource, string>> = {
  ask: 'Best ask',
  bid: 'Best bid',
  last: 'Last trade',
  mid: 'Middle of the book',
  underlying: 'The underlying',
};
