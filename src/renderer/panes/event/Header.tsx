/** Event header: table or ladders, and what the pane shows. */

import { SlidersHorizontal } from 'lucide-react';
import { EVENT_PANE_LABELS } from '#shared/text/markets/eventPaneLabels.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { MenuButton, MenuCheck, MenuSeparator } from '../../ui/overlay/Menu.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { ColumnChecks } from '../../ui/table/ColumnChecks.tsx';
import { type EventView, hiddenColumns, viewSetting, waysSetting } from './state.ts';
import { CHOOSABLE_COLUMNS } from './Table.tsx';

export function Header() {
  const [view, setView] = usePaneValue(viewSetting);
  const [showsWays, setShowsWays] = usePaneValue(waysSetting);
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  return (
    <>
      <Segmented<EventView>
        label={EVENT_PANE_LABELS.outcomesAs}
        value={view}
        choices={[
          { value: 'table', label: 'Table' },
          { value: 'ladders', label: 'Ladders' },
        ]}
        onChange={setView}
      />
      <MenuButton
        className="button small quiet"
        label={EVENT_PANE_LABELS.columnsAndWays}
        title={EVENT_PANE_LABELS.columnsAndWays}
        face={<SlidersHorizontal size={13} aria-hidden="true" />}
      >
        <ColumnChecks columns={CHOOSABLE_COLUMNS} hidden={hidden} onChange={setHidden} />
        <MenuSeparator />
        <MenuCheck isOn={showsWays} onChange={setShowsWays}>
          {EVENT_PANE_LABELS.cheapestWays}
        </MenuCheck>
      </MenuButton>
    </>
  );
}
