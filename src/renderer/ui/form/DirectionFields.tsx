/** Fields for how an order without a signature says its direction; what is wrong with them is below the field. */
import { formatDirectionFault } from '#shared/text/account/custodial.ts';
import { Field } from '../parts.tsx';

type Direction = Parameters<typeof formatDirectionFault>[0];

const PARTS: readonly { readonly part: keyof Direction; readonly label: string; readonly most: number }[] = [
  { part: 'name', label: 'Name of the direction', most: 40 },
  { part: 'buy', label: 'Word for buy', most: 20 },
  { part: 'sell', label: 'Word for sell', most: 20 },
];

export function DirectionFields(props: {
  readonly direction: Direction;
  readonly onChange: (direction: Direction) => void;
}) {
  const { direction, onChange } = props;
  const fault = formatDirectionFault(direction);
  return PARTS.map(({ part, label, most }) => {
    const isWrong = fault !== null && (fault.about === 'name') === (part === 'name');
    return (
      <Field key={part} label={label} hint={isWrong && part !== 'sell' ? fault.text : null} wrong={isWrong}>
        {(id, describedBy) => (
          <input
            id={id}
            className="mono"
            autoComplete="off"
            spellCheck={false}
            maxLength={most}
            value={direction[part]}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            onChange={(event) => onChange({ ...direction, [part]: event.target.value.trim() })}
          />
        )}
      </Field>
    );
  });
}
