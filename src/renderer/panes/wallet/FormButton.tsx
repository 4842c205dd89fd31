/** Button that opens a form of the wallet pane; `of` names what the form is about, for screen readers. */
import { usePaneId } from '../../domain/workspaces/panes.ts';
import { type FormName, showForm } from './state.ts';

export function FormButton(props: { readonly form: FormName; readonly label: string; readonly of?: string }) {
  const paneId = usePaneId();
  return (
    <button
      type="button"
      className="button small"
      aria-label={props.of ? `${props.of}: ${props.label}` : undefined}
      onClick={() => showForm(paneId, props.form)}
    >
      {props.label}
    </button>
  );
}
