/** Workspaces as every window sees them, and what a person can do with them. */
import type { Input, Outputs } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { WorkspacesView } from '#shared/ipc/workspaces.ts';
import { act } from '../../act/bridge.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { dockSession } from './windowLayout.ts';

const NONE: WorkspacesView['workspaces'] = [];

export function useWorkspaces(): WorkspacesView | null {
  return useFeedValue([feedKey.workspaces], (mirror) => mirror.workspaces());
}

export function listWorkspaces(): WorkspacesView['workspaces'] {
  return feed.workspaces()?.workspaces ?? NONE;
}

export function selectedWorkspace(): { readonly id: string; readonly name: string } | null {
  const view = feed.workspaces();
  return view?.workspaces.find(({ id }) => id === view.selected) ?? null;
}

export async function openWorkspace(id: string): Promise<Result<null>> {
  await dockSession()?.flush();
  return act('workspace.open', { id });
}

/** Creates a workspace and opens it. */
export async function createWorkspace(input: Input<'workspace.create'>): Promise<Result<null>> {
  return openNew(await act('workspace.create', input));
}

export async function duplicateWorkspace(id: string): Promise<Result<null>> {
  await dockSession()?.flush();
  return openNew(await act('workspace.duplicate', { id }));
}

/** Puts the workspace that was deleted last back, and opens it. */
export async function restoreWorkspace(): Promise<Result<null>> {
  return openNew(await act('workspace.restore', {}));
}

async function openNew(made: Result<Outputs['workspace.create']>): Promise<Result<null>> {
  return made.ok ? openWorkspace(made.value.id) : made;
}
