/** Filters and columns of the orders, the export, and Cancel all. */
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { ORDERS_PANE_LABELS } from '#shared/text/orders/ordersPaneLabels.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { requestShown } from '../../domain/exportRequests.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import { cancelSelected, checkCancelAll } from '../../domain/orders/cancelAll.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { MarketChoice } from '../../ui/form/MarketChoice.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator, Submenu } from '../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import { ColumnChecks } from '../../ui/table/ColumnChecks.tsx';
import { TableSearch } from '../../ui/table/TableFilter.tsx';
import { CHOOSABLE_COLUMNS } from './columns.tsx';
import { SIDE_FILTERS, type SideFilter, STATE_FILTERS, type StateFilter } from './filter.ts';
import { hiddenColumns, ownMarketOnly, searchText, sideFilter, stateFilter } from './state.ts';

const choicesOf = <T extends string>(texts: Readonly<Record<T, string>>) =>
  (Object.keys(texts) as T[]).map((value) => ({ value, label: texts[value] }));

export function Header() {
  const [state, setState] = usePaneValue(stateFilter);
  const [text, setText] = usePaneValue(searchText);
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
      <TableSearch label={ORDERS_PANE_LABELS.findOrders} value={text} onChange={setText} />
      <Segmented
        label={ORDERS_PANE_LABELS.ordersShown}
        value={state}
        onChange={setState}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'open', label: 'Open' },
        ]}
      />
      <TableMenu canExport={wallet?.vault === 'unlocked'} />
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

function TableMenu(props: { readonly canExport: boolean }) {
  const followed = usePaneMarket();
  const [state, setState] = usePaneValue(stateFilter);
  const [side, setSide] = usePaneValue(sideFilter);
  const [isOwnMarket, setOwnMarket] = usePaneValue(ownMarketOnly);
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  return (
    <MenuButton
      className="button small quiet"
      label={ORDERS_PANE_LABELS.filtersColumnsAndExport}
      title={ORDERS_PANE_LABELS.filtersColumnsAndExport}
      face={<SlidersHorizontal size={13} aria-hidden="true" />}
    >
      <MenuChoices<StateFilter> label="State" value={state} choices={choicesOf(STATE_FILTERS)} onChange={setState} />
      <MenuChoices<SideFilter> label="Side" value={side} choices={choicesOf(SIDE_FILTERS)} onChange={setSide} />
      <MarketChoice isOwn={isOwnMarket} onChange={setOwnMarket} />
      <MenuSeparator />
      <Submenu label="Columns">
        <ColumnChecks columns={CHOOSABLE_COLUMNS} hidden={hidden} onChange={setHidden} />
      </Submenu>
      {props.canExport ? (
        <MenuItem
          onSelect={() =>
            requestShown('orders', { market: isOwnMarket ? followed : null, side, state }, [
              state === 'all' ? null : STATE_FILTERS[state].toLowerCase(),
              side === 'all' ? null : SIDE_FILTERS[side].toLowerCase(),
              isOwnMarket && followed !== null ? nameMarket(followed) : null,
            ])
          }
        >
          Export…
        </MenuItem>
      ) : null}
    </MenuButton>
  );
}

/** Number of open orders, highlighted while one is unknown. */
export function Count() {
  const orders = useFeed([feedKey.account], (mirror) => mirror.account()?.orders ?? []);
  const open = orders.filter((order) => !isTerminal(order.life));
  if (open.length === 0) return null;
  return <span className={open.some((order) => order.life.at === 'unknown') ? 'mine' : undefined}>{open.length}</span>;
}
