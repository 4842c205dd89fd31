/** Labelled field for one number, with what is wrong with it or what it means below. */
import { useRef } from 'react';
import { useFirstFocus } from '../focus.ts';
import { Field } from '../parts.tsx';

export function NumberField(props: {
  readonly label: string;
  /** As it is typed, with a point for decimals: never a text of shared/text. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly hint?: string | null;
  /** The hint says what is wrong. */
  readonly wrong?: boolean;
  readonly placeholder?: string;
  /** Takes the focus when it appears. */
  readonly focus?: boolean;
  /** A focus selects the whole text. */
  readonly selects?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { wrong = false } = props;
  useFirstFocus(input, props.focus === true);
  return (
    <Field label={props.label} hint={props.hint ?? null} wrong={wrong}>
      {(id, describedBy) => (
        <input
          ref={input}
          id={id}
          className="mono"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={props.text}
          aria-describedby={describedBy}
          aria-invalid={wrong}
          onFocus={props.selects ? (event) => event.target.select() : undefined}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
