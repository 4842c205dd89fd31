/**
 * Workspaces: the stored layouts, the windows that show the selected one, and what these windows share.
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
  MAX_WORKSPACE_NAME,
  MAX_WORKSPACES,
  type PointedAt,
  type SharedLink,
  type SharedLinkName,
  type SharedLinks,
  type WindowLayout,
  type WorkspacesView,
} from '#shared/ipc/workspaces.ts';
import type { Shell } from '../shell/port.ts';
import type { ImportedWorkspace } from '../storage/exportedWorkspace.ts';
import { isLayout } from '../storage/layoutFile.ts';
import { buildWorkspace, type StoredWorkspace, type WorkspacesFile } from '../storage/workspacesFile.ts';
import { openWindows } from './windows.ts';

/** Removed workspaces that can be restored. */
const MAX_REMOVED = 10;
/** Characters of the whole file: a page cannot fill the disk. */
const MAX_FILE_CHARACTERS = 4_000_000;

export type WorkspaceProblem = 'unknown' | 'last' | 'tooMany' | 'tooManyWindows' | 'tooLarge' | 'layout';

export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly problem: WorkspaceProblem;

  constructor(problem: WorkspaceProblem) {
    super(`Expected a change that a workspace allows, found: ${problem}`);
    this.problem = problem;
  }
}

