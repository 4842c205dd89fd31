/** What the rows stand for, and their sum. */

import { formatAsOf } from '#shared/text/account/exposure.ts';
import { PNL_PANE_LABELS } from '#shared/text/account/pnlPaneLabels.ts';
import { formatGain } from '#shared/text/numbers.ts';
import { toUsd } from '#shared/units/usd.ts';
import { useExposures } from '../../domain/account/exposure.ts';
import { requestExport } from '../../domain/exportRequests.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { Segmented } from '../../ui/parts.tsx';
import { groupingSetting } from './state.ts';

export function Header() {
  const [grouping, setGrouping] = usePaneValue(groupingSetting);
  const { net, isWhole, asOfMs } = useExposures(
    ({ sum }) => ({ net: toUsd(sum.realized + sum.atMiddle), isWhole: sum.isMiddleWhole, asOfMs: sum.asOfMs }),
    (a, b) => a.net === b.net && a.isWhole === b.isWhole && a.asOfMs === b.asOfMs,
  );
  const tone = net > 0n ? 'yes' : net < 0n ? 'no' : '';
  return (
    <>
      <Segmented
        label={PNL_PANE_LABELS.resultsBy}
        value={grouping}
        onChange={setGrouping}
        choices={[
          { value: 'markets', label: 'Markets' },
          { value: 'events', label: 'Events' },
          { value: 'days', label: 'Days' },
        ]}
      />
      <button
        type="button"
        className="button small quiet"
        title={PNL_PANE_LABELS.exportsResultsOfPeriod}
        onClick={() => requestExport('pnl')}
      >
        Export…
      </button>
      <span
        className="dim"
        title={isWhole ? PNL_PANE_LABELS.realisedAndAtMiddle : PNL_PANE_LABELS.withoutPositionsThatHave}
      >
        Net <span className={`mono ${tone}`}>{formatGain(net)}</span>
        {isWhole ? '' : ' in part'}
        {formatAsOf(asOfMs)}
      </span>
    </>
  );
}
