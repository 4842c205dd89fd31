/** Market and period of the fills shown, and the columns. */

import { SlidersHorizontal } from 'lucide-react';
import { FILLS_PANE_LABELS } from '#shared/text/orders/fillsPaneLabels.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { NO_FILTER, requestShown } from '../../domain/exportRequests.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { MarketChoice } from '../../ui/form/MarketChoice.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator } from '../../ui/overlay/Menu.tsx';
import { ColumnChecks } from '../../ui/table/ColumnChecks.tsx';
import { type FillPeriod, PERIODS, startOfPeriod } from './filter.ts';
import { hiddenColumns, ownMarketOnly, periodSetting } from './state.ts';

/** Columns that a pane may hide. */
const COLUMNS = [
  { id: 'value', name: 'Value' },
  { id: 'fee', name: 'Fee' },
  { id: 'state', name: 'State' },
  { id: 'order', name: 'Order' },
  { id: 'fill', name: 'Fill' },
] as const;

const CHOICES = (Object.keys(PERIODS) as FillPeriod[]).map((value) => ({ value, label: PERIODS[value] }));

export function Header() {
  const [period, setPeriod] = usePaneValue(periodSetting);
  const [isOwnMarket, setOwnMarket] = usePaneValue(ownMarketOnly);
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  const followed = usePaneMarket();
  return (
    <MenuButton
      className="button small quiet"
      label={FILLS_PANE_LABELS.filtersAndColumnsOfFills}
      title={FILLS_PANE_LABELS.filtersColumnsAndExport}
      face={<SlidersHorizontal size={13} aria-hidden="true" />}
    >
      <MenuChoices<FillPeriod> label="Period" value={period} choices={CHOICES} onChange={setPeriod} />
      <MarketChoice isOwn={isOwnMarket} onChange={setOwnMarket} />
      <MenuSeparator />
      <ColumnChecks columns={COLUMNS} hidden={hidden} onChange={setHidden} />
      <MenuItem
        onSelect={() =>
          requestShown(
            'fills',
            { ...NO_FILTER, market: isOwnMarket ? followed : null },
            [isOwnMarket && followed !== null ? nameMarket(followed) : null],
            startOfPeriod(period, Date.now()),
          )
        }
      >
        Export…
      </MenuItem>
    </MenuButton>
  );
}
