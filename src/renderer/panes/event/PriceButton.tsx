/** A price of an outcome: a press fills the ticket with the price at the press. */
import { type ReactNode, useRef } from 'react';
import type { MarketId } from '#shared/units/ids.ts';
import type { PriceClick } from './usePriceClick.ts';

export function PriceButton(props: {
  readonly market: MarketId;
  readonly column: 'bid' | 'ask';
  readonly price: number;
  readonly label: string;
  readonly tabIndex?: number;
  readonly actions: PriceClick;
  readonly children: ReactNode;
}) {
  const { market, column, price, actions } = props;
  const pressed = useRef<number | null>(null);
  return (
    <button
      type="button"
      className={`event-price mono ${column}`}
      aria-label={props.label}
      tabIndex={props.tabIndex ?? 0}
      onPointerDown={() => {
        pressed.current = price;
      }}
      onClick={(event) => {
        // A click without a press came from the keyboard.
        actions.click(market, column, event.detail === 0 ? price : (pressed.current ?? price));
        pressed.current = null;
      }}
      onPointerEnter={() => actions.point({ market, column, price })}
      onPointerLeave={() => actions.point(null)}
      onFocus={() => actions.point({ market, column, price })}
      onBlur={() => actions.point(null)}
    >
      {props.children}
    </button>
  );
}
