/** Which of a phrase's addresses is imported: the first ones by name, any other by its index. */
import { useEffect, useId, useRef } from 'react';
import type { Address } from '#shared/units/ids.ts';

export interface Choice {
  /** Place in the list, or `other` for the typed index. */
  readonly at: number | 'other';
  readonly typed: string;
}

export const FIRST: Choice = { at: 0, typed: '' };

export function PhraseAddresses(props: {
  readonly addresses: readonly Address[];
  readonly choice: Choice;
  /** What one of them is chosen for. */
  readonly question: string;
  readonly onChoose: (choice: Choice) => void;
}) {
  const { addresses, choice, onChoose } = props;
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  return (
    <fieldset className="wizard-addresses">
      <legend>Addresses of the phrase: {props.question}</legend>
      {addresses.map((address, at) => (
        <label key={address}>
          <input
            ref={at === 0 ? first : undefined}
            type="radio"
            name={name}
            checked={choice.at === at}
            onChange={() => onChoose({ ...choice, at })}
          />
          <span className="mono dim">{at}</span>
          <span className="mono">{address}</span>
        </label>
      ))}
      <label>
        <input
          type="radio"
          name={name}
          checked={choice.at === 'other'}
          onChange={() => onChoose({ ...choice, at: 'other' })}
        />
        <span className="wizard-other">
          Another, by its index
          <input
            type="text"
            className="mono"
            aria-label="Index of another address"
            inputMode="numeric"
            autoComplete="off"
            value={choice.typed}
            onChange={(event) => onChoose({ at: 'other', typed: event.target.value })}
          />
        </span>
      </label>
    </fieldset>
  );
}
