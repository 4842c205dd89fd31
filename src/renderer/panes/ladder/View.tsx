/**
 * Ladder pane: click to place, right-click to cancel, wheel and keys to scroll.
 *
 * Invariants  Never scrolls by itself while the pointer or the keyboard cursor is on it.
 */

import { LocateFixed, Lock, LockOpen, SlidersHorizontal } from 'lucide-react';
import type { Side } from '#shared/market/outcome.ts';
import { LADDER_PANE_LABELS } from '#shared/text/markets/ladderPaneLabels.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import { usePane, usePaneId, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { MenuButton } from '../../ui/overlay/Menu.tsx';
import { Empty } from '../../ui/parts.tsx';
import { ColumnChecks } from '../../ui/table/ColumnChecks.tsx';
import { CHOOSABLE_COLUMNS } from './canvas/layout.ts';
import { controllerOf } from './controllers.ts';
import { LadderCanvas } from './LadderCanvas.tsx';
import { followsMiddle, hiddenColumns, isCentred, sideSetting } from './state.ts';
import './ladder.css';

export function LadderView() {
  const pane = usePane();
  const market = usePaneMarket();
  if (market === null)
    return <Empty what={LADDER_PANE_LABELS.noMarketIsChosen} how={LADDER_PANE_LABELS.pickOneInMarkets} />;
  return <LadderCanvas key={`${market} ${pane.linkKey}`} market={market} pane={pane} />;
}

const SIDES: readonly Side[] = ['yes', 'no'];

/** Ladder header: outcome, centring, following and columns. */
export function LadderHeader() {
  const [side, setSide] = usePaneValue(sideSetting);
  const [isFollowing, setFollowing] = usePaneValue(followsMiddle);
  const [centred] = usePaneValue(isCentred);
  const [hidden, setHidden] = usePaneValue(hiddenColumns);
  const id = usePaneId();
  const centreKey = useKeyLabel('ladder.centre');
  const centre = (): void => controllerOf(id)?.centre();
  return (
    <>
      <span className="ladder-sides" role="radiogroup" aria-label={LADDER_PANE_LABELS.outcomeShown}>
        {SIDES.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio group drawn as buttons
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === side}
            className={one}
            title={one === side ? undefined : LADDER_PANE_LABELS.showLadderOfPrices(one)}
            data-testid={`ladder-side-${one}`}
            onClick={() => setSide(one)}
          >
            {one}
          </button>
        ))}
      </span>
      <span className="ladder-tools">
        <button
          type="button"
          className={centred ? 'icon' : 'icon on'}
          title={withKey('Centre the best prices', centreKey)}
          aria-label={LADDER_PANE_LABELS.centreBestPrices}
          data-testid="ladder-centre"
          onClick={centre}
        >
          <LocateFixed size={13} strokeWidth={1.8} />
        </button>
        <button
          type="button"
          className="icon"
          aria-pressed={isFollowing}
          title={
            isFollowing ? LADDER_PANE_LABELS.followsMiddleOfBookClick : LADDER_PANE_LABELS.fixedClickToFollowMiddle
          }
          aria-label={LADDER_PANE_LABELS.followMiddle}
          data-testid="ladder-lock"
          onClick={() => setFollowing(!isFollowing)}
        >
          {isFollowing ? <Lock size={12} strokeWidth={1.8} /> : <LockOpen size={12} strokeWidth={1.8} />}
        </button>
        <MenuButton
          className="icon"
          label={LADDER_PANE_LABELS.columnsOfLadder}
          title="Columns"
          face={<SlidersHorizontal size={12} strokeWidth={1.8} aria-hidden="true" />}
        >
          <ColumnChecks columns={CHOOSABLE_COLUMNS} hidden={hidden} onChange={setHidden} />
        </MenuButton>
      </span>
    </>
  );
}
