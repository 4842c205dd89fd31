/**
 * Pane instances: every open pane by id, with its link colour, saved settings and temporary state.
 *
 * Invariants  A pane's state outlives its View, whose effects the dock ends behind other tabs; it ends when the pane closes.
 *             Settings are JSON values and are saved with the layout; temporary state is not.
 */
import { createContext, useCallback, useContext } from 'react';
import { create } from 'zustand';
import type { MarketId } from '#shared/units/ids.ts';
import { dropDraft } from '../../act/draft.ts';
import { dropMarket, followMarket, type LinkKey, linkKeyOf, marketOf, type PaneLink, useLinks } from './links.ts';

export type PaneSettings = Readonly<Record<string, unknown>>;

export interface PaneRecord {
  /** Kind of pane: 'ladder'. */
  readonly name: string;
  readonly link: PaneLink;
  readonly settings: PaneSettings;
  readonly temporary: Readonly<Record<string, unknown>>;
}

interface PaneStore {
  readonly panes: Readonly<Record<string, PaneRecord>>;
}

export const usePanes = create<PaneStore>(() => ({ panes: {} }));

export function openPaneRecord(id: string, pane: Pick<PaneRecord, 'name' | 'link' | 'settings'>): void {
  usePanes.setState(({ panes }) => ({ panes: { ...panes, [id]: { ...pane, temporary: {} } } }));
}

export function closePaneRecord(id: string): void {
  usePanes.setState(({ panes: { [id]: _closed, ...panes } }) => ({ panes }));
  const key = linkKeyOf(id, 'none');
  dropMarket(key);
  dropDraft(key);
}

export function paneRecord(id: string): PaneRecord | null {
  return usePanes.getState().panes[id] ?? null;
}

function change(id: string, part: Partial<PaneRecord>): void {
  const pane = paneRecord(id);
  if (pane) usePanes.setState(({ panes }) => ({ panes: { ...panes, [id]: { ...pane, ...part } } }));
}

/** Changes the colour; a colour without a market, and a pane that leaves its colour, keep the pane's market. */
export function setPaneLink(id: string, link: PaneLink): void {
  const pane = paneRecord(id);
  if (!pane || pane.link === link) return;
  const market = marketOf(linkKeyOf(id, pane.link));
  const next = linkKeyOf(id, link);
  if (market !== null && (link === 'none' || marketOf(next) === null)) followMarket(next, market);
  change(id, { link });
}

/** The pane that a View, Header or Count is drawn for. */
export interface Pane {
  readonly id: string;
  readonly link: PaneLink;
  readonly linkKey: LinkKey;
}

export const PaneContext = createContext<string | null>(null);

/** Id of the pane around the caller. */
export function usePaneId(): string {
  const id = useContext(PaneContext);
  if (id === null) throw new Error('Expected a pane around this component, found none');
  return id;
}

export function usePane(): Pane {
  const id = usePaneId();
  const link = usePanes(({ panes }) => panes[id]?.link ?? 'blue');
  return { id, link, linkKey: linkKeyOf(id, link) };
}

/** The market that the pane around the caller shows. */
export function usePaneMarket(): MarketId | null {
  const { linkKey } = usePane();
  return useLinks(({ markets }) => markets[linkKey] ?? null);
}

/** One value of a pane's state, the same for its View, Header and Count. */
export interface PaneValue<T> {
  read(pane: PaneRecord | null): T;
  get(paneId: string): T;
  set(paneId: string, value: T): void;
}

/** The value in the pane around the caller, and its setter. */
export function usePaneValue<T>(value: PaneValue<T>): readonly [value: T, set: (next: T) => void] {
  const id = usePaneId();
  const set = useCallback((next: T) => value.set(id, next), [id, value]);
  return [usePanes(({ panes }) => value.read(panes[id] ?? null)), set];
}

/** A value saved with the layout; where `parse` returns null for the saved value, `initial` is used. */
export function createPaneSetting<T>(name: string, initial: T, parse: (saved: unknown) => T | null): PaneValue<T> {
  const read = (pane: PaneRecord | null): T => {
    const saved = pane?.settings[name];
    return saved === undefined ? initial : (parse(saved) ?? initial);
  };
  return createPaneValue(read, ({ settings }, value) => ({ settings: { ...settings, [name]: value } }));
}

/** A value that is gone when the pane closes. */
export function createPaneState<T>(name: string, initial: T): PaneValue<T> {
  const read = (pane: PaneRecord | null): T => (pane && name in pane.temporary ? (pane.temporary[name] as T) : initial);
  return createPaneValue(read, ({ temporary }, value) => ({ temporary: { ...temporary, [name]: value } }));
}

function createPaneValue<T>(
  read: (pane: PaneRecord | null) => T,
  write: (pane: PaneRecord, value: T) => Partial<PaneRecord>,
): PaneValue<T> {
  return {
    read,
    get: (id) => read(paneRecord(id)),
    set(id, value) {
      const pane = paneRecord(id);
      if (pane && !Object.is(read(pane), value)) change(id, write(pane, value));
    },
  };
}
