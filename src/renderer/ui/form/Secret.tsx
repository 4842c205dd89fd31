/**
 * Fields for secrets.
 *
 * Invariants  A secret is never in React's state, only in its element. A command that takes it empties the element. After a refused
 *             password every field of the form keeps its text, so that a person can correct it.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFirstFocus } from '../focus.ts';
import { Field } from '../parts.tsx';

export type SecretRef = RefObject<HTMLInputElement | null>;

export function SecretField(props: {
  readonly label: string;
  readonly input: SecretRef;
  readonly hint?: string | null;
  readonly wrong?: boolean;
  readonly focus?: boolean;
  /** On every change, without the text. */
  readonly onEdit?: () => void;
}) {
  useFirstFocus(props.input, props.focus === true);
  const input = props.input;
  useEffect(() => {
    const element = input.current;
    return () => {
      if (element) element.value = '';
    };
  }, [input]);
  return (
    <Field label={props.label} hint={props.hint ?? null} wrong={props.wrong ?? false}>
      {(id, describedBy, isWrong) => (
        <input
          ref={props.input}
          id={id}
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          onInput={props.onEdit}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
        />
      )}
    </Field>
  );
}

/** The second entry of a secret that is typed twice. */
export function useRepeatedSecret(first: SecretRef) {
  const input = useSecret();
  const [isWrong, setIsWrong] = useState(false);
  return {
    field: {
      input,
      wrong: isWrong,
      hint: isWrong ? 'The passwords differ: enter it again' : null,
      onEdit: () => setIsWrong(false),
    },
    /** Where the two differ, the entry is emptied, says so and takes the focus. */
    isSame(): boolean {
      const isSame = input.current?.value === first.current?.value;
      setIsWrong(!isSame);
      if (isSame) return true;
      consumeSecret(input);
      input.current?.focus();
      return false;
    },
    clearWrong: () => setIsWrong(false),
  };
}

export function useSecret(): SecretRef {
  return useRef<HTMLInputElement>(null);
}

/** Reads the field's text and leaves it there: for a secret that may be refused, and is then corrected rather than typed again. */
export function readSecret(input: SecretRef): string {
  return input.current?.value ?? '';
}

/** Empties these fields later, also once they have left the page. */
export function emptyLater(...inputs: readonly SecretRef[]): () => void {
  const elements = inputs.map(({ current }) => current);
  return () => {
    for (const element of elements) if (element !== null) element.value = '';
  };
}

/** Reads the field's text and empties the field. */
export function consumeSecret(input: SecretRef): string {
  const element = input.current;
  if (!element) return '';
  const text = element.value;
  element.value = '';
  return text;
}
