/** Menu at a price of a chart: the ticket, an alert, a level; opened by a right click, or by Enter at the crosshair. */

import type { Side } from '#shared/market/outcome.ts';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { addAlert } from '../../../domain/alerts/alertLines.ts';
import { fillWithOrder } from '../../../domain/orders/priceClick.ts';
import { usePane } from '../../../domain/workspaces/panes.ts';
import { MenuAt, MenuItem, MenuSeparator } from '../../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../../ui/overlay/overlay.ts';

/** Where the menu is, in pixels of the window, and the price there in the terms of the shown outcome. */
export interface PricePoint {
  readonly x: number;
  readonly y: number;
  readonly price: Price;
}

export function PriceMenu(props: {
  readonly point: PricePoint;
  readonly market: MarketId;
  readonly view: Side;
  readonly format: (micros: number) => string;
  readonly onLevel: () => void;
  readonly onClose: () => void;
}) {
  const { point, market, view, format, onLevel, onClose } = props;
  const { x, y, price } = point;
  const { linkKey } = usePane();
  const at = format(price);
  const fill = (direction: 'buy' | 'sell'): void =>
    fillWithOrder(linkKey, market, { side: view, direction, price, shares: null }, useOverlay.getState());
  const alert = async (): Promise<void> => {
    const done = await addAlert(market, view, price);
    useOverlay.getState().report(done);
  };
  return (
    <MenuAt anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }} onClose={onClose}>
      <MenuItem onSelect={() => fill('buy')}>
        {CHART_PANE_LABELS.ticketBuy} {view} at {at}
      </MenuItem>
      <MenuItem onSelect={() => fill('sell')}>
        {CHART_PANE_LABELS.ticketSell} {view} at {at}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void alert()}>
        {CHART_PANE_LABELS.alertAt} {at}
      </MenuItem>
      <MenuItem onSelect={onLevel}>
        {CHART_PANE_LABELS.levelAt} {at}
      </MenuItem>
    </MenuAt>
  );
}
