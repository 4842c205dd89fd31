/** Address choice: the first addresses of a recovery phrase, or another one by its index. */

import { useEffect, useId, useRef } from 'react';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import type { Address } from '#shared/units/ids.ts';

export interface AddressChoice {
  /** Index in the list, or `other` for the typed index. */
  readonly at: number | 'other';
  readonly typed: string;
}

export const FIRST_ADDRESS: AddressChoice = { at: 0, typed: '' };

export function PhraseAddresses(props: {
  readonly addresses: readonly Address[];
  readonly choice: AddressChoice;
  readonly question: string;
  readonly onChoose: (choice: AddressChoice) => void;
}) {
  const { addresses, choice, onChoose } = props;
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  return (
    <fieldset className="wizard-addresses">
      <legend>
        {WIZARD_LABELS.addressesOfThePhrase} {props.question}
      </legend>
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
          {WIZARD_LABELS.anotherIndex}
          <input
            type="text"
            className="mono"
            aria-label={WIZARD_LABELS.indexOfAnotherAddress}
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
