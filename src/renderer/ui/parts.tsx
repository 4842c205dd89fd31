/** The few controls that every pane uses: plain elements, named by what they are. */
import { type ReactNode, useId } from 'react';

export function Field(props: {
  readonly label: string;
  readonly hint?: string | null;
  readonly wrong?: boolean;
  readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      {props.children(id, props.hint ? hintId : undefined)}
      {props.hint ? (
        <span id={hintId} className={props.wrong ? 'hint wrong' : 'hint'} role={props.wrong ? 'alert' : undefined}>
          {props.hint}
        </span>
      ) : null}
    </div>
  );
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly tone?: 'yes' | 'no';
}

/** One of a few, arrow keys move. */
export function Segmented<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}) {
  const move = (step: number): void => {
    const at = props.choices.findIndex((choice) => choice.value === props.value);
    const next = props.choices[(at + step + props.choices.length) % props.choices.length];
    if (next) props.onChange(next.value);
  };
  return (
    <div
      className="segmented"
      role="radiogroup"
      aria-label={props.label}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') move(1);
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') move(-1);
        else return;
        event.preventDefault();
      }}
    >
      {props.choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: a segmented control is a radio group drawn as buttons
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === props.value}
          tabIndex={choice.value === props.value ? 0 : -1}
          className={choice.tone ?? ''}
          onClick={() => props.onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

export function Empty(props: { readonly what: string; readonly how?: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <span>{props.what}</span>
      {props.how ? <span className="how">{props.how}</span> : null}
      {props.children ? <span>{props.children}</span> : null}
    </div>
  );
}

export function Dot(props: { readonly tone: 'good' | 'warn' | 'bad' | 'idle'; readonly label: string }) {
  return <span className={`dot ${props.tone}`} role="img" aria-label={props.label} />;
}

/** A column of a table: its heading, and the class that its cells share. */
export type Column = readonly [heading: ReactNode, className?: 'right' | (string & {})];

/** The head of a grid table, one row. */
export function TableHead(props: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {props.columns.map(([heading, className], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are constants, their place is their name
          <th key={at} scope="col" className={className}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}
