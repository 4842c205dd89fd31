/** Filters and columns of the conditional orders, and the form of a new one. */
import { CONDITIONALS_PANE_LABELS } from '#shared/text/conditionals/conditionalsPaneLabels.ts';
import { isOver } from '../../domain/conditionals/conditionalActs.ts';
import { openConditionalDraft, startForm } from '../../domain/conditionals/conditionalDraft.ts';
import { NO_FILTER, requestShown } from '../../domain/exportRequests.ts';
import { NO_TICKET } from '../../domain/orders/ticket.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePane, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import type { StateFilter } from './filter.ts';
import { conditionalsTable, FILTERS } from './table.ts';

export function Header() {
  const [state, setState] = usePaneValue(FILTERS.state.value);
  const { linkKey } = usePane();
  const market = usePaneMarket();
  const start = (): void => {
    if (market === null) return;
    const isOpen = openConditionalDraft(linkKey, { market, form: startForm(linkKey, 'stop'), changes: null });
    if (!isOpen) useOverlay.getState().report(NO_TICKET);
  };
  return (
    <>
      <conditionalsTable.Search />
      <Segmented<StateFilter>
        label={CONDITIONALS_PANE_LABELS.statesFilter}
        value={state}
        onChange={setState}
        choices={[
          { value: 'all', label: 'All' },
          { value: 'active', label: 'Active' },
        ]}
      />
      <conditionalsTable.Menu
        label={CONDITIONALS_PANE_LABELS.filtersAndColumns}
        title={CONDITIONALS_PANE_LABELS.filtersAndColumns}
        onExport={({ state: chosenState, market: chosen }, { text: _words, ...texts }) =>
          requestShown(
            'conditionals',
            { ...NO_FILTER, market: chosen, state: chosenState === 'active' ? 'open' : chosenState },
            Object.values(texts),
          )
        }
      />
      <button
        type="button"
        className="button small"
        disabled={market === null}
        title={
          market === null
            ? CONDITIONALS_PANE_LABELS.chooseAMarketFirst
            : CONDITIONALS_PANE_LABELS.opensTheFormInTheTicket
        }
        onClick={start}
      >
        New…
      </button>
    </>
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
