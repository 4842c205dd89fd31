/** Dialog of one drawn level: price and label. */
import { type FormEvent, useState } from 'react';
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { parseTypedPrice } from '../../../domain/orders/typedPrice.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/parts.tsx';
import { type Level, MAX_LABEL } from './levels.ts';

export function LevelDialog(props: {
  /** Its price in the terms of the shown outcome. */
  readonly level: Level;
  readonly tick: Tick;
  readonly onSave: (price: number, label: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const { level, tick, onSave, onRemove, onClose } = props;
  const [text, setText] = useState(formatMicros(level.price, tickDecimals(tick)));
  const [label, setLabel] = useState(level.label);
  const price = parseTypedPrice(text, tick);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!price.ok) return;
    onSave(price.value, label.trim());
    onClose();
  };
  return (
    <Dialog title="Level" onClose={onClose}>
      <form className="chart-level" onSubmit={submit}>
        <NumberField
          label="Price"
          text={text}
          hint={price.ok ? null : `Expected a multiple of ${formatMicros(tick, tickDecimals(tick))} between 0 and 1`}
          wrong={!price.ok}
          selects
          onChange={setText}
        />
        <Field label="Label">
          {(id) => (
            <input
              id={id}
              autoComplete="off"
              maxLength={MAX_LABEL}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <footer>
          <button
            type="button"
            className="button"
            onClick={() => {
              onRemove();
              onClose();
            }}
          >
            Remove
          </button>
          <button type="submit" className="button primary" disabled={!price.ok}>
            Save
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
