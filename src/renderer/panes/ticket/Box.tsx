/** A field of the ticket: its name at the left inside the frame, the number at the right, what is wrong beneath. */
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
  const said = props.hint ?? props.note ?? null;
  return (
    <div>
      <div className={props.hint ? 'ticket-box wrong-box' : 'ticket-box'}>
        {props.lead ?? <label htmlFor={id}>{props.label}</label>}
        {props.children(id, said ? `${id}-said` : undefined)}
      </div>
      {said ? (
        <div
          id={`${id}-said`}
          className={props.hint ? 'ticket-said wrong' : 'ticket-said dim'}
          role={props.hint ? 'alert' : undefined}
        >
          {said}
        </div>
      ) : null}
    </div>
  );
}
