/** Field frame of the ticket: label, input, and a hint or note below. */
import { type ReactNode, useId } from 'react';

export function Box(props: {
  readonly label: string;
  /** In the place of the label, when the label itself is a control. */
  readonly lead?: ReactNode;
  readonly hint: string | null;
  readonly note?: string | null;
  readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}) {
  const id = useId();
  const message = props.hint ?? props.note ?? null;
  return (
    <div>
      <div className={props.hint ? 'ticket-box wrong-box' : 'ticket-box'}>
        {props.lead ?? <label htmlFor={id}>{props.label}</label>}
        {props.children(id, message ? `${id}-message` : undefined)}
      </div>
      {message ? (
        <div
          id={`${id}-message`}
          className={props.hint ? 'ticket-said wrong' : 'ticket-said dim'}
          role={props.hint ? 'alert' : undefined}
        >
          {message}
        </div>
      ) : null}
    </div>
  );
}
