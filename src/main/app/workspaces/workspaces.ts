/**
 * Workspaces: the windows that show the selected one, its switch, and what these windows share.
 *
 * Invariants  A change is on disk before it is shown. A window saves only into the workspace that it shows. Changes of
 *             links reach all windows in the order in which main received them. Listeners of a switch run before a window closes.
 * Errors      Operations throw WorkspaceError for what a person can mend, and what the file system throws.
 * Source      docs/workspaces.md, docs/decisions/0021-detached-windows.md
 */
import { createEmitter } from '#shared/base/emitter.ts';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import {
  type Arrangement,
  MAX_DETACHED_WINDOWS,
  type PointedAt,
  type SharedLink,
  type SharedLinkName,
  type SharedLinks,
  type WindowLayout,
  type WorkspacesView,
} from '#shared/ipc/workspaces.ts';
import type { Shell } from '../../shell/port.ts';
import type { ImportedWorkspace } from '../../storage/workspaces/exportedWorkspace.ts';
import { isLayout } from '../../storage/workspaces/layoutFile.ts';
import type { StoredWorkspace } from '../../storage/workspaces/workspacesFile.ts';
import { openWindows } from './windows.ts';
import { createWorkspaceList, WorkspaceError, type WorkspaceStore } from './workspaceList.ts';

export interface WorkspacesOptions {
  readonly store: WorkspaceStore;
  readonly shell: Pick<Shell, 'openWindow'>;
  /** Another workspace is about to open. */
  onSwitch(): void;
  /** A window is gone. */
  onGone(window: number): void;
  onFault(where: string, error: unknown): void;
}

export interface LinkChange extends Partial<SharedLink> {
  readonly link: SharedLinkName;
}

export interface Workspaces {
  view(): WorkspacesView;
  onChange(listener: () => void): () => void;
  /** Opens the windows of the selected workspace. */
  open(): Promise<void>;
  /** Null for a window that is gone. */
  load(window: number): WindowLayout | null;
  save(window: number, workspace: string, layout: string): void;
  /** The main window could show its layout. */
  noteOpened(window: number, workspace: string): void;
  takeReturned(window: number, workspace: string): readonly string[];
  /** Returns the revision that contains the change; changes of another workspace are dropped. */
  share(workspace: string, changes: readonly LinkChange[]): number;
  /** The crosshair moved last; null before the first. */
  pointedAt(): PointedAt | null;
  onPointed(listener: () => void): () => void;
  /** Moves the crosshair of a link group and returns its revision; drops one of another workspace. */
  point(workspace: string, link: SharedLinkName, at: PointedAt['at']): number;
  detach(workspace: string, layout: string): Promise<void>;
  closeWindow(window: number): Promise<void>;
  focusWindow(window: number): void;
  select(id: string): Promise<void>;
  create(name: string, arrangement: Arrangement): string;
  add(imported: ImportedWorkspace): string;
  rename(id: string, name: string): void;
  duplicate(id: string): string;
  remove(id: string): Promise<void>;
  /** Restores the workspace that was removed last at its place; returns its id, or null when there is none. */
  restore(): string | null;
  find(id: string): StoredWorkspace;
  /** Stores the bounds of the windows, which close with the program. */
  close(): Promise<void>;
}

