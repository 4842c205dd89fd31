/** Filters and columns of the orders, the export, and Cancel all. */
import { useState } from 'react';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { requestShown } from '../../domain/exportRequests.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import { cancelSelected, checkCancelAll } from '../../domain/orders/cancelAll.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import type { StateFilter } from './filter.ts';
import { FILTERS, ordersTable } from './table.ts';

export function Header() {
  const [state, setState] = usePaneValue(FILTERS.state.value);
  const cancelKey = useKeyLabel('trading.cancelAll');
  const [isBusy, setBusy] = useState(false);
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const { isPossible, title } = checkCancelAll(account, wallet);
  const onCancelAll = async (): Promise<void> => {
    setBusy(true);
    const report = await cancelSelected(ALL_ORDERS);
    setBusy(false);
    useOverlay.getState().report(report);
  };
  return (
    <>
      <ordersTable.Search />
      <Segmented<StateFilter>
        label={ORDERS_PANE_LABELS.ordersShown}
        value={state}
        onChange={setState}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'open', label: 'Open' },
        ]}
      />
      <ordersTable.Menu
        label={ORDERS_PANE_LABELS.filtersColumnsAndExport}
        title={ORDERS_PANE_LABELS.filtersColumnsAndExport}
        onExport={
          wallet?.vault === 'unlocked'
            ? ({ text: _words, ...filter }, { text: _word, ...texts }) =>
                requestShown('orders', filter, Object.values(texts))
            : null
        }
      />
      <button
        type="button"
        className="button small"
        disabled={isBusy || !isPossible}
        title={title}
        onClick={() => void onCancelAll()}
      >
        {isBusy ? 'Cancelling…' : ORDERS_PANE_LABELS.cancelAll}
        {isBusy ? null : <span className="orders-key">{withKey('', cancelKey)}</span>}
      </button>
    </>
  );
}

/** Number of open orders, highlighted while one is unknown. */
export function Count() {
  const orders = useFeed([feedKey.account], (mirror) => mirror.account()?.orders ?? []);
  const open = orders.filter((order) => !isTerminal(order.life));
  if (open.length === 0) return null;
  return <span className={open.some((order) => order.life.at === 'unknown') ? 'mine' : undefined}>{open.length}</span>;
}
