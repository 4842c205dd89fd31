/** Price buttons of the event pane: what a click does, said while the pointer or the focus is on one, and done. */
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { formatPlan } from '../../act/click.ts';
import { fillFromPlan, planFill } from '../../domain/orders/priceClick.ts';
import { usePane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { hintText } from './state.ts';

export interface PriceClick {
  /** The price at the press, because the book may have changed before the release. */
  click(market: MarketId, column: 'bid' | 'ask', price: number): void;
  point(target: { readonly market: MarketId; readonly column: 'bid' | 'ask'; readonly price: number } | null): void;
}

export function usePriceClick(decimals: number): PriceClick {
  const { linkKey } = usePane();
  const [, setHint] = usePaneValue(hintText);
  return {
    click(market, column, price) {
      const plan = planFill(linkKey, market, column, 'yes', price as Price);
      fillFromPlan(linkKey, market, plan, useOverlay.getState());
    },
    point(target) {
      if (target === null) return setHint(null);
      const { market, column, price } = target;
      const plan = planFill(linkKey, market, column, 'yes', price as Price);
      setHint({ market, text: formatPlan(plan, decimals) });
    },
  };
}
