/** Search of the fills; menu of market, period, columns and export. */
import { FILLS_PANE_LABELS } from '#shared/text/orders/fillsPaneLabels.ts';
import { NO_FILTER, requestShown } from '../../domain/exportRequests.ts';
import { startOfPeriod } from './filter.ts';
import { fillsTable } from './table.ts';

export function Header() {
  return (
    <>
      <fillsTable.Search />
      <fillsTable.Menu
        label={FILLS_PANE_LABELS.filtersAndColumnsOfFills}
        title={FILLS_PANE_LABELS.filtersColumnsAndExport}
        onExport={({ period, market }, texts) =>
          requestShown('fills', { ...NO_FILTER, market }, [texts.market ?? null], startOfPeriod(period, Date.now()))
        }
      />
    </>
  );
}
