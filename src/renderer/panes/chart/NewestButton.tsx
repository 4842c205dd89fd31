/** Button of a chart that was scrolled back: shows the newest candle again. */

import { ChevronsRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import type { Plot } from './plot/plot.ts';

const LABEL = 'Show the newest candle';

export function NewestButton(props: { readonly plot: Plot; readonly onShown: () => void }) {
  const { plot, onShown } = props;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const read = (): void => setNeeded(plot.isScrolledBack());
    read();
    const scale = plot.chart.timeScale();
    scale.subscribeVisibleLogicalRangeChange(read);
    return () => scale.unsubscribeVisibleLogicalRangeChange(read);
  }, [plot]);
  if (!isNeeded) return null;
  return (
    <button
      type="button"
      className="button small chart-newest"
      aria-label={LABEL}
      title={CHART_PANE_LABELS.newestCandle(LABEL)}
      onClick={() => {
        plot.showNewest();
        onShown();
      }}
    >
      <ChevronsRight size={14} aria-hidden="true" />
    </button>
  );
}
