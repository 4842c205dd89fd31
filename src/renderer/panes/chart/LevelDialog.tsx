/** Dialog of one drawn level: price and label. */
import { type FormEvent, useState } from 'react';
import { isOnTick, type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { type Price, parsePrice } from '#shared/units/price.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/parts.tsx';
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
  const decimals = tickDecimals(tick);
  const [text, setText] = useState(formatTickPrice(level.price, decimals));
  const [label, setLabel] = useState(level.label);
  const price = parseTyped(text);
  const isValid = price !== null && isOnTick(price, tick);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (price === null || !isValid) return;
    onSave(price, label.trim());
    onClose();
  };
  return (
    <Dialog title="Level" onClose={onClose}>
      <form className="chart-level" onSubmit={submit}>
        <Field
          label="Price"
          hint={isValid ? null : `Expected a multiple of ${formatTickPrice(tick, decimals)} between 0 and 1`}
          wrong={!isValid}
        >
          {(id, describedBy) => (
            <input
              id={id}
              className="mono"
              inputMode="decimal"
              autoComplete="off"
              value={text}
              aria-describedby={describedBy}
              aria-invalid={!isValid}
              onChange={(event) => setText(event.target.value)}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
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
          <button type="submit" className="button primary" disabled={!isValid}>
            Save
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function parseTyped(text: string): Price | null {
  try {
    return parsePrice(text.trim());
  } catch {
    return null;
  }
}
