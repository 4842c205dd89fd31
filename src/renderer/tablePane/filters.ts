/**
 * Filters of a table pane: each is declared once; value, menu, search field, line below the rows and export follow from it.
 *
 * Invariants  A choice is saved with the layout, words are not. `market` is the one that the pane's colour follows.
 */
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { MarketId } from '#shared/units/ids.ts';
import {
  createPaneSetting,
  createPaneState,
  type PaneRecord,
  type PaneValue,
  usePaneId,
  usePaneMarket,
  usePanes,
} from '../domain/workspaces/panes.ts';

export interface ChoiceFilter<T extends string> {
  readonly kind: 'choice';
  readonly label: string;
  readonly texts: Readonly<Record<T, string>>;
  /** Leaves nothing out. */
  readonly initial: T;
  readonly value: PaneValue<T>;
}

export interface MarketFilter {
  readonly kind: 'market';
  /** True: only rows of the market that the pane's colour follows. */
  readonly value: PaneValue<boolean>;
}

export interface SearchFilter {
  readonly kind: 'search';
  readonly label: string;
  readonly value: PaneValue<string>;
}

export type TableFilter = ChoiceFilter<string> | MarketFilter | SearchFilter;
/** By name, in the order of the menu. */
export type TableFilters = Readonly<Record<string, TableFilter>>;

/** A market is null for every market. */
export type FilterValues<F extends TableFilters> = {
  readonly [K in keyof F]: F[K] extends ChoiceFilter<infer T>
    ? T
    : F[K] extends MarketFilter
      ? MarketId | null
      : string;
};

/** @param name of the saved setting. */
export function choiceFilter<T extends string>(
  name: string,
  label: string,
  texts: Readonly<Record<T, string>>,
  initial: NoInfer<T>,
): ChoiceFilter<T> {
  const value = createPaneSetting<T>(name, initial, (saved) =>
    typeof saved === 'string' && Object.hasOwn(texts, saved) ? (saved as T) : null,
  );
  return { kind: 'choice', label, texts, initial, value };
}

export function marketFilter(): MarketFilter {
  const value = createPaneSetting('ownMarketOnly', false, (saved) => (typeof saved === 'boolean' ? saved : null));
  return { kind: 'market', value };
}

export function searchFilter(label: string): SearchFilter {
  return { kind: 'search', label, value: createPaneState('searchText', '') };
}

/** The values in force in a pane whose colour follows `followed`. */
export function readFilters<F extends TableFilters>(
  filters: F,
  pane: PaneRecord | null,
  followed: MarketId | null,
): FilterValues<F> {
  const values = Object.entries(filters).map(([name, filter]) => [
    name,
    filter.kind === 'market' ? (filter.value.read(pane) ? followed : null) : filter.value.read(pane),
  ]);
  return Object.fromEntries(values) as FilterValues<F>;
}

export type FilterTexts<F extends TableFilters> = { readonly [K in keyof F]?: string };

/** What each filter in force leaves, in their order: 'buys', 'Harbour List', '“rest”'. */
export function describeFilters<F extends TableFilters>(
  filters: F,
  values: FilterValues<F>,
  nameOf: (market: MarketId) => string,
): FilterTexts<F> {
  const texts: { [name: string]: string } = {};
  for (const [name, filter] of Object.entries(filters)) {
    const value: string | null = values[name]!;
    if (value === null) continue;
    if (filter.kind === 'market') texts[name] = nameOf(value as MarketId);
    else if (filter.kind === 'search') {
      if (value.trim() !== '') texts[name] = `“${value.trim()}”`;
    } else if (value !== filter.initial) {
      texts[name] = filter.texts[value]!.replace(/^./u, (letter) => letter.toLowerCase());
    }
  }
  return texts as FilterTexts<F>;
}

export interface FiltersInForce<F extends TableFilters> {
  /** The same object until a value changes. */
  readonly values: FilterValues<F>;
  readonly clear: () => void;
}

/** The filters of the pane around the caller. */
export function useFilters<F extends TableFilters>(filters: F): FiltersInForce<F> {
  const id = usePaneId();
  const followed = usePaneMarket();
  const values = usePanes(useShallow(({ panes }) => readFilters(filters, panes[id] ?? null, followed)));
  return useMemo(() => ({ values, clear: () => clearFilters(filters, id) }), [filters, values, id]);
}

/** Leaves nothing out any more. */
export function clearFilters(filters: TableFilters, paneId: string): void {
  for (const filter of Object.values(filters)) {
    if (filter.kind === 'choice') filter.value.set(paneId, filter.initial);
    else if (filter.kind === 'market') filter.value.set(paneId, false);
    else filter.value.set(paneId, '');
  }
}
