/** Label and colour of an account. */
import { ACCOUNT_COLOURS, type AccountColour, MAX_LABEL } from '#shared/ipc/accounts.ts';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { Field, Segmented } from '../../ui/parts.tsx';

const COLOURS: { readonly [C in AccountColour]: string } = { blue: 'Blue', orange: 'Orange', violet: 'Violet' };

export function NameFields(props: {
  readonly label: string;
  readonly colour: AccountColour;
  readonly onLabel: (label: string) => void;
  readonly onColour: (colour: AccountColour) => void;
}) {
  return (
    <>
      <Field label="Label" hint={`Up to ${MAX_LABEL} characters, shown in every window`}>
        {(id, describedBy, isWrong) => (
          <input
            id={id}
            value={props.label}
            maxLength={MAX_LABEL}
            required
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => props.onLabel(event.target.value)}
            {...{ [FIRST_FOCUS]: '' }}
          />
        )}
      </Field>
      <Segmented
        label="Colour"
        value={props.colour}
        onChange={props.onColour}
        choices={ACCOUNT_COLOURS.map((value) => ({ value, label: COLOURS[value] }))}
      />
    </>
  );
}
