/** The tape pane. */

import type { Action } from '../../domain/keys/actions.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { TAKERS, type Taker } from './model.ts';
import { groupsByOrder, largeSize, minimumSize, showsFilters, soundSize, takerFilter } from './state.ts';
import { TapeHeader, TapeView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'tape',
  title: 'Tape',
  View: TapeView,
  Header: TapeHeader,
  link: 'shows',
  // The sound of large trades.
  runsHidden: (paneId) => soundSize.get(paneId) !== null,
  actions: listActions,
};
export default pane;

const TAKER_TITLES: Readonly<Record<Taker, string>> = {
  all: 'every trade',
  yes: 'trades whose taker bought yes',
  no: 'trades whose taker bought no',
  none: 'trades without a taker side',
};

function listActions(paneId: string): readonly Action[] {
  return [
    {
      id: 'tape.filters',
      title: 'Tape: open or close the filters',
      group: 'View',
      defaultKeys: ['Alt+F'],
      run: () => showsFilters.set(paneId, !showsFilters.get(paneId)),
    },
    {
      id: 'tape.clearFilters',
      title: 'Tape: clear the filters',
      group: 'View',
      defaultKeys: [],
      run() {
        minimumSize.set(paneId, 0);
        largeSize.set(paneId, null);
        soundSize.set(paneId, null);
        takerFilter.set(paneId, 'all');
      },
    },
    {
      id: 'tape.group',
      title: 'Tape: one row for each order, or for each fill',
      group: 'View',
      defaultKeys: [],
      run: () => groupsByOrder.set(paneId, !groupsByOrder.get(paneId)),
    },
    ...TAKERS.map(
      (taker): Action => ({
        id: `tape.taker-${taker}`,
        title: `Tape: show ${TAKER_TITLES[taker]}`,
        group: 'View',
        defaultKeys: [],
        run: () => takerFilter.set(paneId, taker),
      }),
    ),
  ];
}
