/**
 * Windows: opens the main window and the detached ones of the selected workspace, and notices which ones close.
 *
 * Invariants  A detached window that a person closes gives its panes back to the main window. One that closes with its
 *             workspace or with the program opens again with it, at its place.
 */
import type { Shell, WindowHandle, WindowRequest } from '../../shell/port.ts';
import type { StoredWindow } from '../../storage/workspaces/workspacesFile.ts';

export interface WindowsOptions {
  readonly shell: Pick<Shell, 'openWindow'>;
  /** A window is gone, for whatever reason. */
  onGone(window: number): void;
  /** A person closed a detached window. */
  onReturned(stored: number): void;
}

/** A window that is open, or is being opened. */
export interface OpenWindow {
  readonly id: number;
  readonly kind: 'main' | 'detached';
  /** Its number in the workspace; 0 for the main window. */
  readonly stored: number;
}

export interface Windows {
  openMain(): Promise<void>;
  /** Rejects when the shell cannot open it. */
  openDetached(stored: StoredWindow): Promise<void>;
  find(window: number): OpenWindow | null;
  countDetached(): number;
  /** Brings it to the front. */
  focus(window: number): void;
  /** Closes one as a person does: its panes return. */
  returnDetached(window: number): Promise<void>;
  /** Closes all detached windows for good, after `onPlaces` had their bounds. */
  closeDetached(onPlaces: (places: ReadonlyMap<number, StoredWindow['bounds']>) => void): Promise<void>;
  /** Bounds of the detached windows by their number in the workspace. */
  readPlaces(): Promise<ReadonlyMap<number, StoredWindow['bounds']>>;
  /** From here on windows close with the program. */
  noteQuit(): void;
}

interface Entry extends OpenWindow {
  handle: WindowHandle | null;
  isLeaving: boolean;
}

export const MAIN_WINDOW = { id: 1, kind: 'main', bounds: null } as const satisfies WindowRequest;
const MAIN: OpenWindow = { id: MAIN_WINDOW.id, kind: MAIN_WINDOW.kind, stored: 0 };

export function openWindows({ shell, onGone, onReturned }: WindowsOptions): Windows {
  const entries = new Map<number, Entry>();
  let lastId = MAIN.id;
  let isQuitting = false;

  async function open(window: OpenWindow, bounds: StoredWindow['bounds']): Promise<void> {
    // The page calls before the shell has answered.
    const entry: Entry = { ...window, handle: null, isLeaving: false };
    entries.set(window.id, entry);
    try {
      entry.handle = await shell.openWindow({ id: window.id, kind: window.kind, bounds });
    } catch (error) {
      entries.delete(window.id);
      onGone(window.id);
      throw error;
    }
    entry.handle.onClosed(() => {
      entries.delete(window.id);
      onGone(window.id);
      if (window.kind === 'main') isQuitting = true;
      else if (!isQuitting && !entry.isLeaving) onReturned(window.stored);
    });
  }

  const listDetached = (): readonly Entry[] => [...entries.values()].filter(({ kind }) => kind === 'detached');

  async function readPlaces(): Promise<ReadonlyMap<number, StoredWindow['bounds']>> {
    const places = await Promise.all(
      listDetached().map(async ({ stored, handle }) => [stored, (await handle?.bounds()) ?? null] as const),
    );
    return new Map(places.filter(([, bounds]) => bounds !== null));
  }

  return {
    openMain: () => open(MAIN, MAIN_WINDOW.bounds),
    async openDetached(stored) {
      lastId += 1;
      await open({ id: lastId, kind: 'detached', stored: stored.id }, stored.bounds);
    },
    find: (window) => entries.get(window) ?? null,
    countDetached: () => listDetached().length,
    focus: (window) => entries.get(window)?.handle?.focus(),
    async returnDetached(window) {
      const entry = entries.get(window);
      if (entry?.kind === 'detached') await entry.handle?.close();
    },
    async closeDetached(onPlaces) {
      onPlaces(await readPlaces());
      const leaving = listDetached();
      for (const entry of leaving) entry.isLeaving = true;
      await Promise.all(leaving.map(({ handle }) => handle?.close()));
      for (const { id } of leaving) entries.delete(id);
    },
    readPlaces,
    noteQuit() {
      isQuitting = true;
    },
  };
}
