/**
 * Workspace list: the stored workspaces, and those that were removed in this run.
 *
 * Invariants  A change is on disk before it is in the list. There is always one workspace, and one is selected. Ids are never
 *             reused in a run, also not those of removed workspaces.
 * Errors      Operations throw WorkspaceError for what a person can mend, and what the file system throws.
 * Source      docs/workspaces.md
 */
import { type Arrangement, MAX_WORKSPACE_NAME, MAX_WORKSPACES } from '#shared/ipc/workspaces.ts';
import type { ImportedWorkspace } from '../../storage/workspaces/exportedWorkspace.ts';
import { buildWorkspace, type StoredWorkspace, type WorkspacesFile } from '../../storage/workspaces/workspacesFile.ts';

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

export interface WorkspaceList {
  all(): readonly StoredWorkspace[];
  selectedId(): string;
  selected(): StoredWorkspace;
  /** Throws WorkspaceError for an unknown id. */
  find(id: string): StoredWorkspace;
  has(id: string): boolean;
  change(id: string, part: Partial<StoredWorkspace>): void;
  select(id: string): void;
  create(name: string, arrangement: Arrangement): string;
  add(imported: ImportedWorkspace): string;
  duplicate(id: string): string;
  /** The workspace to show once this one is removed; throws when it is the last one. */
  findNeighbour(id: string): StoredWorkspace;
  remove(id: string): void;
  canRestore(): boolean;
  /** Restores the workspace that was removed last at its place; returns its id, or null when there is none. */
  restore(): string | null;
}

export function createWorkspaceList(store: WorkspaceStore): WorkspaceList {
  const removed: { readonly at: number; readonly workspace: StoredWorkspace }[] = [];
  const all = (): readonly StoredWorkspace[] => store.workspaces().workspaces;
  const selectedId = (): string => store.workspaces().selected;

  function write(file: WorkspacesFile): void {
    if (JSON.stringify(file).length > MAX_FILE_CHARACTERS) throw new WorkspaceError('tooLarge');
    store.saveWorkspaces(file);
  }

  function find(id: string): StoredWorkspace {
    const found = all().find((one) => one.id === id);
    if (!found) throw new WorkspaceError('unknown');
    return found;
  }

  function insert(workspace: StoredWorkspace, at: number): void {
    if (all().length >= MAX_WORKSPACES) throw new WorkspaceError('tooMany');
    write({ ...store.workspaces(), workspaces: all().toSpliced(at, 0, workspace) });
  }

  function nextId(): string {
    const used = [...all(), ...removed.map(({ workspace }) => workspace)];
    return `w${Math.max(0, ...used.map(({ id }) => Number.parseInt(id.slice(1), 10))) + 1}`;
  }

  function freeName(name: string): string {
    const names = new Set(all().map((one) => one.name));
    for (let count = 1; ; count += 1) {
      const mark = count === 1 ? '' : ` ${count}`;
      // Not half of a character of two units.
      const candidate = name.slice(0, MAX_WORKSPACE_NAME - mark.length).replace(/[\ud800-\udbff]$/, '') + mark;
      if (!names.has(candidate)) return candidate;
    }
  }

  return {
    all,
    selectedId,
    selected: () => find(selectedId()),
    find,
    has: (id) => all().some((one) => one.id === id),
    change(id, part) {
      const workspaces = all().map((one) => (one.id === id ? { ...one, ...part } : one));
      write({ ...store.workspaces(), workspaces });
    },
    select: (id) => write({ ...store.workspaces(), selected: id }),
    create(name, arrangement) {
      const id = nextId();
      insert(buildWorkspace(id, { name: freeName(name), arrangement }), all().length);
      return id;
    },
    add({ name, arrangement, layout, windows: layouts }) {
      const id = nextId();
      const windows = layouts.map((one, index) => ({ id: index + 1, layout: one, bounds: null }));
      insert({ ...buildWorkspace(id, { name: freeName(name), arrangement }), layout, windows }, all().length);
      return id;
    },
    duplicate(id) {
      const source = find(id);
      const copy = { ...source, id: nextId(), name: freeName(source.name), returned: [] };
      insert(copy, all().indexOf(source) + 1);
      return copy.id;
    },
    findNeighbour(id) {
      const at = all().indexOf(find(id));
      const next = all()[at === 0 ? 1 : at - 1];
      if (!next) throw new WorkspaceError('last');
      return next;
    },
    remove(id) {
      const workspace = find(id);
      const at = all().indexOf(workspace);
      write({ ...store.workspaces(), workspaces: all().filter((one) => one.id !== id) });
      removed.push({ at, workspace });
      if (removed.length > MAX_REMOVED) removed.shift();
    },
    canRestore: () => removed.length > 0,
    restore() {
      const last = removed.at(-1);
      if (!last) return null;
      insert(last.workspace, last.at);
      removed.pop();
      return last.workspace.id;
    },
  };
}
