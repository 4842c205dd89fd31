/** Depth header: outcome, range, trust mark. */

import type { Side } from '#shared/market/outcome.ts';
import { DEPTH_PANE_LABELS } from '#shared/text/markets/depthPaneLabels.ts';
import { useTrust } from '../../domain/markets/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { type DepthRange, rangeSetting, sideSetting } from './state.ts';

export function DepthHeader() {
  const [side, setSide] = usePaneValue(sideSetting);
  const [range, setRange] = usePaneValue(rangeSetting);
  const trust = useTrust(usePaneMarket());
  return (
    <>
      <Segmented<Side>
        label="Outcome"
        value={side}
        onChange={setSide}
        choices={[
          { value: 'yes', label: 'Yes', tone: 'yes' },
          { value: 'no', label: 'No', tone: 'no' },
        ]}
      />
      <Segmented<DepthRange>
        label={DEPTH_PANE_LABELS.rangeAroundMiddle}
        value={range}
        onChange={setRange}
        choices={[
          { value: '5', label: '±5¢' },
          { value: '10', label: '±10¢' },
          { value: '25', label: '±25¢' },
          { value: 'all', label: 'All' },
        ]}
      />
      <TrustMark trust={trust} />
    </>
  );
}
