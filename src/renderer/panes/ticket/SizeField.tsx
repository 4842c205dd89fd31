/** Size field: contracts, or dollars or a maximum loss that determine the contracts. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Direction } from '#shared/market/outcome.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import { formatShares, parseShares, type Shares, toShares } from '#shared/units/shares.ts';
import { formatUsd } from '#shared/units/usd.ts';
import { parseTypedSize, type SizeFacts, type SizeMode, type TypedSize } from '../../domain/orders/typedSize.ts';
import { onKeys } from '../../ui/keys.ts';
import { Box } from './Box.tsx';
import { useWheelSteps } from './useWheelSteps.ts';

const LABELS: Readonly<Record<SizeMode, string>> = { contracts: 'Contracts', dollars: 'Dollars', loss: 'Maximum loss' };
const QUICK: readonly { readonly label: string; readonly text: string }[] = [
  { label: '100', text: '100' },
  { label: '500', text: '500' },
  { label: '1k', text: '1000' },
];
const STEP = parseShares('1');

/** Text and hint of the size field; with an amount of money the contracts follow the price too. */
export function useSizeText({ shares, budget }: TypedSize, facts: SizeFacts, onSize: (size: TypedSize) => void) {
  const [chosen, setMode] = useState<SizeMode>(() => modeOf(budget));
  // A sale has no largest loss to aim at.
  const mode = chosen === 'loss' && facts.direction === 'sell' ? 'dollars' : chosen;
  const [text, setText] = useState(() => textOf({ shares, budget }));
  const given = useRef<TypedSize>({ shares, budget });
  const give = (size: TypedSize): void => {
    given.current = size;
    onSize(size);
  };
  const typed = parseTypedSize(text, mode, facts);
  const current = typed.ok ? typed.value : NO_SIZE;
  useEffect(() => {
    // The price or what a per cent is of has changed.
    const isDerived = current.budget !== null || text.trim().endsWith('%');
    if (isDerived && !isSameSize(given.current, current)) give(current);
  });
  useEffect(() => {
    // A size from elsewhere: a quick size of the ladder, "Sell…" of a position.
    const next: TypedSize = { shares, budget };
    const isOwn =
      isSameBudget(given.current, next) && (budget !== null || shares === null || shares === given.current.shares);
    if (isOwn) return;
    given.current = next;
    setMode(modeOf(budget));
    setText(textOf(next));
  }, [shares, budget]);
  const type = (next: string, as: SizeMode = mode): void => {
    setText(next);
    const parsed = parseTypedSize(next, as, facts);
    give(parsed.ok ? parsed.value : NO_SIZE);
  };
  const needsPrice = typed.ok && typed.value.shares === null;
  return {
    mode,
    text,
    hint: typed.ok
      ? needsPrice
        ? 'Enter a price, or click one on the ladder: the size follows from it'
        : null
      : typed.hint,
    shares: current.shares,
    /** True while the contracts follow from an amount or a share. */
    isDerived: typed.ok && (mode !== 'contracts' || !/^[\d.,\s]*$/.test(text)),
    type,
    choose(next: SizeMode) {
      setMode(next);
      type(next === 'contracts' && shares !== null ? formatShares(shares) : '', next);
    },
  };
}

const NO_SIZE: TypedSize = { shares: null, budget: null };

function isSameBudget(a: TypedSize, b: TypedSize): boolean {
  return a.budget?.amount === b.budget?.amount && a.budget?.withFee === b.budget?.withFee;
}

function isSameSize(a: TypedSize, b: TypedSize): boolean {
  return a.shares === b.shares && isSameBudget(a, b);
}

function modeOf(budget: TypedSize['budget']): SizeMode {
  if (budget === null) return 'contracts';
  return budget.withFee ? 'loss' : 'dollars';
}

/** As a person would type it. */
function textOf({ shares, budget }: TypedSize): string {
  if (budget !== null) return formatUsd(budget.amount);
  return shares === null ? '' : formatShares(shares);
}

export function SizeField(props: {
  readonly size: ReturnType<typeof useSizeText>;
  readonly direction: Direction;
  /** For a sale: everything that can be sold. */
  readonly sellable: Shares | null;
}) {
  const { size } = props;
  const step = (steps: number): void => {
    if (size.mode !== 'contracts' || size.shares === null) return;
    size.type(formatShares(toShares(Math.max(size.shares + steps * 10 * STEP, STEP))));
  };
  const onKey = (event: KeyboardEvent): void => {
    const sign = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (sign === 0 || size.mode !== 'contracts') return;
    event.preventDefault();
    step(sign * (event.shiftKey ? 10 : 1));
  };
  const input = useWheelSteps(step);
  const modes: readonly SizeMode[] =
    props.direction === 'buy' ? ['contracts', 'dollars', 'loss'] : ['contracts', 'dollars'];
  const all = props.direction === 'sell' && props.sellable !== null && props.sellable > 0 ? props.sellable : null;
  return (
    <Box
      label={LABELS[size.mode]}
      hint={size.hint}
      note={size.isDerived && size.shares !== null ? `${formatContracts(size.shares)} contracts` : null}
      lead={
        <select
          aria-label={TICKET_PANE_LABELS.sizeIn}
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
          <span className="ticket-chips">
            {size.mode === 'contracts'
              ? QUICK.slice(all === null ? 0 : 1).map((quick) => (
                  <button
                    key={quick.text}
                    type="button"
                    className="chip"
                    aria-label={TICKET_PANE_LABELS.size(quick.label)}
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
                title={TICKET_PANE_LABELS.allThatCanBeSold(formatContracts(all))}
                onClick={() => size.type(formatShares(all))}
              >
                All
              </button>
            ) : null}
          </span>
          <input
            id={id}
            ref={input}
            title={TICKET_PANE_LABELS.arrowKeysAndWheelStepBy10}
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
            {...onKeys(onKey)}
          />
        </>
      )}
    </Box>
  );
}
