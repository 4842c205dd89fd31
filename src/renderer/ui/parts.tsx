/** Controls that every pane uses. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { onKeys } from './keys.ts';

const MISSING = 'Missing: enter it here';

/** A labelled control with its hint; an empty required one says so in the hint instead of the browser's bubble. */
export function Field(props: {
  readonly label: string;
  readonly hint?: string | null;
  readonly wrong?: boolean;
  readonly children: (id: string, describedBy: string | undefined, isWrong: boolean) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  const [isMissing, setMissing] = useState(false);
  const hint = isMissing ? MISSING : props.hint;
  const isWrong = isMissing || props.wrong === true;
  const onInvalid = (event: FormEvent): void => {
    const control = event.target as HTMLInputElement;
    if (!control.validity.valueMissing) return;
    event.preventDefault();
    setMissing(true);
    // The browser focuses none once its bubble is prevented.
    if (control.form?.querySelector(INVALID) === control) control.focus();
  };
  return (
    <div className="field" onInvalidCapture={onInvalid} onInput={() => setMissing(false)}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id, hint ? hintId : undefined, isWrong)}
      {hint ? (
        <span id={hintId} className={isWrong ? 'hint wrong' : 'hint'} role={isWrong ? 'alert' : undefined}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

const INVALID = ':is(input, select, textarea):invalid';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly tone?: 'yes' | 'no';
}

/** Longer ones may end with an ellipsis, and have a title. */
const SHORT_LABEL = 10;

/** One of a few choices; arrow keys change it. */
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
      {...onKeys((event) => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') move(1);
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') move(-1);
        else return;
        event.preventDefault();
      })}
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
          title={choice.label.length > SHORT_LABEL ? choice.label : undefined}
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

/** A market's name in a row: a press makes the pane's link group show it. */
export function MarketLink(props: { readonly name: string; readonly title: string; readonly onFollow: () => void }) {
  return (
    <button type="button" className="follow" title={props.title} onClick={props.onFollow}>
      {props.name}
    </button>
  );
}
