/** Layout of every wallet form: title, fields in a row, error. It takes the focus; Escape closes it. */
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Command } from '../../act/useCommand.ts';
import { usePaneId } from '../../domain/workspaces/panes.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { onKeys } from '../../ui/keys.ts';
import { closeForm } from './state.ts';

export function WalletForm(props: {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  readonly busy: string;
  readonly command: Command;
  /** False while there is nothing that may be sent. */
  readonly canSubmit?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** Below the fields and buttons. */
  readonly details?: ReactNode;
}) {
  const { command, canSubmit = true } = props;
  const paneId = usePaneId();
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef(document.activeElement);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    const from = opener.current;
    return () => {
      // Returns the focus to the button that opened the form.
      if (document.activeElement === document.body && from instanceof HTMLElement) from.focus();
    };
  }, []);
  useEffect(() => {
    // The palette, which may have opened the form, gives the focus back after it closed.
    const timer = setTimeout(() => {
      if (form.current !== null && !form.current.contains(document.activeElement)) findFirst(form.current)?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!command.isBusy && canSubmit) props.onSubmit();
  };
  return (
    <form
      ref={form}
      className="wallet-form"
      aria-label={props.title}
      onSubmit={onSubmit}
      {...onKeys((event) => {
        if (event.key === 'Escape' && !command.isBusy) closeForm(paneId, null);
      })}
    >
      <p>
        <strong>{props.title}</strong> <span className="secondary">{props.lead}</span>
      </p>
      <div className="wallet-fields">
        {props.children}
        <div className="wallet-buttons">
          <button type="submit" className="button primary" disabled={command.isBusy || !canSubmit}>
            {command.isBusy ? props.busy : props.submit}
          </button>
          <button
            type="button"
            className="button quiet"
            disabled={command.isBusy}
            onClick={() => closeForm(paneId, null)}
          >
            Cancel
          </button>
        </div>
      </div>
      {props.details}
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </form>
  );
}

/** The field that asks for the focus, else the first control: a form of one step has no field. */
function findFirst(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[${FIRST_FOCUS}]`) ?? form.querySelector('input, select, button:enabled');
}
