/** Dialogs of the workspaces: a new one by its style of trading, another name, the question before a reset. */

import { type FormEvent, useState } from 'react';
import { ARRANGEMENTS, type Arrangement, MAX_WORKSPACE_NAME } from '#shared/ipc/workspaces.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { WORKSPACE_DIALOG_LABELS } from '#shared/text/workspaces/workspaceDialogLabels.ts';
import { act } from '../../act/bridge.ts';
import { dockSession } from '../../domain/workspaces/windowLayout.ts';
import { showWorkspaceDialog, useWorkspaceDialog } from '../../domain/workspaces/workspaceDialogs.ts';
import { createWorkspace, selectedWorkspace } from '../../domain/workspaces/workspaces.ts';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { ARRANGEMENT_TITLES } from '../dock/arrangements.ts';

export function WorkspaceDialogs() {
  const open = useWorkspaceDialog((state) => state.open);
  switch (open) {
    case 'create':
      return <CreateDialog />;
    case 'rename':
      return <RenameDialog />;
    case 'reset':
      return <ResetDialog />;
    case null:
      return null;
  }
}

const close = (): void => showWorkspaceDialog(null);

function CreateDialog() {
  const [arrangement, setArrangement] = useState<Arrangement>('market');
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const title = name.trim() === '' ? ARRANGEMENT_TITLES[arrangement].title : name;
    const result = await createWorkspace({ name: title, arrangement });
    if (result.ok) close();
    else setError(formatBridgeError(result.error));
  };
  return (
    <Dialog title={WORKSPACE_DIALOG_LABELS.newWorkspace} onClose={close}>
      <form
        className="stack"
        aria-label={WORKSPACE_DIALOG_LABELS.newWorkspace}
        onSubmit={(event) => void submit(event)}
      >
        <NameField name={name} placeholder={ARRANGEMENT_TITLES[arrangement].title} error={error} onChange={setName} />
        <fieldset className="arrangements">
          <legend>{WORKSPACE_DIALOG_LABELS.panesToStartWith}</legend>
          {ARRANGEMENTS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="arrangement"
                value={one}
                checked={one === arrangement}
                onChange={() => setArrangement(one)}
              />
              <span>
                {ARRANGEMENT_TITLES[one].title}
                <span className="secondary">{ARRANGEMENT_TITLES[one].has}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Footer label="Create" />
      </form>
    </Dialog>
  );
}

function RenameDialog() {
  const workspace = selectedWorkspace();
  const [name, setName] = useState(workspace?.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!workspace) return;
    const result = await act('workspace.rename', { id: workspace.id, name });
    if (result.ok) close();
    else setError(name.trim() === '' ? 'Enter a name' : formatBridgeError(result.error));
  };
  return (
    <Dialog title={WORKSPACE_DIALOG_LABELS.renameWorkspace} onClose={close}>
      <form
        className="stack"
        aria-label={WORKSPACE_DIALOG_LABELS.renameWorkspace}
        onSubmit={(event) => void submit(event)}
      >
        <NameField name={name} error={error} onChange={setName} />
        <Footer label="Rename" />
      </form>
    </Dialog>
  );
}

function ResetDialog() {
  const reset = (event: FormEvent): void => {
    event.preventDefault();
    dockSession()?.reset();
    close();
  };
  return (
    <Dialog title={WORKSPACE_DIALOG_LABELS.resetLayout} onClose={close}>
      <form className="stack" aria-label={WORKSPACE_DIALOG_LABELS.resetTheLayout} onSubmit={reset}>
        <p>
          The panes of “{selectedWorkspace()?.name ?? ''}” go back to the places of a new workspace, with default
          settings. Orders and positions do not change. The Panes menu can undo it.
        </p>
        <Footer label={WORKSPACE_DIALOG_LABELS.resetLayoutButton} focus />
      </form>
    </Dialog>
  );
}

function NameField(props: {
  readonly name: string;
  readonly placeholder?: string;
  readonly error: string | null;
  readonly onChange: (name: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor="workspace-name">Name</label>
      <input
        id="workspace-name"
        value={props.name}
        maxLength={MAX_WORKSPACE_NAME}
        placeholder={props.placeholder}
        aria-invalid={props.error !== null}
        aria-describedby="workspace-name-hint"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onChange(event.target.value)}
        {...{ [FIRST_FOCUS]: '' }}
      />
      <span id="workspace-name-hint" className={props.error === null ? 'hint' : 'hint wrong'}>
        {props.error ?? WORKSPACE_DIALOG_LABELS.upToCharacters(MAX_WORKSPACE_NAME)}
      </span>
    </div>
  );
}

function Footer(props: { readonly label: string; readonly focus?: boolean }) {
  return (
    <footer>
      <button type="button" className="button" onClick={close}>
        Cancel
      </button>
      <button type="submit" className="button primary" {...(props.focus ? { [FIRST_FOCUS]: '' } : {})}>
        {props.label}
      </button>
    </footer>
  );
}
