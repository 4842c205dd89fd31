/**
 * Actions: everything that a key, the palette or Help can start, in one registry.
 *
 * Invariants  An id has one meaning; of two registrations of an id the later one is in force until it is removed.
 *             The actions of the pane in front come before all others.
 */
import { create } from 'zustand';

export type ActionId = `${string}.${string}`;

export const ACTION_GROUPS = ['Trading', 'Market', 'Panes', 'Workspaces', 'View', 'Wallet', 'Help'] as const;

export type ActionGroup = (typeof ACTION_GROUPS)[number];

export interface Action {
  /** 'trading.panic'; saved hotkeys name it. */
  readonly id: ActionId;
  /** What it does, as a menu would write it: 'Cancel all orders'. */
  readonly title: string;
  readonly group: ActionGroup;
  /** Keys as in keys.ts: 'F9', 'Mod+K'; none for an action of the palette alone. */
  readonly defaultKeys: readonly string[];
  /**
   * Where its keys act: without it neither while a person types in a field nor over a dialog; 'typing' also in a field;
   * 'always' before everything, for keys that get a trader out.
   */
  readonly reach?: 'typing' | 'always';
  /** True if a key held down runs it again and again. */
  readonly repeats?: boolean;
  /** True if it may be without a key in no case; another key can replace it. */
  readonly needsKey?: boolean;
  /** Why it can't run now; null if it can. */
  blockedBy?(): string | null;
  run(): void;
}

interface ActionStore {
  readonly lists: readonly (readonly Action[])[];
  /** The pane used last, and its own actions. */
  readonly pane: FrontPane | null;
  /** The actions of every kind of pane, for lists of all keys. */
  readonly ofPanes: readonly Action[];
  /** The pane with a market that was used last, by id: what the palette's orders are for. */
  readonly marketPaneId: string | null;
}

export interface FrontPane {
  readonly id: string;
  readonly actions: readonly Action[];
}

export const useActions = create<ActionStore>(() => ({ lists: [], pane: null, ofPanes: [], marketPaneId: null }));

/** Adds actions; the returned function removes them. */
export function registerActions(actions: readonly Action[]): () => void {
  const list = [...actions];
  useActions.setState(({ lists }) => ({ lists: [...lists, list] }));
  return () => useActions.setState(({ lists }) => ({ lists: lists.filter((one) => one !== list) }));
}

/** Puts the actions of the pane in front in force; null when no pane is open. */
export function setPaneActions(pane: FrontPane | null, hasMarket = false): void {
  useActions.setState(pane !== null && hasMarket ? { pane, marketPaneId: pane.id } : { pane });
}

/** Every action that there is, those of panes that are not in front included. */
export function listAllActions({ lists, ofPanes }: Pick<ActionStore, 'lists' | 'ofPanes'>): readonly Action[] {
  return listActions({ lists: [ofPanes, ...lists], pane: null });
}

/** Every action in force, those of the pane in front first, each id once. */
export function listActions(
  { lists, pane }: Pick<ActionStore, 'lists' | 'pane'> = useActions.getState(),
): readonly Action[] {
  const byId = new Map<ActionId, Action>();
  for (const action of [...(pane?.actions ?? []), ...lists.toReversed().flat()]) {
    if (!byId.has(action.id)) byId.set(action.id, action);
  }
  return [...byId.values()];
}

export function findAction(id: ActionId): Action | null {
  return listActions().find((action) => action.id === id) ?? null;
}
