/** Chart header: candle period, menu of what is drawn, trust mark. */

import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import { useCandleTrust } from '../../domain/markets/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { MenuButton } from '../../ui/overlay/Menu.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import { IndicatorDialog } from './IndicatorDialog.tsx';
import { OFFERED_PERIODS, periodSetting } from './state.ts';

export function ChartHeader() {
  const [period, setPeriod] = usePaneValue(periodSetting);
  const [isChoosing, setChoosing] = useState(false);
  const trust = useCandleTrust(usePaneMarket(), period);
  return (
    <>
      <span className="chart-periods" role="radiogroup" aria-label={CHART_PANE_LABELS.candlePeriod}>
        {OFFERED_PERIODS.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio group drawn as buttons
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === period}
            data-testid={`chart-period-${one}`}
            onClick={() => setPeriod(one)}
          >
            {one}
          </button>
        ))}
      </span>
      <MenuButton
        className="chart-menu"
        label={CHART_PANE_LABELS.whatChartDraws}
        title={CHART_PANE_LABELS.indicatorsOutcomesLevelsZoom}
        face={<SlidersHorizontal size={13} strokeWidth={1.8} aria-hidden="true" />}
      >
        <ChartMenu onIndicators={() => setChoosing(true)} />
      </MenuButton>
      {isChoosing ? <IndicatorDialog onClose={() => setChoosing(false)} /> : null}
      <TrustMark trust={trust} />
    </>
  );
}
