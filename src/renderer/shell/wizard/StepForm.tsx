/** Step form: title, fields, error and buttons of one setup step; Enter submits. */
import { type FormEvent, type ReactNode, useRef } from 'react';
import type { CommandError } from '../../act/useCommand.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { useFirstFocus } from '../../ui/focus.ts';

export function StepForm(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly error: CommandError | null;
  readonly busy: boolean;
  /** Label of the submit button; null: no button. */
  readonly submit: string | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly aside?: ReactNode;
  /** Focuses the submit button, for steps without fields. */
  readonly focusSubmit?: boolean;
  readonly children?: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(button, props.focusSubmit === true && !props.busy && props.submit !== null);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!props.busy) props.onSubmit();
  };
  return (
    <form className="wizard-step" onSubmit={onSubmit} aria-label={props.title}>
      <h3>{props.title}</h3>
      <p>{props.lead}</p>
      <div className="wizard-body scroll">{props.children}</div>
      {props.error ? <ErrorMessage error={props.error} /> : null}
      <footer>
        <button type="button" className="button quiet wizard-close" onClick={props.onClose}>
          Close
        </button>
        {props.aside}
        {props.submit === null ? null : (
          <button ref={button} type="submit" className="button primary" disabled={props.busy}>
            {props.submit}
          </button>
        )}
      </footer>
    </form>
  );
}
