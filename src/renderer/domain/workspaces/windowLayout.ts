/** The layout that this window shows: loaded at its start, and again when another workspace is opened. */
import { create } from 'zustand';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { WindowLayout } from '#shared/ipc/workspaces.ts';
import { act } from '../../act/bridge.ts';

interface WindowLayoutStore {
  /** Null before main has answered. */
  readonly layout: WindowLayout | null;
  readonly network: AppInfo['network'] | null;
}

export const useWindowLayout = create<WindowLayoutStore>(() => ({ layout: null, network: null }));

/** Loads the layout; the last one stays in a window that is closing. */
export async function loadWindowLayout(): Promise<void> {
  const [layout, info] = await Promise.all([act('layout.load', {}), act('app.describe', {})]);
  if (!layout.ok || layout.value === null) return;
  useWindowLayout.setState({ layout: layout.value, network: info.ok ? info.value.network : null });
}

/** True in a window for panes that left the main one. */
export function useIsDetached(): boolean {
  return useWindowLayout(({ layout }) => layout?.window === 'detached');
}

/** What the rest of the window asks of its dock. */
export interface DockSession {
  /** Places the panes as at the first start of this workspace; can be undone. */
  reset(): void;
  /** Adds the panes of windows that were closed. */
  takeReturned(): Promise<void>;
  /** Resolves when main has the newest layout. */
  flush(): Promise<void>;
  close(): void;
}

let session: DockSession | null = null;

export function setDockSession(next: DockSession | null): void {
  session?.close();
  session = next;
}

export function dockSession(): DockSession | null {
  return session;
}
