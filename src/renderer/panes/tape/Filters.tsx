/** Filters of a tape: sizes of the trader's own, taker side, rows, and the size from which trades are highlighted. */

import { useState } from 'react';
import { TAPE_PANE_LABELS } from '#shared/text/markets/tapePaneLabels.ts';
import { formatShares, toShares } from '#shared/units/shares.ts';
import { parseTypedSize } from '../../domain/orders/typedSize.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Field } from '../../ui/parts.tsx';
import { TAKERS, type Taker } from './model.ts';
import { groupsByOrder, largeSize, minimumSize, soundSize, takerFilter } from './state.ts';

const TAKER_NAMES: Readonly<Record<Taker, string>> = { all: 'All', yes: 'Yes', no: 'No', none: 'Not stated' };
const NO_FACTS = { direction: 'buy', price: null, feeRateMicros: 0, sellable: null, available: null } as const;

export function Filters() {
  const [minimum, setMinimum] = usePaneValue(minimumSize);
  const [large, setLarge] = usePaneValue(largeSize);
  const [sound, setSound] = usePaneValue(soundSize);
  const [taker, setTaker] = usePaneValue(takerFilter);
  const [isGrouped, setGrouped] = usePaneValue(groupsByOrder);
  return (
    <section className="tape-filters" aria-label={TAPE_PANE_LABELS.filtersOfTape}>
      <SizeField label="Smallest" value={minimum} empty={0} onChange={(size) => setMinimum(size ?? 0)} />
      <SizeField
        label={TAPE_PANE_LABELS.highlightFrom}
        value={large}
        empty={null}
        placeholder="auto"
        onChange={setLarge}
      />
      <SizeField label={TAPE_PANE_LABELS.soundFrom} value={sound} empty={null} placeholder="off" onChange={setSound} />
      <Field label={TAPE_PANE_LABELS.takerBought}>
        {(id) => (
          <select id={id} value={taker} onChange={(event) => setTaker(TAKERS[event.target.selectedIndex] ?? 'all')}>
            {TAKERS.map((one) => (
              <option key={one} value={one}>
                {TAKER_NAMES[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={TAPE_PANE_LABELS.rowForEach}>
        {(id) => (
          <select
            id={id}
            title={TAPE_PANE_LABELS.orderTradesOfOneMillisecond}
            value={isGrouped ? 'order' : 'fill'}
            onChange={(event) => setGrouped(event.target.value === 'order')}
          >
            <option value="order">Order</option>
            <option value="fill">Fill</option>
          </select>
        )}
      </Field>
    </section>
  );
}

/** A size in contracts, such as 1500 or 2k; the value changes while the text is one. */
function SizeField(props: {
  readonly label: string;
  readonly value: number | null;
  /** What empty text means. */
  readonly empty: number | null;
  readonly placeholder?: string;
  readonly onChange: (contracts: number | null) => void;
}) {
  const [text, setText] = useState(() =>
    props.value === props.empty || props.value === null ? '' : formatShares(toShares(props.value * 1_000_000)),
  );
  const [hint, setHint] = useState<string | null>(null);
  const change = (typed: string): void => {
    setText(typed);
    if (typed.trim() === '') {
      setHint(null);
      props.onChange(props.empty);
      return;
    }
    const parsed = parseTypedSize(typed, 'contracts', NO_FACTS);
    const shares = parsed.ok ? parsed.value.shares : null;
    setHint(shares === null ? (parsed.ok ? null : parsed.hint) : null);
    if (shares !== null) props.onChange(shares / 1_000_000);
  };
  return (
    <NumberField
      label={props.label}
      text={text}
      hint={hint}
      wrong={hint !== null}
      placeholder={props.placeholder ?? '0'}
      onChange={change}
    />
  );
}
