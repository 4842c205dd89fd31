/** Labels of the workspace dialogs: headings, buttons, hints and names for screen readers. */
export const WORKSPACE_DIALOG_LABELS = {
  exportToFile: 'Export to a file…',
  importFromFile: 'Import from a file…',
  newWorkspace: 'New workspace',
  newWorkspaceAction: 'New workspace…',
  panesToStartWith: 'Panes to start with',
  renameWorkspace: 'Rename workspace',
  resetLayout: 'Reset the layout?',
  resetLayoutButton: 'Reset layout',
  resetLayoutAction: 'Reset layout…',
  resetTheLayout: 'Reset the layout',
  returnPanesToMainWindow: 'Return the panes to the main window',
  undoDelete: 'Undo delete',
  upToCharacters: (maxWorkspaceName: number) => `Up to ${maxWorkspaceName} characters`,
  workspace: (name: string) => `Workspace: ${name}`,
  workspaces: (name: string) => `Workspaces: ${name}`,
};
