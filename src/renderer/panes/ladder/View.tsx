/**
 * Ladder pane: click to place, right-click to cancel, wheel and keys to scroll.
 *
 * Invariants  Never scrolls by itself while the pointer or the keyboard cursor is on it.
 */
import { LADDER_PANE_LABELS } from '#shared/text/markets/ladderPaneLabels.ts';
import { usePane, usePaneMarket } from '../../domain/workspaces/panes.ts';
import { Empty } from '../../ui/parts.tsx';
import { LadderCanvas } from './LadderCanvas.tsx';
import './ladder.css';

export function LadderView() {
  const pane = usePane();
  const market = usePaneMarket();
  if (market === null)
    return <Empty what={LADDER_PANE_LABELS.noMarketIsChosen} how={LADDER_PANE_LABELS.pickOneInMarkets} />;
  return <LadderCanvas key={`${market} ${pane.linkKey}`} market={market} pane={pane} />;
}
