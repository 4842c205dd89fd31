/** Price field: text that may be invalid, steps by tick with the arrow keys, buttons for the best prices. */
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { formatPrice, type Price } from '#shared/units/price.ts';
import { parseTypedPrice } from '../../domain/typedPrice.ts';
import { Box } from './Box.tsx';
import { stepPrice } from './model.ts';

/** Text and hint of the price field; the text follows prices that are set elsewhere. */
export function usePriceText(price: Price | null, tick: Tick, onPrice: (price: Price | null) => void) {
  const decimals = tickDecimals(tick);
  const [text, setText] = useState(() => (price === null ? '' : formatPrice(price, decimals)));
  const typed = parseTypedPrice(text, tick);
  useEffect(() => {
    if (price === null) return;
    // Typing changes text and price together, so they differ only when the price came from elsewhere.
    const current = parseTypedPrice(text, tick);
    if (!current.ok || current.value !== price) setText(formatPrice(price, decimals));
  }, [price, tick, decimals, text]);
  return {
    text,
    hint: typed.ok ? null : typed.hint,
    type(next: string) {
      setText(next);
      const parsed = parseTypedPrice(next, tick);
      onPrice(parsed.ok ? parsed.value : null);
    },
    clear() {
      setText('');
      onPrice(null);
    },
  };
}

export function PriceField(props: {
  readonly text: string;
  readonly hint: string | null;
  readonly price: Price | null;
  readonly bid: Price | null;
  readonly ask: Price | null;
  readonly buying: boolean;
  readonly tick: Tick;
  readonly onType: (text: string) => void;
  readonly onPrice: (price: Price) => void;
}) {
  const decimals = tickDecimals(props.tick);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const ticks = steps[event.key];
    if (ticks === undefined) return;
    event.preventDefault();
    const start = props.buying ? props.ask : props.bid;
    props.onPrice(stepPrice(props.price, start, ticks * (event.shiftKey ? 10 : 1), props.tick));
  };
  const fill = (name: string, price: Price | null) => (
    <button
      type="button"
      className="chip"
      disabled={price === null}
      title={`Use the best ${name}`}
      aria-label={price === null ? `No ${name}` : `Use ${name} ${formatTickPrice(price, decimals)}`}
      onClick={() => price !== null && props.onPrice(price)}
    >
      {name} <span className="mono">{price === null ? '–' : formatTickPrice(price, decimals)}</span>
    </button>
  );
  return (
    <Box label="Price" hint={props.hint}>
      {(id, describedBy) => (
        <>
          {fill('bid', props.bid)}
          {fill('ask', props.ask)}
          <input
            id={id}
            className="mono"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            value={props.text}
            aria-invalid={props.hint !== null}
            aria-describedby={describedBy}
            title="Arrow keys step by a tick, Page keys by ten"
            onChange={(event) => props.onType(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={onKeyDown}
          />
        </>
      )}
    </Box>
  );
}
