/** Filters and columns of the conditional orders, and the form of a new one. */
import { SlidersHorizontal } from 'lucide-react';
import { isOver } from '../../domain/conditionals/conditionalActs.ts';
import { openConditionalDraft, startForm } from '../../domain/conditionals/conditionalDraft.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { NO_FILTER, requestShown } from '../../domain/exportRequests.ts';
import { NO_TICKET } from '../../domain/orders/ticket.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePane, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { MarketChoice } from '../../ui/form/MarketChoice.tsx';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator, Submenu } from '../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import { ColumnChecks } from '../../ui/table/ColumnChecks.tsx';
import { TableSearch } from '../../ui/table/TableFilter.tsx';
import { CHOOSABLE_COLUMNS } from './columns.tsx';
import type { StateFilter } from './filter.ts';
import { hiddenColumns, ownMarketOnly, searchText, stateFilter } from './state.ts';

export function Header() {
  const [state, setState] = usePaneValue(stateFilter);
  const [text, setText] = usePaneValue(searchText);
  const { linkKey } = usePane();
  const market = usePaneMarket();
  const start = (): void => {
    if (market === null) return;
    const isOpen = openConditionalDraft(linkKey, { market, form: startForm(linkKey, 'stop'), changes: null });
    if (!isOpen) useOverlay.getState().report(NO_TICKET);
  };
  return (
    <>
      <TableSearch label="Find conditional orders" value={text} onChange={setText} />
      <Segmented<StateFilter>
        label="Conditional orders shown"
        value={state}
        onChange={setState}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'active', label: 'Active' },
        ]}
      />
      <TableMenu />
      <button
        type="button"
        className="button small"
        disabled={market === null}
        title={market === null ? 'Choose a market first' : 'Opens the form in the ticket'}
        onClick={start}
      >
        New…
      </button>
    </>
  );
}

function TableMenu() {
  const [isOwnMarket, setOwnMarket] = usePaneValue(ownMarketOnly);
  const followed = usePaneMarket();
  const [state, setState] = usePaneValue(stateFilter);
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  return (
    <MenuButton
      className="button small quiet"
      label="Filters and columns"
      title="Filters and columns"
      face={<SlidersHorizontal size={13} aria-hidden="true" />}
    >
      <MenuChoices<StateFilter>
        label="State"
        value={state}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'active', label: 'Active' },
          { value: 'ended', label: 'Ended' },
        ]}
        onChange={setState}
      />
      <MarketChoice isOwn={isOwnMarket} onChange={setOwnMarket} />
      <MenuSeparator />
      <Submenu label="Columns">
        <ColumnChecks columns={CHOOSABLE_COLUMNS} hidden={hidden} onChange={setHidden} />
      </Submenu>
      <MenuItem
        onSelect={() =>
          requestShown(
            'conditionals',
            {
              ...NO_FILTER,
              market: isOwnMarket ? followed : null,
              state: state === 'active' ? 'open' : state,
            },
            [state === 'all' ? null : state, isOwnMarket && followed !== null ? nameMarket(followed) : null],
          )
        }
      >
        Export…
      </MenuItem>
    </MenuButton>
  );
}

/** Top bar: conditional orders that need an answer, or that wait because the keys are locked. */
export function Alert() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  const words = view === null ? null : describe(view.halted + view.unreadable.length, view.locked);
  return words === null ? null : <PaneAlert {...words} isUrgent onOpen={() => openPane('conditionals')} />;
}

function describe(halted: number, locked: number): { readonly text: string; readonly short: string } | null {
  if (halted > 0) {
    const text = halted === 1 ? '1 conditional needs an answer' : `${halted} conditionals need an answer`;
    return { text, short: halted === 1 ? '1 needs an answer' : `${halted} need an answer` };
  }
  if (locked > 0) {
    const text = locked === 1 ? '1 conditional waits: locked' : `${locked} conditionals wait: locked`;
    return { text, short: locked === 1 ? '1 waits: locked' : `${locked} wait: locked` };
  }
  return null;
}

/** Number of conditional orders that have not ended, highlighted while one needs an answer. */
export function Count() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  if (view === null) return null;
  const count = view.isHidden ? view.active : view.conditionals.filter(({ life }) => !isOver(life.at)).length;
  const needed = view.halted + view.unreadable.length;
  if (count === 0 && needed === 0) return null;
  return <span className={needed > 0 ? 'mine' : undefined}>{count}</span>;
}