export interface WorkspaceStore {
  workspaces(): WorkspacesFile;
  saveWorkspaces(file: WorkspacesFile): void;
}

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
  const removed: { readonly at: number; readonly workspace: StoredWorkspace }[] = [];
  let generation = 1;
  let shared: SharedLinks = { revision: 1, links: {} };
  let pointedAt: PointedAt | null = null;
  const pointings = createEmitter<void>();
  const windows = openWindows({
    shell,
    onGone,
    onReturned(stored) {
      guard('windows', () => {
        const { windows: open, returned } = selected();
        const closed = open.find(({ id }) => id === stored);
        if (!closed) return;
        const rest = open.filter((one) => one !== closed);
        change(store.workspaces().selected, { windows: rest, returned: [...returned, closed.layout] });
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

  function write(file: WorkspacesFile): void {
    if (JSON.stringify(file).length > MAX_FILE_CHARACTERS) throw new WorkspaceError('tooLarge');
    store.saveWorkspaces(file);
  }

  function find(id: string): StoredWorkspace {
    const found = store.workspaces().workspaces.find((one) => one.id === id);
    if (!found) throw new WorkspaceError('unknown');
    return found;
  }

  const selected = (): StoredWorkspace => find(store.workspaces().selected);

  function change(id: string, part: Partial<StoredWorkspace>): void {
    const file = store.workspaces();
    const workspaces = file.workspaces.map((one) => (one.id === id ? { ...one, ...part } : one));
    write({ ...file, workspaces });
  }

  function insert(workspace: StoredWorkspace, at: number): void {
    const file = store.workspaces();
    if (file.workspaces.length >= MAX_WORKSPACES) throw new WorkspaceError('tooMany');
    write({ ...file, workspaces: file.workspaces.toSpliced(at, 0, workspace) });
    changes.emit();
  }

  function nextId(): string {
    const used = [...store.workspaces().workspaces, ...removed.map(({ workspace }) => workspace)];
    return `w${Math.max(0, ...used.map(({ id }) => Number.parseInt(id.slice(1), 10))) + 1}`;
  }

  function freeName(name: string): string {
    const names = new Set(store.workspaces().workspaces.map((one) => one.name));
    for (let count = 1; ; count += 1) {
      const mark = count === 1 ? '' : ` ${count}`;
      const candidate = name.slice(0, MAX_WORKSPACE_NAME - mark.length) + mark;
      if (!names.has(candidate)) return candidate;
    }
  }

  async function openDetached(): Promise<void> {
    for (const window of selected().windows) {
      await windows.openDetached(window).catch((error: unknown) => onFault('windows', error));
    }
    changes.emit();
  }

  const keepPlaces = (places: Awaited<ReturnType<typeof windows.readPlaces>>): void => {
    guard('windows', () => {
      const open = selected().windows;
      if (places.size === 0) return;
      const moved = open.map((one) => ({ ...one, bounds: places.get(one.id) ?? one.bounds }));
      change(store.workspaces().selected, { windows: moved });
    });
  };

  async function switchTo(id: string): Promise<void> {
    find(id);
    if (store.workspaces().selected === id) return;
    onSwitch();
    await windows.closeDetached(keepPlaces);
    write({ ...store.workspaces(), selected: id });
    shared = { revision: shared.revision + 1, links: {} };
    generation += 1;
    changes.emit();
    await openDetached();
  }

  return {
    view: () => ({
      workspaces: store.workspaces().workspaces.map(({ id, name }) => ({ id, name })),
      selected: store.workspaces().selected,
      generation,
      canRestore: removed.length > 0,
      detached: windows.countDetached(),
      returned: selected().returned.length,
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
      const workspace = selected();
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
      const workspace = store.workspaces().workspaces.find((one) => one.id === workspaceId);
      if (window === null || !workspace) return;
      if (window.kind === 'main') {
        if (workspace.layout !== layout) change(workspaceId, { layout });
        return;
      }
      const isOwn = workspaceId === store.workspaces().selected;
      const stored = workspace.windows.find((one) => one.id === window.stored);
      if (!isOwn || !stored || stored.layout === layout) return;
      change(workspaceId, {
        windows: workspace.windows.map((one) => (one === stored ? { ...one, layout } : one)),
      });
    },
    noteOpened(id, workspaceId) {
      const workspace = store.workspaces().workspaces.find((one) => one.id === workspaceId);
      if (windows.find(id)?.kind !== 'main' || !workspace) return;
      const { layout, lastGood } = workspace;
      if (layout !== null && lastGood !== layout) change(workspaceId, { lastGood: layout });
    },
    takeReturned(id, workspaceId) {
      if (windows.find(id)?.kind !== 'main' || workspaceId !== store.workspaces().selected) return [];
      const { returned } = selected();
      if (returned.length > 0) change(workspaceId, { returned: [] });
      changes.emit();
      return returned;
    },
    share(workspaceId, list) {
      if (workspaceId !== store.workspaces().selected) return shared.revision;
      const links = { ...shared.links };
      for (const { link, market, draft } of list) {
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
      if (workspaceId !== store.workspaces().selected) return revision;
      pointedAt = { revision: revision + 1, link, at };
      pointings.emit();
      return revision + 1;
    },
    async detach(workspaceId, layout) {
      if (!isLayout(layout)) throw new WorkspaceError('layout');
      const workspace = find(workspaceId);
      if (workspaceId !== store.workspaces().selected) throw new WorkspaceError('unknown');
      if (workspace.windows.length >= MAX_DETACHED_WINDOWS) throw new WorkspaceError('tooManyWindows');
      const id = Math.max(0, ...workspace.windows.map((one) => one.id)) + 1;
      const stored = { id, layout, bounds: null };
      change(workspaceId, { windows: [...workspace.windows, stored] });
      try {
        await windows.openDetached(stored);
      } catch (error) {
        change(workspaceId, { windows: find(workspaceId).windows.filter((one) => one.id !== id) });
        throw error;
      }
      changes.emit();
    },
    closeWindow: (window) => windows.returnDetached(window),
    select: (id) => switching.run(() => switchTo(id)),
    create(name, arrangement) {
      const id = nextId();
      insert(buildWorkspace(id, { name: freeName(name), arrangement }), store.workspaces().workspaces.length);
      return id;
    },
    add({ name, arrangement, layout, windows: layouts }) {
      const id = nextId();
      const opened = layouts.map((one, index) => ({ id: index + 1, layout: one, bounds: null }));
      const workspace = { ...buildWorkspace(id, { name: freeName(name), arrangement }), layout, windows: opened };
      insert(workspace, store.workspaces().workspaces.length);
      return id;
    },
    rename(id, name) {
      find(id);
      change(id, { name });
      changes.emit();
    },
    duplicate(id) {
      const source = find(id);
      const copy = { ...source, id: nextId(), name: freeName(source.name), returned: [] };
      insert(copy, store.workspaces().workspaces.indexOf(source) + 1);
      return copy.id;
    },
    async remove(id) {
      const { workspaces } = store.workspaces();
      const workspace = find(id);
      const at = workspaces.indexOf(workspace);
      const next = workspaces[at === 0 ? 1 : at - 1];
      if (!next) throw new WorkspaceError('last');
      if (store.workspaces().selected === id) await switching.run(() => switchTo(next.id));
      const file = store.workspaces();
      const last = find(id);
      write({ ...file, workspaces: file.workspaces.filter((one) => one.id !== id) });
      removed.push({ at, workspace: last });
      if (removed.length > MAX_REMOVED) removed.shift();
      changes.emit();
    },
    restore() {
      const last = removed.at(-1);
      if (!last) return null;
      insert(last.workspace, last.at);
      removed.pop();
      return last.workspace.id;
    },
    find,
    async close() {
      windows.noteQuit();
      keepPlaces(await windows.readPlaces());
    },
  };
}
