/** Price field: text that may be invalid, steps by tick with the arrow keys, buttons for the best prices. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Tick, tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { formatTypedPrice, parseTypedPrice } from '../../domain/orders/typedPrice.ts';
import { onKeys } from '../../ui/keys.ts';
import { Box } from './Box.tsx';
import { stepPrice } from './model.ts';
import { useWheelSteps } from './useWheelSteps.ts';

/** Text and hint of the price field; the text follows prices that are set elsewhere. */
export function usePriceText(price: Price | null, tick: Tick, onPrice: (price: Price | null) => void) {
  const [text, setText] = useState(() => (price === null ? '' : formatTypedPrice(price, tick)));
  const typed = parseTypedPrice(text, tick);
  useEffect(() => {
    if (price === null) return;
    // Typing changes text and price together, so they differ only when the price came from elsewhere.
    const current = parseTypedPrice(text, tick);
    if (!current.ok || current.value !== price) setText(formatTypedPrice(price, tick));
  }, [price, tick, text]);
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
  const step = (ticks: number): void => {
    const start = props.buying ? props.ask : props.bid;
    props.onPrice(stepPrice(props.price, start, ticks, props.tick));
  };
  const onKey = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const ticks = steps[event.key];
    if (ticks === undefined) return;
    event.preventDefault();
    step(ticks * (event.shiftKey ? 10 : 1));
  };
  const input = useWheelSteps(step);
  const fill = (name: string, price: Price | null) => (
    <button
      type="button"
      className="chip"
      disabled={price === null}
      title={TICKET_PANE_LABELS.takeBest(name)}
      aria-label={
        price === null
          ? TICKET_PANE_LABELS.noBest(name)
          : TICKET_PANE_LABELS.takePrice(name, formatTickPrice(price, decimals))
      }
      onClick={() => price !== null && props.onPrice(price)}
    >
      {name} <span className="mono">{price === null ? '–' : formatTickPrice(price, decimals)}</span>
    </button>
  );
  return (
    <Box label="Price" hint={props.hint}>
      {(id, describedBy) => (
        <>
          <span className="ticket-chips">
            {/* First the price at which it would fill: where there is room for one alone, it is this one. */}
            {props.buying ? fill('ask', props.ask) : null}
            {fill('bid', props.bid)}
            {props.buying ? null : fill('ask', props.ask)}
          </span>
          <input
            id={id}
            ref={input}
            className="mono ticket-price"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            value={props.text}
            aria-invalid={props.hint !== null}
            aria-describedby={describedBy}
            title={TICKET_PANE_LABELS.arrowKeysAndWheelStep}
            onChange={(event) => props.onType(event.target.value)}
            onFocus={(event) => event.target.select()}
            {...onKeys(onKey)}
          />
        </>
      )}
    </Box>
  );
}

/** Empties the price field for a new market, then fills it with the best price of that market's book. */
export function useFreshPrice(field: {
  readonly market: MarketId | null;
  readonly price: Price | null;
  readonly best: Price | null;
  readonly text: string;
  readonly clear: () => void;
  readonly setPrice: (price: Price) => void;
}): void {
  const shownMarket = useRef(field.market);
  const awaitsBest = useRef(true);
  useEffect(() => {
    const { market, price, best, text } = field;
    if (market !== shownMarket.current) {
      shownMarket.current = market;
      awaitsBest.current = true;
      // A price that came together with the market ("Sell…" of a position) stays.
      if (price === null) field.clear();
    } else if (awaitsBest.current && best !== null) {
      awaitsBest.current = false;
      if (text === '') field.setPrice(best);
    }
  });
}
