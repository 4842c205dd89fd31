/** The open dialog of the workspaces, one at a time. */
import { create } from 'zustand';

export type WorkspaceDialog = 'create' | 'rename' | 'reset' | null;

interface WorkspaceDialogStore {
  readonly open: WorkspaceDialog;
}

export const useWorkspaceDialog = create<WorkspaceDialogStore>(() => ({ open: null }));

export function showWorkspaceDialog(open: WorkspaceDialog): void {
  useWorkspaceDialog.setState({ open });
}
