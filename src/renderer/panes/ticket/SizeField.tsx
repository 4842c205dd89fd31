/** Size field: contracts, or dollars or a maximum loss that determine the contracts. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Direction } from '#shared/market/outcome.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import { formatShares, parseShares, type Shares, toShares } from '#shared/units/shares.ts';
import { Box } from './Box.tsx';
import { parseTypedSize, type SizeMode } from './model.ts';

const LABELS: Readonly<Record<SizeMode, string>> = { contracts: 'Contracts', dollars: 'Dollars', loss: 'Maximum loss' };
const QUICK: readonly { readonly label: string; readonly text: string }[] = [
  { label: '100', text: '100' },
  { label: '500', text: '500' },
  { label: '1k', text: '1000' },
];
const STEP = parseShares('1');

/** Text and hint of the size field; in the dollar modes the contracts follow the price too. */
export function useSizeText(
  draft: { readonly shares: Shares | null; readonly price: Price | null; readonly direction: Direction },
  feeRateMicros: number,
  onShares: (shares: Shares | null) => void,
) {
  const [chosen, setMode] = useState<SizeMode>('contracts');
  // A sale has no largest loss to aim at.
  const mode = chosen === 'loss' && draft.direction === 'sell' ? 'dollars' : chosen;
  const [text, setText] = useState(() => (draft.shares === null ? '' : formatShares(draft.shares)));
  const given = useRef<Shares | null>(draft.shares);
  const give = (shares: Shares | null): void => {
    given.current = shares;
    onShares(shares);
  };
  const typed = parseTypedSize(text, mode, draft.price, draft.direction, feeRateMicros);
  const follows = mode === 'contracts' ? null : typed.ok ? typed.value : null;
  useEffect(() => {
    if (mode !== 'contracts' && given.current !== follows) give(follows);
  });
  useEffect(() => {
    // A size from elsewhere (a quick size of the ladder, "Sell…" of a position) is in contracts.
    if (draft.shares === null || draft.shares === given.current) return;
    given.current = draft.shares;
    setMode('contracts');
    setText(formatShares(draft.shares));
  }, [draft.shares]);
  const type = (next: string, as: SizeMode = mode): void => {
    setText(next);
    const parsed = parseTypedSize(next, as, draft.price, draft.direction, feeRateMicros);
    give(parsed.ok ? parsed.value : null);
  };
  return {
    mode,
    text,
    hint: typed.ok ? null : typed.hint,
    shares: typed.ok ? typed.value : null,
    type,
    choose(next: SizeMode) {
      setMode(next);
      type(next === 'contracts' && draft.shares !== null ? formatShares(draft.shares) : '', next);
    },
  };
}

export function SizeField(props: {
  readonly size: ReturnType<typeof useSizeText>;
  readonly direction: Direction;
  /** For a sale: everything that can be sold. */
  readonly sellable: Shares | null;
}) {
  const { size } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (size.mode !== 'contracts' || size.shares === null) return;
    const sign = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    const step = STEP * (event.shiftKey ? 100 : 10);
    size.type(formatShares(toShares(Math.max(size.shares + sign * step, STEP))));
  };
  const modes: readonly SizeMode[] =
    props.direction === 'buy' ? ['contracts', 'dollars', 'loss'] : ['contracts', 'dollars'];
  const all = props.direction === 'sell' && props.sellable !== null && props.sellable > 0 ? props.sellable : null;
  return (
    <Box
      label={LABELS[size.mode]}
      hint={size.hint}
      note={size.mode !== 'contracts' && size.shares !== null ? `${formatContracts(size.shares)} contracts` : null}
      lead={
        <select
          aria-label="Size in"
          value={size.mode}
          onChange={(event) => size.choose(modes.find((mode) => mode === event.target.value) ?? 'contracts')}
        >
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {LABELS[mode]}
            </option>
          ))}
        </select>
      }
    >
      {(id, describedBy) => (
        <>
          {size.mode === 'contracts'
            ? QUICK.slice(all === null ? 0 : 1).map((quick) => (
                <button
                  key={quick.text}
                  type="button"
                  className="chip"
                  aria-label={`Size ${quick.label}`}
                  onClick={() => size.type(quick.text)}
                >
                  {quick.label}
                </button>
              ))
            : null}
          {all !== null && size.mode === 'contracts' ? (
            <button
              type="button"
              className="chip"
              title={`All ${formatContracts(all)} that can be sold`}
              onClick={() => size.type(formatShares(all))}
            >
              All
            </button>
          ) : null}
          <input
            id={id}
            className="mono"
            aria-label={LABELS[size.mode]}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            value={size.text}
            aria-invalid={size.hint !== null}
            aria-describedby={describedBy}
            onChange={(event) => size.type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={onKeyDown}
          />
        </>
      )}
    </Box>
  );
}
