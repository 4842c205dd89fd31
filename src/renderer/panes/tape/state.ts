/** Filters of one tape, shared by its header and its rows. */
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';
import { TAKERS, type Taker } from './model.ts';

/** More contracts than any market has. */
const MOST_CONTRACTS = 1e9;

const parseContracts = (saved: unknown): number | null =>
  typeof saved === 'number' && saved >= 0 && saved <= MOST_CONTRACTS ? saved : null;

/** In contracts. */
export const minimumSize = createPaneSetting<number>('minimumSize', 0, parseContracts);

/** In contracts; null: five times the median. */
export const largeSize = createPaneSetting<number | null>('largeSize', null, parseContracts);

/** In contracts: a new trade of this size makes a sound; null: none does. */
export const soundSize = createPaneSetting<number | null>('soundSize', null, parseContracts);

export const takerFilter = createPaneSetting<Taker>(
  'taker',
  'all',
  (saved) => TAKERS.find((one) => one === saved) ?? null,
);

/** Whether the trades of one order are one row. */
export const groupsByOrder = createPaneSetting<boolean>('groupsByOrder', true, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

/** Whether the fields of the filters are open. */
export const showsFilters = createPaneState('filters', false);