export function openWorkspaces({ store, shell, onSwitch, onGone, onFault }: WorkspacesOptions): Workspaces {
  const changes = createEmitter<void>();
  const switching = createSerialQueue();
  const list = createWorkspaceList(store);
  let generation = 1;
  let shared: SharedLinks = { revision: 1, links: {} };
  let pointedAt: PointedAt | null = null;
  const pointings = createEmitter<void>();
  const windows = openWindows({
    shell,
    onGone,
    onReturned(stored) {
      guard('windows', () => {
        const { windows: open, returned } = list.selected();
        const closed = open.find(({ id }) => id === stored);
        if (!closed) return;
        const rest = open.filter((one) => one !== closed);
        list.change(list.selectedId(), { windows: rest, returned: [...returned, closed.layout] });
      });
      changes.emit();
    },
  });

  function guard(where: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      onFault(where, error);
    }
  }

  async function openDetached(): Promise<void> {
    for (const window of list.selected().windows) {
      await windows.openDetached(window).catch((error: unknown) => onFault('windows', error));
    }
    changes.emit();
  }

  const keepPlaces = (places: Awaited<ReturnType<typeof windows.readPlaces>>): void => {
    guard('windows', () => {
      const open = list.selected().windows;
      if (places.size === 0) return;
      const moved = open.map((one) => ({ ...one, bounds: places.get(one.id) ?? one.bounds }));
      list.change(list.selectedId(), { windows: moved });
    });
  };

  /** Changes the list, then reports it. */
  function notified<T>(change: () => T): T {
    const result = change();
    changes.emit();
    return result;
  }

  async function switchTo(id: string): Promise<void> {
    list.find(id);
    if (list.selectedId() === id) return;
    onSwitch();
    await windows.closeDetached(keepPlaces);
    list.select(id);
    shared = { revision: shared.revision + 1, links: {} };
    generation += 1;
    changes.emit();
    await openDetached();
  }

  return {
    view: () => ({
      workspaces: list.all().map(({ id, name }) => ({ id, name })),
      selected: list.selectedId(),
      generation,
      canRestore: list.canRestore(),
      detached: windows.countDetached(),
      returned: list.selected().returned.length,
      shared,
    }),
    onChange: changes.on,
    async open() {
      await windows.openMain();
      await openDetached();
    },
    load(id) {
      const window = windows.find(id);
      if (window === null) return null;
      const workspace = list.selected();
      const stored = workspace.windows.find((one) => one.id === window.stored);
      if (window.kind === 'detached' && !stored) return null;
      const { id: workspaceId, arrangement, layout, lastGood } = workspace;
      const own = stored ? { layout: stored.layout, lastGood: null } : { layout, lastGood };
      return { window: window.kind, workspace: workspaceId, generation, arrangement, ...own, shared };
    },
    save(id, workspaceId, layout) {
      if (!isLayout(layout)) throw new WorkspaceError('layout');
      const window = windows.find(id);
      // A page may save just after its workspace was removed or its window closed.
      if (window === null || !list.has(workspaceId)) return;
      const workspace = list.find(workspaceId);
      if (window.kind === 'main') {
        if (workspace.layout !== layout) list.change(workspaceId, { layout });
        return;
      }
      const isOwn = workspaceId === list.selectedId();
      const stored = workspace.windows.find((one) => one.id === window.stored);
      if (!isOwn || !stored || stored.layout === layout) return;
      list.change(workspaceId, {
        windows: workspace.windows.map((one) => (one === stored ? { ...one, layout } : one)),
      });
    },
    noteOpened(id, workspaceId) {
      if (windows.find(id)?.kind !== 'main' || !list.has(workspaceId)) return;
      const { layout, lastGood } = list.find(workspaceId);
      if (layout !== null && lastGood !== layout) list.change(workspaceId, { lastGood: layout });
    },
    takeReturned(id, workspaceId) {
      if (windows.find(id)?.kind !== 'main' || workspaceId !== list.selectedId()) return [];
      const { returned } = list.selected();
      if (returned.length > 0) list.change(workspaceId, { returned: [] });
      changes.emit();
      return returned;
    },
    share(workspaceId, changed) {
      if (workspaceId !== list.selectedId()) return shared.revision;
      const links = { ...shared.links };
      for (const { link, market, draft } of changed) {
        const before = links[link] ?? { market: null, draft: null };
        links[link] = { market: market ?? before.market, draft: draft ?? before.draft };
      }
      shared = { revision: shared.revision + 1, links };
      changes.emit();
      return shared.revision;
    },
    pointedAt: () => pointedAt,
    onPointed: pointings.on,
    point(workspaceId, link, at) {
      const revision = pointedAt?.revision ?? 0;
      if (workspaceId !== list.selectedId()) return revision;
      pointedAt = { revision: revision + 1, link, at };
      pointings.emit();
      return revision + 1;
    },
    async detach(workspaceId, layout) {
      if (!isLayout(layout)) throw new WorkspaceError('layout');
      const workspace = list.find(workspaceId);
      if (workspaceId !== list.selectedId()) throw new WorkspaceError('unknown');
      if (workspace.windows.length >= MAX_DETACHED_WINDOWS) throw new WorkspaceError('tooManyWindows');
      const id = Math.max(0, ...workspace.windows.map((one) => one.id)) + 1;
      const stored = { id, layout, bounds: null };
      list.change(workspaceId, { windows: [...workspace.windows, stored] });
      try {
        await windows.openDetached(stored);
      } catch (error) {
        list.change(workspaceId, { windows: list.find(workspaceId).windows.filter((one) => one.id !== id) });
        throw error;
      }
      changes.emit();
    },
    closeWindow: (window) => windows.returnDetached(window),
    focusWindow: windows.focus,
    select: (id) => switching.run(() => switchTo(id)),
    create: (name, arrangement) => notified(() => list.create(name, arrangement)),
    add: (imported) => notified(() => list.add(imported)),
    rename(id, name) {
      list.find(id);
      list.change(id, { name });
      changes.emit();
    },
    duplicate: (id) => notified(() => list.duplicate(id)),
    async remove(id) {
      const next = list.findNeighbour(id);
      if (list.selectedId() === id) await switching.run(() => switchTo(next.id));
      list.remove(id);
      changes.emit();
    },
    restore() {
      const id = list.restore();
      if (id !== null) changes.emit();
      return id;
    },
    find: list.find,
    async close() {
      windows.noteQuit();
      keepPlaces(await windows.readPlaces());
    },
  };
}
